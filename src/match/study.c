#include "match/study.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "games/storage.h"

/* A side leads when its expected score is at least this, in thousandths of a point. */
enum { LEAD = 600 };

/* Statistics of one game while it is played. */
struct watch {
    int last_side;
    int leader; /* -1: no side has led yet */
    uint32_t turns, lead_changes;
    uint32_t special_rules[BV_SPECIAL_RULES_MAX];
};

struct study {
    struct study_findings *findings;
    struct watch *watch; /* one for each thread */
    pthread_mutex_t lock;
};

/* ---- Special rules --------------------------------------------------------------------------- */

static bool token_fits(const char *token, const struct bv_special_rule *rule)
{
    char left[BV_TOKEN_MAX];
    if (rule->without && strpbrk(token, rule->without)) return false;
    bv_copy(left, token, strlen(token) + 1);
    for (const char *c = rule->with; *c; c++) {
        char *found = strchr(left, *c);
        if (!found) return false;
        *found = ' ';
    }
    return true;
}

static bool has_event(const struct bv_event *event, uint32_t count, int kind)
{
    for (uint32_t i = 0; i < count; i++)
        if (event[i].kind == kind) return true;
    return false;
}

/* The set of the game's special rules that an action uses, a bit each. */
static uint32_t rules_used(const struct bv_terms *terms, const union bv_state *before, int seat,
                           bv_action action)
{
    const struct bv_special_rule *rule = terms->game->special_rule;
    struct bv_event event[BV_EVENTS_MAX];
    union bv_state after;
    char token[BV_TOKEN_MAX];
    struct bv_out out = bv_out_into(token, sizeof token);
    uint32_t found = 0;
    terms->game->token(terms, action, &out);
    bv_apply_to_copy(terms, before, seat, action, &after);
    uint32_t events = terms->game->events(terms, before, seat, action, &after, event);
    for (uint32_t i = 0; i < terms->game->special_rules; i++)
        if (rule[i].with ? token_fits(token, &rule[i]) : has_event(event, events, rule[i].event))
            found |= (uint32_t)1 << i;
    return found;
}

/* ---- Self-play ------------------------------------------------------------------------------- */

static void *watch_of(void *context, uint32_t worker, uint32_t number)
{
    struct study *study = context;
    (void)number;
    study->watch[worker] = (struct watch){.last_side = -1, .leader = -1};
    return &study->watch[worker];
}

static void note_lead(struct watch *watch, int side, int32_t score)
{
    int leader = score >= LEAD ? side : score <= 1000 - LEAD ? !side : watch->leader;
    watch->lead_changes += watch->leader >= 0 && leader != watch->leader;
    watch->leader = leader;
}

static void note_action(void *context, const struct match_game *match_game, int seat,
                        bv_action action, const struct search_answer *answer)
{
    struct watch *watch = context;
    uint32_t found = rules_used(match_game->terms, &match_game->state, seat, action);
    for (int i = 0; i < BV_SPECIAL_RULES_MAX; i++) watch->special_rules[i] += found >> i & 1;
    if (seat == BV_CHANCE) return;
    int side = bv_side_of(match_game->terms, seat);
    watch->turns += side != watch->last_side;
    watch->last_side = side;
    if (answer && answer->nodes) note_lead(watch, side, answer->choice[0].score);
}

static void note_end(void *context, uint32_t worker, const struct match_pairing *game,
                     const struct match_game *match_game)
{
    struct study *study = context;
    const struct watch *watch = &study->watch[worker];
    struct study_findings *findings = study->findings;
    (void)match_game;
    pthread_mutex_lock(&study->lock);
    findings->games++;
    if (game->half_points_of_a == 1)
        findings->drawn++;
    else
        findings->won[game->half_points_of_a == 2 ? game->side_of_a : !game->side_of_a]++;
    findings->plies += game->plies;
    findings->turns += watch->turns;
    findings->lead_changes += watch->lead_changes;
    findings->reason[game->reason]++;
    for (int i = 0; i < BV_SPECIAL_RULES_MAX; i++) {
        findings->special_rules[i] += watch->special_rules[i];
        findings->games_with[i] += watch->special_rules[i] > 0;
    }
    pthread_mutex_unlock(&study->lock);
}

bool study(const struct bv_terms *terms, const struct player_spec *player, uint32_t games,
           uint32_t threads, uint64_t seed, struct study_findings *findings)
{
    struct study study = {.findings = findings, .lock = PTHREAD_MUTEX_INITIALIZER};
    study.watch = calloc(threads, sizeof *study.watch);
    if (!study.watch) return false;
    *findings = (struct study_findings){0};
    struct match match = {
        .terms = terms,
        .spec = {player, player},
        .games = games,
        .shards = 1,
        .opening = match_default_opening(terms->game),
        .threads = threads,
        .seed = seed,
        .unpaired = true, /* one player against itself would play the same game twice */
        .listener = {.action = note_action,
                     .action_context = watch_of,
                     .match_game_over = note_end,
                     .context = &study},
    };
    bool good = match_play(&match);
    free(study.watch);
    return good;
}

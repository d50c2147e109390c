#include "contest/study.h"

#include <pthread.h>
#include <stdlib.h>

/* A side leads when it hopes for so much, in thousandths of a point. */
enum { LEAD = 600 };

/* What is seen of one game while it is played. */
struct watch {
    int last_side;
    int leader; /* -1: nobody led yet */
    uint32_t turns, lead_changes;
    uint32_t occasions[BV_OCCASIONS_MAX];
};

struct study {
    struct bv_findings *findings;
    struct watch *watch; /* one for each thread */
    pthread_mutex_t lock;
};

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

static void note_action(void *context, const struct bv_duel *duel, int seat, bv_action action,
                        const struct bv_answer *answer)
{
    struct watch *watch = context;
    uint32_t found = bv_occasions_in(duel->terms, &duel->state, seat, action);
    for (int i = 0; i < BV_OCCASIONS_MAX; i++) watch->occasions[i] += found >> i & 1;
    if (seat == BV_CHANCE) return;
    int side = bv_side_of(duel->terms, seat);
    watch->turns += side != watch->last_side;
    watch->last_side = side;
    if (answer && answer->nodes) note_lead(watch, side, answer->choice[0].score);
}

static void note_end(void *context, uint32_t worker, const struct bv_match_game *game,
                     const struct bv_duel *duel)
{
    struct study *study = context;
    const struct watch *watch = &study->watch[worker];
    struct bv_findings *findings = study->findings;
    (void)duel;
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
    for (int i = 0; i < BV_OCCASIONS_MAX; i++) {
        findings->occasions[i] += watch->occasions[i];
        findings->games_with[i] += watch->occasions[i] > 0;
    }
    pthread_mutex_unlock(&study->lock);
}

bool bv_study(const struct bv_terms *terms, const struct bv_entrant *player, uint32_t games,
              uint32_t threads, uint64_t seed, struct bv_findings *findings)
{
    struct study study = {.findings = findings, .lock = PTHREAD_MUTEX_INITIALIZER};
    study.watch = calloc(threads, sizeof *study.watch);
    if (!study.watch) return false;
    *findings = (struct bv_findings){0};
    struct bv_match match = {
        .terms = terms,
        .entrant = {player, player},
        .games = games,
        .shards = 1,
        .opening = bv_match_default_opening(terms->game),
        .threads = threads,
        .seed = seed,
        .unpaired = true, /* one player against itself would play the same game twice */
        .listener = {.action = note_action,
                     .action_context = watch_of,
                     .duel_over = note_end,
                     .context = &study},
    };
    bool good = bv_match_play(&match);
    free(study.watch);
    return good;
}

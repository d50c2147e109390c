#include "search/paris/judge.h"

#include "core/hash.h"
#include "games/storage.h"
#include "search/paris/evaluate.h"
#include "search/paris/features.h"

enum { SOLDIER = 100, OFFICER = 130, ENTRY = 150, SUMMONS = 50, WINNING = 400 };

/*
 * A draw counts as a poor result for the player, so that it
 * looks for ways to play on: it believes itself ahead, less so as the game grows long. The
 * besiegers, who can hardly lose against poor play, do so more than the garrison.
 */
enum { GARRISON_AMBITION = 150, BESIEGERS_AMBITION = 600, LONG_GAME = 900 };

static int32_t waning(const struct paris_state *state, int thinker)
{
    int32_t at_first = thinker == PARIS_GARRISON ? GARRISON_AMBITION : BESIEGERS_AMBITION;
    return state->moves < LONG_GAME ? at_first * (LONG_GAME - state->moves) / LONG_GAME : 0;
}

/*
 * The more quiet moves, the nearer the draw (P25): a capture, an entry or an advance is worth more
 * and more, even a man given away to begin counting anew.
 */
static int32_t faded(const struct bv_terms *terms, const struct paris_state *state, int32_t score)
{
    int32_t most = paris_quiet_limit(terms);
    int32_t left = most - state->quiet;
    if (left < 0) left = 0;
    return 3 * left < 2 * most ? score * 3 * left / (2 * most) : score;
}

static bool is_lifted_at_last(const struct bv_terms *terms)
{
    return terms->option[PARIS_IMPASSE] == PARIS_IMPASSE_LIFTED;
}

static int32_t ambition(const struct bv_terms *terms, const union bv_state *state, int thinker)
{
    int32_t at_rest = waning(&state->paris, thinker);
    return is_lifted_at_last(terms) ? at_rest : faded(terms, &state->paris, at_rest);
}

/* By hand, or as the net corrects it. */
static int32_t standing_of(const struct bv_terms *terms, const union bv_state *state,
                           const struct net *net)
{
    struct survey survey;
    uint16_t feature[NET_ACTIVE_MAX];
    paris_survey(terms, state, &survey);
    if (!net) return paris_standing(&survey);
    uint32_t count = paris_features(&survey, feature);
    return net_score(net, feature, count, net->guess_weight ? paris_standing(&survey) : 0, WINNING);
}

static int32_t evaluate(const struct bv_terms *terms, const union bv_state *state, int side,
                        int thinker, struct net_evaluator *evaluator)
{
    int32_t standing = standing_of(terms, state, evaluator->net);
    if (thinker != PARIS_GARRISON) standing = -standing;
    standing += waning(&state->paris, thinker);
    if (!is_lifted_at_last(terms)) standing = faded(terms, &state->paris, standing);
    return side == thinker ? standing : -standing;
}

/* So near to the end by quiet moves (P25), how near matters. */
enum { QUIET_NEARLY = 16 };

static uint64_t key(const struct bv_terms *terms, const union bv_state *state)
{
    const struct paris_state *s = &state->paris;
    bool late = s->quiet + QUIET_NEARLY > paris_quiet_limit(terms);
    return bv_mix(s->placement, (uint64_t)s->summoned | (uint64_t)s->moved << 8 |
                                    (uint64_t)s->phase << 16 | (uint64_t)(s->moves % 4) << 24 |
                                    (uint64_t)(late ? s->quiet : 0) << 32);
}

/* Captures, entries and summonses. */
static int32_t noise(const struct bv_terms *terms, const union bv_state *state, bv_action action)
{
    const struct paris_state *s = &state->paris;
    (void)terms;
    switch (paris_action_kind(action)) {
    case PARIS_DO_CAPTURE:
        return paris_rank_of(s->at[paris_to(action)]) == PARIS_SOLDIER ? SOLDIER : OFFICER;
    case PARIS_DO_MOVE: {
        bool enters = !paris_is_circle(paris_from(action)) && paris_is_circle(paris_to(action));
        return enters && paris_is_besieger(s->at[paris_from(action)]) ? ENTRY : 0;
    }
    case PARIS_DO_SUMMON: return SUMMONS;
    default: return 0;
    }
}

/* A summoned garrison has hardly a choice (P19), and whether to summon is half a decision. */
static bool forced(const struct bv_terms *terms, const union bv_state *state)
{
    (void)terms;
    return state->paris.summoned != PARIS_NOWHERE || state->paris.phase == PARIS_SUMMONS;
}

/* Besiegers before an open gate (P11). */
static uint32_t list_entries(const struct bv_terms *terms, const struct paris_state *state,
                             int army, bv_action *list)
{
    uint32_t count = 0;
    unsigned men = state->joined[paris_heading(army)] >> PARIS_CIRCLES;
    for (int exit = PARIS_CIRCLES; men; exit++, men >>= 1) {
        if (!(men & 1)) continue;
        for (const uint8_t *to = terms->tables->paris.line[exit]; *to != PARIS_NOWHERE; to++)
            if (paris_is_circle(*to) && state->at[*to] == PARIS_EMPTY)
                list[count++] = paris_action(PARIS_DO_MOVE, exit, *to);
    }
    return count;
}

/* The duty of a sortie forbids captures too (P20), but hardly ever: only then the whole list is
 * made. */
static uint32_t list_captures(const struct bv_terms *terms, const struct paris_state *state,
                              bv_action *list)
{
    uint32_t captures = paris_garrison_captures(terms, state, list);
    if (captures == 0 || state->outside[0] + state->outside[1] == 0) return captures;
    for (uint32_t i = 0; i < captures; i++) {
        int from = paris_from(list[i]);
        bool soldier = paris_rank_of(state->at[from]) == PARIS_SOLDIER;
        if (soldier && !paris_is_circle(from)) return captures;
    }
    uint32_t all = paris_bound_moves(terms, state, list);
    captures = 0;
    for (uint32_t i = 0; i < all; i++)
        if (paris_action_kind(list[i]) == PARIS_DO_CAPTURE) list[captures++] = list[i];
    return captures;
}

static uint32_t list_noisy(const struct bv_terms *terms, const union bv_state *state, int seat,
                           bv_action *list)
{
    const struct paris_state *s = &state->paris;
    BV_ASSERT(!forced(terms, state));
    if (s->phase != PARIS_MOVE) return 0;
    return seat == PARIS_GARRISON ? list_captures(terms, s, list)
                                  : list_entries(terms, s, seat, list);
}

/* Skips a turn, unless that would end the game. */
static bool pass(const struct bv_terms *terms, union bv_state *state)
{
    struct paris_state *s = &state->paris;
    if (s->phase != PARIS_MOVE || forced(terms, state)) return false;
    if (s->quiet + 1 >= paris_quiet_limit(terms)) return false;
    if (s->moves + 1 >= terms->tables->paris.all_moves) return false;
    s->moves++;
    s->since++;
    s->quiet++;
    return true;
}

const struct alphabeta_judge paris_judge = {
    .evaluate = evaluate,
    .key = key,
    .noise = noise,
    .forced = forced,
    .list_noisy = list_noisy,
    .pass = pass,
    .winning = WINNING,
    .ambition = ambition,
};

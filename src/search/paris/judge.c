#include "search/paris/judge.h"

#include "core/hash.h"
#include "games/storage.h"
#include "search/paris/evaluate.h"

enum { SOLDIER = 100, OFFICER = 130, ENTRY = 150, SUMMONS = 50 };

/*
 * The start of the game is about even; and a draw is a poor result for whoever thinks, so that he looks for ways to
 * go on: he takes himself to be a little ahead.
 */
enum { EVEN_STANDING = -1940, GARRISON_AMBITION = 150, BESIEGERS_AMBITION = 600 };

/*
 * The more quiet moves, the nearer the draw (P25): a capture, an entry or an advance is worth more and more, even a
 * man given away to begin counting anew.
 */
static int32_t faded(const struct bv_terms *terms, const struct paris_state *state, int32_t score)
{
    int32_t most = terms->tables->paris.quiet_moves;
    int32_t left = most - state->quiet;
    if (left < 0) left = 0;
    return 3 * left < 2 * most ? score * 3 * left / (2 * most) : score;
}

static int32_t garrison_evaluates(const struct bv_terms *terms, const union bv_state *state,
                                  int side)
{
    int32_t standing = paris_standing(terms, state) - EVEN_STANDING + GARRISON_AMBITION;
    standing = faded(terms, &state->paris, standing);
    return side == PARIS_GARRISON ? standing : -standing;
}

static int32_t besiegers_evaluate(const struct bv_terms *terms, const union bv_state *state,
                                  int side)
{
    int32_t standing = paris_standing(terms, state) - EVEN_STANDING - BESIEGERS_AMBITION;
    standing = faded(terms, &state->paris, standing);
    return side == PARIS_GARRISON ? standing : -standing;
}

static uint64_t key(const struct bv_terms *terms, const union bv_state *state)
{
    const struct paris_state *s = &state->paris;
    (void)terms;
    return bv_mix(s->placement, (uint64_t)s->summoned | (uint64_t)s->moved << 8 |
                                    (uint64_t)s->phase << 16 | (uint64_t)(s->moves % 4) << 24);
}

/* Captures, entries and summonses. */
static int32_t noise(const struct bv_terms *terms, const union bv_state *state, bv_action action)
{
    const struct paris_state *s = &state->paris;
    (void)terms;
    switch (paris_deed(action)) {
    case PARIS_DEED_CAPTURE:
        return paris_rank_of(s->at[paris_to(action)]) == PARIS_SOLDIER ? SOLDIER : OFFICER;
    case PARIS_DEED_MOVE: {
        bool enters = !paris_is_circle(paris_from(action)) && paris_is_circle(paris_to(action));
        return enters && paris_is_besieger(s->at[paris_from(action)]) ? ENTRY : 0;
    }
    case PARIS_DEED_SUMMON: return SUMMONS;
    default: return 0;
    }
}

/* A summoned garrison has hardly a choice (P19), and whether to summon is half a decision. */
static bool forced(const struct bv_terms *terms, const union bv_state *state)
{
    (void)terms;
    return state->paris.summoned != PARIS_NOWHERE || state->paris.phase == PARIS_SUMMONS;
}

const struct bv_judge bv_paris_judge[BV_SIDES_MAX] = {
    {.evaluate = garrison_evaluates, .key = key, .noise = noise, .forced = forced},
    {.evaluate = besiegers_evaluate, .key = key, .noise = noise, .forced = forced},
};

/* Random draws: which of several seats acts, and what chance does. */
#ifndef BV_LOTS_H
#define BV_LOTS_H

#include "core/game.h"

/* One of the seats to act, each equally likely; draws nothing when there is only one. */
static inline int bv_draw_seat(bv_seats acting, struct bv_random *random)
{
    BV_ASSERT(acting);
    if (acting & (acting - 1)) {
        uint32_t skip = bv_random_below(random, (uint32_t)__builtin_popcount(acting));
        while (skip--) acting &= acting - 1;
    }
    return __builtin_ctz(acting);
}

/* An outcome when chance is to act, by its odds. */
static inline bv_action bv_draw_outcome(const struct bv_terms *terms, const union bv_state *state,
                                        struct bv_random *random)
{
    struct bv_outcome outcome[BV_CHANCE_MAX];
    uint32_t count = terms->game->chance(terms, state, outcome);
    uint32_t total = 0;
    for (uint32_t i = 0; i < count; i++) total += outcome[i].weight;
    uint32_t drawn = bv_random_below(random, total);
    uint32_t at = 0;
    while (drawn >= outcome[at].weight) drawn -= outcome[at++].weight;
    return outcome[at].action;
}

/* An action of a seat, each legal one equally likely, or of chance by its odds. `list` is scratch.
 * */
static inline bv_action bv_draw_action(const struct bv_terms *terms, const union bv_state *state,
                                       int seat, bv_action *list, struct bv_random *random)
{
    if (seat == BV_CHANCE) return bv_draw_outcome(terms, state, random);
    uint32_t count = terms->game->legal(terms, state, seat, list);
    return list[bv_random_below(random, count)];
}

#endif

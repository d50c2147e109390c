/* Random draws: which of several seats acts, and what chance does. */
#pragma once

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

/* The outcomes when chance is to act; returns how many, and the sum of their weights. */
static inline uint32_t bv_outcomes(const struct bv_terms *terms, const union bv_state *state,
                                   struct bv_outcome outcome[BV_CHANCE_MAX], uint32_t *weight)
{
    uint32_t count = terms->game->chance(terms, state, outcome);
    BV_ASSERT(count > 0 && count <= BV_CHANCE_MAX);
    *weight = outcome[0].weight; /* there is always one */
    for (uint32_t i = 1; i < count; i++) *weight += outcome[i].weight;
    return count;
}

/* The outcome on which a number below the sum of all weights falls. */
static inline bv_action bv_outcome_at(const struct bv_outcome *outcome, uint32_t number)
{
    while (number >= outcome->weight) number -= outcome++->weight;
    return outcome->action;
}

/* An outcome when chance is to act, by its odds. */
static inline bv_action bv_draw_outcome(const struct bv_terms *terms, const union bv_state *state,
                                        struct bv_random *random)
{
    struct bv_outcome outcome[BV_CHANCE_MAX];
    uint32_t weight;
    bv_outcomes(terms, state, outcome, &weight);
    return bv_outcome_at(outcome, bv_random_below(random, weight));
}

/* An action of a seat, each equally likely, or of chance by its odds. `list` is scratch. */
static inline bv_action bv_draw_action(const struct bv_terms *terms, const union bv_state *state,
                                       int seat, bv_action *list, struct bv_random *random)
{
    if (seat == BV_CHANCE) return bv_draw_outcome(terms, state, random);
    uint32_t count = terms->game->legal(terms, state, seat, list);
    return list[bv_random_below(random, count)];
}

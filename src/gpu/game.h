/*
 * The game of these kernels. They are compiled once for each game, with its id as GAME_ID, so that all its functions are
 * known and can be inlined.
 */
#pragma once

#include "core/hash.h"
#include "core/lots.h"
#include "gpu/batch.h"

#define GPU_JOIN(id, word) id##word
#define GPU_NAME(id, word) GPU_JOIN(id, word)
#define GAME GPU_NAME(GAME_ID, _game)

/*
 * The terms, but not the game's struct: it would keep all functions of the game in the program, of which kernels need
 * few. `words` has what texts are made of.
 */
static inline struct bv_terms gpu_terms_of(const struct gpu_batch *batch,
                                           const struct bv_game *words)
{
    struct bv_terms terms = {
        .game = words, .form = &GAME.form[batch->terms->form], .tables = &batch->terms->tables};
    bv_copy(terms.option, batch->terms->option, sizeof terms.option);
    return terms;
}

static inline struct bv_past *gpu_past_of(const struct gpu_batch *batch, uint32_t lane)
{
    return batch->past ? &batch->past[lane] : NULL;
}

static inline bv_action *gpu_list_of(const struct gpu_batch *batch, uint32_t lane)
{
    return batch->list + (size_t)lane * batch->stride;
}

static inline void gpu_start(const struct bv_terms *terms, union bv_state *state,
                             struct bv_past *past)
{
    GAME.start(terms, state);
    if (past) past->count = 0;
}

/* What chance does. */
static inline bv_action gpu_draw_outcome(const struct bv_terms *terms, const union bv_state *state,
                                         struct bv_random *random)
{
    struct bv_outcome outcome[BV_CHANCE_MAX] = {{0}};
    uint32_t weight = 0;
    uint32_t count = GAME.chance ? GAME.chance(terms, state, outcome) : 0;
    for (uint32_t i = 0; i < count; i++) weight += outcome[i].weight;
    return bv_outcome_at(outcome, bv_random_below(random, weight));
}

#include "search/perft.h"

static uint32_t edges(const struct bv_terms *terms, const union bv_state *state, int seat,
                      bv_action *list)
{
    if (seat != BV_CHANCE) return terms->game->legal(terms, state, seat, list);
    struct bv_outcome outcome[BV_CHANCE_MAX];
    uint32_t count = terms->game->chance(terms, state, outcome);
    for (uint32_t i = 0; i < count; i++) list[i] = outcome[i].action;
    return count;
}

uint64_t perft_count(struct perft *scratch, const struct bv_terms *terms,
                     const union bv_state *state, const struct bv_past *past, int depth)
{
    uint64_t leaves = 0;
    BV_ASSERT(depth >= 0 && depth <= PERFT_DEEPEST);
    if (depth == 0) return 1;
    for (bv_seats acting = terms->game->to_act(terms, state); acting; acting &= acting - 1) {
        int seat = __builtin_ctz(acting);
        bv_action *list = scratch->list[depth - 1];
        uint32_t count = edges(terms, state, seat, list);
        if (depth == 1) leaves += count;
        for (uint32_t i = 0; i < count && depth > 1; i++) {
            union bv_state next;
            struct bv_past then;
            bv_past_copy(&then, past);
            bv_state_copy(terms->game, &next, state);
            bv_apply(terms, &next, seat, list[i], &then);
            leaves += perft_count(scratch, terms, &next, &then, depth - 1);
        }
    }
    return leaves;
}

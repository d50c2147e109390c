/* The library: actions numbered one by one. Those of a kind follow those of the kind before it. */
#include "library/action_number.h"

enum { BYTE = 8, BYTE_MASK = 0xff, KIND_AT = 16, KINDS_MAX = 8 };

uint32_t action_number_count(const struct bv_game *game)
{
    uint32_t count = 0;
    for (unsigned kind = 0; kind < game->action_kinds; kind++)
        count += (uint32_t)game->action_range[kind].low * game->action_range[kind].high;
    return count;
}

void action_numbers(const struct bv_game *game, const bv_action *list, uint32_t count,
                    uint32_t *numbers)
{
    uint32_t first[KINDS_MAX], low[KINDS_MAX], next = 0;
    BV_ASSERT(game->action_kinds <= KINDS_MAX);
    for (unsigned kind = 0; kind < game->action_kinds; kind++) {
        first[kind] = next;
        low[kind] = game->action_range[kind].low;
        next += low[kind] * game->action_range[kind].high;
    }
    for (uint32_t i = 0; i < count; i++) {
        uint32_t action = (uint32_t)list[i];
        uint32_t kind = action >> KIND_AT;
        BV_ASSERT(kind < game->action_kinds);
        numbers[i] = first[kind] + low[kind] * (action >> BYTE & BYTE_MASK) + (action & BYTE_MASK);
    }
}

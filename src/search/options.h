/* What a set of seats may choose between, together. */
#pragma once

#include "core/game.h"

struct search_option {
    bv_action action;
    uint8_t seat;
};

struct search_options {
    uint32_t count;
    struct search_option option[BV_LIST_MAX];
    bv_action list[BV_LIST_MAX];
};

static inline void search_options_make(const struct bv_terms *terms, const union bv_state *state,
                                       bv_seats seats, struct search_options *options)
{
    options->count = 0;
    for (; seats; seats &= seats - 1) {
        int seat = __builtin_ctz(seats);
        uint32_t count = terms->game->legal(terms, state, seat, options->list);
        for (uint32_t i = 0; i < count && options->count < BV_LIST_MAX; i++)
            options->option[options->count++] =
                (struct search_option){.action = options->list[i], .seat = (uint8_t)seat};
    }
}

/* Of the seats to act, those of the lowest one's side: sides that act at once take turns. */
static inline bv_seats search_seats_of_one_side(const struct bv_terms *terms, bv_seats acting)
{
    return acting & bv_seats_of_side(terms, bv_side_of(terms, __builtin_ctz(acting)));
}

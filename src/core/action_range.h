/*
 * Numbers for the actions of a game that has their kind in bits 16 on and two fields of eight bits
 * below it. Those of a kind follow those of the kind before it.
 */
#pragma once

#include "core/game.h"

/* The actions of one kind have bits 0–7 below `low`; their numbers begin with `first`. */
struct bv_action_range {
    uint32_t first;
    uint32_t low;
};

enum { BV_RANGE_BYTE = 8, BV_RANGE_MASK = 0xff, BV_RANGE_KIND_AT = 16 };

static inline uint32_t bv_range_number(const struct bv_action_range *range, bv_action action)
{
    const struct bv_action_range *own = &range[action >> BV_RANGE_KIND_AT];
    return own->first + own->low * (uint32_t)(action >> BV_RANGE_BYTE & BV_RANGE_MASK) +
           (uint32_t)(action & BV_RANGE_MASK);
}

static inline bv_action bv_range_action(const struct bv_action_range *range, size_t kinds,
                                        uint32_t number)
{
    size_t kind = kinds - 1;
    while (number < range[kind].first) kind--;
    number -= range[kind].first;
    return (bv_action)kind << BV_RANGE_KIND_AT |
           (bv_action)(number / range[kind].low) << BV_RANGE_BYTE | number % range[kind].low;
}

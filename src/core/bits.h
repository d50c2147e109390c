/*
 * Sets of squares as bits. A game takes the width that its board needs; the names below are the
 * same few operations for 64 and for 128 bits.
 */
#pragma once

#include "core/base.h"

__extension__ typedef unsigned __int128 bv_bits128;

static inline int bv_count64(uint64_t set)
{
    return __builtin_popcountll(set);
}

/* The lowest member; the set must not be empty. */
static inline int bv_low64(uint64_t set)
{
    return __builtin_ctzll(set);
}

/* Takes the lowest member out of the set and returns it; the set must not be empty. */
static inline int bv_take64(uint64_t *set)
{
    int low = bv_low64(*set);
    *set &= *set - 1;
    return low;
}

/*
 * For GPUs clang 19 leaves out that a shift of 128 bits by a variable may be one of 64 or more: ~(1 << at) becomes a
 * rotation of the lower half, and clears a bit too many there. So each half is made by itself.
 */
static inline bv_bits128 bv_bit128(int at)
{
    if (!BV_GPU) return (bv_bits128)1 << at;
    uint64_t bit = (uint64_t)1 << (at & 63);
    return (bv_bits128)(at < 64 ? 0 : bit) << 64 | (at < 64 ? bit : 0);
}

static inline bool bv_has128(bv_bits128 set, int at)
{
    if (!BV_GPU) return (set >> at) & 1;
    return (at < 64 ? (uint64_t)set : (uint64_t)(set >> 64)) >> (at & 63) & 1;
}

static inline int bv_count128(bv_bits128 set)
{
    return bv_count64((uint64_t)set) + bv_count64((uint64_t)(set >> 64));
}

static inline int bv_low128(bv_bits128 set)
{
    uint64_t low = (uint64_t)set;
    return low ? bv_low64(low) : 64 + bv_low64((uint64_t)(set >> 64));
}

static inline int bv_take128(bv_bits128 *set)
{
    int low = bv_low128(*set);
    *set &= *set - 1;
    return low;
}

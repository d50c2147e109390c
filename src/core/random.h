/*
 * Random numbers of our own, documented in docs/random.md, the same on every platform and in every
 * version: xoshiro256** seeded by four splitmix64 words, and numbers below a bound without bias by
 * multiplication and rejection. For play and tests; the dice of a server are core/dice.h.
 */
#pragma once

#include "core/base.h"

struct bv_random {
    uint64_t word[4];
};

struct bv_random bv_random_seeded(uint64_t seed);

static inline uint64_t bv_rotate_left(uint64_t word, int by)
{
    return (word << by) | (word >> (64 - by));
}

static inline uint64_t bv_random_word(struct bv_random *random)
{
    uint64_t *w = random->word;
    uint64_t result = bv_rotate_left(w[1] * 5, 7) * 9;
    uint64_t shifted = w[1] << 17;
    w[2] ^= w[0];
    w[3] ^= w[1];
    w[1] ^= w[2];
    w[0] ^= w[3];
    w[2] ^= shifted;
    w[3] = bv_rotate_left(w[3], 45);
    return result;
}

/* A number from 0 to bound - 1, each equally likely; bound is at least 1. */
static inline uint32_t bv_random_below(struct bv_random *random, uint32_t bound)
{
    BV_ASSERT(bound > 0);
    uint64_t product = (bv_random_word(random) >> 32) * bound;
    if (BV_UNLIKELY((uint32_t)product < bound)) {
        uint32_t least = (0U - bound) % bound;
        while ((uint32_t)product < least) product = (bv_random_word(random) >> 32) * bound;
    }
    return (uint32_t)(product >> 32);
}

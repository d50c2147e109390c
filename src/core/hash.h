/*
 * Hashing of bytes and words: each word is multiplied into a 128-bit product whose halves are
 * folded together. For tables and repetition, not for secrets.
 */
#pragma once

#include "core/bits.h"

static inline uint64_t bv_mix(uint64_t a, uint64_t b)
{
    bv_bits128 product = (bv_bits128)(a ^ 0x9e3779b97f4a7c15U) * (b ^ 0xd1342543de82ef95U);
    return (uint64_t)product ^ (uint64_t)(product >> 64);
}

/* Of so many bytes, a multiple of eight. */
static inline uint64_t bv_hash_bytes(const void *bytes, size_t size)
{
    const unsigned char *at = bytes;
    uint64_t hash = size;
    BV_ASSERT(size % 8 == 0);
    for (; size; size -= 8, at += 8) {
        uint64_t word;
        bv_copy(&word, at, 8);
        hash = bv_mix(hash, word);
    }
    return bv_mix(hash, 0);
}

/* Of a text, following what was hashed before (0: nothing). */
static inline uint64_t bv_hash_text(uint64_t hash, const char *text)
{
    for (; *text; text++) hash = bv_mix(hash, (unsigned char)*text);
    return hash;
}

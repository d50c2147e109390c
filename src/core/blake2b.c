#include "core/blake2b.h"

/* RFC 7693, 2.6 and 2.7. */
static const uint64_t start[8] = {
    0x6a09e667f3bcc908U, 0xbb67ae8584caa73bU, 0x3c6ef372fe94f82bU, 0xa54ff53a5f1d36f1U,
    0x510e527fade682d1U, 0x9b05688c2b3e6c1fU, 0x1f83d9abfb41bd6bU, 0x5be0cd19137e2179U,
};

enum { ROUNDS = 12, SCHEDULES = 10, BLOCK = 128 };

static const uint8_t schedule[SCHEDULES][16] = {
    {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15},
    {14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3},
    {11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4},
    {7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8},
    {9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13},
    {2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9},
    {12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11},
    {13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10},
    {6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5},
    {10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0},
};

/* Bytes are little-endian on every machine. */
static uint64_t word_at(const uint8_t *bytes)
{
    uint64_t word = 0;
    for (int i = 7; i >= 0; i--) word = word << 8 | bytes[i];
    return word;
}

static uint64_t rotate_right(uint64_t word, int by)
{
    return (word >> by) | (word << (64 - by));
}

/* RFC 7693, 3.1: words a, b, c, d of the working vector, mixed with two words of the message. */
static void stir(uint64_t v[16], int a, int b, int c, int d, uint64_t x, uint64_t y)
{
    v[a] += v[b] + x;
    v[d] = rotate_right(v[d] ^ v[a], 32);
    v[c] += v[d];
    v[b] = rotate_right(v[b] ^ v[c], 24);
    v[a] += v[b] + y;
    v[d] = rotate_right(v[d] ^ v[a], 16);
    v[c] += v[d];
    v[b] = rotate_right(v[b] ^ v[c], 63);
}

/* RFC 7693, 3.2: adds a block to the chain; `hashed`: how many bytes there are up to its end. */
static void compress(uint64_t chain[8], const uint8_t *block, uint64_t hashed, bool last)
{
    uint64_t v[16];
    uint64_t m[16];
    for (int i = 0; i < 8; i++) {
        v[i] = chain[i];
        v[i + 8] = start[i];
    }
    for (int i = 0; i < 16; i++) m[i] = word_at(block + 8 * i);
    v[12] ^= hashed; /* the upper half of the count is zero below 2^64 bytes */
    if (last) v[14] = ~v[14];
    for (int round = 0; round < ROUNDS; round++) {
        const uint8_t *s = schedule[round % SCHEDULES];
        for (int i = 0; i < 4; i++) /* columns */
            stir(v, i, i + 4, i + 8, i + 12, m[s[2 * i]], m[s[2 * i + 1]]);
        for (int i = 0; i < 4; i++) /* diagonals */
            stir(v, i, (i + 1) % 4 + 4, (i + 2) % 4 + 8, (i + 3) % 4 + 12, m[s[2 * i + 8]],
                 m[s[2 * i + 9]]);
    }
    for (int i = 0; i < 8; i++) chain[i] ^= v[i] ^ v[i + 8];
}

void bv_blake2b(const void *bytes, size_t size, uint8_t *digest, size_t digest_size)
{
    BV_ASSERT(digest_size >= 1 && digest_size <= BV_BLAKE2B_MAX);
    const uint8_t *text = bytes;
    uint64_t chain[8];
    uint8_t block[BLOCK] = {0};
    size_t at = 0;
    bv_copy(chain, start, sizeof start);
    chain[0] ^= 0x01010000U ^ (uint64_t)digest_size;
    for (; size - at > BLOCK; at += BLOCK) compress(chain, text + at, at + BLOCK, false);
    if (size) bv_copy(block, text + at, size - at);
    compress(chain, block, size, true);
    for (size_t i = 0; i < digest_size; i++) digest[i] = (uint8_t)(chain[i / 8] >> 8 * (i % 8));
}

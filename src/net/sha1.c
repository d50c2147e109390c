#include "net/sha1.h"

enum { BLOCK = 64 };

static uint32_t rotated(uint32_t word, int by)
{
    return word << by | word >> (32 - by);
}

/* The function and the constant of each of the four times twenty rounds. */
static uint32_t mixed(int round, uint32_t b, uint32_t c, uint32_t d)
{
    if (round < 20) return ((b & c) | (~b & d)) + 0x5a827999U;
    if (round < 40) return (b ^ c ^ d) + 0x6ed9eba1U;
    if (round < 60) return ((b & c) | (b & d) | (c & d)) + 0x8f1bbcdcU;
    return (b ^ c ^ d) + 0xca62c1d6U;
}

static void add_block(uint32_t state[5], const uint8_t *block)
{
    uint32_t word[80];
    for (size_t i = 0; i < 16; i++)
        word[i] = (uint32_t)block[4 * i] << 24 | (uint32_t)block[4 * i + 1] << 16 |
                  (uint32_t)block[4 * i + 2] << 8 | block[4 * i + 3];
    for (size_t i = 16; i < 80; i++)
        word[i] = rotated(word[i - 3] ^ word[i - 8] ^ word[i - 14] ^ word[i - 16], 1);
    uint32_t a = state[0], b = state[1], c = state[2], d = state[3], e = state[4];
    for (int round = 0; round < 80; round++) {
        uint32_t next = rotated(a, 5) + mixed(round, b, c, d) + e + word[round];
        e = d;
        d = c;
        c = rotated(b, 30);
        b = a;
        a = next;
    }
    state[0] += a;
    state[1] += b;
    state[2] += c;
    state[3] += d;
    state[4] += e;
}

void sha1(struct bv_span bytes, uint8_t digest[SHA1_SIZE])
{
    uint32_t state[5] = {0x67452301U, 0xefcdab89U, 0x98badcfeU, 0x10325476U, 0xc3d2e1f0U};
    const uint8_t *at = (const uint8_t *)bytes.text;
    size_t left = bytes.length;
    for (; left >= BLOCK; at += BLOCK, left -= BLOCK) add_block(state, at);

    /* Padding: the rest, a one bit, zeros, and the length in bits; one block or two. */
    uint8_t end[2 * BLOCK] = {0};
    size_t size = left < BLOCK - 8 ? BLOCK : 2 * BLOCK;
    if (left) bv_copy(end, at, left);
    end[left] = 0x80;
    uint64_t bits = (uint64_t)bytes.length * 8;
    for (size_t i = 0; i < 8; i++) end[size - 1 - i] = (uint8_t)(bits >> (8 * i));
    for (size_t i = 0; i < size; i += BLOCK) add_block(state, end + i);

    for (size_t i = 0; i < SHA1_SIZE; i++) digest[i] = (uint8_t)(state[i / 4] >> (24 - i % 4 * 8));
}

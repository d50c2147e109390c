/*
 * The squares of Échec aux Chevaliers as bits.
 *
 *     rank 14   bit 104 105 106 107 108 109 110 | 111       A rank is a byte: files a–g and a guard bit that
 *       …                                       |           no piece ever stands on. A shift by one step that
 *     rank  2   bit   8   9  10  11  12  13  14 |  15       leaves the board lands on a guard, and a leap that
 *     rank  1   bit   0   1   2   3   4   5   6 |   7       leaves it would leap over one.
 *               file  a   b   c   d   e   f   g   guard
 *
 * What a piece can do depends on the squares at most two away. They are looked at through a window of 64 bits
 * in which the piece stands on bit 18, whatever its square:
 *
 *     32 33 34 35 36      Steps lead to the inner ring, leaps over the inner ring to every second square of the
 *     24 25 26 27 28      outer one. A target in the window is the piece's square plus (bit - 18).
 *     16 17 <> 19 20
 *      8  9 10 11 12
 *      0  1  2  3  4
 *
 * A window is cut with one rotation out of strips: four words of eight ranks each that overlap by four, so that
 * each rank lies in the middle of one of them.
 */
#pragma once

#include "core/bits.h"

enum {
    CHEVALIERS_FILES = 7,
    CHEVALIERS_RANKS = 14,
    CHEVALIERS_STRIDE = 8,
    CHEVALIERS_BITS = CHEVALIERS_RANKS * CHEVALIERS_STRIDE,
    CHEVALIERS_CENTRE = 18, /* of a window */
    CHEVALIERS_STRIPS = 4,
    CHEVALIERS_PATTERNS = 256, /* sets of neighbours */
};

/* The inner ring of a window: all of it, and the parts of it that a Man may step to. */
#define CHEVALIERS_NEAR UINT64_C(0x0e0a0e00)
#define CHEVALIERS_NEAR_OF_SILVER UINT64_C(0x0e0a0000)
#define CHEVALIERS_NEAR_OF_GOLD UINT64_C(0x000a0e00)
#define CHEVALIERS_NEAR_CROSS UINT64_C(0x040a0400) /* without the diagonals */

/* The directions of captures, clockwise, as an action numbers them. */
enum { CHEVALIERS_NORTH, CHEVALIERS_EAST, CHEVALIERS_SOUTH, CHEVALIERS_WEST, CHEVALIERS_WAYS };

struct chevaliers_strips {
    uint64_t word[CHEVALIERS_STRIPS];
};

static inline int chevaliers_square(int file, int rank)
{
    return rank * CHEVALIERS_STRIDE + file;
}

static inline int chevaliers_file(int square)
{
    return square % CHEVALIERS_STRIDE;
}

static inline int chevaliers_rank(int square)
{
    return square / CHEVALIERS_STRIDE;
}

static inline int chevaliers_step(int way)
{
    static const int8_t step[CHEVALIERS_WAYS] = {CHEVALIERS_STRIDE, 1, -CHEVALIERS_STRIDE, -1};
    return step[way];
}

static inline struct chevaliers_strips chevaliers_strips_of(bv_bits128 set)
{
    uint64_t low = (uint64_t)set;
    uint64_t high = (uint64_t)(set >> 64);
    return (struct chevaliers_strips){
        {low << 16, low >> 16 | high << 48, low >> 48 | high << 16, high >> 16}};
}

/* A GPU has an array whose elements are chosen by variables in memory, and others in registers. */
static inline uint64_t chevaliers_strip(const struct chevaliers_strips *strips, int at)
{
    if (!BV_GPU) return strips->word[at];
    uint64_t lower = at & 1 ? strips->word[1] : strips->word[0];
    uint64_t upper = at & 1 ? strips->word[3] : strips->word[2];
    return at & 2 ? upper : lower;
}

static inline uint64_t chevaliers_window(const struct chevaliers_strips *strips, int square)
{
    uint64_t word = chevaliers_strip(strips, square / 32);
    unsigned turn = (unsigned)square % 32 - 2;
    return word >> (turn % 64) | word << (-turn % 64);
}

/* A number of its own for each of the 256 sets of neighbours: the product throws no two together. */
static inline unsigned chevaliers_pattern(uint64_t window)
{
    return (unsigned)((window & CHEVALIERS_NEAR) * UINT64_C(0x2013000000000) >> 56);
}

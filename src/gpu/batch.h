/*
 * Many games of the same terms, a lane each, as kernels find them in the memory of a GPU. The program that starts the
 * kernels makes these structs and all they point to (python/bivouac/lanes.py).
 *
 *     gpu_batch ─┬─▶ terms
 *                ├─▶ lane    [0] [1] [2] …        position, random numbers, what was played
 *                ├─▶ past    [0] [1] [2] …        in a game with repetition; else NULL
 *                ├─▶ list    |····|····|····|…    of each lane: its legal actions
 *                ├─▶ seat    · · · …              of each lane: who is to choose,
 *                └─▶ count   · · · …              and among how many actions
 *
 * A GPU lays structs out as a native 64-bit program does, so tables made natively are read as they are.
 */
#pragma once

#include "games/storage.h"

struct gpu_terms {
    uint32_t form; /* index of the game's form */
    uint32_t unused;
    uint8_t option[BV_OPTIONS_MAX];
    union bv_tables tables;
};

struct gpu_lane {
    struct bv_random random;
    uint64_t plies;       /* played, those of chance included */
    uint64_t games;       /* ended */
    uint64_t fingerprint; /* of their final positions, as `bivouac bench` computes it */
    uint64_t half_points[BV_SIDES_MAX];
    uint64_t unused;
    union bv_state state;
    unsigned char
        padding[BV_STATE_MAX - sizeof(union bv_state)]; /* a lane is as large for any game */
};

struct gpu_batch {
    const struct gpu_terms *terms;
    struct gpu_lane *lane;
    struct bv_past *past;
    bv_action *list;
    int32_t *seat;
    uint32_t *count;
    uint32_t lanes;
    uint32_t stride; /* actions of a lane: the longest list and one more */
};

/* How the text of a view becomes planes of 0 and 1 (python/bivouac/observation.py). */
enum { GPU_PARTS_MAX = 4, GPU_SYMBOLS = 256, GPU_SQUARES_MAX = 256 };

struct gpu_lens {
    /* Of a character at its place in a square; -1: none. */
    int16_t plane[GPU_PARTS_MAX][GPU_SYMBOLS];
    uint8_t begins[GPU_SYMBOLS];  /* whether a square can begin with it */
    uint8_t row[GPU_SQUARES_MAX]; /* of each square, in the order of the text */
    uint8_t column[GPU_SQUARES_MAX];
    uint32_t width; /* characters of a square; 0: as many as it needs */
    uint32_t planes;
    uint32_t rows;
    uint32_t columns;
};

/* python/bivouac/lanes.py knows these sizes. */
_Static_assert(sizeof(struct gpu_lane) == 1104, "the size of a lane");
_Static_assert(sizeof(struct gpu_batch) == 56, "the size of a batch");
_Static_assert(sizeof(struct gpu_lens) == 2832, "the size of a lens");

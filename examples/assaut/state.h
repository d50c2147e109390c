/* Assaut: state, tables and actions. A point is 7 × rank + file, both from nought; a set of points is 49 bits. */
#pragma once

#include "core/bits.h"
#include "core/game.h"

enum { ASSAUT_SIZE = 7, ASSAUT_POINTS = ASSAUT_SIZE * ASSAUT_SIZE };
enum { ASSAUT_SOLDIERS, ASSAUT_OFFICERS };                   /* sides, and kinds of pieces */
enum { ASSAUT_OVERSIGHT, ASSAUT_HUFF = 0, ASSAUT_ENFORCED }; /* the rule option and its values */
enum { ASSAUT_LIST_CAP = ASSAUT_POINTS * 16 };

/* How a game stands: the reasons are in this order. */
enum {
    ASSAUT_RUNNING,
    ASSAUT_STORMED,
    ASSAUT_DISARMED,
    ASSAUT_TRAPPED,
    ASSAUT_REPELLED,
    ASSAUT_HALTED
};

struct assaut_state {
    uint64_t piece[2]; /* Soldiers, Officers */
    uint8_t side;      /* to play */
    uint8_t leaping;   /* 1 + the point of an Officer that goes on capturing; 0: none */
    uint8_t standing;
    uint8_t unused[5];
};
_Static_assert(sizeof(struct assaut_state) == 24, "a state has no padding");

struct assaut_tables {
    uint64_t points;
    uint64_t fortress;
    uint64_t piece[2];             /* at the start */
    uint64_t near[ASSAUT_POINTS];  /* joined by a line */
    uint64_t march[ASSAUT_POINTS]; /* where a Soldier may step */
};

/* An action: bits 0–5 the point a piece leaves, 6–11 the one it comes to. */
static inline bv_action assaut_action(int from, int to)
{
    return (bv_action)to << 6 | (bv_action)from;
}

static inline int assaut_from(bv_action action)
{
    return (int)(action & 63);
}

static inline int assaut_to(bv_action action)
{
    return (int)(action >> 6 & 63);
}

static inline uint64_t assaut_bit(int point)
{
    return (uint64_t)1 << point;
}

int assaut_standing(const struct assaut_tables *t, const struct assaut_state *s);
char assaut_letter(const struct bv_terms *terms, const struct assaut_state *s, int point);

BV_DECLARE_GAME(assaut);

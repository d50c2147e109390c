/* Who can capture, leap or step where, for all pieces at once. */
#pragma once

#include "games/storage.h"

static inline bv_bits128 chevaliers_knights_of(const struct chevaliers_state *s, int side)
{
    return s->pieces[side] & s->knights;
}

static inline bv_bits128 chevaliers_men_of(const struct chevaliers_state *s, int side)
{
    return s->pieces[side] & ~s->knights;
}

static inline bv_bits128 chevaliers_free(const struct bv_terms *terms,
                                         const struct chevaliers_state *s)
{
    return terms->tables->chevaliers.squares & ~(s->pieces[0] | s->pieces[1]);
}

/* Whether Men of a side capture along the files towards the north (or the south): E10. */
static inline bool chevaliers_men_face(const struct bv_terms *terms, int side, bool north)
{
    return terms->option[CHEVALIERS_MEN_CAPTURE] != CHEVALIERS_NO_RETREAT ||
           north == (side == CHEVALIERS_SILVER);
}

/* The pieces of the other side that `side` could capture at once, without a canter (E9). */
static inline bv_bits128 chevaliers_preyed(const struct bv_terms *terms,
                                           const struct chevaliers_state *s, int side)
{
    bv_bits128 free = chevaliers_free(terms, s);
    bv_bits128 all = s->pieces[side];
    bv_bits128 knights = chevaliers_knights_of(s, side);
    bv_bits128 northward = chevaliers_men_face(terms, side, true) ? all : knights;
    bv_bits128 southward = chevaliers_men_face(terms, side, false) ? all : knights;
    return s->pieces[!side] & ((all << 1 & free >> 1) | (all >> 1 & free << 1) |
                               (northward << 8 & free >> 8) | (southward >> 8 & free << 8));
}

/* A set, and the squares beside its members along the ranks and files and diagonals. */
static inline bv_bits128 chevaliers_widened(bv_bits128 set)
{
    set |= set << 1 | set >> 1;
    return set | set << CHEVALIERS_STRIDE | set >> CHEVALIERS_STRIDE;
}

/* A square and those around it. */
static inline bv_bits128 chevaliers_around(int square)
{
    return chevaliers_widened(bv_bit128(square));
}

/* Where Knights get with one leap over a friend, if the square is free (E7). */
static inline bv_bits128 chevaliers_leaps(bv_bits128 knights, bv_bits128 friends)
{
    bv_bits128 ends = (knights << 8 & friends) << 8 | (knights >> 8 & friends) >> 8;
    ends |= (knights << 1 & friends) << 1 | (knights >> 1 & friends) >> 1;
    ends |= (knights << 9 & friends) << 9 | (knights >> 9 & friends) >> 9;
    return ends | (knights << 7 & friends) << 7 | (knights >> 7 & friends) >> 7;
}

/* The squares from which Knights of a side could capture after a canter of one leap (E11). */
static inline bv_bits128 chevaliers_charging(const struct bv_terms *terms,
                                             const struct chevaliers_state *s, int side)
{
    bv_bits128 free = chevaliers_free(terms, s);
    bv_bits128 prey = s->pieces[!side];
    bv_bits128 vantage = free & ((prey >> 1 & free >> 2) | (prey << 1 & free << 2) |
                                 (prey >> 8 & free >> 16) | (prey << 8 & free << 16)); /* E9 */
    if (!vantage) return 0;
    return vantage & chevaliers_leaps(chevaliers_knights_of(s, side), s->pieces[side]);
}

/* The pieces of a side that could step on a square (E5, E6). */
static inline bv_bits128 chevaliers_steppers(const struct chevaliers_state *s, int side, int square)
{
    bv_bits128 around = chevaliers_around(square);
    int rank = chevaliers_rank(square);
    bv_bits128 below = bv_bit128((rank + 1) * CHEVALIERS_STRIDE) - 1;
    bv_bits128 behind = side == CHEVALIERS_SILVER ? below : ~(below >> CHEVALIERS_STRIDE);
    return around & (chevaliers_knights_of(s, side) | (chevaliers_men_of(s, side) & behind));
}

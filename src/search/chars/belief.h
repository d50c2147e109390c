/*
 * Belief: what a side infers about the enemy's secrets. Every enemy tank is followed from square to
 * square, also when it is destroyed; the probability of each rank follows from what was announced
 * (C32) and from how the tank was moved and risked. All ways of giving the six ranks to the six
 * tanks are kept with their odds, so that what is drawn and what is summed up always agree. Mines
 * are more likely near what is worth protecting.
 *
 * Without a past (a view alone) every rank is equally likely for every tank that was not announced.
 */
#pragma once

#include "core/random.h"
#include "games/storage.h"

enum { CHARS_ORDERS = 720 }; /* ways of giving six ranks to six tanks */

struct chars_belief {
    bool begun;
    int side;                              /* whose belief it is */
    struct chars_state seen;               /* the view last looked at */
    struct chars_state before;             /* the view when the enemy's movement began */
    uint8_t square[CHARS_TANKS];           /* of each enemy tank, or CHARS_GONE */
    uint8_t from[CHARS_TANKS];             /* where it stood when the movement began */
    uint8_t fixed[CHARS_TANKS];            /* the rank that was announced, or CHARS_UNKNOWN */
    float trust[CHARS_TANKS][CHARS_TANKS]; /* of tank and rank: how well its conduct fits */
    bv_bits128 landed;  /* where the tanks of the enemy's last movement ended, as far as seen */
    uint32_t movements; /* of the enemy, seen to their end */
    /* Worked out from these. */
    uint8_t order[CHARS_ORDERS][CHARS_TANKS]; /* the rank of each tank */
    float odds[CHARS_ORDERS];
    int orders;
    float total;
    float chance[CHARS_TANKS][CHARS_TANKS]; /* of tank and rank: rows and columns sum to 1 */
    float mine[CHARS_SQUARES];              /* chance of an enemy mine; sums to those left */
};

void chars_belief_begin(struct chars_belief *belief);

/* Processes the next view, in order; when views were missed, starts again from this one. */
void chars_belief_see(const struct chars_tables *t, struct chars_belief *belief,
                      const struct chars_state *view, int side);

/* A whole state that agrees with the view, drawn by the belief. Nothing is plotted in it. */
void chars_belief_draw(const struct chars_tables *t, const struct chars_belief *belief,
                       const struct chars_state *view, struct bv_random *random,
                       struct chars_state *state);

/* The enemy tank on a square; -1: none. */
int chars_belief_tank(const struct chars_belief *belief, int square);

/*
 * What things are worth, in hundredths of an ordinary tank, and what a position promises. The
 * numbers are for the computer's player alone; the rules know nothing of them.
 */
#pragma once

#include "games/storage.h"

enum {
    CHARS_WORTH_TANK = 75,    /* of the lowest rank */
    CHARS_WORTH_POWER = 50,   /* more for a tank that beats every enemy */
    CHARS_WORTH_COMMAND = 45, /* C25: goes anywhere, is hard to hit */
    CHARS_WORTH_PROGRESS = 3, /* each rank ahead of the own back rank */
    CHARS_WORTH_GUN = 8,
    CHARS_WORTH_SHIELD = 120, /* more for a gun beside the last enemy tank */
    CHARS_WORTH_WHITE = 8,
    CHARS_WORTH_MINE = 5,
};

/* Of a tank by its rank, when the enemies that may live have these ranks (a bit each). */
float chars_worth_of_rank(int rank, unsigned enemies);

/* Of an intact installation (C14, C16, C29). */
float chars_worth_of_depot(const struct chars_tables *t, const struct chars_state *s, int side,
                           int depot);

/* How many ranks a tank of a side has left its back rank behind. */
int chars_progress(int side, int square);

/* The ranks of a side that live, a bit each, in a state without secrets. */
unsigned chars_ranks_alive(const struct chars_state *s, int side);

/* The expected score of a side, 0 to 1, in a state without secrets. */
double chars_expectation(const struct chars_tables *t, const struct chars_state *s, int side);

/* What a hundredth of a tank is worth here in expected wins: the slope of the above. */
double chars_slope(const struct chars_tables *t, const struct chars_state *s);

/* A number from 0 to `most`, each equally likely. */
static inline float chars_random_part(float most, struct bv_random *random)
{
    return most * (float)(bv_random_word(random) >> 40) / (float)(1 << 24);
}

/* e to the x and the natural logarithm, approximate, the same on every machine. */
double chars_exp(double x);
double chars_log(double x);

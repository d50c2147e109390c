/* Counting a match: score, Elo, and a sequential test of whether one player is better. */
#ifndef BV_TALLY_H
#define BV_TALLY_H

#include "core/base.h"

/* Games of the first player, A, by the side it had. */
struct bv_tally {
    uint32_t won[2], drawn[2], lost[2]; /* by A, playing side 0 or 1 */
};

/* Two hypotheses on A's expected score, each missed one time in twenty. */
struct bv_sprt {
    double p0, p1;
};

enum bv_verdict { BV_UNDECIDED, BV_NOT_BETTER, BV_BETTER };

void bv_tally_add(struct bv_tally *tally, int side_of_a, int half_points_of_a);
uint32_t bv_tally_games(const struct bv_tally *tally);

/* A's points per game, 0 to 1. */
double bv_tally_score(const struct bv_tally *tally);

/* How many Elo A is stronger, and half the width of the 95% interval. Never infinite: a clean sheet is counted as
 * one half point short of it. */
double bv_tally_elo(const struct bv_tally *tally);
double bv_tally_elo_error(const struct bv_tally *tally);

/* The log-likelihood ratio of p1 against p0, and what it says. */
double bv_tally_llr(const struct bv_tally *tally, struct bv_sprt sprt);
enum bv_verdict bv_tally_verdict(const struct bv_tally *tally, struct bv_sprt sprt);

#endif

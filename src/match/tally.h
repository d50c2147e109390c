/* Counting a match: score, Elo, and a sequential test of whether one player is better. */
#pragma once

#include "core/base.h"

/* Games of the first player, A, by the side it had. */
struct tally {
    uint32_t won[2], drawn[2], lost[2]; /* by A, playing side 0 or 1 */
};

/* Two hypotheses on A's expected score, each missed one time in twenty. */
struct tally_sprt {
    double p0, p1;
};

enum tally_verdict_kind { TALLY_UNDECIDED, TALLY_NOT_BETTER, TALLY_BETTER };

void tally_add(struct tally *tally, int side_of_a, int half_points_of_a);
uint32_t tally_games(const struct tally *tally);

/* A's points per game, 0 to 1. */
double tally_score(const struct tally *tally);

/* By how many Elo A is stronger, and half the 95% interval; finite even for a perfect score. */
double tally_elo(const struct tally *tally);
double tally_elo_error(const struct tally *tally);

/* The log-likelihood ratio of p1 against p0, and the verdict. */
double tally_llr(const struct tally *tally, struct tally_sprt sprt);
enum tally_verdict_kind tally_verdict(const struct tally *tally, struct tally_sprt sprt);

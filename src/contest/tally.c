#include "contest/tally.h"

#include <math.h>

static const double BOUND = 2.9444389791664403; /* ln(0.95 / 0.05) */

void bv_tally_add(struct bv_tally *tally, int side_of_a, int half_points_of_a)
{
    uint32_t *counts[] = {tally->lost, tally->drawn, tally->won};
    counts[half_points_of_a][side_of_a]++;
}

static double sum(const uint32_t counts[2])
{
    return (double)counts[0] + (double)counts[1];
}

uint32_t bv_tally_games(const struct bv_tally *tally)
{
    return (uint32_t)(sum(tally->won) + sum(tally->drawn) + sum(tally->lost));
}

double bv_tally_score(const struct bv_tally *tally)
{
    double games = bv_tally_games(tally);
    return games > 0 ? (sum(tally->won) + sum(tally->drawn) / 2) / games : 0.5;
}

/* The score with half a game of each result added, so that a clean sheet has a variance too. */
static double cautious_score(const struct bv_tally *tally, double *games, double *variance)
{
    double won = sum(tally->won) + 0.5;
    double drawn = sum(tally->drawn) + 0.5;
    double lost = sum(tally->lost) + 0.5;
    *games = won + drawn + lost;
    double score = (won + drawn / 2) / *games;
    *variance = (won * (1 - score) * (1 - score) + drawn * (0.5 - score) * (0.5 - score) +
                 lost * score * score) /
                *games;
    return score;
}

static double elo_of(double score)
{
    return -400 * log10(1 / score - 1);
}

/* Half a point away from the ends. */
static double finite(double score, double games)
{
    double least = 0.5 / (games + 1);
    return score < least ? least : score > 1 - least ? 1 - least : score;
}

double bv_tally_elo(const struct bv_tally *tally)
{
    return elo_of(finite(bv_tally_score(tally), bv_tally_games(tally)));
}

double bv_tally_elo_error(const struct bv_tally *tally)
{
    double games = 0;
    double variance = 0;
    double score = cautious_score(tally, &games, &variance);
    double reach = 1.96 * sqrt(variance / games);
    return (elo_of(finite(score + reach, games)) - elo_of(finite(score - reach, games))) / 2;
}

double bv_tally_llr(const struct bv_tally *tally, struct bv_sprt sprt)
{
    double games = 0;
    double variance = 0;
    double score = cautious_score(tally, &games, &variance);
    return games * (sprt.p1 - sprt.p0) * (2 * score - sprt.p0 - sprt.p1) / (2 * variance);
}

enum bv_verdict bv_tally_verdict(const struct bv_tally *tally, struct bv_sprt sprt)
{
    enum { TOO_FEW = 12 }; /* the ratio is an approximation for many games */
    double llr = bv_tally_llr(tally, sprt);
    if (bv_tally_games(tally) < TOO_FEW) return BV_UNDECIDED;
    return llr >= BOUND ? BV_BETTER : llr <= -BOUND ? BV_NOT_BETTER : BV_UNDECIDED;
}

#include "match/tally.h"

#include <math.h>

static const double BOUND = 2.9444389791664403; /* ln(0.95 / 0.05) */

void tally_add(struct tally *tally, int side_of_a, int half_points_of_a)
{
    uint32_t *counts[] = {tally->lost, tally->drawn, tally->won};
    counts[half_points_of_a][side_of_a]++;
}

static double sum(const uint32_t counts[2])
{
    return (double)counts[0] + (double)counts[1];
}

uint32_t tally_games(const struct tally *tally)
{
    return (uint32_t)(sum(tally->won) + sum(tally->drawn) + sum(tally->lost));
}

double tally_score(const struct tally *tally)
{
    double games = tally_games(tally);
    return games > 0 ? (sum(tally->won) + sum(tally->drawn) / 2) / games : 0.5;
}

/* The score with half a game of each result added, so that a perfect score has a variance too. */
static double cautious_score(const struct tally *tally, double *games, double *variance)
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

double tally_elo(const struct tally *tally)
{
    return elo_of(finite(tally_score(tally), tally_games(tally)));
}

double tally_elo_error(const struct tally *tally)
{
    double games = 0;
    double variance = 0;
    double score = cautious_score(tally, &games, &variance);
    double reach = 1.96 * sqrt(variance / games);
    return (elo_of(finite(score + reach, games)) - elo_of(finite(score - reach, games))) / 2;
}

double tally_llr(const struct tally *tally, struct tally_sprt sprt)
{
    double games = 0;
    double variance = 0;
    double score = cautious_score(tally, &games, &variance);
    return games * (sprt.p1 - sprt.p0) * (2 * score - sprt.p0 - sprt.p1) / (2 * variance);
}

enum tally_verdict_kind tally_verdict(const struct tally *tally, struct tally_sprt sprt)
{
    enum { TOO_FEW = 12 }; /* the ratio is an approximation for many games */
    double llr = tally_llr(tally, sprt);
    if (tally_games(tally) < TOO_FEW) return TALLY_UNDECIDED;
    return llr >= BOUND ? TALLY_BETTER : llr <= -BOUND ? TALLY_NOT_BETTER : TALLY_UNDECIDED;
}

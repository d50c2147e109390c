/*
 * Ratings after Glickman's Glicko-2: how strong a player seems to be, how unsure that is (the deviation), and how
 * unsteady the player is (the volatility). Whoever does not play becomes less sure with time. Pure arithmetic: time
 * comes from the caller, in rating periods of a week.
 */
#ifndef BV_GLICKO_H
#define BV_GLICKO_H

#include "core/base.h"

struct bv_glicko {
    double rating, deviation, volatility;
};

enum { BV_GLICKO_PERIOD_SECONDS = 7 * 24 * 60 * 60 };

#define BV_GLICKO_LEAST_DEVIATION 30.0
#define BV_GLICKO_MOST_DEVIATION 350.0

/* Somebody of whom nothing is known: 1500, 350, 0.06. */
struct bv_glicko bv_glicko_new(void);

/* The player after so many periods, or a fraction of one, without a game. */
struct bv_glicko bv_glicko_aged(struct bv_glicko player, double periods);

/* The player after one whole period with these games; a result is 1 (won), 0.5 or 0. */
struct bv_glicko bv_glicko_rate(struct bv_glicko player, const struct bv_glicko *opponents,
                                const double *results, size_t count);

/*
 * Both players after one game between them, rated at once. Time is not in it: age both to the moment of the game
 * first. The result is that of pair[0].
 */
void bv_glicko_game(struct bv_glicko pair[2], double result);

/* What the first may expect of a game between them, 0 to 1, their uncertainty taken into account. */
double bv_glicko_expected(struct bv_glicko player, struct bv_glicko opponent);

#endif

/*
 * Glickman's Glicko-2 ratings: a player's strength (rating), the uncertainty of that value
 * (deviation), and how erratic the results are (volatility). The deviation of an inactive player
 * grows with time. Pure arithmetic: the caller supplies the time, in rating periods of one week.
 */
#pragma once

#include "core/base.h"

struct glicko {
    double rating, deviation, volatility;
};

enum { GLICKO_PERIOD_SECONDS = 7 * 24 * 60 * 60 };

#define GLICKO_LEAST_DEVIATION 30.0
#define GLICKO_MOST_DEVIATION 350.0

/* A player without results: 1500, 350, 0.06. */
struct glicko glicko_new(void);

/* The player after a number of periods, or a fraction of one, without a game. */
struct glicko glicko_aged(struct glicko player, double periods);

/* The player after so many periods with these games; a result is 1 (won), 0.5 or 0. */
struct glicko glicko_rate(struct glicko player, const struct glicko *opponents,
                          const double *results, size_t count, double periods);

/*
 * Updates both players after one game between them. Age both to the time of the game first. The
 * result is that of pair[0].
 */
void glicko_game(struct glicko pair[2], double result);

/* Leaderboards: the best players of each game. A player is listed when the rating is no longer
 * provisional and the last game was within a year. */
#ifndef SERVER_ACCOUNTS_LEADERBOARD_H
#define SERVER_ACCOUNTS_LEADERBOARD_H

#include "server/accounts/ratings.h"

bool leaderboard_has(const struct rating_standing *standing, int64_t now);

/* The rank of a person on the leaderboard, from 1; 0: not among the first thousand ratings. */
int leaderboard_place(struct accounts *accounts, const char *game, const char *person, int64_t now);

/* Writes `rating`, `deviation`, `games` and `provisional` into an open object. */
void leaderboard_write_standing(const struct rating_standing *standing, struct bv_out *out);

#endif

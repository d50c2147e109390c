/*
 * Ratings, tallies and leaderboards: a Glicko rating for each game that a person has played rated
 * (pairing/glicko.h), a count of all games played, and the best players of each game. Both are written in the same transaction as
 * the end of the game, so each game counts exactly once, even if the server stops in between. The
 * log of a rated table also records how the ratings changed.
 *
 *     document rating.GAME  PERSON       {rating, deviation, volatility, games, won, drawn, lost,
 *                                         last, best}
 *     document tally        PERSON/GAME  {games, won, drawn, lost, computer: {…}, last}
 *
 * The rank of a rating document is the rating itself, in hundredths.
 */
#pragma once

#include "pairing/glicko.h"
#include "server/accounts/accounts.h"

/* Above this deviation a rating is provisional and not on the leaderboard. */
#define RATING_PROVISIONAL_DEVIATION 110.0

struct rating_standing {
    struct glicko glicko; /* with the deviation as it has grown until the time of reading */
    double best;
    int games, won, drawn, lost;
    int64_t last; /* the end of the last rated game; 0: none was played */
};

/* The standing in a document, at a time; without a document (NULL) that of a new player. */
struct rating_standing rating_standing_of(const cJSON *document, int64_t now);

/* The current standing of a person in a game. */
struct rating_standing rating_read(struct documents *documents, const char *game,
                                   const char *person, int64_t now);

/* A rating as shown to players: a whole number. */
int rating_told(double rating);

/* Writes `rating`, `deviation`, `games` and `provisional` into an open object. */
void rating_write(const struct rating_standing *standing, struct bv_out *out);

bool rating_is_provisional(const struct rating_standing *standing);

/* Whether the leaderboard has a player: the rating is no longer provisional, and the last game was
 * within a year. */
bool rating_is_listed(const struct rating_standing *standing, int64_t now);

/* Writes `place`, the rank of a person on the leaderboard, into an open object; nothing if the
 * person is not listed, or not among the first thousand. */
void rating_write_place(struct accounts *accounts, const char *game, const char *person,
                        const struct rating_standing *standing, struct bv_out *out);

/* Rates one game between two players that ended at that time. The half points are those of the
 * first player. */
void rating_standing_play(struct rating_standing pair[2], int half_points, int64_t now);

/* A game has just ended: rates it if the table is rated, and tallies it. Does nothing if a side has
 * not played. */
void rating_count_game(struct accounts *accounts, struct live_table *live);

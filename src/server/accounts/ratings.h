/*
 * Ratings and tallies: a Glicko rating for each game that a person has played rated
 * (pairing/glicko.h), and a count of all games played. Both are written in the same transaction as
 * the end of the game, so each game counts exactly once, even if the server stops in between. The
 * log of a rated table also records how the ratings changed.
 *
 *     document rating.GAME  PERSON       {rating, deviation, volatility, games, won, drawn, lost,
 *                                         last, best}
 *     document tally        PERSON/GAME  {games, won, drawn, lost, computer: {…}, last}
 *
 * The rank of a rating document is the rating itself, in hundredths.
 */
#ifndef SERVER_ACCOUNTS_RATINGS_H
#define SERVER_ACCOUNTS_RATINGS_H

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

/* The document kind of a game's ratings. */
void rating_kind(const char *game, char kind[DOCUMENT_KIND_MAX + 1]);

/* The standing in a document, at a time; without a document (NULL) that of a new player. */
struct rating_standing rating_standing_of(const cJSON *document, int64_t now);

/* A rating as shown to players: a whole number. */
int rating_told(double rating);

bool rating_is_provisional(const struct rating_standing *standing);

/* Rates one game between two players that ended at that time. The half points are those of the
 * first player. */
void rating_standing_play(struct rating_standing pair[2], int half_points, int64_t now);

/* A game has just ended: rates it if the table is rated, and tallies it. Does nothing if a side has
 * not played. */
void rating_count_game(struct accounts *accounts, struct live_table *live);

/* Tallies the game for all its players; part of rating_count_game. */
void rating_tally_game(struct accounts *accounts, const struct table *table);

#endif

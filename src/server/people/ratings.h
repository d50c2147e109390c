/*
 * How well people play: a rating for each game they have played rated (tourney/glicko.h), and a tally of everything they
 * have played. Both are written in the same flight as the end of the game itself, so each game counts exactly once,
 * whatever happens to the house in between; a rated table keeps in its own log what the game was worth.
 *
 *     paper rating.GAME  PERSON         {rating, deviation, volatility, games, won, drawn, lost, last, best}
 *     paper tally        PERSON/GAME    {games, won, drawn, lost, computer: {…}, last}
 *
 * The rank of a rating is the rating itself, in hundredths.
 */
#ifndef BV_RATINGS_H
#define BV_RATINGS_H

#include "server/house.h"
#include "tourney/glicko.h"

/* Above this deviation a rating is provisional, and has no place among the leaders. */
#define BV_PROVISIONAL_DEVIATION 110.0

struct bv_rating_standing {
    struct bv_glicko glicko; /* as unsure as it has become by the moment of reading */
    double best;
    int games, won, drawn, lost;
    int64_t last; /* the end of the last rated game; 0: none was played */
};

/* The kind of the papers of a game's ratings. */
void bv_rating_kind(const char *game, char kind[BV_PAPER_KIND_MAX + 1]);

/* What a paper says at a moment; without a paper (NULL) somebody of whom nothing is known. */
struct bv_rating_standing bv_standing_of(const cJSON *paper, int64_t now);

/* A rating as people are told of it: a whole number. */
int bv_rating_told(double rating);

bool bv_is_provisional(const struct bv_rating_standing *standing);

/* One game between two, which ended at that moment. The half points are those of the first. */
void bv_standing_play(struct bv_rating_standing pair[2], int half_points, int64_t now);

/* A game has just ended: it is rated where it was to be, and tallied. Nothing is counted where a side has not played. */
void bv_count_game(struct bv_house *house, struct bv_room *room);

/* The tallies of everybody who played it; part of bv_count_game. */
void bv_tally_game(struct bv_house *house, const struct bv_table *table);

#endif

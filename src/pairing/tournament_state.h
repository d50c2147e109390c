/*
 * The state of a tournament of two-sided games as flat data: the players, the games with their
 * sides, and the results. Pairings and standings are derived from that, so a tournament is rebuilt
 * by beginning it, adding the players in the same order, adding the same games, and marking the
 * players who left.
 *
 * Players are numbered in the order of joining. Pure: no clock, no allocation; the caller supplies
 * random numbers.
 *
 *   round robin   every two players meet, once or twice with sides exchanged. A player who is away
 *                 forfeits the games of each round that is paired meanwhile.
 *   Swiss         a fixed number of rounds between players of about equal points. In order of
 *                 weight: no pair meets again, no player has a second bye, no player has one side
 *                 three times running or three times more often than the other, points differ
 *                 little, no player is paired down or up twice running, sides alternate, the upper
 *                 half of a group meets the lower. Players may join late and leave; a missed round
 *                 is worth nothing, a bye a whole point.
 *   arena         players who wait are paired by score, not with their last opponent. A win is
 *                 worth 2, a draw 1, doubled after two wins running until a game is not won.
 */
#pragma once

#include "core/random.h"
#include "core/text.h"
#include "pairing/matching.h"

enum pairing_kind { PAIRING_ROUND_ROBIN, PAIRING_SWISS, PAIRING_ARENA };

enum {
    PAIRING_PLAYERS = 256,
    PAIRING_ROUND_ROBIN_PLAYERS = 32,
    PAIRING_SWISS_ROUNDS = 32,
    PAIRING_GAMES = 8192, /* an arena with more games is over */
    PAIRING_NONE = 0xffff,
};

enum pairing_result {
    PAIRING_GAME_OPEN,
    PAIRING_GAME_WON_0, /* by side 0 */
    PAIRING_GAME_WON_1,
    PAIRING_GAME_DRAWN,
    PAIRING_GAME_FORFEIT_0, /* side 0 did not play: side 1 has won */
    PAIRING_GAME_FORFEIT_1,
    PAIRING_GAME_FORFEIT_BOTH,
    PAIRING_GAME_BYE, /* of player[0]; no opponent */
    PAIRING_GAME_RESULTS,
};

struct pairing_rules {
    enum pairing_kind kind;
    int rounds; /* of a Swiss tournament, 1 to PAIRING_SWISS_ROUNDS */
    int legs;   /* of a round robin, 1 or 2 */
};

struct pairing_player {
    int rating; /* at the time of joining: for seeding and performance */
    bool away;
};

struct pairing_game {
    uint16_t player[2]; /* by side; PAIRING_NONE is the opponent in a bye */
    uint8_t round;      /* from 0; always 0 in an arena */
    uint8_t result;     /* enum pairing_result */
};

struct pairing {
    struct pairing_rules rules;
    int players, games, round; /* round: how many have been paired */
    struct pairing_player player[PAIRING_PLAYERS];
    struct pairing_game game[PAIRING_GAMES];
};

/* False when the rules are out of bounds. */
bool pairing_begin(struct pairing *tourney, struct pairing_rules rules);

/* The number of a new player, or PAIRING_NONE: full, over, or a round robin that has begun. */
int pairing_join(struct pairing *tourney, int rating);

/* A player who is away is not paired until back; an open game stays open. */
void pairing_set_away(struct pairing *tourney, int player, bool away);

/* Adds a stored game. False if its players, round or result are invalid. */
bool pairing_add(struct pairing *tourney, struct pairing_game game);

/*
 * Pairs the next round when no game is open, or the waiting players of an arena. Returns how many
 * games were appended. Byes and forfeits among them have their results already; a round may consist
 * of these alone, so call again until a game is open or the tournament is over. `matching` is
 * working memory.
 */
int pairing_next(struct pairing *tourney, struct matching *matching, struct bv_random *random);

/* A paired game is about to begin: those of its players who are away now forfeit it. Returns its
 * result; PAIRING_GAME_OPEN: both are here. */
enum pairing_result pairing_forfeit(struct pairing *tourney, int game);

/* All rounds are paired, or too few players are left to pair, and no game is open. The caller ends
 * an arena by the clock. */
bool pairing_over(const struct pairing *tourney);

/* The total number of rounds; 0 for an arena. */
int pairing_rounds(const struct pairing *tourney);

/* The number of rounds that a Swiss tournament of so many players needs for one winner; at least
 * 1. */
int pairing_swiss_rounds_for(int players);

/* The worth of a result to a side, in half points. */
int pairing_half_points(enum pairing_result result, int side);

/* Half points, or scores in an arena, of all players, by number. */
void pairing_points(const struct pairing *tourney, int points[PAIRING_PLAYERS]);

enum { PAIRING_MEASURES = 4 };

/* One of the numbers that decide the order; shown divided by its unit. */
struct pairing_measure {
    const char *id;
    struct bv_text name;
    int unit;
};

/*
 * The measures of a kind in order of weight; a name of NULL ends them early.
 *
 *   round robin   points, Sonneborn-Berger, direct encounter, wins
 *   Swiss         points, Buchholz without the lowest, Buchholz, Sonneborn-Berger
 *   arena         score, wins, performance
 *
 * In a Swiss tournament a point without a game (bye, forfeit) counts like one against a player of
 * the same points, and a missed round like one without an opponent.
 */
const struct pairing_measure *pairing_measures(enum pairing_kind kind);

struct pairing_standing {
    uint16_t player;
    uint16_t place;            /* from 1; shared by players whose measures are all equal */
    uint16_t won, drawn, lost; /* forfeits included, byes not */
    int measure[PAIRING_MEASURES];
};

/* All players, the best first, equal ones in order of joining; returns how many. */
int pairing_standings(const struct pairing *tourney,
                      struct pairing_standing standing[PAIRING_PLAYERS]);

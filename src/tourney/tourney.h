/*
 * A tournament of two-sided games as flat data: who takes part, who met whom on which side, and how it ended.
 * Everything else, pairings and standings alike, follows from that, so a tournament is rebuilt by beginning it,
 * letting everybody join in the same order, adding the same games, and sending away those who left.
 *
 * Players are known by their number in order of joining. Pure: no clock, no allocation; lots come from the caller.
 *
 *   round robin   everybody meets everybody, once or twice with sides exchanged. Who is away forfeits the games
 *                 of each round that is paired meanwhile.
 *   Swiss         so many rounds among people of about equal points. In this order of weight: nobody meets
 *                 anybody again, nobody has a second bye, nobody has one side three times running or three
 *                 times more often than the other, points differ little, nobody is paired down or up twice
 *                 running, sides alternate, the upper half of a group meets the lower. People may come late and
 *                 leave; a round missed is worth nothing, a bye a whole point.
 *   arena         whoever waits is paired, nobody with the opponent of a moment ago, by score. A win is worth 2,
 *                 a draw 1, doubled after two wins running until a game is not won.
 */
#ifndef BV_TOURNEY_H
#define BV_TOURNEY_H

#include "core/random.h"
#include "core/text.h"
#include "tourney/matching.h"

enum bv_tourney_kind { BV_ROUND_ROBIN, BV_SWISS, BV_ARENA };

enum {
    BV_TOURNEY_PLAYERS = 256,
    BV_ROUND_ROBIN_PLAYERS = 32,
    BV_SWISS_ROUNDS = 32,
    BV_TOURNEY_GAMES = 8192, /* an arena with more is over */
    BV_NOBODY = 0xffff,
};

enum bv_tourney_result {
    BV_GAME_OPEN,
    BV_GAME_WON_0, /* by side 0 */
    BV_GAME_WON_1,
    BV_GAME_DRAWN,
    BV_GAME_FORFEIT_0, /* side 0 did not play: side 1 has won */
    BV_GAME_FORFEIT_1,
    BV_GAME_FORFEIT_BOTH,
    BV_GAME_BYE, /* of player[0]; no game at all */
    BV_GAME_RESULTS,
};

struct bv_tourney_rules {
    enum bv_tourney_kind kind;
    int rounds; /* of a Swiss tournament, 1 to BV_SWISS_ROUNDS */
    int legs;   /* of a round robin, 1 or 2 */
};

struct bv_tourney_player {
    int rating; /* as it was on joining: for the order of seeds, and for performances */
    bool away;
};

struct bv_tourney_game {
    uint16_t player[2]; /* by side; BV_NOBODY opposite a bye */
    uint8_t round;      /* from 0; always 0 in an arena */
    uint8_t result;     /* enum bv_tourney_result */
};

struct bv_tourney {
    struct bv_tourney_rules rules;
    int players, games, round; /* round: how many have been paired */
    struct bv_tourney_player player[BV_TOURNEY_PLAYERS];
    struct bv_tourney_game game[BV_TOURNEY_GAMES];
};

/* False when the rules are out of bounds. */
bool bv_tourney_begin(struct bv_tourney *tourney, struct bv_tourney_rules rules);

/* The number of a new player, or BV_NOBODY: full, over, or a round robin that has begun. */
int bv_tourney_join(struct bv_tourney *tourney, int rating);

/* Who is away is not paired until back; a game that is open stays open. */
void bv_tourney_set_away(struct bv_tourney *tourney, int player, bool away);

/* Adds a game as it was kept. False when it names nobody, or a round or a result that cannot be. */
bool bv_tourney_add(struct bv_tourney *tourney, struct bv_tourney_game game);

/* How a game ended, or that it is open again. False when there is no such game, it is a bye or was no game. */
bool bv_tourney_end_game(struct bv_tourney *tourney, int game, enum bv_tourney_result result);

/*
 * Pairs the next round when no game is open, or those who wait in an arena, and returns how many games were added
 * at the end of the list. Byes and forfeits among them have their results already; a round may be of these alone,
 * so call again until a game is open or the tournament over. `matching` is working memory.
 */
int bv_tourney_pair(struct bv_tourney *tourney, struct bv_matching *matching,
                    struct bv_random *random);

/* All rounds are paired, or too few are left to pair, and no game is open. The end of an arena is its clock's. */
bool bv_tourney_over(const struct bv_tourney *tourney);

/* How many rounds there will be; 0 for an arena. */
int bv_tourney_rounds(const struct bv_tourney *tourney);

/* As many rounds as a Swiss tournament of so many people needs for one winner; at least 1. */
int bv_swiss_rounds_for(int players);

/* What a result is worth to a side, in half points. */
int bv_half_points(enum bv_tourney_result result, int side);

/* Everybody's half points, or scores in an arena, by number. */
void bv_tourney_points(const struct bv_tourney *tourney, int points[BV_TOURNEY_PLAYERS]);

enum { BV_MEASURES = 4 };

/* One of the numbers that decide the order; shown divided by its unit. */
struct bv_measure {
    const char *id;
    struct bv_text name;
    int unit;
};

/*
 * The measures of a kind in order of weight; a name of NULL ends them early.
 *   round robin   points, Sonneborn-Berger, direct encounter, wins
 *   Swiss         points, Buchholz without the least, Buchholz, Sonneborn-Berger
 *   arena         score, wins, performance
 * In a Swiss tournament a point without a game (bye, forfeit) counts like one against somebody of the same points,
 * and a round missed like one against nobody.
 */
const struct bv_measure *bv_tourney_measures(enum bv_tourney_kind kind);

struct bv_standing {
    uint16_t player;
    uint16_t place;            /* from 1; shared by those whose measures are all equal */
    uint16_t won, drawn, lost; /* forfeits included, byes not */
    int measure[BV_MEASURES];
};

/* Everybody, the best first, equals in order of joining; returns how many. */
int bv_tourney_standings(const struct bv_tourney *tourney,
                         struct bv_standing standing[BV_TOURNEY_PLAYERS]);

#endif

/*
 * Levels 1 to 8 of every game, in one table: 1 loses to a child who has just read the rules, 4 is a decent club
 * evening, 8 is everything we have. A level is a player, a budget of nodes, a cap on its time and a frailty.
 */
#ifndef BV_LEVELS_H
#define BV_LEVELS_H

#include "search/player.h"

enum { BV_LEVELS = 8 };

struct bv_level {
    uint32_t nodes;        /* 0: as many as time allows */
    uint32_t milliseconds; /* a turn */
    uint8_t depth;         /* 0: as deep as the rest allows */
    struct bv_frailty frailty;
};

struct bv_opponent {
    const struct bv_game *game;
    const struct bv_player *player;
    struct bv_level level[BV_LEVELS];
};

/* The computer's player of a game. */
const struct bv_opponent *bv_opponent_of(const struct bv_game *game);

#endif

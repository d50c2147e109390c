/*
 * Levels 1 to 8 of every game, in one table: 1 loses to a child who has just read the rules, 4 is a
 * decent club player, 8 is the strongest. A level is a player, a budget of nodes, a limit on its
 * time and a weakening.
 */
#ifndef SEARCH_LEVELS_H
#define SEARCH_LEVELS_H

#include "search/player.h"

enum { LEVELS = 8 };

struct level {
    uint32_t nodes;        /* 0: as many as time allows */
    uint32_t milliseconds; /* a turn */
    uint8_t depth;         /* 0: as deep as the rest allows */
    struct weakening weakening;
};

struct level_opponent {
    const struct bv_game *game;
    const struct search_player *player;
    struct level level[LEVELS];
};

/* The computer's player of a game. */
const struct level_opponent *level_opponent_of(const struct bv_game *game);

#endif

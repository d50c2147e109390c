/*
 * The computer's opponent of each game: levels 1 to 8 of its player, and how its positions are
 * assessed. Level 1 loses to a child who has just read the rules, 4 is a decent club player, 8 is
 * the strongest. A level is a budget of nodes, a limit on the time and a weakening.
 */
#pragma once

#include "search/net.h"
#include "search/player.h"
#include "search/reason.h"

enum { LEVELS = 8 };

struct level {
    uint32_t nodes;        /* a question; 0: as many as time allows */
    uint32_t milliseconds; /* a turn */
    uint8_t depth;         /* 0: as deep as the rest allows */
    struct weakening weakening;
};

/* With how much care a position is assessed. */
struct assess_care {
    uint32_t nodes;  /* for every position that is evaluated */
    uint32_t worlds; /* how often secrets are drawn; without secrets, one */
};

/* How a game is searched for puzzles. */
struct puzzle_measure {
    struct assess_care glance; /* for every choice */
    struct assess_care look;   /* for the best after that */
    struct assess_care proof;  /* for every choice of a puzzle */
    uint32_t thought;          /* nodes to find a choice that the first pass missed */
    bool compares;             /* the player's own scores of its choices can be compared */
    uint32_t tries;            /* positions searched in one game */
    uint32_t errors; /* this many wrong choices must do something: a pass is too obviously wrong */
    int32_t margin;  /* thousandths by which the other choices must be worse */
    bool (*poses)(
        const union bv_state *state); /* whether the position may be a puzzle; NULL: any */
};

struct level_opponent {
    const struct bv_game *game;
    const struct search_player *player;
    const struct net_input *input; /* what a net is told; NULL: the game has no use for one */
    struct level level[LEVELS];
    struct puzzle_measure puzzles;
    const struct reason_source *reasons; /* what hints are made of; NULL: wins and losses alone */

    /* The player's memory holds only what is expensive to make and true of every position. */
    bool stays_valid;

    /* Whether a side is amid a movement of several steps; NULL: there are none. */
    bool (*is_amid_movement)(const union bv_state *state, int side);

    /* Whether the position is better evaluated after the next choice; NULL: never. */
    bool (*is_soon_settled)(const union bv_state *state);
};

/* The computer's opponent of a game. */
const struct level_opponent *level_opponent_of(const struct bv_game *game);

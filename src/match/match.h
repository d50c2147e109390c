/*
 * A match: many games between two players. Games come in pairs with the same opening and the same
 * dice, sides exchanged. Game n of a match with a given seed is always the same game (if budgets
 * are in nodes), on any thread, shard or machine.
 */
#pragma once

#include "match/game.h"
#include "match/player_spec.h"
#include "match/tally.h"

struct match_pairing {
    uint32_t number;
    uint8_t side_of_a;
    uint8_t half_points_of_a;
    uint8_t reason; /* the rules' reason */
    bool failed;    /* a player gave no answer */
    uint32_t plies;
};

/* The games that a player lost because it gave no answer. */
struct match_failures {
    uint32_t games;
    struct bv_error reason; /* of the first one */
};

struct match;

struct match_listener {
    /* After each game, one at a time. */
    void (*game_over)(void *context, const struct match *match, const struct match_pairing *game);
    /* For every game an observer of its actions, or NULL; `worker` identifies the thread. */
    match_game_listener *action;
    void *(*action_context)(void *context, uint32_t worker, uint32_t number);
    /* The same game, when it is over, before game_over; in the worker's thread. */
    void (*match_game_over)(void *context, uint32_t worker, const struct match_pairing *pairing,
                            const struct match_game *game);
    void *context;
};

struct match {
    const struct bv_terms *terms;
    const struct player_spec *spec[2];
    uint32_t games;
    uint32_t shard, shards; /* this machine plays the pairs of this shard; 0 of 1: all */
    uint32_t opening;
    uint32_t threads;
    uint64_t seed;
    struct tally_sprt sprt;
    bool unpaired;    /* every game has its own opening and dice */
    bool stops_early; /* when the sequential test has decided */
    struct match_listener listener;
    /* The results. */
    struct tally tally;
    struct match_failures failures[2];
    struct bv_error error; /* why it could not be played */
    bool was_stopped;
};

/* How many random actions make games differ: none where dice or secrets do. */
uint32_t match_default_opening(const struct bv_game *game);

/* False, and an error, when out of memory, or if an engine did not start. */
bool match_play(struct match *match);

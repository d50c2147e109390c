/*
 * A match: many duels between two entrants. Games come in pairs with the same opening and the same dice, sides
 * exchanged. Game n of a match with a given seed is always the same game (if budgets are in nodes), whichever
 * thread, shard or machine plays it.
 */
#ifndef BV_MATCH_H
#define BV_MATCH_H

#include "contest/duel.h"
#include "contest/entrant.h"
#include "contest/tally.h"

struct bv_match_game {
    uint32_t number;
    uint8_t side_of_a;
    uint8_t half_points_of_a;
    uint8_t reason; /* the rules' reason */
    bool failed;    /* a player gave no answer */
    uint32_t plies;
};

struct bv_match;

struct bv_match_listener {
    /* After each game, one at a time. */
    void (*game_over)(void *context, const struct bv_match *match,
                      const struct bv_match_game *game);
    /* For every game a listener to its actions, or NULL; `worker` tells threads apart. */
    bv_duel_listener *action;
    void *(*action_context)(void *context, uint32_t worker, uint32_t number);
    /* The same game, when it is over, before game_over; in the worker's thread. */
    void (*duel_over)(void *context, uint32_t worker, const struct bv_match_game *game,
                      const struct bv_duel *duel);
    void *context;
};

struct bv_match {
    const struct bv_terms *terms;
    const struct bv_entrant *entrant[2];
    uint32_t games;
    uint32_t shard, shards; /* this machine plays the pairs of this shard; 0 of 1: all */
    uint32_t opening;
    uint32_t threads;
    uint64_t seed;
    struct bv_sprt sprt;
    bool unpaired;    /* every game has an opening and dice of its own */
    bool stops_early; /* when the sequential test has decided */
    struct bv_match_listener listener;
    /* What came of it. */
    struct bv_tally tally;
    bool was_stopped;
};

/* So many drawn actions make the games of a match differ: none where dice or secrets do. */
uint32_t bv_match_default_opening(const struct bv_game *game);

/* False if there was no memory, or an engine would not start. */
bool bv_match_play(struct bv_match *match);

#endif

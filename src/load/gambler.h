/*
 * Somebody who plays at random by the rules: a position as the server tells it goes in, a legal token comes out. It is
 * what a player would see, so secrets stay secret; what is legal depends on nothing else.
 */
#ifndef BV_LOAD_GAMBLER_H
#define BV_LOAD_GAMBLER_H

#include "core/terms.h"
#include "games/storage.h"

/* A game in its form for two, with what the gambler needs to think. */
struct bv_gambler {
    struct bv_terms terms;
    union bv_tables tables;
    union bv_state state;
    bv_action list[BV_LIST_MAX];
};

/* On the heap; NULL and an error if the game cannot be set up. */
struct bv_gambler *bv_gambler_new(const struct bv_game *game, struct bv_error *error);

/* A seat of the side that is among `to_act`, an array of names as JSON, and one of its tokens; -1: it is not that
 * side's turn. -2: the position makes no sense to us, which is the server's error or ours. */
int bv_gamble(struct bv_gambler *gambler, struct bv_random *random, struct bv_span position,
              struct bv_span to_act, int side, struct bv_out *token);

#endif

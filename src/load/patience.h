/*
 * What players do when the house is in trouble. Whoever is told that nothing can be stored now, or is not answered,
 * goes to another door after a while and sends the same move with the same key. When a fault is over (the witness says
 * so, witness.h) each player says a word to its own side: when that is stored, and the move from before is answered, the
 * player is back.
 */
#ifndef BV_LOAD_PATIENCE_H
#define BV_LOAD_PATIENCE_H

#include "load/crowd.h"

/* A refusal that speaks of the house, not of the wish: it may be tried again. */
bool bv_is_trouble(struct bv_span code);

/* The wish is tried again later. */
void bv_player_put_off(struct bv_crowd *crowd, struct bv_player *player);

/* Time passes. */
void bv_player_look(struct bv_crowd *crowd, struct bv_player *player, int64_t now);

/* Says the word, unless it is said or cannot be. */
void bv_player_prove(struct bv_crowd *crowd, struct bv_player *player);

/* Looks whether the player is back now. */
void bv_player_count_back(struct bv_crowd *crowd, struct bv_player *player);

#endif

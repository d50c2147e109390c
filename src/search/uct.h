/*
 * The yardstick: plain UCT with random playouts, for every game. A tree over actions; chance is drawn by its
 * odds; secrets are drawn anew for every playout, so the tree is one of what the seat knows.
 */
#ifndef BV_UCT_H
#define BV_UCT_H

#include "search/player.h"

extern const struct bv_player bv_uct;

/* No thought at all: every legal action is as good as any other. */
extern const struct bv_player bv_random_player;

#endif

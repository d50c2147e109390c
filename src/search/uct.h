/*
 * The baseline: plain UCT with random playouts, for every game. A tree over actions; chance is
 * drawn by its odds; secrets are drawn again for every playout, so the tree depends only on what
 * the seat knows.
 */
#pragma once

#include "search/player.h"

extern const struct search_player uct_player;

/* The random player: every legal action is equally likely. */
extern const struct search_player random_player;

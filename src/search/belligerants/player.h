/*
 * The computer's player of Les Belligérants: a best-first search over moves and rolls of the die
 * (tree.h), led by a judgement of positions (judge.h), with a hand for the set-up (placing.h) and
 * for armistices (armistice.h).
 */
#ifndef BELLIGERANTS_PLAYER_H
#define BELLIGERANTS_PLAYER_H

#include "search/player.h"

extern const struct bv_player bv_belligerants_player;

#endif

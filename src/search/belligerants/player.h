/*
 * The computer's player of Les Belligérants: a best-first search over moves and rolls of the die
 * (tree.h), led by a judgement of positions (judge.h), with a hand for the set-up (placing.h) and
 * for armistices (armistice.h).
 */
#pragma once

#include "search/levels.h"

extern const struct search_player belligerants_player;
extern const struct level_opponent belligerants_opponent;
extern const struct reason_source belligerants_reasons; /* reasons.c */

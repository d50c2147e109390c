/*
 * Parallel search: the same player thinking in several threads. Each thread has its own memory and
 * random stream; where the player can, they share results (a transposition table). At the first
 * question of a turn all think and the choice with most support is played; the thread that proposed
 * it leads for the rest of the turn, since it has the plan.
 */
#pragma once

#include "search/player.h"

enum { PARALLEL_MAX = 64 };

extern const struct search_player parallel_player;

bool parallel_open(void *mind, const struct search_player *player, uint32_t members,
                   const struct bv_terms *terms);
void parallel_close(void *mind);

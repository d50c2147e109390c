/*
 * Parallel search: the same player thinking in several threads, each with its own memory.
 *
 * Where the player can, the threads work together: they share results (a transposition table), or
 * divide the choices among them. The deepest answer is played, of equally deep ones the best.
 *
 * Else each thinks alone, with its own random stream. At the first question of a turn all think and
 * the choice with most support is played; the thread that proposed it leads for the rest of the
 * turn, since it has the plan.
 */
#pragma once

#include "search/player.h"

enum { PARALLEL_MAX = 64 };

extern const struct search_player parallel_player;

bool parallel_open(void *mind, const struct search_player *player, uint32_t members,
                   const struct bv_terms *terms);
void parallel_close(void *mind);

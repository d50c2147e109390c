/*
 * A council: the same player thinking in several threads. Each member has a mind and a random stream of its own; where
 * the player can, they share what they find out (a transposition table). At the first question of a turn all think
 * and the choice with most support is played; the member who proposed it leads for the rest of the turn, since it has
 * the plan.
 */
#ifndef BV_COUNCIL_H
#define BV_COUNCIL_H

#include "search/player.h"

enum { BV_COUNCIL_MAX = 64 };

extern const struct bv_player bv_council_player;

bool bv_council_open(void *mind, const struct bv_player *player, uint32_t members,
                     const struct bv_terms *terms);
void bv_council_close(void *mind);

#endif

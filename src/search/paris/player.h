/* The computer's player of Siege de Paris. */
#ifndef BV_PARIS_PLAYER_H
#define BV_PARIS_PLAYER_H

#include "search/player.h"

extern const struct bv_player bv_paris_player;

#endif

/* The computer's player of Bataille de Chars. */
#ifndef BV_CHARS_PLAYER_H
#define BV_CHARS_PLAYER_H

#include "search/player.h"

extern const struct bv_player bv_chars_player;

#endif

/* The computer's player of Bataille de Chars. */
#ifndef SEARCH_CHARS_PLAYER_H
#define SEARCH_CHARS_PLAYER_H

#include "search/levels.h"

extern const struct search_player chars_player;
extern const struct level_opponent chars_opponent;

#endif

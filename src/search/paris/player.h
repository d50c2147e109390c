/* The computer's player of Siege de Paris. */
#ifndef SEARCH_PARIS_PLAYER_H
#define SEARCH_PARIS_PLAYER_H

#include "search/levels.h"

extern const struct search_player paris_player;
extern const struct level_opponent paris_opponent;

#endif

/* The opponent of Assaut. */
#ifndef SEARCH_ASSAUT_PLAYER_H
#define SEARCH_ASSAUT_PLAYER_H

#include "search/levels.h"

extern const struct level_opponent assaut_opponent;

#endif

/* The computer's player of Siege de Paris. */
#pragma once

#include "search/levels.h"

extern const struct search_player paris_player;
extern const struct level_opponent paris_opponent;
extern const struct reason_source paris_reasons; /* reasons.c */

/* The computer's player of Bataille de Chars. */
#pragma once

#include "search/levels.h"

extern const struct search_player chars_player;
extern const struct level_opponent chars_opponent;
extern const struct reason_source chars_reasons; /* reasons.c */

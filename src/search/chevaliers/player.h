/*
 * The opponent at Échec aux Chevaliers: alpha-beta with its own evaluation.
 *
 * It searches the form for two and with the obligation to capture enforced (E14), whatever is
 * played: partners share one search, and a side that breaks the obligation leaves the choice
 * between the move and a capture to the enemy, so it never pays against an attentive one.
 */
#pragma once

#include "search/levels.h"

extern const struct search_player chevaliers_player;
extern const struct level_opponent chevaliers_opponent;
extern const struct reason_source chevaliers_reasons; /* reasons.c */

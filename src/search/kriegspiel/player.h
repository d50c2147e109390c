/*
 * The opponent of Kriegspiel. A turn's movements are planned as a whole at its first question and
 * then played from the plan for as long as the position is the one foreseen; shots are thought out
 * one by one, after the dice.
 */
#pragma once

#include "search/levels.h"

extern const struct search_player kriegspiel_player;
extern const struct level_opponent kriegspiel_opponent;
extern const struct reason_source kriegspiel_reasons; /* reasons.c */

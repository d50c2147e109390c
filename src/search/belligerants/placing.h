/*
 * The set-up (B5): a plan for the whole camp, made when the first pawn is to be placed. Those who
 * fight and scout stand in front, the aeroplanes, which no pawn stops, behind; lots vary it.
 */
#pragma once

#include "search/belligerants/march.h"
#include "search/player.h"

void belligerants_place(const struct belligerants_march *march, uint64_t lots,
                        const struct search_question *question, struct search_answer *answer);

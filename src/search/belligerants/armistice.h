/*
 * Armistices (B28). An indemnity accepted is a game lost, so one is asked for and accepted only
 * when the game is as good as lost and the price is below the loss that is to be expected; the
 * other side is offered what the rest of the game is worth to it.
 */
#pragma once

#include "search/belligerants/judge.h"
#include "search/player.h"

/* A question about asking, pricing or answering. */
void belligerants_negotiate(const struct belligerants_march *march,
                            const struct search_question *question, struct search_answer *answer);

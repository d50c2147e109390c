/* The firing phase. In the search the best shot is fired first; a real one is thought out. */
#pragma once

#include "search/kriegspiel/drafts.h"
#include "search/player.h"

/* Closes the movement phase, fires with the dice of a trial, ends the turn. */
void kriegspiel_volley(const struct kriegspiel_thinker *thinker, union bv_state *state,
                       uint32_t trial);

/*
 * The shots of these kinds, each with its chances over all dice and all that may be fired after it;
 * if there are none, these seats close the phase.
 */
void kriegspiel_volley_choose(struct kriegspiel_thinker *thinker, const union bv_state *state,
                              unsigned kinds, bv_seats seats, struct search_answer *answer);

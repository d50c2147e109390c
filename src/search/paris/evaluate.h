/* The evaluation for the garrison. */
#ifndef SEARCH_PARIS_EVALUATE_H
#define SEARCH_PARIS_EVALUATE_H

#include "core/game.h"

/* In hundredths of a Soldier; the opposite for the besiegers. The game must not be over. */
int32_t paris_standing(const struct bv_terms *terms, const union bv_state *state);

#endif

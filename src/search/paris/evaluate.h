/* How well the garrison stands. */
#ifndef BV_PARIS_EVALUATE_H
#define BV_PARIS_EVALUATE_H

#include "core/game.h"

/* In hundredths of a Soldier; the besiegers stand as much worse. The game must not be over. */
int32_t paris_standing(const struct bv_terms *terms, const union bv_state *state);

#endif

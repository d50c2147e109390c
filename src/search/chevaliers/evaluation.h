/* How well a side stands at Échec aux Chevaliers, in hundredths of a Man. */
#ifndef CHEVALIERS_EVALUATION_H
#define CHEVALIERS_EVALUATION_H

#include "core/game.h"

int32_t chevaliers_evaluate(const struct bv_terms *terms, const union bv_state *state, int side);

#endif

/* How well a side stands at Échec aux Chevaliers, in hundredths of a Man. */
#ifndef CHEVALIERS_EVALUATION_H
#define CHEVALIERS_EVALUATION_H

#include "core/game.h"

int32_t chevaliers_evaluate(const struct bv_terms *terms, const union bv_state *state, int side);

/* As a beginner sees it: pieces count, and the further ahead the better. That castles want guards he has yet to learn. */
int32_t chevaliers_evaluate_naively(const struct bv_terms *terms, const union bv_state *state,
                                    int side);

#endif

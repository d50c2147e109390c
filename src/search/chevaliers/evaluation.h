/* How well a side stands at Échec aux Chevaliers, in hundredths of a Man. */
#ifndef CHEVALIERS_EVALUATION_H
#define CHEVALIERS_EVALUATION_H

#include "core/game.h"

int32_t chevaliers_evaluate(const struct bv_terms *terms, const union bv_state *state, int side);

/*
 * The same as one side thinks of it, which takes itself to be a little ahead and sees the lead melt away with every
 * quiet move (E19): so it goes on, where two careful sides would only wait for each other.
 */
int32_t chevaliers_evaluate_for(const struct bv_terms *terms, const union bv_state *state, int side,
                                int thinker);

/* By how much it takes itself to be ahead. */
int32_t chevaliers_ambition(const struct bv_terms *terms, const union bv_state *state, int thinker);

/* As a beginner sees it: pieces count, and the further ahead the better. That castles want guards he has yet to learn. */
int32_t chevaliers_evaluate_naively(const struct bv_terms *terms, const union bv_state *state,
                                    int side);

#endif

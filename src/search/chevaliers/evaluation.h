/* The evaluation for a side at Échec aux Chevaliers, in hundredths of a Man. */
#ifndef SEARCH_CHEVALIERS_EVALUATION_H
#define SEARCH_CHEVALIERS_EVALUATION_H

#include "core/game.h"

int32_t chevaliers_evaluate(const struct bv_terms *terms, const union bv_state *state, int side);

/*
 * The same from one side's view, which believes itself a little ahead and sees the lead shrink with
 * every quiet move (E19): so it plays on where two careful sides would only wait for each other.
 */
int32_t chevaliers_evaluate_for(const struct bv_terms *terms, const union bv_state *state, int side,
                                int thinker);

/* By how much it believes itself ahead. */
int32_t chevaliers_ambition(const struct bv_terms *terms, const union bv_state *state, int thinker);

/* As a beginner sees it: pieces count, and the further ahead the better; guards of castles do not.
 * */
int32_t chevaliers_evaluate_naively(const struct bv_terms *terms, const union bv_state *state,
                                    int side);

#endif

/* The evaluation for a side at Échec aux Chevaliers, in hundredths of a Man. */
#pragma once

#include "search/net.h"

/* The lead that wins three games in four. */
enum { CHEVALIERS_WINNING = 300 };

int32_t chevaliers_evaluate(const struct bv_terms *terms, const union bv_state *state, int side);

/*
 * The same from one side's view, which believes itself a little ahead and sees the lead shrink with
 * every quiet move (E19): so it plays on where two careful sides would only wait for each other.
 * Without a net, by hand.
 */
int32_t chevaliers_evaluate_for(const struct bv_terms *terms, const union bv_state *state, int side,
                                int thinker, struct net_evaluator *evaluator);

/* By how much it believes itself ahead. */
int32_t chevaliers_ambition(const struct bv_terms *terms, const union bv_state *state, int thinker);

/* As a beginner sees it: pieces count, further ahead is better; castles need no guard. */
int32_t chevaliers_evaluate_naively(const struct bv_terms *terms, const union bv_state *state,
                                    int side);

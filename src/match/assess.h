/*
 * Assessment: the expected score of each choice in a position for the side to act. Every choice is
 * examined with the same care, by the best player of the game in the position it leads to, averaged
 * over chance. Secrets are drawn several times as the side may believe them, the same draws for
 * every choice.
 *
 * Nothing is kept from one position to the next, so the same position always gets the same result.
 */
#pragma once

#include "games/storage.h"
#include "search/levels.h"

enum { ASSESS_WORLDS_MAX = 32 };

/* Whether a position contains anything that a seat does not know. */
bool assess_hides(const struct bv_terms *terms, const union bv_state *state, int seat);

struct assessor;

/* NULL when out of memory. */
struct assessor *assessor_open(const struct bv_terms *terms);
void assessor_close(struct assessor *assessor);

/* From now on its players evaluate with this net instead of the one built in. */
void assessor_use_net(struct assessor *assessor, const struct net *net);

/* The position to assess, in which seats of one side are to act. */
void assess_position(struct assessor *assessor, const union bv_state *state,
                     struct assess_care care);

/* The expected score of a legal action there, in thousandths of a point. */
int32_t assess_view(struct assessor *assessor, int seat, bv_action action);

/* What a player of this budget and weakening would play in a position, with this random stream. */
void assessor_ask(struct assessor *assessor, const union bv_state *state, struct budget budget,
                  struct weakening weakening, uint64_t lots, struct search_answer *answer);

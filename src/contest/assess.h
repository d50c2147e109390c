/*
 * Assessing: what each choice in a position promises the side to act. Every choice is looked at as carefully as the
 * others, by the best player of the game in the position that it leads to, chance averaged out. What is secret is
 * drawn several times as the side may think it is, the same draws for every choice.
 *
 * Nothing is remembered from one position to the next, so the same position is always assessed alike.
 */
#ifndef BV_ASSESS_H
#define BV_ASSESS_H

#include "games/storage.h"
#include "search/player.h"

enum { BV_WORLDS_MAX = 32 };

struct bv_care {
    uint32_t nodes;  /* for every position that is judged */
    uint32_t worlds; /* how often secrets are drawn; nothing to draw: one */
};

/* Whether there is anything in a position that a seat does not know. */
bool bv_hides(const struct bv_terms *terms, const union bv_state *state, int seat);

struct bv_assessor;

/* NULL if there is no memory. */
struct bv_assessor *bv_assessor_open(const struct bv_terms *terms);
void bv_assessor_close(struct bv_assessor *assessor);

/* The position to assess, in which seats of one side are to act. */
void bv_assess_position(struct bv_assessor *assessor, const union bv_state *state,
                        struct bv_care care);

/* What a legal action promises there, in thousandths of a point. */
int32_t bv_assess(struct bv_assessor *assessor, int seat, bv_action action);

/* What a player of this budget and frailty would play in a position, chosen with these lots. */
void bv_assessor_ask(struct bv_assessor *assessor, const union bv_state *state,
                     struct bv_budget budget, struct bv_frailty frailty, uint64_t lots,
                     struct bv_answer *answer);

#endif

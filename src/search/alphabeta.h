/*
 * Alpha-beta for games of perfect information without chance: iterative deepening with aspiration windows,
 * principal variation search, a transposition table, late move reductions, killers, history, and a quiescence
 * search over what a game calls noisy. Sides need not alternate: the sign turns only where the side does.
 *
 * What it must know of a game stands in a judge.
 */
#ifndef BV_ALPHABETA_H
#define BV_ALPHABETA_H

#include "search/player.h"

enum { BV_WON = 30000, BV_WON_SOON = 29000 }; /* scores beyond are won or lost in so many plies */

/* Who misjudges by so many thousandths of a point judges naively, and who does so by fewer in part. */
enum { BV_NAIVE = 200 };

struct bv_judge {
    /*
     * How well a side stands as the thinker sees it, in hundredths of the smallest piece. Never beyond BV_WON_SOON, and
     * what one side gains the other loses.
     */
    int32_t (*evaluate)(const struct bv_terms *terms, const union bv_state *state, int side,
                        int thinker);

    /*
     * The same as somebody sees it who has just learned the rules. A player judges like this in part, the more he
     * misjudges. NULL: beginners see what experts see.
     */
    int32_t (*evaluate_naively)(const struct bv_terms *terms, const union bv_state *state,
                                int side);

    /* All that decides how the game goes on from here, without the counters of quiet moves. */
    uint64_t (*key)(const struct bv_terms *terms, const union bv_state *state);

    /* How much an action changes at once: nought for quiet ones, which quiescence leaves out. */
    int32_t (*noise)(const struct bv_terms *terms, const union bv_state *state, bv_action action);

    /* Whether the side to act has so little choice that the line must be followed to its end. */
    bool (*forced)(const struct bv_terms *terms, const union bv_state *state);

    /* Lists the noisy actions of a seat alone, faster than the rules list all. NULL: they are sifted out. */
    uint32_t (*list_noisy)(const struct bv_terms *terms, const union bv_state *state, int seat,
                           bv_action *list);

    /*
     * Passes the turn to the other side as if that were allowed: a side that stands well even so need not look for
     * the best move. False where nothing can be learned from it. NULL: never.
     */
    bool (*pass)(const struct bv_terms *terms, union bv_state *state);

    /*
     * By how much the judge makes whoever thinks believe to be ahead, so that it goes on where it could draw. The
     * score that is told is without it. NULL: not at all.
     */
    int32_t (*ambition)(const struct bv_terms *terms, const union bv_state *state, int thinker);

    /* The advantage that wins three games in four; nought: four of the smallest pieces. */
    int32_t winning;
};

/* A mind with its transposition table, as a bv_player has them. */
size_t bv_alphabeta_memory(const struct bv_terms *terms);
void bv_alphabeta_begin(const struct bv_terms *terms, void *mind);

/* Lets a mind share the table of another that thinks at the same time. */
void bv_alphabeta_ally(void *mind, void *first);
void bv_alphabeta_choose(void *mind, const struct bv_judge *judge,
                         const struct bv_question *question, struct bv_answer *answer);

/*
 * The same for a game that is simpler to think about under other terms than those it is played under (fewer
 * seats, readings that matter to poor players only). The states must be the same, and applying an action must not
 * depend on the seat. The first action is one that is legal in both, if there is any.
 */
void bv_alphabeta_choose_within(void *mind, const struct bv_judge *judge,
                                const struct bv_terms *terms, const struct bv_question *question,
                                struct bv_answer *answer);

#endif

/*
 * Alpha-beta for games of perfect information without chance: iterative deepening with aspiration
 * windows, principal variation search, a transposition table, late move reductions, killers,
 * history, and a quiescence search over what a game calls noisy. Sides need not alternate: the sign
 * changes only where the side does.
 *
 * What it needs to know of a game is in a judge.
 */
#pragma once

#include "search/net.h"
#include "search/player.h"

enum {
    ALPHABETA_WON = 30000,
    ALPHABETA_WON_SOON = 29000
}; /* scores beyond are won or lost in so many plies */

/* Who misjudges by this many thousandths of a point judges as a beginner; by fewer, in part. */
enum { ALPHABETA_NAIVE = 200 };

struct alphabeta_judge {
    /*
     * The evaluation for a side, as the player sees it, in hundredths of the smallest piece. Never
     * beyond ALPHABETA_WON_SOON, and what one side gains the other loses. By hand where the evaluator has no net.
     */
    int32_t (*evaluate)(const struct bv_terms *terms, const union bv_state *state, int side,
                        int thinker, struct net_evaluator *evaluator);

    /*
     * The same as a beginner sees it. The more a player misjudges, the more of this is mixed in.
     * NULL: beginners see what experts see.
     */
    int32_t (*evaluate_naively)(const struct bv_terms *terms, const union bv_state *state,
                                int side);

    /* A key of all that decides how the game goes on, without the counts of quiet moves. */
    uint64_t (*key)(const struct bv_terms *terms, const union bv_state *state);

    /* How much an action changes at once: zero for quiet ones, which quiescence leaves out. */
    int32_t (*noise)(const struct bv_terms *terms, const union bv_state *state, bv_action action);

    /* Whether the side to act has so little choice that the line must be followed to its end. */
    bool (*forced)(const struct bv_terms *terms, const union bv_state *state);

    /* Lists only the noisy actions of a seat, faster than the rules. NULL: filtered. */
    uint32_t (*list_noisy)(const struct bv_terms *terms, const union bv_state *state, int seat,
                           bv_action *list);

    /*
     * Passes the turn to the other side as if that were allowed: a side that is still well off need
     * not look for the best move. False where nothing can be learned from it. NULL: never.
     */
    bool (*pass)(const struct bv_terms *terms, union bv_state *state);

    /*
     * The ambition bonus: by how much the player believes itself ahead, so that it plays on where
     * it could draw. The reported score is without it. NULL: none.
     */
    int32_t (*ambition)(const struct bv_terms *terms, const union bv_state *state, int thinker);

    /* The advantage that wins three games in four; zero: four of the smallest pieces. */
    int32_t winning;
};

/* The memory of a search with its transposition table, as a search_player has them. */
size_t alphabeta_memory(const struct bv_terms *terms);
void alphabeta_begin(const struct bv_terms *terms, void *mind);

/* Shares the table of another search that runs at the same time. */
void alphabeta_ally(void *mind, void *first, uint32_t number, uint32_t threads);
void alphabeta_choose(void *mind, const struct alphabeta_judge *judge,
                      const struct search_question *question, struct search_answer *answer);

/*
 * The same for a game that is simpler to search under other terms than those it is played under
 * (fewer seats, rule options that matter to poor players only). The states must be the same, and
 * applying an action must not depend on the seat. The first action is one that is legal in both, if
 * there is any.
 */
void alphabeta_choose_within(void *mind, const struct alphabeta_judge *judge,
                             const struct bv_terms *terms, const struct search_question *question,
                             struct search_answer *answer);

/*
 * Players: how a program decides. A player is asked with what its seats may know (a view, never the truth), a
 * budget and a random stream, and answers with one action of one of those seats. Between questions it keeps its
 * thoughts in a mind: memory that the caller owns, as large as the player says, which holds plans, trees and
 * tables. One mind thinks for one side in one game.
 *
 * Nothing here allocates, reads a clock of its own, starts a thread or prints, so players run in worker threads
 * and in WebAssembly alike. With a budget of nodes alone and the same random stream, the answer is always the same.
 */
#ifndef BV_PLAYER_H
#define BV_PLAYER_H

#include "core/game.h"
#include "search/budget.h"
#include "search/frailty.h"

struct bv_question {
    const struct bv_terms *terms;
    const union bv_state *view; /* as seen by the lowest of `seats` */
    const struct bv_past *past; /* for games with a rule of repetition */
    bv_seats seats;             /* to act now and held by the one who is asked; all of one side */
    uint32_t step;              /* how many questions of this turn came before */
    const struct bv_budget *budget;
    struct bv_frailty frailty;
    struct bv_random *random;
};

static inline int bv_question_seat(const struct bv_question *question)
{
    return __builtin_ctz(question->seats);
}

static inline int bv_question_side(const struct bv_question *question)
{
    return bv_side_of(question->terms, bv_question_seat(question));
}

/* A choice with what it promises: to be shown, to be explained, and to be added up over several threads. */
struct bv_choice {
    bv_action action;
    uint8_t seat;
    int32_t
        score; /* what the side may hope for, in thousandths of a point: 0 lost, 500 drawn, 1000 won */
    uint32_t weight; /* how sure: visits, samples; 1 where it is just a score */
};

enum { BV_LINE_LENGTH = 24, BV_CHOICES = 16 };

struct bv_answer {
    uint32_t
        choices; /* none: a program elsewhere failed; the first is to be played, the others in falling order */
    struct bv_choice choice[BV_CHOICES];
    bool
        bounds; /* all but the first are known to be no better than their scores, and may be worse */
    uint32_t
        depth; /* plies (or turns, where a player thinks in turns) that were looked at in full */
    uint64_t nodes;
    uint32_t
        line_length; /* what the player expects to happen, from its own action on; chance left out */
    bv_action line[BV_LINE_LENGTH];
};

/* Puts a choice in its place: the weightiest first, and the better score among equals. */
static inline void bv_answer_add(struct bv_answer *answer, const struct bv_choice *choice)
{
    uint32_t at = answer->choices;
    while (at > 0 && (answer->choice[at - 1].weight < choice->weight ||
                      (answer->choice[at - 1].weight == choice->weight &&
                       answer->choice[at - 1].score < choice->score)))
        at--;
    if (at == BV_CHOICES) return;
    if (answer->choices < BV_CHOICES) answer->choices++;
    for (uint32_t i = answer->choices - 1; i > at; i--) answer->choice[i] = answer->choice[i - 1];
    answer->choice[at] = *choice;
}

struct bv_player {
    const char *id;

    /* Bytes of a mind, and how it is made ready for a new game. */
    size_t (*memory)(const struct bv_terms *terms);
    void (*begin)(const struct bv_terms *terms, void *mind);

    /*
     * Shown the game as the side sees it whenever that has changed, in order: for players that draw conclusions
     * from what happened. NULL for those that do not. A player must also answer well without it.
     */
    void (*observe)(void *mind, const struct bv_terms *terms, const union bv_state *view, int seat);

    void (*choose)(void *mind, const struct bv_question *question, struct bv_answer *answer);

    /* Lets a mind that thinks in another thread share what `first` has found out so far. NULL: it cannot. */
    void (*ally)(void *mind, void *first);

    /*
     * Of the time that is left of a turn, the part that the next question may use, in thousandths. Nought: a
     * turn's time is spread evenly over its actions.
     */
    uint16_t share;
};

#endif

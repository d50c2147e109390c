/*
 * Players: how a program decides. A player is asked with what its seats may know (a view, never the
 * whole state), a budget and a random stream, and answers with one action of one of those seats.
 * Between questions it keeps plans, trees and tables in its memory ("mind"), which the caller owns
 * and whose size the player gives. One mind is for one side in one game.
 *
 * Nothing here allocates, reads a clock of its own, starts a thread or prints, so players run in
 * worker threads and in WebAssembly alike. With a budget of nodes alone and the same random stream,
 * the answer is always the same.
 */
#pragma once

#include "core/game.h"
#include "search/budget.h"
#include "search/weakening.h"

struct search_question {
    const struct bv_terms *terms;
    const union bv_state *view; /* as seen by the lowest of `seats` */
    const struct bv_past *past; /* for games with a rule of repetition */
    bv_seats seats;             /* to act now and held by the player asked; all of one side */
    uint32_t step;              /* how many questions of this turn came before */
    const struct budget *budget;
    struct weakening weakening;
    struct bv_random *random;
};

static inline int search_question_seat(const struct search_question *question)
{
    return __builtin_ctz(question->seats);
}

static inline int search_question_side(const struct search_question *question)
{
    return bv_side_of(question->terms, search_question_seat(question));
}

/* A choice with its expected score: to be shown, explained, and added up over several threads. */
struct search_choice {
    bv_action action;
    uint8_t seat;
    int32_t score;   /* expected score, in thousandths of a point: 0 lost, 500 drawn, 1000 won */
    uint32_t weight; /* how certain: visits, samples; 1 where it is only a score */
};

enum { SEARCH_LINE_LENGTH = 24, SEARCH_CHOICES = 16 };

struct search_answer {
    uint32_t choices; /* the first is to be played, the others fall; none: an engine failed */
    struct search_choice choice[SEARCH_CHOICES];
    bool bounds;    /* all but the first are no better than their scores, and may be worse */
    uint32_t depth; /* plies, or turns where a player thinks in turns, searched in full */
    uint64_t nodes;
    uint32_t line_length; /* what is expected from its own action on, without chance */
    bv_action line[SEARCH_LINE_LENGTH];
};

/* Inserts a choice: the largest weight first, then the better score. */
static inline void search_answer_add(struct search_answer *answer,
                                     const struct search_choice *choice)
{
    uint32_t at = answer->choices;
    while (at > 0 && (answer->choice[at - 1].weight < choice->weight ||
                      (answer->choice[at - 1].weight == choice->weight &&
                       answer->choice[at - 1].score < choice->score)))
        at--;
    if (at == SEARCH_CHOICES) return;
    if (answer->choices < SEARCH_CHOICES) answer->choices++;
    for (uint32_t i = answer->choices - 1; i > at; i--) answer->choice[i] = answer->choice[i - 1];
    answer->choice[at] = *choice;
}

/* The answer of a player that has thought of one choice only. */
static inline struct search_answer search_answer_of(bv_action action, int seat, int32_t score)
{
    return (struct search_answer){
        .choices = 1,
        .choice = {{.action = action, .seat = (uint8_t)seat, .score = score, .weight = 1}},
        .depth = 1,
        .nodes = 1,
        .line_length = 1,
        .line = {action},
    };
}

struct search_player {
    const char *id;

    /* Bytes of a mind, and how it is made ready for a new game. */
    size_t (*memory)(const struct bv_terms *terms);
    void (*begin)(const struct bv_terms *terms, void *mind);

    /*
     * Called with the view of the side whenever it has changed, in order: for players that draw
     * conclusions from what happened. NULL for those that do not. A player must also answer well
     * without it.
     */
    void (*observe)(void *mind, const struct bv_terms *terms, const union bv_state *view, int seat);

    void (*choose)(void *mind, const struct search_question *question,
                   struct search_answer *answer);

    /*
     * Makes the mind of thread `number` of `threads`, from one on, work together with that of thread
     * nought, `first`: they share what they find, or divide the work. All threads are asked every
     * question, with the same random stream, and end with the first unless their nodes are counted.
     * NULL: each thread thinks alone.
     */
    void (*ally)(void *mind, void *first, uint32_t number, uint32_t threads);

    /*
     * The part of the remaining time of a turn that the next question may use, in thousandths.
     * Zero: a turn's time is spread evenly over its actions.
     */
    uint16_t share;
};

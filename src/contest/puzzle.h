/*
 * Puzzles: positions in which one choice stands out. Every legal choice is assessed; the good ones promise nearly the
 * same, and all others are worse by a margin. A puzzle goes on, through what the other side answers, for as long as
 * what comes next stands out too.
 *
 * How hard it is, the levels of the house say: each of the weaker ones tries several times, and the grade is given by
 * how often the whole solution was found.
 */
#ifndef BV_PUZZLE_H
#define BV_PUZZLE_H

#include "contest/assess.h"
#include "search/options.h"

enum bv_puzzle_kind {
    BV_PUZZLE_WIN,  /* one choice wins, the others do not */
    BV_PUZZLE_SAVE, /* one choice holds, the others lose */
    BV_PUZZLE_BEST, /* one choice is much better */
    BV_PUZZLE_SHOT, /* and it is a shot or a fight */
    BV_PUZZLE_KINDS,
};

extern const char *const bv_puzzle_kind_name[BV_PUZZLE_KINDS];

enum { BV_PUZZLE_STEPS = 5, BV_PUZZLE_CHOICES = 8, BV_PUZZLE_REPLIES = 16, BV_PUZZLE_GRADES = 5 };

struct bv_puzzle_step {
    uint32_t
        choices; /* all are accepted, the first is shown; before the last step all lead to one position */
    struct bv_option choice[BV_PUZZLE_CHOICES];
    uint32_t replies; /* what the other side and the dice then do */
    struct bv_option reply[BV_PUZZLE_REPLIES];
};

struct bv_puzzle {
    enum bv_puzzle_kind kind;
    int grade;
    int32_t score; /* what the solution promises, in thousandths of a point */
    int32_t rest;  /* what the best of the other choices does */
    union bv_state position;
    uint32_t steps;
    struct bv_puzzle_step step[BV_PUZZLE_STEPS];
};

/* How a game is looked at. */
struct bv_puzzle_measure {
    const struct bv_game *game;
    struct bv_care glance; /* at every choice */
    struct bv_care look;   /* at those that seemed best */
    struct bv_care proof;  /* at every choice of a puzzle */
    uint32_t thought;      /* nodes to think of a choice that a glance did not show */
    bool compares;         /* the thinker's own scores of its choices can be compared */
    uint32_t tries;        /* positions looked at in one game */
    uint32_t errors; /* so many wrong choices must do something: to pass is too plain an error */
    int32_t margin;  /* thousandths by which the other choices must be worse */
    bool (*poses)(
        const union bv_state *state); /* whether such a position may be posed; NULL: any */
};

const struct bv_puzzle_measure *bv_puzzle_measure_of(const struct bv_game *game);

struct bv_setter;

/* NULL if there is no memory. */
struct bv_setter *bv_setter_open(const struct bv_terms *terms);
void bv_setter_close(struct bv_setter *setter);

/*
 * Whether there is a puzzle in a position. The margin is asked for half as much again, and it must hold when one looks
 * three times as carefully, so that it lasts.
 */
bool bv_puzzle_find(struct bv_setter *setter, const union bv_state *state,
                    struct bv_puzzle *puzzle);

/* Whether its solution stands out by the margin, with so much care (0 nodes: as the measure says). */
bool bv_puzzle_holds(struct bv_setter *setter, const struct bv_puzzle *puzzle, uint32_t nodes);

/* The same for a puzzle and all that look like it: mirrored, or with the sides exchanged. */
uint64_t bv_puzzle_likeness(const struct bv_terms *terms, const union bv_state *state);

#endif

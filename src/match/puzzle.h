/*
 * Puzzles: positions in which one choice stands out. Every legal choice is assessed; the good ones
 * have nearly the same expected score, and all others are worse by a margin. A puzzle goes on,
 * through the replies of the other side, for as long as the next choice stands out too.
 *
 * Its grade comes from the computer's levels: each of the weaker ones tries several times, and the
 * grade is given by how often the whole solution was found.
 */
#pragma once

#include "match/assess.h"
#include "search/options.h"

enum puzzle_kind {
    PUZZLE_WIN,  /* one choice wins, the others do not */
    PUZZLE_SAVE, /* one choice holds, the others lose */
    PUZZLE_BEST, /* one choice is much better */
    PUZZLE_SHOT, /* and it is a shot or a fight */
    PUZZLE_KINDS,
};

extern const char *const puzzle_kind_name[PUZZLE_KINDS];

enum { PUZZLE_STEPS = 5, PUZZLE_CHOICES = 8, PUZZLE_REPLIES = 16, PUZZLE_GRADES = 5 };

struct puzzle_step {
    uint32_t
        /* all are accepted, the first is shown; before the last step all lead to one position */
        choices;
    struct search_option choice[PUZZLE_CHOICES];
    uint32_t replies; /* what the other side and the dice then do */
    struct search_option reply[PUZZLE_REPLIES];
};

struct puzzle {
    enum puzzle_kind kind;
    int grade;
    int32_t score; /* expected score of the solution, in thousandths of a point */
    int32_t rest;  /* that of the best other choice */
    union bv_state position;
    uint32_t steps;
    struct puzzle_step step[PUZZLE_STEPS];
};

struct puzzle_setter;

/* NULL when out of memory. */
struct puzzle_setter *puzzle_setter_open(const struct bv_terms *terms);
void puzzle_setter_close(struct puzzle_setter *setter);

/*
 * Whether there is a puzzle in a position. The margin required is half as large again, and it must
 * hold with three times the care, so that it is stable.
 */
bool puzzle_find(struct puzzle_setter *setter, const union bv_state *state, struct puzzle *puzzle);

/* Whether its solution stands out by the margin, with so much care (0 nodes: the default). */
bool puzzle_holds(struct puzzle_setter *setter, const struct puzzle *puzzle, uint32_t nodes);

/* The same for a puzzle and all equivalent ones: mirrored, or with the sides exchanged. */
uint64_t puzzle_likeness(const struct bv_terms *terms, const union bv_state *state);

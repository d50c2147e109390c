/*
 * Finds puzzles in self-play. Levels of different strength play each other, so that mistakes are
 * made; some positions of each game are searched in random order, and the first puzzle is kept.
 * From all that were found a set is chosen with a balanced mix of grades and kinds.
 */
#pragma once

#include "match/puzzle.h"

struct puzzle_search {
    const struct bv_terms *terms;
    uint32_t games;
    uint64_t seed;
    /* Called after each game, with the number of puzzles found so far; may be NULL. */
    void (*report)(uint32_t played, uint32_t found);
    /* The results: all that were found, in order. Freed by the caller. */
    struct puzzle *puzzle;
    uint32_t puzzles;
};

/* False when out of memory. */
bool puzzle_search_run(struct puzzle_search *search);

/* Moves a balanced set of at most so many to the front, easy ones first; how many. */
uint32_t puzzle_search_choose(struct puzzle_search *search, uint32_t count);

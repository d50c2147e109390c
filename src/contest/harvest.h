/*
 * Harvesting: puzzles from self-play. Levels of different strength play each other, so that mistakes are made; of each
 * game some positions are looked at in random order, and the first puzzle is kept. From all that was found a set is
 * chosen in which grades and kinds are mixed as well as they can be.
 */
#ifndef BV_HARVEST_H
#define BV_HARVEST_H

#include "contest/puzzle.h"

struct bv_harvest {
    const struct bv_terms *terms;
    uint32_t games;
    uint64_t seed;
    /* Told after each game, with how many puzzles were found so far; may be NULL. */
    void (*tell)(uint32_t played, uint32_t found);
    /* What came of it: all that were found, in order. Freed by the caller. */
    struct bv_puzzle *puzzle;
    uint32_t puzzles;
};

/* False if there was no memory. */
bool bv_harvest(struct bv_harvest *harvest);

/* Moves a well-mixed set of so many to the front, easy ones first; fewer if there are fewer. Returns how many. */
uint32_t bv_harvest_choose(struct bv_harvest *harvest, uint32_t count);

#endif

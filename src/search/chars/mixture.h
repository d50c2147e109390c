/*
 * The game within the game: one side chooses a movement, the other, at the same time, the squares
 * to fire at. Both must be unpredictable. The mover's movements are weighed by multiplicative
 * weights against a gunner who always answers the present mixture as well as he can; what the two
 * did on average is the solution. Movers of several kinds (worlds in which the unknown ranks
 * differ) are solved together: the gunner sees only their sum.
 */
#pragma once

#include "search/chars/instinct.h"

enum { CHARS_STRATEGIES = 512, CHARS_ROUNDS = 160, CHARS_WORLDS = 64 };

struct chars_strategy {
    float value; /* to the mover, if nothing is hit; hundredths of a tank */
    uint8_t world;
    uint8_t landings;
    uint8_t square[CHARS_TANKS];
    float loss[CHARS_TANKS];  /* to the mover */
    float prize[CHARS_TANKS]; /* to the gunner, who may know of a mine there */
};

struct chars_mixture {
    /* Set by the caller. */
    int count;
    struct chars_strategy strategy[CHARS_STRATEGIES]; /* those of one world next to one another */
    bv_bits128 squares;                               /* that may be fired at */
    int shots;
    float habit;                 /* how much of the mover is not clever, and */
    float habits[CHARS_SQUARES]; /* what a shot at each square then promises */
    /* Worked out. */
    float weight[CHARS_STRATEGIES]; /* of the movements, over all rounds; 1 in every world */
    bv_bits128 plot[CHARS_ROUNDS];  /* the gunner's answer in each round */
    float promise[CHARS_SQUARES];   /* of a shot at each square, against the final mixture */
    float value;                    /* to the mover */
    float hope[CHARS_STRATEGIES];   /* sums of what each movement would have brought */
    float now[CHARS_STRATEGIES];    /* weights in this round */
};

void chars_mixture_solve(struct chars_mixture *mixture);

/* One of the gunner's answers, drawn from the later rounds. */
bv_bits128 chars_mixture_plot(const struct chars_mixture *mixture, struct bv_random *random);

/* One of the movements of the first world, drawn by its weight; slight ones are never drawn. */
int chars_mixture_move(const struct chars_mixture *mixture, struct bv_random *random);

/* The `count` squares of a set with the highest promise. */
bv_bits128 chars_best_squares(const float promise[CHARS_SQUARES], bv_bits128 squares, int count);

/*
 * Habits: what kind of mover the enemy is. Three kinds are thought of: the clever one mixes his
 * movements so that no gunner can profit, the keen one goes where there is most to gain, the stray
 * one steps anywhere. When a plot is made, each kind says where tanks will land; when the movement
 * is over, those that knew better are trusted more.
 */
#pragma once

#include "games/chars/state.h"

enum chars_habit { CHARS_CLEVER, CHARS_KEEN, CHARS_STRAY, CHARS_HABITS };

struct chars_habits {
    double trust[CHARS_HABITS];                 /* logarithms of odds */
    float landing[CHARS_HABITS][CHARS_SQUARES]; /* chance that a tank lands there */
    bool guessed;                               /* there is a guess to be compared */
    uint32_t movements;                         /* seen when it was made */
};

void chars_habits_begin(struct chars_habits *habits);

/* How likely the enemy is of each kind; sums to 1. */
void chars_habits_shares(const struct chars_habits *habits, float share[CHARS_HABITS]);

/* The movement that was guessed at has been made. */
void chars_habits_learn(struct chars_habits *habits, bv_bits128 landed);

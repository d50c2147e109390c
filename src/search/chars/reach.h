/*
 * Where one tank may go in the rest of this turn: a breadth-first walk, layer by layer, that keeps
 * for every square and number of steps one way of getting there (C16–C20, C25, C26). What C21 asks
 * of the whole turn is left to the caller: a place says whether its way has a forward step.
 */
#pragma once

#include "games/chars/state.h"

enum { CHARS_WAY = 8, CHARS_PLACES = 160 }; /* steps looked ahead; places kept */

struct chars_place {
    bv_bits128 stood; /* C20 */
    uint8_t square;
    uint8_t steps;
    uint8_t before; /* index of the place one step earlier */
    bool forward;
};

struct chars_reach {
    int count; /* place 0 is where the tank stands */
    struct chars_place place[CHARS_PLACES];
};

/* The tank of the moving side on `from` must be free to move: fresh, or the active one. */
void chars_reach_make(const struct chars_tables *t, const struct chars_state *s, int from,
                      struct chars_reach *reach);

/* The squares on the way to a place, in order, without the first; returns how many. */
int chars_reach_way(const struct chars_reach *reach, int place, uint8_t way[CHARS_WAY]);

/* The squares next to a square, orthogonally. */
bv_bits128 chars_next_to(int square);

/* How a tank moves in one turn. */
struct chars_gait {
    int side;
    int steps;
    bool command;
};

struct chars_gait chars_gait_of(const struct chars_tables *t, const struct chars_state *s, int side,
                                bool command);

/* Steps to a square on an empty board, as far as a tank that only goes ahead gets there. */
int chars_distance(struct chars_gait gait, int from, int target);

/* Whether it might come from a square to fight what is on `target`, ignoring obstacles. */
bool chars_threatens(struct chars_gait gait, int from, int target);

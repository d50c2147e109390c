/*
 * Reach: where a plate can get with its points, and how. A manoeuvre is a plate's way to a spot, a
 * hexagon and a direction to face there.
 */
#pragma once

#include "games/storage.h"

enum { KRIEGSPIEL_SPOTS = (KRIEGSPIEL_HEXAGONS + 1) * 8 };

struct kriegspiel_spot {
    uint8_t hex;
    uint8_t facing;
    uint8_t cost;
    uint8_t kind;  /* of the last action on the way */
    uint16_t from; /* the spot before it */
};

struct kriegspiel_reach {
    unsigned count;
    struct kriegspiel_spot spot[KRIEGSPIEL_SPOTS]; /* the first is where the plate is */
};

/* The movements that a plate may make of its kind's points: in a whole turn, and from now on. */
unsigned kriegspiel_movements(unsigned slot, unsigned plate, unsigned points);
unsigned kriegspiel_movements_left(unsigned slot, unsigned plate, unsigned points);

/* All spots of a plate within so many movements, the nearest first; the others stand still. */
void kriegspiel_reach_make(struct kriegspiel_reach *reach, const struct bv_terms *terms,
                           const struct kriegspiel_state *state, unsigned side, unsigned slot,
                           unsigned movements);

/* The actions that lead to a spot, in order; returns how many. */
unsigned kriegspiel_reach_way(const struct kriegspiel_reach *reach, unsigned spot, uint32_t *way);

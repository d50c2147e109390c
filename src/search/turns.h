/*
 * Whole turns. A turn of several steps is several actions; a search that thinks in turns gets all
 * of them here, equal results merged. A turn ends when no seat of the side is to act any more, when
 * chance is, or when the game is over.
 *
 * The states reached form a tree in the caller's memory: node 0 is the position itself, every other
 * node was first reached from `parent` by `action` of `seat`. Equal states are one node, however
 * they were reached.
 */
#ifndef SEARCH_TURNS_H
#define SEARCH_TURNS_H

#include "games/storage.h"

struct turns_node {
    uint64_t hash;
    bv_action action;
    uint32_t parent;
    uint8_t seat;
    bool complete; /* the turn ends here */
};

struct turns {
    /* Set by the caller. */
    uint32_t capacity;       /* nodes that fit */
    struct turns_node *node; /* `capacity` of them */
    union bv_state *state;   /* `capacity` of them */
    uint32_t *slot;          /* slots: a power of two, at least twice the capacity */
    uint32_t slots;
    bv_action *list; /* BV_LIST_MAX */
    /* Set by turns_make. */
    uint32_t count;
    bool all; /* nothing was left out for lack of space */
};

/* All turns from here of the side whose seats are to act (chance must not be). Repetition is
 * ignored. */
void turns_make(struct turns *turns, const struct bv_terms *terms, const union bv_state *state);

#endif

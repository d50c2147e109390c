/*
 * Where actions are at home: for each action that was met once, the index that its token's hash names. Writing a token
 * takes longer than playing an action, and a game has some thousands of actions that come again and again.
 */
#ifndef BV_LIBRARY_HOMES_H
#define BV_LIBRARY_HOMES_H

#include "library/indices.h"

struct homes;

/* A table of at most so many slots of 16 bytes, a power of two of at least 4096. NULL if there is no memory. */
struct homes *homes_open(const struct bv_terms *terms, uint32_t most_slots);
void homes_close(struct homes *homes);

/* As indices_assign, and the same indices. */
void homes_assign(struct homes *homes, const bv_action *list, uint32_t count, struct claim *claim,
                  uint32_t *indices);

#endif

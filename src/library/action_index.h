/*
 * Caches, for each action seen, the index that its token's hash gives ("home"). Writing a token
 * takes longer than playing an action, and a game has some thousands of actions that occur
 * repeatedly.
 */
#ifndef LIBRARY_ACTION_INDEX_H
#define LIBRARY_ACTION_INDEX_H

#include "library/indices.h"

struct action_index;

/* A table of at most so many slots of 16 bytes, a power of two of at least 4096. NULL when out of
 * memory. */
struct action_index *action_index_open(const struct bv_terms *terms, uint32_t most_slots);
void action_index_close(struct action_index *cache);

/* As indices_assign, with the same indices. */
void action_index_assign(struct action_index *cache, const bv_action *list, uint32_t count,
                         struct claim *claim, uint32_t *indices);

#endif

/*
 * Caches, for each action seen, the index that its token's hash gives ("home"). Writing a token
 * takes longer than playing an action, and a game has some thousands of actions that occur
 * repeatedly.
 */
#pragma once

#include "library/indices.h"

struct action_index;

/* At most so many slots of 16 bytes, a power of two from 4096 on. NULL: out of memory. */
struct action_index *action_index_open(const struct bv_terms *terms, uint32_t most_slots);
void action_index_close(struct action_index *cache);

/* As indices_assign, with the same indices. */
void action_index_assign(struct action_index *cache, const bv_action *list, uint32_t count,
                         struct claim *claim, uint32_t *indices);

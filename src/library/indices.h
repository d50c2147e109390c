/*
 * Fixed indices of actions. Where a game's actions are numbered, the index is the number. Elsewhere
 * an action has a key, its bits multiplied by a constant modulo 2^64, so that no two are the same;
 * the upper bits of the key are its home. In the order of the keys each legal action gets its home,
 * or the next index after the one before it; those beyond the last index move down.
 */
#pragma once

#include "core/game.h"
#include "library/internal.h"

/* Memory for making indices, for lists of any length. */
struct indices;

/* NULL: out of memory. */
struct indices *indices_open(const struct bv_terms *terms);
void indices_close(struct indices *indices);

/* The index of each action of a legal list, in its order. */
void indices_assign(struct indices *indices, const bv_action *list, uint32_t count, uint32_t *to);

/* That of one action of the list alone, which is faster. */
uint32_t indices_of_one(struct indices *indices, const bv_action *list, uint32_t count,
                        uint32_t place);

/* Fixed indices of actions, with the caller's memory for sorting. */
#pragma once

#include "core/game.h"
#include "library/internal.h"

/* An action and the index it asks for. */
struct claim {
    uint64_t hash; /* of its token */
    uint32_t home; /* the index it asks for; in the end the one it gets */
    uint32_t place;
};

/* The hash of an action's token. Its low bits are the home index of the action. */
uint64_t index_hash(const struct bv_terms *terms, bv_action action);

/* As bivouac_action_indices, with memory for `count` claims. */
void indices_assign(const struct bv_terms *terms, const bv_action *list, uint32_t count,
                    struct claim *claim, uint32_t *indices);

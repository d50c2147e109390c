/* Fixed indices of actions, for whoever has memory to sort them in. */
#ifndef BV_LIBRARY_INDICES_H
#define BV_LIBRARY_INDICES_H

#include "core/game.h"
#include "library/inside.h"

/* An action wants an index. */
struct claim {
    uint64_t hash; /* of its token */
    uint32_t home; /* the index it wants; in the end the one it gets */
    uint32_t place;
};

/* The hash of an action's token. Its low bits are the index where the action is at home. */
uint64_t index_hash(const struct bv_terms *terms, bv_action action);

/* As bivouac_indices, with room for `count` claims. */
void indices_assign(const struct bv_terms *terms, const bv_action *list, uint32_t count,
                    struct claim *claim, uint32_t *indices);

#endif

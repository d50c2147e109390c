/* Perft: in how many ways so many tokens can be played. Every outcome and token is an edge. */
#pragma once

#include "games/storage.h"

enum { PERFT_DEEPEST = 12 };

/* The caller's scratch: a list for each depth. */
struct perft {
    bv_action list[PERFT_DEEPEST][BV_LIST_MAX];
};

uint64_t perft_count(struct perft *scratch, const struct bv_terms *terms,
                     const union bv_state *state, const struct bv_past *past, int depth);

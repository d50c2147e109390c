/* Perft: how many ways there are to play so many tokens. Every outcome and every seat's token is
 * one edge. */
#ifndef SEARCH_PERFT_H
#define SEARCH_PERFT_H

#include "games/storage.h"

enum { PERFT_DEEPEST = 12 };

/* The caller's scratch: a list for each depth. */
struct perft {
    bv_action list[PERFT_DEEPEST][BV_LIST_MAX];
};

uint64_t perft_count(struct perft *scratch, const struct bv_terms *terms,
                     const union bv_state *state, const struct bv_past *past, int depth);

#endif

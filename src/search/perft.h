/* Perft: how many ways there are to play so many tokens. Every outcome and every seat's token is one edge. */
#ifndef BV_PERFT_H
#define BV_PERFT_H

#include "games/storage.h"

enum { BV_PERFT_DEEPEST = 12 };

/* The caller's scratch: a list for each depth. */
struct bv_perft {
    bv_action list[BV_PERFT_DEEPEST][BV_LIST_MAX];
};

uint64_t bv_perft(struct bv_perft *scratch, const struct bv_terms *terms,
                  const union bv_state *state, const struct bv_past *past, int depth);

#endif

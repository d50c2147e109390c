/*
 * What a commit is about to touch, so that it can lay hold of it first, and always in one order. Two nodes that write to the
 * same two tables, one this way round and one that, would otherwise wait for each other until both give up; so the second
 * waits for the first, a few milliseconds, and then knows at once that it was overtaken.
 *
 * A latch is a number that a table or paper has. Two may have the same: then their commits wait for each other in vain.
 */
#ifndef BV_POSTGRES_LATCH_H
#define BV_POSTGRES_LATCH_H

#include "store/batch.h"

enum {
    BV_LATCHES = 1000, /* PostgreSQL holds but so many; a commit of more takes its chance */
    BV_LATCHES_TEXT = 12 * BV_LATCHES,
};

/* Writes `1,5,9`: the latches of all changes, rising, each once; nothing where there are none or too many. */
void bv_put_latches(struct bv_out *out, const struct bv_batch *const *batch, size_t count);

#endif

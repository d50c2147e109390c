/*
 * Advisory locks: a commit first locks everything it will change, always in the same order.
 * Otherwise two nodes that write to the same two tables in opposite order would deadlock. With the
 * locks the second commit waits a few milliseconds for the first, and then learns at once that it
 * has a conflict.
 *
 * A lock is a number derived from a table or document. Two may have the same number: then their
 * commits wait for each other needlessly.
 */
#pragma once

#include "store/batch.h"

enum {
    POSTGRES_LOCKS = 1000, /* PostgreSQL has room for only so many; a larger commit takes none */
    POSTGRES_LOCKS_TEXT = 12 * POSTGRES_LOCKS,
};

/* Writes `1,5,9`: the locks of all changes, ascending, each once; nothing if there are none or too
 * many. */
void postgres_put_locks(struct bv_out *out, const struct batch *const *batch, size_t count);

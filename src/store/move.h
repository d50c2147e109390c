/*
 * Moving house: everything of one store into another, of whatever kind, that is empty. The other is marked as unfinished
 * until all is there and was compared, row by row; until then no house opens on it, and the move can be begun again.
 *
 *     check the source ──▶ lock both ──▶ mark ──▶ copy, a page at a time ──▶ read both, compare ──▶ unmark
 */
#ifndef BV_STORE_MOVE_H
#define BV_STORE_MOVE_H

#include "store/parts.h"

enum { BV_MOVE_DIGEST = 32 };

struct bv_moved {
    uint64_t rows[BV_PARTS];
    uint8_t digest
        [BV_MOVE_DIGEST]; /* of everything, in its order; the same whichever store it is read from */
};

/* `progress` hears what is being done (may be NULL). False and an error: the source is as it was. */
bool bv_store_move(const char *from, const char *to, void (*progress)(const char *what),
                   struct bv_moved *moved, struct bv_error *error);

#endif

/*
 * Copies one store into another, empty one of any backend (`bivouac migrate`). The target is marked
 * as unfinished until everything is copied and compared, row by row; until then no server starts on
 * it, and the copy can be started again.
 *
 *     check the source ──▶ lock both ──▶ mark ──▶ copy page by page ──▶ compare ──▶ unmark
 */
#pragma once

#include "store/copy_parts.h"

enum { STORE_COPY_DIGEST = 32 };

struct store_copied {
    uint64_t rows[STORE_COPY_PARTS];
    uint8_t digest[STORE_COPY_DIGEST]; /* of all rows in order; the same for every backend */
};

/* `progress` is called with each step (may be NULL). False and an error: the source is
 * unchanged. */
bool store_copy(const char *from, const char *to, void (*progress)(const char *what),
                struct store_copied *moved, struct bv_error *error);

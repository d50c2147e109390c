/* Files for download: cells of CSV (RFC 4180), and tar archives (POSIX ustar) that any `tar`
 * unpacks. */
#pragma once

#include "core/text.h"

/* Text that a spreadsheet would read as a formula gets an apostrophe in front, which disables
 * it. */
void csv_cell(const char *text, struct bv_out *out);

struct tar {
    char *text; /* the caller frees it */
    size_t length, capacity;
};

/* A name has at most 99 bytes; `moment` is in milliseconds since 1970. */
void tar_add(struct tar *tar, const char *name, int64_t moment, struct bv_span file);

void tar_end(struct tar *tar);

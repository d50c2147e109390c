/* Writes tar archives (POSIX ustar) that any `tar` unpacks. */
#ifndef SERVER_TOURNAMENTS_TAR_H
#define SERVER_TOURNAMENTS_TAR_H

#include "core/text.h"

struct tar {
    char *text; /* the caller frees it */
    size_t length, capacity;
};

/* A name has at most 99 bytes; `moment` is in milliseconds since 1970. */
void tar_add(struct tar *tar, const char *name, int64_t moment, struct bv_span file);

void tar_end(struct tar *tar);

#endif

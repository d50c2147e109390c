/* Files put one after the other into an archive that any `tar` unpacks (POSIX ustar). */
#ifndef BV_TAR_H
#define BV_TAR_H

#include "core/text.h"

struct bv_tar {
    char *text; /* the caller frees it */
    size_t length, room;
};

/* A name has at most 99 bytes; `moment` is in milliseconds since 1970. */
void bv_tar_add(struct bv_tar *tar, const char *name, int64_t moment, struct bv_span file);

void bv_tar_end(struct bv_tar *tar);

#endif

/* Files and folders that nobody but their owner may read, whatever the umask. */
#ifndef BV_STORE_PRIVATE_H
#define BV_STORE_PRIVATE_H

#include "core/text.h"

/* As mkdir and open with O_CREAT: errno says what went wrong. */
bool bv_private_mkdir(const char *path);
int bv_private_open(const char *path, int flags);

/* A folder that a house is about to keep, and the files of ours in it: what others may read is closed to them, and `notice`
 * says so. A folder that is missing is well. False and an error: it cannot be closed, or it holds other things, which others
 * may need. */
bool bv_private_keep(const char *folder, struct bv_out *notice, struct bv_error *error);

#endif

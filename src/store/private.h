/* Files and folders that only their owner may read, whatever the umask. */
#pragma once

#include "core/text.h"

/* Like mkdir and open with O_CREAT: errno says what went wrong. */
bool private_mkdir(const char *path);
int private_open(const char *path, int flags);

/* Removes the access of other users to a data folder and the store's files in it, and `notice` says
 * so. A missing folder is fine. False and an error: access cannot be removed, or the folder holds
 * other files, which other users may need. */
bool private_protect(const char *folder, struct bv_out *notice, struct bv_error *error);

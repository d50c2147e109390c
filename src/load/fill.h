/* Puts finished games into a store before the server opens it, to check that they slow nothing
 * down. */
#ifndef LOAD_FILL_H
#define LOAD_FILL_H

#include "core/text.h"

/* Adds this many finished games of a few moves each, with their tags, to the store of a folder. */
bool load_fill_finished(const char *folder, uint32_t games, struct bv_error *error);

#endif

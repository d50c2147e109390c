/* Puts finished games into a store before the server opens it, to check that they slow nothing
 * down. */
#ifndef PROOF_FILL_H
#define PROOF_FILL_H

#include "core/text.h"

/* Adds this many finished games of a few moves each, with their tags, to the store of a folder. */
bool fill_store(const char *folder, uint32_t games, struct bv_error *error);

#endif

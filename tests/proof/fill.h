/* Puts finished games, or ratings, into a store before the server opens it, to check that they slow
 * nothing down. */
#pragma once

#include "core/text.h"

/* Adds this many finished games of a few moves each, with their tags, to the store of a folder. */
bool fill_store(const char *folder, uint32_t games, struct bv_error *error);

/* Gives every person in the store a rating in every game, each a thousand points from the next: so
 * no two of them fit when they look for an opponent. */
bool fill_ratings(const char *folder, struct bv_error *error);

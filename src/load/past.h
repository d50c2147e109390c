/* A house with a past: finished games put into a store before the server opens it, to see that they slow nothing. */
#ifndef BV_LOAD_PAST_H
#define BV_LOAD_PAST_H

#include "core/text.h"

/* So many finished games of a few moves each, with their tags, into the store of a folder. */
bool bv_load_past(const char *folder, uint32_t games, struct bv_error *error);

#endif

/*
 * Long lists of papers, a page at a time: those of a kind, the highest rank first. `next` in an answer is what `after` takes
 * in the query of the next request; null: that was all.
 */
#ifndef BV_PAGER_H
#define BV_PAGER_H

#include "server/api.h"

/* Writes the fields of one line into an object that is open; false leaves the paper out. */
typedef bool bv_pager_line(struct bv_visit *visit, const char *key, const cJSON *paper,
                           struct bv_out *out);

/* The status: 200, or 400 or 503 with a refusal. */
int bv_pager_list(struct bv_visit *visit, const char *kind, const char *field, bv_pager_line *line);

#endif

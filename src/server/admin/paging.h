/*
 * Paging for long lists of documents: those of a kind, the highest rank first. `next` in an answer
 * is the value of `after` in the query of the next page; null: that was the last page.
 */
#ifndef SERVER_ADMIN_PAGING_H
#define SERVER_ADMIN_PAGING_H

#include "server/delivery/http_api.h"

/* Writes the fields of one document into an open object; false leaves the document out. */
typedef bool paging_line(struct exchange *exchange, const char *key, const cJSON *document,
                         struct bv_out *out);

/* Returns the status: 200, or 400 or 503 with a refusal. */
int paging_list(struct exchange *exchange, const char *kind, const char *field, paging_line *line);

#endif

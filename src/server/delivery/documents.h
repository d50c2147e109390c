/*
 * The document cache: the server reads and writes its documents (store.h) here. A written document
 * belongs to the open transaction (outbox.h), so no client is told of it before it is on disk.
 * Reads see it at once, because the next request must build on it. If the transaction fails, the
 * cache drops what it had written.
 *
 *     write ──▶ the transaction's batch ──▶ disk
 *        └────▶ the cache: read from here until the transaction is complete
 *
 * Lists for display are read from the store directly (store_documents, store_ranked with
 * server->reader) and show what is on disk. That is enough, because an answer is sent after the
 * changes that it reports are on disk. Lists that are counted or acted on are read here
 * (documents_list): a client that sends a hundred requests at once must find those not on disk yet.
 */
#ifndef SERVER_DELIVERY_DOCUMENTS_H
#define SERVER_DELIVERY_DOCUMENTS_H

#include <cjson/cJSON.h>

#include "server/delivery/outbox.h"

struct documents;

struct documents *documents_open(struct store *reader, struct outbox *outbox);
void documents_close(struct documents *documents);

/* Begins a request. A document that is read, and then written in the same transaction, replaces the
 * version that was read; if another node has changed it since, the transaction is overtaken. */
void documents_begin(struct documents *documents);

/* The current document; free it with cJSON_Delete. NULL: there is none, or the store cannot be read
 * (then *trouble, if not NULL, says why). */
cJSON *documents_read(struct documents *documents, const char *kind, const char *key,
                      struct bv_error *trouble);

/* Writes or replaces; removes. False only if the store cannot be read. */
bool documents_write(struct documents *documents, const char *kind, const char *key, int64_t rank,
                     const cJSON *document, struct bv_error *trouble);
bool documents_remove(struct documents *documents, const char *kind, const char *key,
                      struct bv_error *trouble);

/* Visits all current documents of a kind whose key begins with `prefix`, in no order, until the
 * visitor returns false. It must not write. False if the store cannot be read. */
bool documents_list(struct documents *documents, const char *kind, const char *prefix,
                    store_document_visitor *visit, void *context, struct bv_error *trouble);

/* The key of a document about two players, or about a player and a thing: A/B. All keys of A begin
 * with the pair key of A and "". */
void documents_pair_key(const char *first, const char *second, char key[DOCUMENT_KEY_MAX + 1]);

/* Transactions are complete or lost: what they wrote is read from the store again. */
void documents_clear(struct documents *documents);

#endif

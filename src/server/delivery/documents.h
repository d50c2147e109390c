/*
 * The document cache: the server reads and writes its documents (store.h) here. A written document
 * belongs to the open transaction (outbox.h), so no client is told of it before it is on disk.
 * Reads see it at once, because the next request must build on it. If the transaction fails, the
 * cache drops what it had written.
 *
 *     write ──▶ the transaction's batch ──▶ disk
 *        └────▶ the cache: read from here until the transaction is complete
 *
 * The first failure to read the store is remembered until the next request begins. Until then
 * nothing more is written, and the HTTP interface answers 503, whatever the handler has found: a
 * handler may treat a document that it cannot read as missing.
 */
#pragma once

#include <cjson/cJSON.h>

#include "server/delivery/outbox.h"

struct documents;

struct documents *documents_open(struct store *reader, struct outbox *outbox);
void documents_close(struct documents *documents);

/* Begins a request, or another piece of work. A document that is read, and then written in the same
 * transaction, replaces the version that was read; if another node has changed it since, the
 * transaction is overtaken. */
void documents_begin(struct documents *documents);

/* Whether the store could not be read since then, and why. */
bool documents_failed(const struct documents *documents);
const struct bv_error *documents_trouble(const struct documents *documents);

/* The same after documents were read that cannot be right. */
void documents_fail(struct documents *documents, const char *why);

/* The current document; free it with cJSON_Delete. NULL: there is none, or it cannot be read. */
cJSON *documents_read(struct documents *documents, const char *kind, const char *key);
bool documents_has(struct documents *documents, const char *kind, const char *key);

/* The same for a reader that goes on without the document; *trouble says why it cannot be read. */
cJSON *documents_try(struct documents *documents, const char *kind, const char *key,
                     struct bv_error *trouble);

/* Writes or replaces, and frees the document; removes. */
void documents_write(struct documents *documents, const char *kind, const char *key, int64_t rank,
                     cJSON *document);
void documents_remove(struct documents *documents, const char *kind, const char *key);

/* A document that is visited; valid during the call. */
struct document {
    const char *key;
    int64_t rank;
    const cJSON *fields;
};
/* Returns false to stop. It must not write. */
typedef bool document_visitor(void *context, const struct document *document);

/* Visits all current documents of a kind whose key begins with `prefix`, in no order: for lists that
 * are counted or acted on. A client that sends a hundred requests at once must find those that are
 * not on disk yet. */
void documents_list(struct documents *documents, const char *kind, const char *prefix,
                    document_visitor *visit, void *context);

/* For lists that are shown, what is on disk: documents with keys after `after` in the order of keys,
 * or those after (rank, key) with the highest rank first (store_documents, store_ranked). That is
 * enough, because an answer is sent after the changes that it reports are on disk. */
void documents_stored(struct documents *documents, const char *kind, const char *prefix,
                      const char *after, uint32_t most, document_visitor *visit, void *context);
void documents_ranked(struct documents *documents, const char *kind, int64_t rank, const char *key,
                      uint32_t most, document_visitor *visit, void *context);

/* A page of all documents of a kind that are on disk (store_documents_page). */
void documents_page(struct documents *documents, const char *kind, struct store_cursor *cursor,
                    document_visitor *visit, void *context);

/* The key of a document about two players, or about a player and a thing: A/B. All keys of A begin
 * with the pair key of A and "". */
struct pair_key {
    char text[DOCUMENT_KEY_MAX + 1];
};
struct pair_key pair_key(const char *first, const char *second);

/* Transactions are complete or lost: what they wrote is read from the store again. */
void documents_clear(struct documents *documents);

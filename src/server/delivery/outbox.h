/*
 * The outbox: no client is told of a change before the change is on disk.
 *
 *     changes ──▶ batch ─┐                            ┌─ durable ───▶ its messages are sent
 *     messages ──────────┼─ transaction ─▶ committer ─┼─ overtaken ─▶ its messages are dropped,
 *     requests ──────────┘                            │               its tables are loaded again,
 *                                                     │               its requests run again
 *                                                     └─ failed ────▶ its messages are dropped,
 *                                                                     its tables are loaded again,
 *                                                                     its clients get an error
 *
 * Changes, messages and requests collect in the open transaction. At the end of each turn the event
 * loop commits it (outbox_commit) and a new one opens. Transactions complete in the order in which
 * they were committed, including those without changes, so no message overtakes another.
 *
 * A transaction is overtaken where nodes share the store and another node was faster with the same
 * event or document. Its requests run again on the tables as they are now; the client does not
 * notice. Requests that only read also run again when their transaction fails: reading goes on
 * while nothing can be stored.
 *
 * A client for which more than OUTBOX_OWED_MAX bytes wait for the disk gets no more of them and is
 * disconnected.
 */
#pragma once

#include "server/base/metrics.h"
#include "server/delivery/client.h"
#include "store/committer.h"

struct outbox;

enum { OUTBOX_OWED_MAX = 1024 * 1024 };

struct outbox_handler {
    void *context;
    /* The table has events up to that number on disk; */
    void (*stored)(void *context, int64_t table, uint32_t number);
    /* or its last events were not stored, because of another node (overtaken) or of the store. */
    void (*lost)(void *context, int64_t table, bool overtaken);
    /* The requests of a client in that transaction were not answered. */
    void (*unanswered)(void *context, struct client *client, uint64_t transaction);
    /* Sends a message to the other nodes; NULL: there are none. */
    void (*say)(void *context, const char *what, struct bv_span text);
    void (*wake)(void *context); /* called in the committer's thread */
};

struct outbox *outbox_open(struct store *store, const struct outbox_handler *handler);

/* Commits what waits; drops messages that are still not on disk. */
void outbox_close(struct outbox *outbox);

/* The changes of the open transaction. */
struct batch *outbox_changes(struct outbox *outbox);

/* The number of the open transaction. */
uint64_t outbox_transaction(const struct outbox *outbox);

/* The open transaction brings the table to that many events; returns the transaction's number. */
uint64_t outbox_touches(struct outbox *outbox, int64_t table, uint32_t number);

/* Whether every transaction up to that number is on disk or lost. */
bool outbox_is_settled(const struct outbox *outbox, uint64_t transaction);

/* A reference-counted object: the last holder frees it. */
struct outbox_held {
    uint32_t holders;
    void (*free)(struct outbox_held *held);
};

/* A client's request, and everything that follows from it until `outbox_request_end`, belongs to
 * the open transaction. If that is overtaken, outbox_retry returns the request. */
enum outbox_request_kind {
    OUTBOX_BY_MESSAGE, /* over a WebSocket; the message may be empty */
    OUTBOX_BY_REQUEST, /* by HTTP */
    OUTBOX_BY_PENDING, /* by HTTP; another thread has prepared the answer */
};

struct outbox_request {
    enum outbox_request_kind kind;
    struct client *client;
    struct bv_span message;
    struct http_request http;
    struct outbox_held *held; /* NULL unless it is a pending request */
    bool reads; /* it changed nothing in the store: it runs again even when the store fails */
};
void outbox_request_begin(struct outbox *outbox);
void outbox_request_end(struct outbox *outbox, const struct outbox_request *request);

/* The next request to run again; valid until the next call. */
bool outbox_retry(struct outbox *outbox, struct outbox_request *request);

/* A message is about what the open transaction changes, and is dropped when that fails; or it is
 * about what is on disk already, or never will be, and is delivered anyway. */
enum outbox_when { OUTBOX_WHEN_STORED, OUTBOX_ANYWAY };

/* Sends a buffer to a client. Takes a reference of its own. */
void outbox_send(struct outbox *outbox, struct client *client, struct net_buffer *buffer,
                 enum outbox_when when);
/* The same for a message that makes sense only after those of that transaction: dropped with it in
 * any case. */
void outbox_send_after(struct outbox *outbox, struct client *client, struct net_buffer *buffer,
                       enum outbox_when when, uint64_t transaction);

/* A message to the other nodes, dropped when the transaction fails; `what` must stay valid. */
void outbox_notify(struct outbox *outbox, const char *what, struct bv_span text);

/* The answer to the request with that number (negative: it had none, nothing is sent); JSON fields
 * without the braces. */
void outbox_reply(struct outbox *outbox, struct client *client, int64_t request,
                  struct bv_span fields);

/* A refusal of that request, already written. It is an answer too; if the transaction fails, the
 * client gets the error instead. */
void outbox_refuse(struct outbox *outbox, struct client *client, int64_t request,
                   struct net_buffer *buffer);

/* The answer to an HTTP request; its texts are copied. */
void outbox_respond(struct outbox *outbox, struct client *client,
                    const struct http_response *answer, enum outbox_when when);

/* The loop's turn ends: commits the open transaction. */
void outbox_commit(struct outbox *outbox);

/* The loop was woken: delivers the transactions that are complete. */
void outbox_deliver(struct outbox *outbox);

/* While the store fails, tests from time to time whether it works again. */
void outbox_probe(struct outbox *outbox, int64_t now);

/* Since the server started. */
struct outbox_figures {
    uint64_t messages;  /* sent */
    uint64_t changes;   /* on disk */
    uint64_t failures;  /* failed commits */
    uint64_t overtaken; /* commits that another node was faster than */
    struct histogram_metric committing;
};

const struct outbox_figures *outbox_figures(const struct outbox *outbox);

/* The store's error; "": it works. */
const char *outbox_trouble(const struct outbox *outbox);

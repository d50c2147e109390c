/*
 * Seeks: players who look for an opponent. The server pairs them and opens a table for each pair.
 *
 *     seeks.c           the queue as this node knows it, requests of clients, what they are told
 *     seeks_pairing.c   the leader pairs those who wait (pairing/seeks.h decides who meets whom)
 *
 * A seek is a document, so that the store decides every race between nodes:
 *
 *     document seek  PERSON  {name, account, game?, pace, rated, ratings, with?, since, node}
 *                            and, when paired, {table, paired}
 *
 * A seek holds while the node that wrote it is alive and the player's connection to it is open. The
 * pairing writes both documents and the table in one transaction: whoever leaves, or is paired, at
 * the same moment on another node makes it fail, and it is decided again. The node of a paired
 * player reads the document and tells the player. A player whose node has died sends the seek
 * `again` to another node, and either keeps the place in the queue or learns of the table.
 *
 *     request ─▶ document ─▶ stored ─▶ read by every node ─▶ the leader pairs ─▶ both documents
 *                                                                                 │
 *     the player is told ◀── the player's node reads the document ◀── stored ◀────┘
 */
#pragma once

#include "pairing/seeks.h"
#include "server/accounts/accounts.h"

struct seek_queue;

struct seeks {
    /* Given: `main` fills this in before it opens the seeks; all of it outlives them. */
    const struct config *config;
    struct outbox *outbox;
    struct documents *documents;
    struct connections *connections;
    struct live_tables *tables;
    struct peers *peers; /* the other nodes that share the store; NULL: the server runs alone */
    struct accounts *accounts;
    void *context; /* of the function below */
    /* The player has an opponent at that table; in the transaction that opens it. NULL: nothing is
     * to be done. */
    void (*found)(void *context, const char *person, const struct live_table *live);

    struct seek_queue *queue; /* its own */
};

/* False if the store cannot be read. */
bool seeks_open(struct seeks *seeks, struct bv_error *error);
void seeks_close(struct seeks *seeks);

/* A client looks for an opponent, instead of what its player looked for before; or no longer does,
 * by itself or because its connection is closed. */
bool seeks_enter(struct seeks *seeks, struct client *client, const struct request *request,
                 struct refusal *refusal);
void seeks_leave(struct seeks *seeks, struct client *client);

/* Sends a client how many wait; it is sent again, at most once a second, to clients that wait or
 * follow the lobby. */
void seeks_show(struct seeks *seeks, struct client *client);

/* Another node has changed the seek of that player ("": perhaps any). False: the store cannot be
 * read now. */
bool seeks_updated(struct seeks *seeks, const char *person);

/* Reads what is stored now, pairs, and tells clients. `now` by the wall clock. */
void seeks_tick(struct seeks *seeks, int64_t now);

/* Milliseconds until the next tick, at most `most`. */
int seeks_wait(const struct seeks *seeks, int most);

extern const struct api_routes seek_routes;

/*
 * The cluster: messages between the nodes of a server that share a store. Tables, documents and
 * accounts are in the store; by these messages a node learns at once that another node has changed
 * them, and learns what is not stored at all.
 *
 *     tables           events were stored (live_tables.h)
 *     here, who        subscribers of a table (subscriptions.h)
 *     person           a message for a player who may be connected to another node (connections.h)
 *     in, slice, roll  connections of players (remote_connections.h)
 *     limits           use of rate limits (shared_limits.c)
 *     documents        documents were stored; features have handlers for those they care about
 *     missed           the connection was lost: everything is checked again
 *
 * A server that runs alone has a cluster without peers: it sends and receives nothing.
 */
#pragma once

#include "server/base/signature.h"
#include "server/delivery/connections.h"
#include "server/delivery/live_tables.h"
#include "server/delivery/rate_limiter.h"

struct cluster;

/* Joins the other nodes, if the store is shared; `wake` is called from another thread when a
 * message has come. NULL: the store cannot be reached. */
struct cluster *cluster_open(const struct config *config, void (*wake)(void *context),
                             void *context, struct bv_error *error);
void cluster_close(struct cluster *cluster);

/* The other nodes; NULL: the server runs alone. */
struct peers *cluster_peers(const struct cluster *cluster);

/* From now on messages are handled, and rate limits and connections shared. All of it outlives the
 * cluster's last message. */
struct cluster_deps {
    struct live_tables *tables;
    struct connections *connections;
    struct outbox *outbox;
    struct rate_limiter *limiter;
    const uint8_t *secret;
};
void cluster_join(struct cluster *cluster, const struct cluster_deps *given);

/* Another node has stored the document of that key; "": it may have stored any of these kinds.
 * False: the store cannot be read now, or there is more to read, so that the handler must be called
 * again with NULL, to go on. */
typedef bool cluster_handler(void *context, const char *key);

/* Registers a handler for document kinds, separated by spaces. Most documents are read from the
 * store when they are needed; a handler is for those that this node holds in memory, or that
 * concern players who are connected to it. */
void cluster_on_documents(struct cluster *cluster, const char *kinds, cluster_handler *handler,
                          void *context);

/* The loop was woken: handles the messages that have come. */
void cluster_receive(struct cluster *cluster);

/* The loop's turn ends: sends what is due, and calls handlers again that failed. */
void cluster_tick(struct cluster *cluster);

/* ---- shared_limits.c ------------------------------------------------------------------------- */

/* Sends what was taken from the buckets since the last message: all, or only what is urgent. */
void shared_limits_send(struct peers *peers, struct rate_limits *limits, bool all);
void shared_limits_receive(struct rate_limits *limits, struct bv_span text);
/* All nodes hash alike, and a client cannot choose another client's bucket. */
uint64_t shared_limits_seed(const uint8_t secret[SECRET_SIZE]);

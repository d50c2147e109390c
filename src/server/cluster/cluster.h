/*
 * The cluster: messages between the nodes of a server that share a store. Tables, documents and
 * accounts are in the store; by these messages a node learns at once that another node has changed
 * them, and learns what is not stored at all.
 *
 *     tables           entries were stored (live_updates.c)
 *     here, who        subscribers of a table (remote_presence.c)
 *     documents        documents were stored (document_updates.c)
 *     person           a message for a player who may be connected to another node
 *     in, slice, roll  connections of players (remote_connections.h)
 *     limits           use of rate limits (shared_limits.c)
 *     missed           the connection was lost: everything is checked again
 *
 * A server that runs alone has no cluster: server->peers is NULL.
 */
#ifndef SERVER_CLUSTER_CLUSTER_H
#define SERVER_CLUSTER_CLUSTER_H

#include "server/main/server.h"

/* Joins the other nodes, if the store is shared. False: the store cannot be reached. */
bool cluster_open(struct server *server, void (*wake)(void *context), struct bv_error *error);
void cluster_close(struct server *server);

/* The rate limiter is open: from now on its limits are shared with the other nodes. */
void cluster_share_limits(struct server *server);

/* The loop was woken: handles the messages that have come. */
void cluster_receive(struct server *server);

/* The loop's turn ends: sends what is due, and checks again what may have changed. */
void cluster_look(struct server *server);

/* Whether this node is the one that does what must be done once in the cluster. */
bool cluster_leads(const struct server *server);

/* ---- document_updates.c, shared_limits.c ----------------------------------------------------- */

void document_updates_receive(struct server *server, struct bv_span text);
void document_updates_missed(struct server *server);
/* Reads again what could not be read before. */
void document_updates_look(struct server *server);

/* Sends what was taken from the buckets since the last message: all, or only what is urgent. */
void shared_limits_send(struct server *server, bool all);
void shared_limits_receive(struct server *server, struct bv_span text);
uint64_t shared_limits_seed(const struct server *server);

#endif

/*
 * The list of connections: which WebSockets each player has open on this node; those of clients
 * that are not authenticated are listed under "". It serves to send a player, or all players, a
 * message, to count connections and to close them.
 */
#pragma once

#include "server/delivery/outbox.h"

struct connections;

struct connections *connections_new(void);
void connections_free(struct connections *connections);

/* From now on the other nodes are told the counts. */
struct remote_connections;
void connections_report(struct connections *connections,
                        struct remote_connections *remote_connections);

/* Lists a client; removes one that is closed or changes its player. Repeating either does
 * nothing. */
void connections_enter(struct connections *connections, struct client *client);
void connections_leave(struct connections *connections, struct client *client);

/* The clients of a player, one after the other; NULL: no more. */
struct client *connections_first(const struct connections *connections, const char *person);
struct client *connections_next(const struct client *client);
uint32_t connections_count(const struct connections *connections, const char *person);

/* Whether a player is connected, to this node or another; and how often. */
bool connections_has(const struct connections *connections, const char *person);
uint32_t connections_total(const struct connections *connections, const char *person);

/* Sends a player a message on all connections, on all nodes, when the open transaction is on disk;
 * or on those to this node only. */
void connections_send(const struct connections *connections, struct outbox *outbox,
                      const char *person, struct bv_span message);
void connections_send_here(const struct connections *connections, struct outbox *outbox,
                           const char *person, struct bv_span message, enum outbox_when when);

/* A client follows the news of one topic, the id of something, until it follows another ("":
 * none). Sends all followers of a topic a message. */
void connections_follow(struct connections *connections, struct client *client, const char *topic);
void connections_send_topic(const struct connections *connections, struct outbox *outbox,
                            const char *topic, struct net_buffer *buffer);

/* Calls the visitor for every client. */
typedef void client_visitor(void *context, struct client *client);
void connections_all(const struct connections *connections, client_visitor *visit, void *context);

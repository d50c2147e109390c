/*
 * The list of connections: which WebSockets each player has open on this node; those of clients
 * that are not authenticated are listed under "". It serves to send a player, or all players, a
 * message, to count connections and to close them.
 */
#ifndef SERVER_DELIVERY_CONNECTIONS_H
#define SERVER_DELIVERY_CONNECTIONS_H

#include "server/delivery/client.h"

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

/* Calls the visitor for every client. */
typedef void client_visitor(void *context, struct client *client);
void connections_all(const struct connections *connections, client_visitor *visit, void *context);

#endif

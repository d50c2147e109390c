/*
 * Remote connections: which players are connected to other nodes, and with how many WebSockets. The
 * limits on connections need the sum over all nodes. Each node sends a count at once when it
 * changes, and repeats its whole list one slice at a time, for nodes that joined later or missed a
 * message.
 *
 *     in KEY COUNT                   a count has changed; 0: none left
 *     slice NUMBER KEY:COUNT …       all counts of a node in that slice
 *     roll                           the sender knows nothing yet: send the whole list soon
 *
 * A key is the id of a player, or `@` and an address as it is counted. The counts of a node hold
 * while the node is alive. A server that runs alone has none: NULL is accepted everywhere.
 */
#pragma once

#include "store/peers.h"

enum { REMOTE_CONNECTIONS_KEY_SIZE = 40 };

struct remote_connections;

struct remote_connections *remote_connections_open(struct peers *peers);
void remote_connections_close(struct remote_connections *remote_connections);

/* Sets a count of this node; the other nodes are told. */
void remote_connections_set(struct remote_connections *remote_connections, const char *key,
                            uint32_t count);

/* The sum over all other nodes. */
uint32_t remote_connections_count(const struct remote_connections *remote_connections,
                                  const char *key);

/* Messages of other nodes. */
void remote_connections_receive_count(struct remote_connections *remote_connections,
                                      const char *node, struct bv_span text);
void remote_connections_receive_slice(struct remote_connections *remote_connections,
                                      const char *node, struct bv_span text);
void remote_connections_receive_roll(struct remote_connections *remote_connections);

/* Asks the other nodes for their lists, because a message may have been lost. */
void remote_connections_ask(struct remote_connections *remote_connections);

/* Sends the next slice if it is due, and forgets nodes that have died. `now` in milliseconds. */
void remote_connections_tick(struct remote_connections *remote_connections, int64_t now);

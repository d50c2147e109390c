/*
 * The rate limiter: whether a client may do what it asks for. It applies the limits (rate_limits.h)
 * to the client's address (client_address.h) and to its player. An address may serve a whole
 * household, so it gets four times what a player gets. Clients on this machine get
 * `local-limit-factor` times as much, because load tests run there.
 *
 * A refused client gets the code `too-many` and the time after which it may try again. A client
 * that ignores refusals is disconnected (1008).
 */
#pragma once

#include "server/base/config.h"
#include "server/base/rate_limits.h"
#include "server/delivery/client.h"
#include "table/command.h"
#include "table/names.h"

struct rate_limiter;
struct connections;

struct rate_limiter *limiter_open(const struct config *config, struct bv_error *error);
void limiter_close(struct rate_limiter *limiter);

/* Shares the limits with other nodes: their connections, and a seed that all nodes hash with. */
struct remote_connections;
void limiter_share(struct rate_limiter *limiter, struct remote_connections *remote_connections,
                   uint64_t seed);
struct rate_limits *limiter_limits(struct rate_limiter *limiter);

/* How many connections an address may have at once. */
uint32_t limiter_connections_of(const struct rate_limiter *limiter, const struct address *address);

/* Sets the client's address from a request; behind a proxy it may differ from request to
 * request. */
void limiter_note(const struct rate_limiter *limiter, struct client *client,
                  const struct http_request *request);

/* Requests from now on run again and were counted before: nothing is taken for them. */
void limiter_counted(struct rate_limiter *limiter, bool counted);

/* Takes a token of that kind from the client's address, from its player (if any), or from both. Of
 * LIMIT_WORK none is taken: the time that the client's requests took is charged afterwards. */
bool limiter_address_may(struct rate_limiter *limiter, const struct client *client,
                         enum rate_limit kind, struct refusal *refusal);
bool limiter_person_may(struct rate_limiter *limiter, const struct client *client,
                        enum rate_limit kind, struct refusal *refusal);
bool limiter_may(struct rate_limiter *limiter, const struct client *client, enum rate_limit kind,
                 struct refusal *refusal);
void limiter_worked(struct rate_limiter *limiter, const struct client *client,
                    uint64_t microseconds);

/* Whether the client may send one more message on its WebSocket. After a hundred refusals without a
 * pause of some seconds it is disconnected, even if some messages were granted in between. */
bool limiter_message(struct rate_limiter *limiter, struct client *client, struct refusal *refusal);

/* ---- Passwords ------------------------------------------------------------------------------- */

/* The buckets that a wrong password counts against. Unknown devices count for the account and their
 * address, and all together for the account, so that many addresses cannot guess much faster than
 * one. A device that has logged in before, and the owner who is logged in, have buckets that others
 * cannot use up. */
struct login_attempt {
    char own[2 * NAME_FOLDED_SIZE]; /* the account and the address, the device, or the owner */
    char account[NAME_FOLDED_SIZE]; /* the account alone; "": not an unknown device */
    bool known;                     /* the device has logged in before */
};

struct login_attempt limiter_attempt_of_stranger(const struct client *client, const char *folded);
struct login_attempt limiter_attempt_of_device(const char *person, const char *device);
struct login_attempt limiter_attempt_of_owner(const char *person);

/* Whether a password may be tried. It counts as wrong until limiter_attempt_was_right. */
bool limiter_attempt(struct rate_limiter *limiter, const struct client *client,
                     const struct login_attempt *attempt, struct refusal *refusal);
void limiter_attempt_was_right(struct rate_limiter *limiter, const struct login_attempt *attempt);

/* Whether a player may open one more WebSocket. */
bool limiter_person_fits(const struct rate_limiter *limiter, const struct client *client,
                         const struct connections *connections, struct refusal *refusal);

/* Whether a client may open one more WebSocket, which is then counted until limiter_leave. */
bool limiter_enter(struct rate_limiter *limiter, struct client *client,
                   const struct connections *connections, struct refusal *refusal);
void limiter_leave(struct rate_limiter *limiter, struct client *client);

/*
 * The server's state, and the functions that the request handlers share.
 *
 * A client connects by HTTP or by WebSocket. What it asks for reads or changes tables (live_table)
 * and documents (accounts, clubs, tournaments). Every change is collected in a transaction
 * (outbox.h); messages about it leave only after the transaction is on disk. One thread, the event
 * loop's, runs everything declared here. Computer players (thinkers.h), commits (outbox.h),
 * password hashing and searches of old games run in threads of their own.
 */
#ifndef SERVER_MAIN_SERVER_H
#define SERVER_MAIN_SERVER_H

#include "server/accounts/authentication.h"
#include "server/accounts/persons.h"
#include "server/admin/bans.h"
#include "server/admin/purge.h"
#include "server/base/base_url.h"
#include "server/base/config.h"
#include "server/base/metrics.h"
#include "server/base/server_time.h"
#include "server/base/signature.h"
#include "server/delivery/connections.h"
#include "server/delivery/documents.h"
#include "server/delivery/http_api.h"
#include "server/delivery/outbox.h"
#include "server/delivery/remote_connections.h"
#include "server/delivery/subscriptions.h"
#include "server/delivery/thinkers.h"
#include "server/main/server_pages.h"
#include "server/main/static_files.h"
#include "store/peers.h"
#include "table/command.h"
#include "table/messages.h"
#include "util/random_bytes.h"

enum { SERVER_TEXT_SIZE = 256 * 1024 };

struct server {
    struct peers *peers; /* the other nodes that share the store; NULL: the server runs alone */
    /* players connected to other nodes; NULL: the server runs alone */
    struct remote_connections *remote_connections;
    /* when this node last sent its use of rate limits */
    int64_t limits_shared;
    uint32_t doubtful;     /* clients whose session must be checked again */
    bool documents_missed; /* other nodes may have changed documents: read them again */
    uint64_t announced;    /* a hash of the last announcement that all clients were sent */
    const struct config *config;
    struct game_time time; /* of this turn of the loop */
    int64_t turned;        /* when it began, by the monotonic clock; 0: the loop has not started */
    int64_t time_kept;     /* the game time that the store has */
    struct base_url base;
    struct metrics metrics;
    struct net *net;
    struct store *reader;
    struct outbox *outbox;
    struct documents *documents;
    struct connections *connections;
    struct rate_limiter *limiter;
    struct live_tables *tables;
    struct http_api *api;
    struct thinkers *thinkers;
    struct record_search *record_search;
    struct hasher *hasher;
    /* accounts and guests that are being merged into another account */
    struct account_merges *merges;
    struct schedule *schedule;
    struct server_pages *server_pages;
    struct bans *bans;
    struct purge purge;
    struct static_files *pages; /* NULL: there is no web client to serve */
    uint8_t secret[SECRET_SIZE];
    char text[SERVER_TEXT_SIZE]; /* buffer for a message */
};

/* ---- accounts/guests.c ----------------------------------------------------------------------- */

/* Reads the secret that signs cookies, or makes one. */
bool guests_open(struct server *server, struct store *store, struct bv_error *error);

/* A new guest; writes the value of the cookie to `cookie`. False if the name is not allowed. */
bool guest_new(struct server *server, struct client *client, const char *name,
               char cookie[GUEST_COOKIE_MAX], struct refusal *refusal);
void guest_cookie(const struct server *server, const char *person, char cookie[GUEST_COOKIE_MAX]);

/* Whether a guest may have this name: it can be displayed, and no account has it. */
bool guest_name_check(struct server *server, const char *name, struct refusal *refusal);

/* ---- socket_api.c, http_api.c ---------------------------------------------------------------- */

void socket_opened(struct server *server, struct client *client);
/* Answers a message; returns whether it only read. */
bool socket_message(struct server *server, struct client *client, struct bv_span text);
/* A request to the metrics address (main/health.c). */
void server_metrics_request(struct server *server, struct connection *connection,
                            const struct http_request *request);

/* ---- time_keeping.c -------------------------------------------------------------------------- */

/* Continues from the times in the store. */
bool server_time_open(struct server *server, struct store *store, struct bv_error *error);

/* Begins a turn of the loop; `monotonic` is in milliseconds. */
void server_time_turn(struct server *server, int64_t monotonic);

/* Adds game time to the open transaction if it has changes, so that nothing stored lies after the
 * stored game time; and from time to time alone (`now`: at once). Nodes that share a database store
 * it with their heartbeats. */
void server_time_store(struct server *server, bool now);

/* ---- main.c ---------------------------------------------------------------------------------- */

/* Starts the server and runs it until a signal stops it. Prints its address when it is ready. */
bool server_run(const struct config *config, struct bv_error *error);

/* The server, while all routes are given it as their context. */
static inline struct server *server_of(const struct exchange *exchange)
{
    return exchange->context;
}

extern const struct api_routes server_page_routes; /* server_pages.c: the server, its pages */
extern const struct api_routes health_routes;      /* health.c */

#endif

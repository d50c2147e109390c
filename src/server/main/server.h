/*
 * The server's state, and the functions that the request handlers share.
 *
 * A client connects by HTTP or by WebSocket. What it asks for reads or changes tables (live_table)
 * and documents (accounts, clubs, tournaments). Every change is collected in a transaction
 * (outbox.h); messages about it leave only after the transaction is on disk. One thread, the event
 * loop's, runs everything declared here. Computer players (thinkers.h), commits (outbox.h),
 * password hashing and searches of old games run in threads of their own.
 */
#pragma once

#include "server/admin/admin.h"
#include "server/main/server_pages.h"
#include "server/main/static_files.h"
#include "server/records/records.h"
#include "server/reminders/reminders.h"
#include "server/seeks/seeks.h"
#include "server/tournaments/tournaments.h"

enum { SERVER_TEXT_SIZE = 256 * 1024 };

struct server {
    struct cluster *cluster;
    struct peers *peers; /* the other nodes that share the store; NULL: the server runs alone */
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
    struct slow_answers *slow;
    struct bans *bans;
    struct accounts accounts;
    struct records records;
    struct tournaments tournaments;
    struct seeks seeks;
    struct admin admin;
    struct reminders reminders;
    struct server_pages *server_pages;
    struct static_files *pages;  /* NULL: there is no web client to serve */
    char text[SERVER_TEXT_SIZE]; /* buffer for a message */
};

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

/* ---- event_loop.c ---------------------------------------------------------------------------- */

/* Wakes the loop; from any thread. */
void server_wake(void *server);

struct outbox_handler server_outbox_handler(struct server *server);

/* Opens the network, and lets signals stop it. */
bool server_listen(struct server *server, const struct config *config, struct bv_error *error);

/* ---- wiring.c -------------------------------------------------------------------------------- */

struct live_table_hooks server_table_hooks(struct server *server);

/* Gives every feature what it needs, and opens it. */
bool server_open_features(struct server *server, struct store *writer, struct bv_error *error);

/* All routes there are. */
struct http_api *server_open_api(struct server *server);

/* Everything is open: from now on messages of other nodes are handled. */
void server_follow_cluster(struct server *server);

/* The server, while all routes are given it as their context. */
static inline struct server *server_of(const struct exchange *exchange)
{
    return exchange->context;
}

extern const struct api_routes server_page_routes; /* server_pages.c: the server, its pages */
extern const struct api_routes health_routes;      /* health.c */

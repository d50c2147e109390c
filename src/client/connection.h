/*
 * One client connection to the server. It registers as a guest, upgrades to a WebSocket and
 * reconnects by itself when the connection is lost, to another node where there are several. No
 * function here blocks; the owner of `epoll` reports the events.
 *
 *     away ──▶ connecting ──▶ registering ──▶ upgrading ──▶ connected
 *      ▲            └──────── has a cookie ──────▲              │
 *      └──────────────── lost, reconnects later ────────────────┘
 */
#pragma once

#include "client/http.h"
#include "client/transport.h"
#include "core/random.h"
#include "net/websocket.h"

enum { CLIENT_MESSAGE_MAX = 1024 }; /* bytes that client_send sends */

enum client_stage {
    CLIENT_AWAY,
    CLIENT_CONNECTING,
    CLIENT_REGISTERING,
    CLIENT_UPGRADING,
    CLIENT_CONNECTED,
};

/* A byte buffer that grows as needed. */
struct client_bytes {
    char *text;
    size_t length;
    size_t capacity;
};

bool client_bytes_add(struct client_bytes *bytes, const char *text, size_t length);

struct client_connection {
    struct transport transport;
    enum client_stage stage;
    bool wants_out;               /* epoll reports when more can be sent */
    uint32_t number;              /* part of its name */
    uint32_t attempts;            /* since it was last connected */
    uint32_t node;                /* index of the node it connects to, or is connected to */
    int64_t received_at;          /* when data last arrived, or the connection attempt began */
    int64_t due;                  /* when away: the time of the next attempt, in microseconds */
    struct client_bytes received; /* a response that is not complete */
    struct client_bytes unsent;
    struct ws_reader reader;
    char cookie[CLIENT_COOKIE_SIZE];
};

/* What all connections share, and the callbacks that report on them. */
struct client_loop {
    const struct server_address *address; /* the first address of the server */
    uint32_t further;                     /* number of further addresses after it */
    const char *name;                     /* of new guests; NULL: `Caller` and a number */
    int epoll;
    struct bv_random random;
    uint64_t bytes_in;
    uint64_t bytes_out;
    uint64_t losses;     /* connections that the other end closed or that failed */
    uint32_t connected;  /* connections open now */
    char complaint[512]; /* the first unexpected response */
    int error;           /* errno of the last attempt to connect; 0: it did not fail */
    /* What was wrong with the last TLS peer; NULL: nothing. */
    const struct bv_text *distrust;
    void *context;
    void (*message)(void *context, struct client_connection *connection, struct bv_span text);
    void (*lost)(void *context, struct client_connection *connection);
};

void client_connect(struct client_loop *loop, struct client_connection *connection);

/* Handles `events` of epoll: data has arrived, or more can be sent. */
void client_serve(struct client_loop *loop, struct client_connection *connection, uint32_t events);

/* Sends a message; the part that the socket does not accept now is sent later. */
void client_send(struct client_loop *loop, struct client_connection *connection,
                 struct bv_span text);

/* Closes the connection and reconnects, to another node where there is one. */
void client_switch_server(struct client_loop *loop, struct client_connection *connection);

/* Closes the connection and frees what it holds. */
void client_close(struct client_loop *loop, struct client_connection *connection);

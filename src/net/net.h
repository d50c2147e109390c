/*
 * The network layer of the server: one event loop for HTTP requests and WebSockets. It knows
 * nothing of games, persons or stores; its user supplies a handler.
 *
 *     bytes ──▶ request ──▶ handler.request ──▶ net_respond, at once or later
 *                  └─ an upgrade ──▶ handler.upgrade ──▶ messages ──▶ handler.message ──▶ net_send
 *
 * Idle clients cannot keep others out: when a limit on connections is reached, a new connection
 * replaces the one that has waited longest without ever making a complete request.
 *
 * One thread runs the loop and calls every function here; only net_wake and net_stop may be called
 * from other threads and from signal handlers. Everything is bounded by net_limits: a client that
 * sends too much, sends too slowly, or does not read what it is sent is told why where possible,
 * and closed. A client that sends frames too fast is not read for a moment, which slows its sending
 * down.
 */
#pragma once

#include "net/address.h"

struct net;
struct connection;

/* Bytes that several connections share; written once, freed when the last connection has sent
 * them. */
struct net_buffer;

enum { NET_FRAME_COST = 1024 };

struct net_limits {
    uint32_t connections; /* at once; more are refused with 503 */
    uint32_t per_address; /* of those from one address, unless the handler says otherwise; 429 */
    /* bytes that all connections hold together, for input and output that is incomplete */
    uint32_t memory;
    uint32_t head;    /* bytes of a request line and its headers */
    uint32_t body;    /* bytes of a request's body */
    uint32_t message; /* bytes of a WebSocket message, all its fragments together */
    /* bytes handled of one WebSocket in a tenth of a second; every frame of any kind counts
     * NET_FRAME_COST more. The excess waits in the socket */
    uint32_t receive;
    uint32_t queue; /* bytes that wait to be read by a client */
    /* for a complete request to arrive; for the first one, since the client connected */
    uint32_t request_seconds;
    uint32_t answer_seconds; /* for a complete response to be read */
    uint32_t idle_seconds;   /* for the next request on a connection that stays open */
    /* a WebSocket that is silent for so long is pinged, and closed after twice that */
    uint32_t silence_seconds;
};

extern const struct net_limits net_default_limits;

struct http_header {
    struct bv_span name;
    struct bv_span value;
};

enum { HTTP_HEADERS_MAX = 64 };

/* Spans point into the connection's buffer and are valid while the handler runs. */
struct http_request {
    struct bv_span method;
    struct bv_span path;  /* before `?`, percent escapes not decoded */
    struct bv_span query; /* after `?`; empty if there is none */
    struct bv_span body;
    uint32_t headers;
    struct http_header header[HTTP_HEADERS_MAX];
};

/* The value of a header (the name is case-insensitive); an empty span if there is none. */
struct bv_span http_header(const struct http_request *request, const char *name);

/* Only `request` is required; without `upgrade`, a request for a WebSocket is handled as a plain
 * request. */
struct net_handler {
    void *context;
    /* How many connections an address may have at once; NULL: limits.per_address. */
    uint32_t (*capacity)(void *context, const struct address *address);
    /* A request is complete. It must be answered once, with net_respond, now or later. */
    void (*request)(void *context, struct connection *connection,
                    const struct http_request *request);
    /* The same for a request to the operator's address. */
    void (*private_request)(void *context, struct connection *connection,
                            const struct http_request *request);
    /* A client asks for a WebSocket: true accepts it (messages may be sent at once); false after
     * answering with net_respond. The handler decides whether the Origin is allowed. */
    bool (*upgrade)(void *context, struct connection *connection,
                    const struct http_request *request);
    void (*message)(void *context, struct connection *connection, struct bv_span text);
    /* The connection is gone, for whatever reason; it must not be used after this. Called once for
     * every connection that `request` or `upgrade` has seen, never inside another call: a
     * connection closed by net_send or net_close_socket may still be used until then, without
     * effect. */
    void (*closed)(void *context, struct connection *connection);
    /* A wait has ended, at that millisecond of the monotonic clock; called before any input is
     * handled. */
    void (*turn)(void *context, int64_t now);
    /* net_wake was called since the last time. */
    void (*woken)(void *context);
    /* All input has been handled; called before each wait. Returns how many milliseconds the loop
     * may wait at most; negative: no limit. */
    int (*rest)(void *context);
    /* For counters and logs: a request was answered, possibly by the network layer itself; and how
     * long a round took, from the end of one wait to the beginning of the next. */
    void (*answered)(void *context, struct connection *connection, int status);
    void (*round)(void *context, uint64_t microseconds);
};

/* Listens on an address (`127.0.0.1`, `::1`, `0.0.0.0`) and port; port 0 lets the system choose.
 * NULL and an error that says what to do (`port 8080 is taken; choose another with --port`). */
struct net *net_open(const char *address, int port, const struct net_limits *limits,
                     const struct net_handler *handler, struct bv_error *error);

/* Listens on one more address, for the operator alone: its requests go to handler.private_request,
 * and it accepts no WebSocket. `setting`: the option that sets the port, for error texts. */
bool net_open_private(struct net *net, const char *address, int port, const char *setting,
                      struct bv_error *error);

/* The port for clients, and the operator's; 0: there is none. */
int net_port(const struct net *net);
int net_private_port(const struct net *net);
uint32_t net_connections(const struct net *net);

/* Runs until net_stop; then closes every WebSocket with code 1001, sends the queues for at most two
 * seconds, and returns. */
void net_run(struct net *net);
void net_stop(struct net *net);
void net_wake(struct net *net);
void net_close(struct net *net);

/* The handler's own pointer for a connection; NULL at first. */
void connection_set(struct connection *connection, void *mine);
void *connection_get(const struct connection *connection);

const struct address *connection_address(const struct connection *connection);

struct http_response {
    int status;
    const char *type;    /* `application/json`; NULL: no body */
    const char *headers; /* additional headers, each ended by \r\n; NULL: none */
    const char *
        cache; /* Cache-Control, a static text; NULL: no-store, because the answer may be private */
    const char
        *policy; /* Content-Security-Policy; NULL: not a page, a browser loads nothing for it */
    struct bv_span body;
    bool lasting; /* the body is valid until net_run returns, so it is not copied */
};

/* An answer to a client that has disconnected meanwhile is dropped. */
void net_respond(struct connection *connection, const struct http_response *answer);

/* A text message, framed once for all receivers. The caller holds one reference. NULL when out of
 * memory; net_send then closes the connection it is meant for. */
struct net_buffer *net_buffer_text(struct bv_span text);
struct net_buffer *net_buffer_hold(struct net_buffer *buffer); /* adds a reference */
void net_buffer_free(struct net_buffer *buffer);               /* drops a reference */
size_t net_buffer_length(const struct net_buffer *buffer);

/* Puts a buffer into the connection's queue. A client whose queue is full is closed (1013):
 * false. */
bool net_send(struct connection *connection, struct net_buffer *buffer);

/* Closes a WebSocket with a code and a short reason, after its queue has been sent. */
void net_close_socket(struct connection *connection, int code, const char *reason);

/*
 * The doors of the house: one event loop that answers HTTP requests and keeps WebSockets. It knows nothing of
 * games, people or stores; whoever runs it gives it a handler.
 *
 *     bytes ──▶ request ──▶ handler.request ──▶ bv_net_answer, at once or later
 *                  └─ an upgrade ──▶ handler.upgrade ──▶ messages ──▶ handler.message ──▶ bv_net_send
 *
 * Nobody is kept out by clients that only hold the door: where a limit on connections is reached, the one that has
 * waited longest without ever making a whole request is closed for the one that comes.
 *
 * One thread runs the loop and calls everything here; only bv_net_wake and bv_net_stop may be called from others,
 * and from signal handlers. Everything is bounded by bv_net_limits: a client that sends too much, too
 * slowly, or does not read what it is sent is told why where that is possible, and closed. One that sends frames too fast
 * is not read for a moment, so that its own sending stops.
 */
#ifndef BV_NET_H
#define BV_NET_H

#include "net/address.h"

struct bv_net;
struct bv_connection;

/* Bytes that several connections share; written once, freed when the last has sent it. */
struct bv_parcel;

enum { BV_FRAME_COST = 1024 };

struct bv_net_limits {
    uint32_t connections; /* at once; more are refused with 503 */
    uint32_t per_address; /* of those from one address, unless the handler says otherwise; 429 */
    uint32_t
        memory; /* bytes that all connections hold together, for what is half read and half sent */
    uint32_t head;    /* bytes of a request line and its headers */
    uint32_t body;    /* bytes of a request's body */
    uint32_t message; /* bytes of a WebSocket message, all its fragments together */
    uint32_t
        hearing; /* bytes heard of one WebSocket in a tenth of a second; every frame, whatever it is, counts
                         BV_FRAME_COST more. What comes faster waits in the socket */
    uint32_t queue; /* bytes that wait to be read by a client */
    uint32_t
        request_seconds; /* for a whole request to arrive; the first one from when the client called */
    uint32_t answer_seconds; /* for a whole answer to be read */
    uint32_t idle_seconds;   /* for the next request on a connection that stays open */
    uint32_t
        silence_seconds; /* a WebSocket that is silent so long is pinged, and closed after twice that */
};

extern const struct bv_net_limits bv_net_default_limits;

struct bv_http_header {
    struct bv_span name;
    struct bv_span value;
};

enum { BV_HTTP_HEADERS_MAX = 64 };

/* Spans point into the connection's buffer and hold while the handler runs. */
struct bv_http_request {
    struct bv_span method;
    struct bv_span path;  /* before `?`, percent escapes left as they came */
    struct bv_span query; /* after `?`; empty if there is none */
    struct bv_span body;
    uint32_t headers;
    struct bv_http_header header[BV_HTTP_HEADERS_MAX];
};

/* The value of a header (its name in any case); an empty span if there is none. */
struct bv_span bv_http_header(const struct bv_http_request *request, const char *name);

/* Only `request` must be there; without `upgrade`, a client that asks for a WebSocket makes a plain request. */
struct bv_net_handler {
    void *context;
    /* How many connections an address may have at once; NULL: limits.per_address. */
    uint32_t (*room)(void *context, const struct bv_address *address);
    /* A request is complete. It must be answered once, with bv_net_answer, now or later. */
    void (*request)(void *context, struct bv_connection *connection,
                    const struct bv_http_request *request);
    /* The same for one that came to the operator's address. */
    void (*private_request)(void *context, struct bv_connection *connection,
                            const struct bv_http_request *request);
    /* A client asks for a WebSocket: true lets it in (it may be sent messages already); false after answering with
     * bv_net_answer. Whether the Origin is welcome is for the handler to judge. */
    bool (*upgrade)(void *context, struct bv_connection *connection,
                    const struct bv_http_request *request);
    void (*message)(void *context, struct bv_connection *connection, struct bv_span text);
    /* The connection is gone, whatever the cause; it must not be used after this. Called once for every connection
     * that `request` or `upgrade` has seen, never inside another call: one that bv_net_send or bv_net_goodbye has
     * closed may still be used, in vain, until then. */
    void (*closed)(void *context, struct bv_connection *connection);
    /* A wait has ended, at that millisecond of the monotonic clock; called before whatever has come in is handled. */
    void (*turn)(void *context, int64_t now);
    /* Somebody called bv_net_wake since the last time. */
    void (*woken)(void *context);
    /* Whatever came in has been handled; called before each wait. Returns how many milliseconds the loop may wait
     * at most; negative: as long as nothing comes. */
    int (*rest)(void *context);
    /* For counts and logs: a request has its answer, also one that the doors gave themselves; and how long a round
     * took, from the end of one wait to the beginning of the next. */
    void (*answered)(void *context, struct bv_connection *connection, int status);
    void (*round)(void *context, uint64_t microseconds);
};

/* Listens on an address (`127.0.0.1`, `::1`, `0.0.0.0`) and port; port 0 lets the system choose. NULL and an error
 * that says what to do (`port 8080 is taken; choose another with --port`). */
struct bv_net *bv_net_open(const char *address, int port, const struct bv_net_limits *limits,
                           const struct bv_net_handler *handler, struct bv_error *error);

/* Listens on one more address, for the operator alone: requests that come there go to handler.private_request, and no WebSocket is opened there. `setting`: where another port is chosen, for errors. */
bool bv_net_open_private(struct bv_net *net, const char *address, int port, const char *setting,
                         struct bv_error *error);

/* The port people come to, and the operator's; 0: there is none. */
int bv_net_port(const struct bv_net *net);
int bv_net_private_port(const struct bv_net *net);
uint32_t bv_net_connections(const struct bv_net *net);

/* Bytes that connections hold now; limits.memory bounds them. */
size_t bv_net_memory(const struct bv_net *net);

/* Runs until bv_net_stop; then says goodbye (close code 1001) to every WebSocket, sends what waits for at most two
 * seconds, and returns. */
void bv_net_run(struct bv_net *net);
void bv_net_stop(struct bv_net *net);
void bv_net_wake(struct bv_net *net);
void bv_net_close(struct bv_net *net);

/* The handler's own pointer for a connection; NULL at first. */
void bv_connection_set(struct bv_connection *connection, void *mine);
void *bv_connection_get(const struct bv_connection *connection);

const struct bv_address *bv_connection_address(const struct bv_connection *connection);

struct bv_http_answer {
    int status;
    const char *type;    /* `application/json`; NULL: no body */
    const char *headers; /* further headers, each ended by \r\n; NULL: none */
    const char *
        cache; /* Cache-Control, a text that lasts; NULL: no-store, it may be for the asker's eyes alone */
    const char *
        policy; /* Content-Security-Policy; NULL: it is no page, and a browser loads nothing for it */
    struct bv_span body;
    bool lasting; /* the body stays where it is until bv_net_run returns, so it is not copied */
};

/* An answer to a client that has vanished meanwhile is dropped. */
void bv_net_answer(struct bv_connection *connection, const struct bv_http_answer *answer);

/* A text message, framed once for everybody. The maker holds one reference. NULL when memory is out; then bv_net_send
 * closes whom it is meant for. */
struct bv_parcel *bv_parcel_text(struct bv_span text);
struct bv_parcel *bv_parcel_hold(struct bv_parcel *parcel); /* one more reference */
void bv_parcel_free(struct bv_parcel *parcel);              /* drops one */
size_t bv_parcel_length(const struct bv_parcel *parcel);

/* Puts a parcel into the connection's queue. A client whose queue is full is closed (1013): false. */
bool bv_net_send(struct bv_connection *connection, struct bv_parcel *parcel);

/* Closes a WebSocket with a code and a short reason, after what waits has been sent. */
void bv_net_goodbye(struct bv_connection *connection, int code, const char *reason);

#endif

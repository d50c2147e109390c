/*
 * Internals of the network layer, shared by its files: the event loop's state, the connections, and
 * their life cycle. A connection is always in one stage:
 *
 *     READING ──request──▶ AWAITING ──answer──▶ SENDING ──sent, another may follow──▶ READING
 *        │ upgrade                                 └──sent, the last──────┐
 *        ▼                                                                ▼
 *     UPGRADING ─▶ OPEN ──our close──▶ CLOSING ──their close──▶ LEAVING ─sent─▶ LINGERING ──▶ DEAD
 *                    └──────their close, ours behind it───────────▲
 *
 * The socket is read only in READING, OPEN, CLOSING and LINGERING, and not while the connection is
 * paused. In LINGERING the sending side is shut down, and input is read and discarded until the
 * client shuts down too: closing a socket with unread bytes would reset it, and the client could
 * lose the last bytes that were sent. (A WebSocket closed by both sides goes from LEAVING to DEAD:
 * no bytes can be unread.) Any stage may end in DEAD; dead connections are freed between events,
 * never inside a call.
 *
 * Putting a buffer into a queue does not send it: the connection is marked as `changed`. After all
 * input has been handled, changed connections are flushed, many messages in one system call.
 */
#pragma once

#include <stdatomic.h>

#include "net/address_counts.h"
#include "net/net.h"
#include "net/queue.h"
#include "net/websocket.h"

enum connection_stage {
    CONNECTION_READING,
    CONNECTION_AWAITING,
    CONNECTION_SENDING,
    CONNECTION_UPGRADING,
    CONNECTION_OPEN,
    CONNECTION_CLOSING,
    CONNECTION_LEAVING,
    CONNECTION_LINGERING,
    CONNECTION_DEAD,
};

/* What a connection is waiting for. Every kind has a fixed duration, so a list to which the newest
 * is appended is ordered by deadline, and only its front is examined. */
enum connection_timeout {
    TIMEOUT_FIRST,   /* the first complete request; begins when the client connects */
    TIMEOUT_REQUEST, /* a complete request; begins with its first byte */
    TIMEOUT_NEXT,    /* the first byte of the next request */
    TIMEOUT_READER,  /* the client reads an answer */
    TIMEOUT_SILENCE, /* any input from a WebSocket; then it is pinged */
    TIMEOUT_PONG,
    TIMEOUT_TURN, /* no input: a WebSocket that has sent too much is read again afterwards */
    TIMEOUT_CLOSE,
    TIMEOUT_KINDS,
};

enum {
    CONNECTION_SCRATCH_SIZE = 64 * 1024,
    CONNECTION_TURN_MILLISECONDS = 100,
    CONNECTION_CLOSE_MILLISECONDS = 2000,
    CONNECTION_LINGER_MAX = 1024 * 1024, /* bytes that are read and discarded */
};

/* The two listeners: for clients, and for the operator alone. */
enum { CONNECTION_PUBLIC, CONNECTION_PRIVATE, CONNECTION_LISTENERS };

struct connection_listener {
    int socket; /* -1: none, or stopping */
    int port;
};

struct net {
    struct net_limits limits;
    struct net_handler handler;
    int epoll;
    struct connection_listener listener[CONNECTION_LISTENERS];
    int wake_fd;          /* an eventfd by which other threads wake the loop */
    int64_t now;          /* milliseconds of the monotonic clock, read once after each wait */
    int64_t listen_again; /* when to accept again after the system was out of descriptors; 0: now */
    uint32_t count;
    uint32_t accepted; /* of those, alive and within the limits */
    uint32_t refused;  /* of those, alive and over the limits: they only get a refusal */
    size_t held;       /* bytes; at most limits.memory */
    struct address_counts address_counts;
    bool stopping;
    bool called; /* the handler has been called since the loop last checked */
    atomic_bool stop_asked;
    atomic_bool wake_asked;
    struct list_link all_connections;
    struct list_link changed;
    struct list_link ended;
    struct list_link waiting[TIMEOUT_KINDS];
    int64_t timeout_ms[TIMEOUT_KINDS]; /* milliseconds */
    struct net_buffer *ping;
    char scratch[CONNECTION_SCRATCH_SIZE]; /* input of the socket that is being read */
};

/* Input bytes of requests and frames that are incomplete or not handled yet; no memory when
 * empty. */
struct net_inbox {
    char *bytes;
    uint32_t start;
    uint32_t length;
    uint32_t size;
};

struct connection {
    struct net *net;
    void *mine;
    struct list_link all_connections;
    struct list_link changed; /* to be flushed */
    struct list_link ended;   /* to be reported to the handler, and freed if dead */
    struct list_link waiting;
    struct list_link fresh; /* among those of its address without a complete request yet */
    struct address_count *address_count; /* NULL: refused or dead */
    int64_t deadline;
    uint32_t held; /* bytes, at the last count */
    struct queue queue;
    struct net_inbox inbox;
    struct ws_reader reader;
    size_t needed; /* bytes before it is worth parsing the request again */
    int socket;
    uint32_t interest; /* the events that epoll watches */
    uint32_t pings;    /* received in the second that began at `pings_since` */
    int64_t pings_since;
    /* in the turn that began at `received_since`, as limits.receive counts; LINGERING: bytes in
     * total */
    uint32_t received;
    int64_t received_since;
    uint8_t stage;
    uint8_t listener; /* the listener that accepted it */
    bool keep_alive;
    bool head_only;   /* the request is a HEAD */
    bool continued;   /* 100 Continue has been sent */
    bool known;       /* the handler knows it and has not been told that it is gone */
    bool peer_closed; /* the client has closed its WebSocket properly and sends nothing more */
    bool asked;       /* it has made a complete request */
    bool paused;      /* it has sent too much and is not read until its next turn */
    struct address address;
};

/* ---- connection.c: life cycle ---- */

/* Takes over an accepted socket and its entry among the address counts (NULL: it is to be refused).
 * When out of memory: NULL, and both are released. */
struct connection *connection_new(struct net *net, int socket, const struct address *address,
                                  struct address_count *address_count);

/* The connection no longer counts; its memory is freed at the end of this round. */
void connection_kill(struct connection *connection);

/* Starts or stops a timeout of the connection. */
void connection_wait(struct connection *connection, enum connection_timeout what);
void connection_wait_no_more(struct connection *connection);

/* Puts a buffer into the queue, whatever its size; NULL or a lack of memory kills the
 * connection. */
void connection_push(struct connection *connection, struct net_buffer *buffer);
void connection_changed(struct connection *connection);

/* Nothing more is sent or received: the handler is told at the end of this round. */
void connection_ended(struct connection *connection);

/* The socket has input or was closed. */
void connection_read(struct connection *connection);

/* Flushes queues, tells the handler of connections that have ended and frees the dead, until
 * nothing is left to do. Returns whether the handler was called. */
bool net_settle(struct net *net);

/* ---- requests.c: the HTTP side ---- */

/* Handles the requests in the inbox, as far as their turn has come. */
void connection_serve(struct connection *connection);

/* Handles the frames in the inbox. */
void connection_receive_inbox(struct connection *connection);

/* Answers with an error and closes the connection. */
void connection_refuse(struct connection *connection, int status, const char *reason);

/* ---- messages.c: the WebSocket side ---- */

/* Handles input bytes, which are unmasked in place. Returns how many were handled: all, unless the
 * connection has sent too much in this turn and is paused. The rest must be handled again before
 * any new input. */
size_t connection_receive(struct connection *connection, char *bytes, size_t length);

/* The pause is over. */
void connection_resume(struct connection *connection);

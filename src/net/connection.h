/*
 * The inside of the doors, shared by the files of this room: the net, its connections and their lives. A connection
 * is always in one stage:
 *
 *     READING ──request──▶ AWAITING ──answer──▶ SENDING ──sent, another may follow──▶ READING
 *        │ upgrade                                 └──sent, the last──────┐
 *        ▼                                                                ▼
 *     UPGRADING ─▶ OPEN ──our close──▶ CLOSING ──their close──▶ LEAVING ─sent─▶ LINGERING ──▶ DEAD
 *                    └──────their close, ours behind it───────────▲
 *
 * Only in READING, OPEN, CLOSING and LINGERING is the socket read, and not while it is paused. LINGERING has shut its sending side and reads,
 * without listening, until the client does the same: a socket closed with unread bytes would be reset, and the client
 * could lose our last words. (A WebSocket closed by both sides goes from LEAVING to DEAD: nothing can be unread.) Any
 * stage may end in DEAD; the dead are freed between events, never inside a call.
 *
 * Nothing is sent where it is put into a queue: its connection becomes `changed`, and what has changed is flushed
 * once everything that came in has been handled, many messages in one call to the system.
 */
#ifndef BV_NET_CONNECTION_H
#define BV_NET_CONNECTION_H

#include <stdatomic.h>

#include "net/homes.h"
#include "net/net.h"
#include "net/queue.h"
#include "net/websocket.h"

enum bv_stage {
    BV_READING,
    BV_AWAITING,
    BV_SENDING,
    BV_UPGRADING,
    BV_OPEN,
    BV_CLOSING,
    BV_LEAVING,
    BV_LINGERING,
    BV_DEAD,
};

/* What a connection is given time for. Every kind has one duration, so a list to whose end the newest is put is
 * ordered by deadline: only its front is ever looked at. */
enum bv_patience {
    BV_FOR_FIRST,   /* the first whole request; begins when the client calls */
    BV_FOR_REQUEST, /* a whole request; begins with its first byte */
    BV_FOR_NEXT,    /* the first byte of the next request */
    BV_FOR_READER,  /* the client takes an answer */
    BV_FOR_SOUND,   /* anything from a WebSocket; then it is pinged */
    BV_FOR_PONG,
    BV_FOR_TURN, /* nothing: a WebSocket that has said too much is heard again when it is over */
    BV_FOR_FAREWELL,
    BV_PATIENCE_KINDS,
};

enum {
    BV_SCRATCH_SIZE = 64 * 1024,
    BV_TURN_MILLISECONDS = 100,
    BV_FAREWELL_MILLISECONDS = 2000,
    BV_LINGER_MAX = 1024 * 1024, /* bytes that are read without listening */
};

/* Where clients call: people, and the operator alone. */
enum { BV_PUBLIC, BV_PRIVATE, BV_LISTENERS };

struct bv_listener {
    int socket; /* -1: none, or we stop */
    int port;
};

struct bv_net {
    struct bv_net_limits limits;
    struct bv_net_handler handler;
    int epoll;
    struct bv_listener listener[BV_LISTENERS];
    int bell;    /* an eventfd: other threads ring it */
    int64_t now; /* milliseconds of a clock that never jumps, read once after each wait */
    int64_t
        listen_again; /* when to accept again after the system had no more descriptors; nought: now */
    uint32_t count;
    uint32_t guests;  /* of those, alive and within the limits */
    uint32_t refused; /* of those, alive and over them: they only hear why */
    size_t held;      /* bytes; bv_net_memory */
    struct bv_homes homes;
    bool stopping;
    bool called; /* the handler has been called since the loop last asked */
    atomic_bool stop_asked;
    atomic_bool wake_asked;
    struct bv_link everybody;
    struct bv_link changed;
    struct bv_link ended;
    struct bv_link waiting[BV_PATIENCE_KINDS];
    int64_t patience[BV_PATIENCE_KINDS]; /* milliseconds */
    struct bv_parcel *ping;
    char scratch[BV_SCRATCH_SIZE]; /* what the socket at hand has just said */
};

/* Bytes of requests and frames that are not complete or whose turn has not come; no memory when empty. */
struct bv_inbox {
    char *bytes;
    uint32_t start;
    uint32_t length;
    uint32_t size;
};

struct bv_connection {
    struct bv_net *net;
    void *mine;
    struct bv_link everybody;
    struct bv_link changed; /* to be flushed */
    struct bv_link ended;   /* to be told to the handler, and freed if dead */
    struct bv_link waiting;
    struct bv_link fresh; /* among those of its home that have not made a whole request */
    struct bv_home *home; /* NULL: it is refused, or dead */
    int64_t deadline;
    uint32_t held; /* bytes, when it was last looked at */
    struct bv_queue queue;
    struct bv_inbox inbox;
    struct bv_ws_reader reader;
    size_t needed; /* bytes before it is worth reading the request again */
    int socket;
    uint32_t interest; /* what epoll watches */
    uint32_t pings;    /* heard in the second that began at `pings_since` */
    int64_t pings_since;
    uint32_t
        heard; /* in the turn that began at `heard_since`, as limits.hearing counts; LINGERING: bytes in all */
    int64_t heard_since;
    uint8_t stage;
    uint8_t listener; /* to which it called */
    bool keep_alive;
    bool head_only; /* the request is a HEAD */
    bool continued; /* 100 Continue has been sent */
    bool known;     /* the handler has seen it, and not yet seen it go */
    bool farewell;  /* the client has closed its WebSocket properly and sends nothing more */
    bool asked;     /* it has made a whole request */
    bool paused;    /* it has said too much, and is not read until its next turn */
    struct bv_address address;
};

/* ---- connection.c: lives ---- */

/* Takes over an accepted socket, and a connection of its home (NULL: it is to be refused); NULL, and both given back,
 * when memory is out. */
struct bv_connection *bv_connection_new(struct bv_net *net, int socket,
                                        const struct bv_address *address, struct bv_home *home);

/* It counts no more from now on; its memory is given back at the end of this round. */
void bv_connection_kill(struct bv_connection *connection);

/* Gives the connection time for something, from now on. */
void bv_connection_wait(struct bv_connection *connection, enum bv_patience what);
void bv_connection_wait_no_more(struct bv_connection *connection);

/* Puts a parcel into the queue, whatever its size; NULL, or memory that is out, kills the connection. */
void bv_connection_push(struct bv_connection *connection, struct bv_parcel *parcel);
void bv_connection_changed(struct bv_connection *connection);

/* Nothing more will be said or heard: the handler is told at the end of this round. */
void bv_connection_ended(struct bv_connection *connection);

/* The socket has bytes, or its end. */
void bv_connection_read(struct bv_connection *connection);

/* Sends what waits, tells the handler of what has ended and frees the dead, until nothing is left to do. Whether the
 * handler was called. */
bool bv_net_settle(struct bv_net *net);

/* ---- requests.c: the HTTP side ---- */

/* Handles the requests that are in the inbox, as far as their turn has come. */
void bv_connection_serve(struct bv_connection *connection);

/* Hears the frames that are in the inbox. */
void bv_connection_hear_inbox(struct bv_connection *connection);

/* Answers with a line of ours and lets the connection go. */
void bv_connection_refuse(struct bv_connection *connection, int status, const char *reason);

/* ---- messages.c: the WebSocket side ---- */

/* Bytes have come; they are unmasked where they lie. Returns how many were heard: all, unless the connection has said too
 * much in this turn and is paused. What is left is to be heard again before anything else. */
size_t bv_connection_hear(struct bv_connection *connection, char *bytes, size_t length);

/* Its next turn has come. */
void bv_connection_resume(struct bv_connection *connection);

#endif

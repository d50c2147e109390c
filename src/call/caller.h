/*
 * Somebody who calls at a door of the house: one connection that becomes a guest, then a WebSocket, and comes back by
 * itself when it is lost, at another door where there are several. Nothing here waits; whoever watches `epoll`
 * says when something has come.
 *
 *     away ──▶ connecting ──▶ naming itself ──▶ upgrading ──▶ inside
 *      ▲            └───────── has a cookie ───────▲            │
 *      └──────────────────── lost, tries again later ───────────┘
 */
#ifndef BV_CALL_CALLER_H
#define BV_CALL_CALLER_H

#include "call/door.h"
#include "call/wire.h"
#include "core/random.h"
#include "net/websocket.h"

enum bv_caller_stage {
    BV_CALLER_AWAY,
    BV_CALLER_CONNECTING,
    BV_CALLER_NAMING,
    BV_CALLER_UPGRADING,
    BV_CALLER_INSIDE,
};

/* Bytes that wait, in memory that grows with them. */
struct bv_bytes {
    char *text;
    size_t length;
    size_t room;
};

bool bv_bytes_add(struct bv_bytes *bytes, const char *text, size_t length);

struct bv_caller {
    struct bv_wire wire;
    enum bv_caller_stage stage;
    bool wants_out;       /* epoll tells us when more can be sent */
    uint32_t number;      /* for its name */
    uint32_t attempts;    /* since it was last inside */
    uint32_t door;        /* at which it calls, or is inside */
    int64_t heard;        /* when something last came, or the call began */
    bool pinged;          /* nothing has come since then */
    int64_t due;          /* when away: the time of the next attempt, microseconds */
    struct bv_bytes come; /* an answer that is not complete */
    struct bv_bytes unsent;
    struct bv_ws_reader reader;
    char cookie[BV_COOKIE_SIZE];
};

/* What all callers share, and who hears of them. */
struct bv_switchboard {
    const struct bv_door *door; /* the first of the house, */
    uint32_t further;           /* and how many come after it */
    const char *name;           /* of new guests; NULL: `Caller` and a number */
    int epoll;
    int64_t patience; /* microseconds of silence after which another door is tried; 0: for ever */
    struct bv_random random;
    uint64_t bytes_in;
    uint64_t bytes_out;
    uint64_t losses;     /* connections that ended without our doing */
    uint32_t inside;     /* callers that are inside now */
    char complaint[512]; /* the first answer that was not what we hoped for */
    /* What was wrong with whoever answered in secret last; NULL: nothing. */
    const struct bv_text *distrust;
    void *context;
    void (*message)(void *context, struct bv_caller *caller, struct bv_span text);
    void (*lost)(void *context, struct bv_caller *caller);
};

/* Microseconds of a clock that only goes forward. */
int64_t bv_load_now(void);

void bv_caller_connect(struct bv_switchboard *board, struct bv_caller *caller);

/* Something has come, or can be sent: `events` of epoll. */
void bv_caller_stir(struct bv_switchboard *board, struct bv_caller *caller, uint32_t events);

/* Sends a message; what the socket does not take now goes later. */
void bv_caller_say(struct bv_switchboard *board, struct bv_caller *caller, struct bv_span text);

/* Hangs up and comes back, at another door where there is one. */
void bv_caller_go_elsewhere(struct bv_switchboard *board, struct bv_caller *caller);

/* Whoever hears nothing for too long, though it asks whether somebody is there, goes elsewhere. */
void bv_caller_look(struct bv_switchboard *board, struct bv_caller *caller, int64_t now);

/* Hangs up and frees what the caller holds. */
void bv_caller_close(struct bv_switchboard *board, struct bv_caller *caller);

#endif

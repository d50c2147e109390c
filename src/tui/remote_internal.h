/*
 * A table of a server, shown and played from this terminal, by the protocol of docs/api.md. Nothing
 * is decided here: the server reports, the screen shows. A lost connection is reopened by itself and
 * continues after the last message that was received.
 */
#pragma once

#include "client/message.h"
#include "tui/game.h"
#include "tui/tui.h"

enum {
    REMOTE_ID = 64,
    REMOTE_SERVER = HTTP_CLIENT_HOST_SIZE + HTTP_CLIENT_PATH_SIZE + 8,
    REMOTE_NAME = 64,
    REMOTE_PEOPLE = 32,
    REMOTE_DRAFT = 64
};

struct remote_occupant {
    char name[REMOTE_NAME]; /* of the player in that seat; "": none */
    bool mine;
    bool open; /* no player, no computer, and not reserved */
};

/* A token of ours, and the position before it. */
struct remote_step {
    int seat;
    char token[BV_TOKEN_MAX];
    char key[24];
    union bv_state before;
    size_t log;
};

struct remote {
    struct tui_game game;
    const struct tui_plan *plan;
    struct server_address address;
    char server[REMOTE_SERVER]; /* its name among the saved servers */
    struct client_loop loop;
    struct client_connection connection;
    int64_t opened; /* when the table was opened, by our own clock */
    bool away;      /* the connection was lost, and the table was not received since */
    bool failed;    /* for good: the server refuses us, or has no such table */
    char id[REMOTE_ID];
    char me[REMOTE_ID];

    /* What the server has sent. */
    struct bv_terms terms;
    union bv_tables tables;
    char *board_text; /* a custom board */
    char channel[BV_NAME_MAX];
    int64_t received; /* the last number of that channel */
    bool begun;       /* the game has begun */
    struct remote_occupant occupant[BV_SEATS_MAX];
    bv_seats to_act;
    bool offered[BV_SIDES_MAX], asked[BV_SIDES_MAX];
    int joined;                 /* a seat of ours that another player asks to share; -1: none */
    int64_t left[BV_SIDES_MAX]; /* milliseconds on the clock, when it was sent */
    bool running[BV_SIDES_MAX];
    bool has_clock;
    int64_t clock_at; /* when that was, by our own clock */
    struct {
        char id[REMOTE_ID], name[REMOTE_NAME];
    } person[REMOTE_PEOPLE];
    int people;

    /* Tokens of our turn that are not sent yet, or not answered (remote.c). */
    struct {
        int count;
        int sent;     /* how many of those the server has accepted */
        bool sending; /* the turn is complete: nothing more can be taken back */
        struct remote_step step[REMOTE_DRAFT];
    } draft;

    /* What we have sent. */
    uint32_t last_id;
    uint32_t play_id;     /* of a token that is not answered yet; 0: none */
    bool sat;             /* we have asked for seats */
    char next[REMOTE_ID]; /* the table of the rematch; "": there is none yet */
    bool asked_history;   /* and for the history */
};

/* remote.c: what we send. */
void remote_subscribe(struct remote *remote);
void remote_sit(struct remote *remote);
void remote_rename(struct remote *remote); /* to the name of the options */
void remote_send_token(struct remote *remote);
void draft_granted(struct remote *remote); /* the token that was sent */
void draft_drop(struct remote *remote);

/* remote_messages.c: what the server sends. */
void remote_receive(struct remote *remote, struct bv_span text);
void remote_show(struct remote *remote); /* status and heading, as they are now */

/* Our seats that act here: where there are secrets, only those of the side whose view is shown. */
bv_seats remote_seats(const struct remote *remote);

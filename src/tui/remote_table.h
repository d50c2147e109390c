/*
 * A table of a house, seen and played at from this terminal, by the protocol of docs/api.md. Nothing is decided here: the
 * house tells, the table shows. A lost connection comes back by itself and goes on behind the last message that was heard.
 */
#ifndef BIVOUAC_REMOTE_TABLE_H
#define BIVOUAC_REMOTE_TABLE_H

#include "call/caller.h"
#include "call/fields.h"
#include "tui/table.h"
#include "tui/tui.h"

enum {
    REMOTE_ID = 64,
    REMOTE_HOUSE = BV_HOST_SIZE + BV_PATH_SIZE + 8,
    REMOTE_NAME = 64,
    REMOTE_PEOPLE = 32,
    REMOTE_MESSAGE = 1000,
    REMOTE_DRAFT = 64
};

struct remote_chair {
    char name[REMOTE_NAME]; /* who sits there; "": nobody */
    bool mine;
    bool open; /* nobody, no computer, and not kept for anybody */
};

/* A token of ours, and what stood before it. */
struct remote_step {
    int seat;
    char token[BV_TOKEN_MAX];
    char key[24];
    union bv_state before;
    size_t log;
};

struct remote {
    struct table table;
    const struct tui_wishes *wishes;
    struct bv_door door;
    char house[REMOTE_HOUSE]; /* its name among the houses that one was in */
    struct bv_switchboard board;
    struct bv_caller caller;
    bool away;   /* the connection was lost, and the table was not heard of since */
    bool failed; /* for good: the house does not want us, or has no such table */
    char id[REMOTE_ID];
    char me[REMOTE_ID];

    /* What the house has told. */
    struct bv_terms terms;
    union bv_tables tables;
    char *board_text; /* a board of one's own */
    char channel[BV_NAME_MAX];
    int64_t heard; /* the last number of that channel */
    bool begun;    /* the game has */
    struct remote_chair chair[BV_SEATS_MAX];
    bv_seats to_act;
    bool offered[BV_SIDES_MAX], asked[BV_SIDES_MAX];
    int joined;                 /* a seat of ours that somebody asks to share; -1: none */
    int64_t left[BV_SIDES_MAX]; /* milliseconds on the clock, when it was told */
    bool running[BV_SIDES_MAX];
    bool has_clock;
    int64_t told; /* when that was, by our own clock */
    struct {
        char id[REMOTE_ID], name[REMOTE_NAME];
    } person[REMOTE_PEOPLE];
    int people;

    /* Tokens of our turn that were not sent yet, or are on their way (remote_draft.c). */
    struct {
        int count;
        int sent;     /* of those, the ones that the house has granted */
        bool sending; /* the turn is complete: no more can be taken back */
        struct remote_step step[REMOTE_DRAFT];
    } draft;

    /* What we have said. */
    uint32_t last_id;
    uint32_t play_id; /* of a token that is not answered yet; 0: none */
    bool sat;         /* we have asked for a seat */
    bool past_told;   /* and for what happened before we came */
};

/* remote_say.c: what we say. */
void remote_attend(struct remote *remote);
void remote_sit(struct remote *remote);
void remote_wish(struct remote *remote, const char *verb);
void remote_wish_at(struct remote *remote, const char *verb, const char *seat);
void remote_send_token(struct remote *remote);
void remote_chat(struct remote *remote, const char *text);

/*
 * remote_draft.c: a turn of several tokens stays here, where it can be taken back, until it is complete: chance or
 * somebody else is next, or the next token could bring a secret to light.
 */
void draft_play(struct remote *remote, int seat, bv_action action, const char *token);
bool draft_take_back(struct remote *remote); /* false: there is none */
void draft_send(struct remote *remote);
void draft_granted(struct remote *remote); /* the token on its way */
void draft_drop(struct remote *remote);

/* remote_hear.c: what the house says. */
void remote_hear(struct remote *remote, struct bv_span message);
void remote_show(struct remote *remote); /* status and heading, as they are now */

/* Our seats that act here: where there are secrets, only those of the side whose view the screen shows. */
bv_seats remote_hands(const struct remote *remote);

#endif

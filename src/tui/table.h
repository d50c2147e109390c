/*
 * A game as the screen meets it: at this terminal (local.c) or at a table of a house (remote.c), alike from outside. The
 * screen shows what stands here and asks for what people wish; a table changes itself when it is stirred.
 */
#ifndef BIVOUAC_TUI_TABLE_H
#define BIVOUAC_TUI_TABLE_H

#include "core/game.h"
#include "games/storage.h"
#include "tui/logbook.h"

enum { TABLE_TEXT = 256, TRAIL_MAX = 64 };

struct table;

/* What people may wish besides a token; each is there where it makes sense. */
enum wish {
    WISH_UNDO,
    WISH_HINT,
    WISH_RESIGN,
    WISH_DRAW,    /* to offer one, or to accept */
    WISH_DECLINE, /* a draw, a take-back, or to share a seat */
    WISH_JOIN,    /* those who hold a seat, with its name */
    WISH_ADMIT,   /* who asks to share a seat */
    WISH_ASK,     /* to take back, or to grant it */
    WISH_START,
    WISH_SAVE, /* with a file's name */
    WISH_SAY,  /* with a text */
    WISHES,
};

struct table_ways {
    void (*play)(struct table *table, int seat, bv_action action, const char *token);
    /* False: this table knows no such wish. */
    bool (*grant)(struct table *table, enum wish wish, const char *text);
    /* The one to whom the screen was handed sits before it now. */
    void (*lift)(struct table *table);
    struct guest (*guest)(struct table *table);
    void (*leave)(struct table *table);
};

struct table {
    const struct table_ways *ways;
    const struct bv_terms *terms; /* NULL: not known yet */
    union bv_state view;          /* what the onlooker may know */
    int onlooker;                 /* a seat, or BV_WATCHER */
    bv_seats mine;                /* seats in these hands */
    bv_seats acting;              /* of those, the ones that may act now */
    bool over;
    bool is_remote;
    int curtain;              /* the seat to whom the screen must be handed first; -1: none */
    uint64_t version;         /* counted up whenever the position has changed */
    char heading[TABLE_TEXT]; /* who plays whom */
    char status[TABLE_TEXT];  /* what is being waited for */
    char notice[TABLE_TEXT];  /* what was just said to the person; the screen clears it */
    bool alarm;               /* the notice is bad news */
    char dice[BV_TOKEN_MAX];  /* the last throw; "": none */
    struct logbook log;
    int trail_count; /* points where something happened since these hands last acted */
    int16_t trail[TRAIL_MAX];
};

/* Says something to the person. */
void table_say(struct table *table, bool alarm, const char *text);
void table_notice(struct table *table, bool alarm, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Tells what happened: the log, the trail, the dice. */
void table_tell(struct table *table, const struct bv_event *event, uint32_t count);
void table_forget_trail(struct table *table);

#endif

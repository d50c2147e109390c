/*
 * A game as the screen sees it: at this terminal (local.c) or at a table of a server (remote.c),
 * with the same interface. The screen shows these fields and passes on the player's commands; a
 * table updates itself in `stir`.
 */
#ifndef TUI_TABLE_H
#define TUI_TABLE_H

#include "core/game.h"
#include "games/storage.h"
#include "tui/logbook.h"

enum { TABLE_TEXT = 256, TRAIL_MAX = 64 };

struct table;

/* What players may command besides a token; each only where it applies. */
enum command {
    COMMAND_UNDO,
    COMMAND_HINT,
    COMMAND_RESIGN,
    COMMAND_DRAW,    /* offers or accepts one */
    COMMAND_DECLINE, /* a draw, a take-back, or a request to share a seat */
    COMMAND_JOIN,    /* asks to share a seat, given its name */
    COMMAND_ADMIT,   /* the player that asks to share a seat */
    COMMAND_ASK,     /* asks to take back, or grants it */
    COMMAND_START,
    COMMAND_SAVE, /* with a file name */
    COMMAND_SAY,  /* with a text */
    COMMANDS,
};

struct table_ways {
    void (*play)(struct table *table, int seat, bv_action action, const char *token);
    /* False: this table does not have that command. */
    bool (*grant)(struct table *table, enum command command, const char *text);
    /* The player to whom the screen was handed is looking at it now. */
    void (*lift)(struct table *table);
    struct guest (*guest)(struct table *table);
    void (*leave)(struct table *table);
};

struct table {
    const struct table_ways *ways;
    const struct bv_terms *terms; /* NULL: not known yet */
    union bv_state view;          /* what the viewer may know */
    int onlooker;                 /* a seat, or BV_WATCHER */
    bv_seats mine;                /* the seats of the players at this screen */
    bv_seats acting;              /* those of them that may act now */
    bool over;
    bool is_remote;
    int curtain;              /* the seat to which the screen must be handed first; -1: none */
    uint64_t version;         /* incremented whenever the position has changed */
    char heading[TABLE_TEXT]; /* the players */
    char status[TABLE_TEXT];  /* what the table waits for */
    char notice[TABLE_TEXT];  /* a message to the player; the screen clears it */
    bool alarm;               /* the notice is an error */
    char dice[BV_TOKEN_MAX];  /* the last roll; "": none */
    struct logbook log;
    int trail_count; /* points where something happened since these seats last acted */
    int16_t trail[TRAIL_MAX];
};

/* Shows a message to the player. */
void table_say(struct table *table, bool alarm, const char *text);
void table_notice(struct table *table, bool alarm, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Reports what happened: updates the log, the trail and the dice. */
void table_tell(struct table *table, const struct bv_event *event, uint32_t count);
void table_forget_trail(struct table *table);

#endif

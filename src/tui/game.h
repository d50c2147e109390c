/*
 * A game as the screen sees it: at this terminal (local.c) or at a table of a server (remote.c),
 * with the same interface. The screen shows these fields and passes on the player's commands; a
 * game updates itself in `handle`.
 */
#pragma once

#include "core/game.h"
#include "games/storage.h"
#include "tui/game_log.h"

enum { TUI_GAME_TEXT = 256, TRAIL_MAX = 64 };

struct tui_game;

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
    COMMAND_REMATCH,
    COMMAND_SAVE, /* with a file name */
    COMMAND_SAY,  /* with a text */
    COMMANDS,
};

/* What the player wants after a game. */
enum tui_next { NEXT_LEAVE, NEXT_AGAIN, NEXT_EXCHANGED, NEXT_OTHER };

struct tui_game_calls {
    void (*play)(struct tui_game *game, int seat, bv_action action, const char *token);
    /* False: this game does not have that command. */
    bool (*command)(struct tui_game *game, enum command command, const char *text);
    /* After the end: shows the game so many moves further, or back; NULL: this game cannot. */
    void (*step)(struct tui_game *game, int moves);
    /* The player to whom the screen was handed is looking at it now; NULL: it never is. */
    void (*handed_over)(struct tui_game *game);
    struct event_source (*source)(struct tui_game *game);
    void (*leave)(struct tui_game *game);
};

struct tui_game {
    const struct tui_game_calls *calls;
    const struct bv_terms *terms; /* NULL: not known yet */
    union bv_state view;          /* what the viewer may know */
    int viewer;                   /* a seat, or BV_WATCHER */
    bv_seats mine;                /* the seats of the players at this screen */
    bv_seats acting;              /* those of them that may act now */
    bool over;
    bool is_remote;
    bool across; /* the viewer sits at the upper edge of the board as it is drawn */
    bool closes; /* the screen closes by itself */
    enum tui_next next;
    int hand_to;                 /* the seat to which the screen must be handed first; -1: none */
    uint64_t version;            /* incremented whenever the position has changed */
    char heading[TUI_GAME_TEXT]; /* the players */
    char status[TUI_GAME_TEXT];  /* what the game waits for */
    char result[TUI_GAME_TEXT];  /* once over: who has won, and how */
    char notice[2 * TUI_GAME_TEXT]; /* a message to the player; the screen clears it */
    bool alarm;                     /* the notice is an error */
    char dice[BV_TOKEN_MAX];        /* the last roll; "": none */
    struct game_log log;
    int trail_count; /* points where something happened since these seats last acted */
    int16_t trail[TRAIL_MAX];
    int reply_count; /* points of the reply that a hint fears, until something is played */
    int16_t reply[TRAIL_MAX];
};

/* Shows a message to the player. */
void tui_game_say(struct tui_game *game, bool alarm, const char *text);
void tui_game_error(struct tui_game *game, const struct bv_error *error);
void tui_game_notice(struct tui_game *game, bool alarm, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Reports what happened: updates the log, the trail and the dice. */
void tui_game_report(struct tui_game *game, const struct bv_event *event, uint32_t count);
void tui_game_forget_trail(struct tui_game *game);

/* Marks where a reply would go; the trail's end is its end, too. */
void tui_game_mark_reply(struct tui_game *game, const struct bv_event *event, uint32_t count);

/* Only marks where it happened, as far as the viewer may know. */
void tui_game_mark(struct tui_game *game, const struct bv_event *event, uint32_t count);

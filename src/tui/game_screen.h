/* The screen of a game: board, facts, log, input line, and what the keys and the mouse do there. */
#pragma once

#include "core/facts.h"
#include "tui/entry.h"
#include "tui/game.h"
#include "tui/gesture.h"
#include "tui/layout.h"

struct game_screen {
    struct tui_game *game;
    struct board board;
    struct choices choices;
    struct gesture gesture;
    struct entry entry;
    struct layout layout;
    struct bv_facts facts; /* of the view, for the seat to act */
    int cursor;            /* a point; BV_NOWHERE: none yet */
    uint64_t version;      /* of the game, when it was last shown */
    bool drawn;            /* the board was drawn at all */
    bool follow;           /* the board must be scrolled to the cursor at the next layout */
    bool leaving;
    bool turned;   /* the player has turned the board */
    bool end_seen; /* what can be done after the end was offered */
    unsigned marks[BOARD_POINTS_MAX];
    uint32_t *list; /* memory for all choices */
    uint32_t list_capacity;
};

/* Runs until the player leaves, or the program is asked to end. */
void game_screen_run(struct tui_game *game);

/* The parts, for benchmarks. */
void game_screen_open(struct game_screen *screen, struct tui_game *game);
void game_screen_close(struct game_screen *screen);
void game_screen_show(struct game_screen *screen, bool whole);
void game_screen_press(struct game_screen *screen, const struct press *press);

/* game_screen_view.c: draws everything. */
void game_screen_draw(struct game_screen *screen);

/* The number of the function key shown at that place of the bar; 0: none. */
int game_screen_key_at(const struct game_screen *screen, int x);

/* log_page.c: the facts in full and the log, on a page of their own. */
void log_page_show(struct game_screen *screen, void (*behind)(void *), void *context);

/* legend.c: what is under the cursor, the signs of the board, the keys, the rule options. */
void legend_show(struct game_screen *screen, void (*behind)(void *), void *context);

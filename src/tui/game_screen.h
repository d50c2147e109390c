/* The screen of a game: board, facts, log, input line, and what the keys and the mouse do there. */
#ifndef TUI_GAME_SCREEN_H
#define TUI_GAME_SCREEN_H

#include "tui/entry.h"
#include "tui/gesture.h"
#include "tui/layout.h"
#include "tui/table.h"

struct stage {
    struct table *table;
    struct board board;
    struct choices choices;
    struct gesture gesture;
    struct entry entry;
    struct layout layout;
    int cursor;       /* a point; BV_NOWHERE: none yet */
    uint64_t version; /* of the table, when it was last shown */
    bool drawn;       /* the board was drawn at all */
    bool follow;      /* the board must be scrolled to the cursor at the next layout */
    bool leaving;
    unsigned marks[BOARD_POINTS_MAX];
    uint32_t *list; /* memory for all choices */
    uint32_t list_capacity;
};

/* Runs until the player leaves, or the program is asked to end. */
void stage_run(struct table *table);

/* The parts, for benchmarks. */
void stage_open(struct stage *stage, struct table *table);
void stage_close(struct stage *stage);
void stage_show(struct stage *stage, bool whole);
void stage_press(struct stage *stage, const struct press *press);

/* game_screen_view.c: draws everything. */
void stage_draw(struct stage *stage);

/* The number of the function key shown at that place of the bar; 0: none. */
int stage_key_at(const struct stage *stage, int x);

/* help.c */
void help_show(const struct table *table, void (*behind)(void *), void *context);

#endif

/* The screen of a game: board, facts, log, the line one writes on, and what the keys and the mouse do there. */
#ifndef BIVOUAC_STAGE_H
#define BIVOUAC_STAGE_H

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
    uint64_t version; /* of the table, as it was last looked at */
    bool drawn;       /* the board was drawn at all */
    bool follow;      /* the board is to be scrolled to the cursor when its place is known */
    bool leaving;
    unsigned marks[BOARD_POINTS_MAX];
    uint32_t *list; /* room for all choices */
    uint32_t list_room;
};

/* Plays until the person leaves, or the program is asked to end. */
void stage_run(struct table *table);

/* The parts, for whoever measures. */
void stage_open(struct stage *stage, struct table *table);
void stage_close(struct stage *stage);
void stage_show(struct stage *stage, bool whole);
void stage_press(struct stage *stage, const struct press *press);

/* stage_view.c: draws everything as it stands. */
void stage_draw(struct stage *stage);

/* The number of the function key whose name stands there in the bar; 0: none does. */
int stage_key_at(const struct stage *stage, int x);

/* help.c */
void help_show(const struct table *table, void (*behind)(void *), void *context);

#endif

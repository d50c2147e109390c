/*
 * Where things are on the screen, for a board of some size:
 *
 *     title ─────────────────────────────          title ──────────────────────────
 *     board                   │ facts              board, the whole width
 *                             │ log
 *                             │                    facts          │ log
 *     message                                      message
 *     entry                                        entry
 *     keys                                         keys
 *
 * Facts and log are beside the board if there is space, otherwise below it. A board that is larger
 * than its area is scrolled.
 */
#ifndef TUI_LAYOUT_H
#define TUI_LAYOUT_H

#include "core/canvas.h"

enum { LEAST_ROWS = 24, LEAST_COLUMNS = 80 };

struct layout {
    struct bv_box title, board, facts, log, message, entry, keys;
    int wall; /* the column between the board and what is beside it; -1: it is below */
};

/* The width of the facts beside a board; if that is too narrow, they go below it. */
int layout_beside(int columns, struct bv_box board);

/* `facts_lines`: the number of lines the facts take at that width. */
struct layout layout_make(int rows, int columns, struct bv_box board, int facts_lines);

bool box_has(const struct bv_box *box, int x, int y);

#endif

/*
 * Where things stand on the screen, for a board of some size:
 *
 *     title ─────────────────────────────          title ──────────────────────────
 *     board                   │ facts              board, the whole width
 *                             │ log
 *                             │                    facts          │ log
 *     message                                      message
 *     entry                                        entry
 *     keys                                         keys
 *
 * Beside the board if there is room, below it otherwise. A board that is larger than its place is scrolled.
 */
#ifndef BIVOUAC_LAYOUT_H
#define BIVOUAC_LAYOUT_H

#include "core/canvas.h"

enum { LEAST_ROWS = 24, LEAST_COLUMNS = 80 };

struct layout {
    struct bv_box title, board, facts, log, message, entry, keys;
    int wall; /* the column between board and what stands beside it; -1: it stands below */
};

/* How wide the facts are when they stand beside a board; too narrow, and they stand below it. */
int layout_beside(int columns, struct bv_box board);

/* `facts_lines`: how many lines the facts take at that width. */
struct layout layout_make(int rows, int columns, struct bv_box board, int facts_lines);

bool box_has(const struct bv_box *box, int x, int y);

#endif

/*
 * Where things are on the screen, for a board of some size:
 *
 *     title ───────────────────      title ──────────────────      title ───────────
 *     board            │ facts       board, the whole width        board
 *                      │ log
 *                      │             facts       │ log             a line of facts
 *     message                        message                       message
 *     entry                          entry                         entry
 *     keys                           keys                          keys
 *
 * Facts and log are beside the board if there is space, otherwise below it; on a small screen they are
 * folded: a line or two of facts, and the log on a page of its own. A board that is larger than its
 * area is scrolled. The message takes as many lines as it needs.
 */
#pragma once

#include "core/canvas.h"

enum { LEAST_ROWS = 8, LEAST_COLUMNS = 24 };

struct layout {
    struct bv_box title, board, facts, log, message, entry, keys;
    int wall;         /* the column between the board and what is beside it; -1: it is below */
    bool folded;      /* there is no log */
    bool binds_below; /* what binds the player is in the message, not among the facts */
};

/* The width of the facts where they stand: beside a board of this width, or below it. */
int layout_facts_width(int columns, int board_width);

/* How many lines a message may take. */
int layout_message_most(int rows);

/* `facts_lines`, `message_lines`: the number of lines the facts take at their width, and the
 * message. */
struct layout layout_make(int rows, int columns, struct bv_box board, int facts_lines,
                          int message_lines);

bool box_has(const struct bv_box *box, int x, int y);

/*
 * The board on the screen: what a game drew on its canvas, which points stand where, how one goes from point to point,
 * and the facts that the game wrote beside it. Not a word of any one game.
 */
#ifndef BIVOUAC_TUI_BOARD_H
#define BIVOUAC_TUI_BOARD_H

#include "core/game.h"
#include "tui/screen.h"

enum { BOARD_POINTS_MAX = 1024 };

struct board {
    struct bv_canvas canvas;
    int points; /* one more than the highest that is drawn */
    struct {
        bool drawn;
        int x, y; /* twice its middle, on the canvas */
    } point[BOARD_POINTS_MAX];
    int scroll_x, scroll_y;
};

/* What each point looks like now: marks by the point's number. */
typedef unsigned board_marks(const void *context, int point);

/* Lets the game draw a position (or a view). */
void board_draw(struct board *board, const struct bv_terms *terms, const union bv_state *view);

/* Scrolls as little as makes a point seen (BV_NOWHERE: none) in a place of this size. */
void board_follow(struct board *board, struct bv_box place, int point);
void board_scroll(struct board *board, struct bv_box place, int lines);

void board_show(const struct board *board, struct bv_box place, board_marks *marks,
                const void *context);

/* The point that is shown there; BV_NOWHERE if none is. */
int board_point_at(const struct board *board, struct bv_box place, int x, int y);

/* The nearest point in a direction (-1, 0 or 1 each); the same one if there is none. From BV_NOWHERE: the middle. */
int board_step(const struct board *board, int from, int across, int down);

/* The facts, as many lines as they take when so wide: returns their number, and shows them if `show`. */
int board_facts(const struct board *board, struct bv_box place, bool show);

#endif

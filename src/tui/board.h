/*
 * The board on the screen: what a game drew on its canvas, the position of each point, how the
 * cursor moves from point to point. It is independent of any one game.
 */
#pragma once

#include "core/game.h"
#include "tui/screen.h"

enum { BOARD_POINTS_MAX = 1024 };

struct board {
    struct bv_canvas canvas;
    int points; /* one more than the highest point that is drawn */
    struct {
        bool drawn;
        int x, y; /* twice its centre, on the canvas */
    } point[BOARD_POINTS_MAX];
    int scroll_x, scroll_y;
};

/* The marks of each point, by its number. */
typedef unsigned board_marks(const void *context, int point);

/* Lets the game draw a position (or a view); `turned`: for a player who sits at its upper edge. */
void board_draw(struct board *board, const struct bv_terms *terms, const union bv_state *view,
                bool turned);

/* Scrolls as little as needed to show a point (BV_NOWHERE: none) in an area of this size. */
void board_follow(struct board *board, struct bv_box place, int point);
void board_scroll(struct board *board, struct bv_box place, int lines);

void board_show(const struct board *board, struct bv_box place, board_marks *marks,
                const void *context);

/* The point shown there; BV_NOWHERE if none is. */
int board_point_at(const struct board *board, struct bv_box place, int x, int y);

/* The nearest point in a direction (-1, 0 or 1 each); the same point if there is none. From
 * BV_NOWHERE: the central one. */
int board_step(const struct board *board, int from, int across, int down);

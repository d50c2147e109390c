#include "tui/board.h"

#include <stdlib.h>
#include <string.h>

void board_draw(struct board *board, const struct bv_terms *terms, const union bv_state *view)
{
    struct {
        int left, right, top, bottom;
    } reach[BOARD_POINTS_MAX];
    const struct bv_canvas *canvas = &board->canvas;
    terms->game->draw(terms, view, &board->canvas);
    memset(board->point, 0, sizeof board->point);
    board->points = 0;
    for (int y = 0; y < canvas->height; y++)
        for (int x = 0; x < canvas->width; x++) {
            int point = canvas->cell[y][x].point;
            if (point < 0 || point >= BOARD_POINTS_MAX) continue;
            if (point >= board->points) board->points = point + 1;
            if (!board->point[point].drawn) {
                board->point[point].drawn = true;
                reach[point].left = reach[point].right = x;
                reach[point].top = y;
            }
            if (x < reach[point].left) reach[point].left = x;
            if (x > reach[point].right) reach[point].right = x;
            reach[point].bottom = y;
        }
    for (int point = 0; point < board->points; point++) {
        if (!board->point[point].drawn) continue;
        board->point[point].x = reach[point].left + reach[point].right;
        board->point[point].y = reach[point].top + reach[point].bottom;
    }
}

/* ---- Scrolling ------------------------------------------------------------------------------- */

static int within(int value, int least, int most)
{
    return value > most ? (most < least ? least : most) : value < least ? least : value;
}

static void keep_inside(struct board *board, struct bv_box place)
{
    const struct bv_canvas *canvas = &board->canvas;
    board->scroll_x = within(board->scroll_x, 0, canvas->width - place.width);
    board->scroll_y = within(board->scroll_y, 0, canvas->height - place.height);
}

void board_scroll(struct board *board, struct bv_box place, int lines)
{
    board->scroll_y += lines;
    keep_inside(board, place);
}

void board_follow(struct board *board, struct bv_box place, int point)
{
    enum { AROUND = 3 };
    if (point >= 0 && point < board->points && board->point[point].drawn) {
        int x = board->point[point].x / 2;
        int y = board->point[point].y / 2;
        board->scroll_x = within(board->scroll_x, x + 2 * AROUND - place.width + 1, x - 2 * AROUND);
        board->scroll_y = within(board->scroll_y, y + AROUND - place.height + 1, y - AROUND);
    }
    keep_inside(board, place);
}

/* ---- Showing --------------------------------------------------------------------------------- */

static enum badge badge_of(unsigned marks)
{
    if (marks & MARK_HELD) return BADGE_HELD;
    if (marks & MARK_NEXT) return BADGE_NEXT;
    if (marks & MARK_END) return BADGE_END;
    return BADGE_NONE;
}

void board_show(const struct board *board, struct bv_box place, board_marks *marks,
                const void *context)
{
    static unsigned mark[BOARD_POINTS_MAX];
    static bool badged[BOARD_POINTS_MAX]; /* one badge a point, in its first blank cell */
    const struct bv_canvas *canvas = &board->canvas;
    for (int point = 0; point < board->points; point++) {
        mark[point] = board->point[point].drawn ? marks(context, point) : 0;
        badged[point] = false;
    }
    for (int y = 0; y < canvas->height; y++)
        for (int x = 0; x < canvas->width; x++) {
            const struct bv_cell *cell = &canvas->cell[y][x];
            int to_x = place.x + x - board->scroll_x;
            int to_y = place.y + y - board->scroll_y;
            bool owned = cell->point >= 0 && cell->point < BOARD_POINTS_MAX;
            enum badge badge = BADGE_NONE;
            if (owned && !badged[cell->point] && cell->plain == ' ' && cell->rune == ' ') {
                badge = badge_of(mark[cell->point]);
                badged[cell->point] = true;
            }
            if (to_x < place.x || to_y < place.y || to_x >= place.x + place.width ||
                to_y >= place.y + place.height)
                continue;
            screen_cell(to_y, to_x, cell, owned ? mark[cell->point] : 0, badge);
        }
}

int board_point_at(const struct board *board, struct bv_box place, int x, int y)
{
    const struct bv_canvas *canvas = &board->canvas;
    int at_x = x - place.x + board->scroll_x;
    int at_y = y - place.y + board->scroll_y;
    bool outside = x < place.x || y < place.y || x >= place.x + place.width ||
                   y >= place.y + place.height || at_x >= canvas->width || at_y >= canvas->height;
    return outside ? BV_NOWHERE : canvas->cell[at_y][at_x].point;
}

/* ---- From point to point --------------------------------------------------------------------- */

static int middle_point(const struct board *board)
{
    const struct bv_canvas *canvas = &board->canvas;
    int best = BV_NOWHERE;
    int best_distance = 0;
    for (int point = 0; point < board->points; point++) {
        if (!board->point[point].drawn) continue;
        int distance = abs(board->point[point].x - canvas->width) +
                       2 * abs(board->point[point].y - canvas->height);
        if (best >= 0 && distance >= best_distance) continue;
        best = point;
        best_distance = distance;
    }
    return best;
}

int board_step(const struct board *board, int from, int across, int down)
{
    enum { ASIDE = 3 }; /* how much worse sideways distance is than distance along the line */
    int best = from;
    int best_distance = 0;
    if (from < 0 || from >= board->points || !board->point[from].drawn) return middle_point(board);
    for (int point = 0; point < board->points; point++) {
        if (!board->point[point].drawn) continue;
        int dx = board->point[point].x - board->point[from].x;
        int dy = 2 * (board->point[point].y - board->point[from].y); /* cells are twice as high */
        int along = across * dx + down * dy;
        int aside = abs(across ? dy : dx);
        if (along <= 0 || aside > along * 2) continue;
        int distance = along + ASIDE * aside;
        if (best != from && distance >= best_distance) continue;
        best = point;
        best_distance = distance;
    }
    return best;
}

#include "tui/board.h"

#include <stdlib.h>
#include <string.h>

/* ---- Drawing --------------------------------------------------------------------------------- */

struct reach {
    int left, right, top, bottom;
};

/* The cells of each point. */
static void find_points(struct board *board, struct reach reach[BOARD_POINTS_MAX])
{
    const struct bv_canvas *canvas = &board->canvas;
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

static bool is_label(const struct bv_cell *cell)
{
    char c = cell->plain;
    return cell->point < 0 &&
           ((c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'));
}

/* What a sign of the ground looks like from the other end. */
static char upside_down(char c)
{
    return c == '.' ? '\'' : c == '\'' ? '.' : c;
}

/* An arrow from the other end. */
static uint16_t turned_arrow(uint16_t rune)
{
    static const uint16_t pairs[][2] = {
        {0x2190, 0x2192}, {0x2191, 0x2193}, {0x2196, 0x2198}, {0x2197, 0x2199}};
    for (size_t i = 0; i < BV_COUNT(pairs); i++)
        for (int one = 0; one <= 1; one++)
            if (rune == pairs[i][one]) return pairs[i][!one];
    return rune;
}

/* Where a column of a line goes: mirrored, but the letters of a label stay in their order. */
static int turned_column(const struct bv_canvas *canvas, int x, int y)
{
    int first = x;
    int last = x;
    if (!is_label(&canvas->cell[y][x])) return canvas->width - 1 - x;
    while (first > 0 && is_label(&canvas->cell[y][first - 1])) first--;
    while (last + 1 < canvas->width && is_label(&canvas->cell[y][last + 1])) last++;
    return canvas->width - 1 - last + (x - first);
}

/* Turns the drawing by half a turn: each point goes to the opposite place, and what stands on it
 * stays upright, but for arrows. */
static void turn_canvas(struct board *board, const struct reach *reach)
{
    static struct bv_canvas from;
    struct bv_canvas *to = &board->canvas;
    from = *to;
    bv_canvas_clear(to, from.width, from.height);
    for (int y = 0; y < from.height; y++)
        for (int x = 0; x < from.width; x++) {
            struct bv_cell cell = from.cell[y][x];
            const struct reach *own = &reach[cell.point < 0 ? 0 : cell.point];
            if (cell.point >= 0) {
                cell.rune = turned_arrow(cell.rune);
                to->cell[from.height - 1 - own->bottom + y - own->top]
                        [from.width - 1 - own->right + x - own->left] = cell;
                continue;
            }
            if (cell.rune == (uint16_t)cell.plain) cell.rune = (uint16_t)upside_down(cell.plain);
            cell.plain = upside_down(cell.plain);
            to->cell[from.height - 1 - y][turned_column(&from, x, y)] = cell;
        }
}

void board_draw(struct board *board, const struct bv_terms *terms, const union bv_state *view,
                bool turned)
{
    static struct reach reach[BOARD_POINTS_MAX];
    terms->game->draw(terms, view, &board->canvas);
    find_points(board, reach);
    if (!turned) return;
    turn_canvas(board, reach);
    find_points(board, reach);
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
        int aside = within(2 * AROUND, 0, (place.width - 1) / 2);
        int above = within(AROUND, 0, (place.height - 1) / 2);
        board->scroll_x = within(board->scroll_x, x + aside - place.width + 1, x - aside);
        board->scroll_y = within(board->scroll_y, y + above - place.height + 1, y - above);
    }
    keep_inside(board, place);
}

/* ---- Showing --------------------------------------------------------------------------------- */

static enum badge badge_of(unsigned marks)
{
    if (marks & MARK_HELD) return BADGE_HELD;
    if (marks & MARK_NEXT) return BADGE_NEXT;
    if (marks & MARK_END) return BADGE_END;
    if (marks & MARK_REPLY) return BADGE_REPLY;
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

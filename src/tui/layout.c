#include "tui/layout.h"

enum { BARS = 4, BESIDE_LEAST = 16, BESIDE_MOST = 60, BELOW_LEAST = 4, LOG_LEAST = 3 };

static int smaller(int a, int b)
{
    return a < b ? a : b;
}

bool box_has(const struct bv_box *box, int x, int y)
{
    return x >= box->x && y >= box->y && x < box->x + box->width && y < box->y + box->height;
}

int layout_beside(int columns, struct bv_box board)
{
    return smaller(columns - board.width - 2, BESIDE_MOST);
}

static void put_beside(struct layout *layout, struct bv_box board, int rows, int columns,
                       int facts_lines)
{
    int width = layout_beside(columns, board);
    int left = board.width + 2;
    layout->wall = board.width;
    layout->board = (struct bv_box){0, 1, board.width, smaller(board.height, rows)};
    layout->facts = (struct bv_box){left, 1, width, smaller(facts_lines, rows - LOG_LEAST - 1)};
    int below = layout->facts.y + layout->facts.height + 1;
    layout->log = (struct bv_box){left, below, width, 1 + rows - below};
}

static void put_below(struct layout *layout, struct bv_box board, int rows, int columns)
{
    int height = smaller(board.height, rows - BELOW_LEAST);
    int below = 1 + height;
    layout->wall = -1;
    layout->board = (struct bv_box){0, 1, smaller(board.width, columns), height};
    layout->facts = (struct bv_box){1, below, columns / 2 - 3, 1 + rows - below};
    layout->log = (struct bv_box){columns / 2, below, columns - columns / 2, 1 + rows - below};
}

struct layout layout_make(int rows, int columns, struct bv_box board, int facts_lines)
{
    struct layout layout;
    int inside = rows - BARS;
    layout.title = (struct bv_box){0, 0, columns, 1};
    layout.message = (struct bv_box){0, rows - 3, columns, 1};
    layout.entry = (struct bv_box){0, rows - 2, columns, 1};
    layout.keys = (struct bv_box){0, rows - 1, columns, 1};
    if (layout_beside(columns, board) >= BESIDE_LEAST)
        put_beside(&layout, board, inside, columns, facts_lines);
    else
        put_below(&layout, board, inside, columns);
    return layout;
}

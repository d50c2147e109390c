#include "tui/layout.h"

enum {
    BARS = 3, /* besides the message */
    BESIDE_LEAST = 20,
    BESIDE_MOST = 60,
    BELOW_LEAST = 3, /* lines of facts and log below the board */
    LOG_LEAST = 9,
    FACTS_LEAST = 8,
    HALVES_LEAST = 64, /* columns that facts and log can share */
    BOARD_LEAST = 2,   /* lines that a message leaves to the board */
    FOLDED_ROWS = 12,  /* of which the folded facts take two */
};

static int smaller(int a, int b)
{
    return a < b ? a : b;
}

bool box_has(const struct bv_box *box, int x, int y)
{
    return x >= box->x && y >= box->y && x < box->x + box->width && y < box->y + box->height;
}

static int beside(int columns, int board_width)
{
    return smaller(columns - board_width - 2, BESIDE_MOST);
}

static int below(int columns)
{
    return columns >= HALVES_LEAST ? columns / 2 - 3 : columns - 2;
}

int layout_facts_width(int columns, int board_width)
{
    int width = beside(columns, board_width);
    return width >= BESIDE_LEAST ? width : below(columns);
}

int layout_message_most(int rows)
{
    return rows - BARS - BOARD_LEAST;
}

static void put_beside(struct layout *layout, struct bv_box board, int rows, int columns,
                       int facts_lines)
{
    int width = beside(columns, board.width);
    int left = board.width + 2;
    layout->wall = board.width;
    layout->board = (struct bv_box){0, 1, board.width, smaller(board.height, rows)};
    /* What binds the player comes first: on a low screen the log gives way. */
    int room = rows - LOG_LEAST - 1;
    if (room < FACTS_LEAST) room = smaller(FACTS_LEAST, rows - 4);
    if (room < 1) room = 1;
    layout->facts = (struct bv_box){left, 1, width, smaller(facts_lines, room)};
    int under = layout->facts.y + layout->facts.height + 1;
    layout->log = (struct bv_box){left, under, width, 1 + rows - under};
}

static void put_below(struct layout *layout, struct bv_box board, int rows, int columns)
{
    int under = 1 + board.height;
    layout->wall = -1;
    layout->board = (struct bv_box){0, 1, smaller(board.width, columns), board.height};
    layout->facts = (struct bv_box){1, under, below(columns), 1 + rows - under};
    layout->log = (struct bv_box){columns / 2, under, columns - columns / 2, 1 + rows - under};
    layout->folded = columns < HALVES_LEAST;
    if (layout->folded) layout->log.height = 0;
}

static void fold(struct layout *layout, struct bv_box board, int rows, int columns, int facts_lines)
{
    int facts = smaller(facts_lines, rows < FOLDED_ROWS ? 0 : 2);
    int height = smaller(board.height, rows - facts);
    layout->wall = -1;
    layout->folded = true;
    layout->board = (struct bv_box){0, 1, smaller(board.width, columns), height};
    layout->facts = (struct bv_box){1, 1 + rows - facts, columns - 2, facts};
    layout->log = (struct bv_box){0, rows, columns, 0};
}

struct layout layout_make(int rows, int columns, struct bv_box board, int facts_lines,
                          int message_lines)
{
    struct layout layout = {0};
    int inside = rows - BARS - message_lines;
    layout.title = (struct bv_box){0, 0, columns, 1};
    layout.message = (struct bv_box){1, rows - 2 - message_lines, columns - 2, message_lines};
    layout.entry = (struct bv_box){0, rows - 2, columns, 1};
    layout.keys = (struct bv_box){0, rows - 1, columns, 1};
    if (beside(columns, board.width) >= BESIDE_LEAST)
        put_beside(&layout, board, inside, columns, facts_lines);
    else if (inside - board.height >= BELOW_LEAST)
        put_below(&layout, board, inside, columns);
    else
        fold(&layout, board, inside, columns, facts_lines);
    return layout;
}

/*
 * The position as characters: ten by ten cells with their numbers.
 *
 *     +-----+-----+          100 the square, ! red or ? white shot, * mine
 *     |100!*|99   |          V3!+ tank, rank 3, announced, command tank; A B C installations; o gun
 *     | V3! | A   |          a tank on an installation shows its small letter
 *     +-----+-----+
 *
 * `>` marks the tank that may go on, `'` one that has moved.
 */
#include "core/canvas.h"
#include "games/storage.h"

enum { CELL_WIDTH = 6, CELL_HEIGHT = 3, HEIGHT = 31, WIDTH = 10 * CELL_WIDTH + 1 };

static const struct bv_style frame = {.ink = BV_INK_GREY};
static const struct bv_style river = {.ink = BV_INK_BLUE, .bold = true};

static const char side_letter[] = "VG";

static struct bv_style side_style(int side)
{
    return (struct bv_style){.ink = side == CHARS_GREEN ? BV_INK_GREEN : BV_INK_WHITE,
                             .bold = true};
}

static void draw_number(struct bv_canvas *canvas, int x, int y, int number, struct bv_style style)
{
    char text[12];
    struct bv_out out = bv_out_into(text, sizeof text);
    bv_put_number(&out, number);
    bv_draw(canvas, x, y, text, style);
}

/* ---- The board ------------------------------------------------------------------------------- */

static void draw_frame(struct bv_canvas *canvas)
{
    for (int y = 0; y < HEIGHT; y++)
        for (int x = 0; x <= 10 * CELL_WIDTH; x++) {
            bool line = y % CELL_HEIGHT == 0;
            bool column = x % CELL_WIDTH == 0;
            if (line && column)
                bv_draw_rune(canvas, x, y, 0x253c, '+', frame);
            else if (line)
                bv_draw_rune(canvas, x, y, 0x2500, '-', frame);
            else if (column)
                bv_draw_rune(canvas, x, y, 0x2502, '|', frame);
        }
}

/* A double line above every rank where the camp changes. */
static void draw_river(const struct chars_tables *t, struct bv_canvas *canvas)
{
    for (int rank = 1; rank < CHARS_WIDTH; rank++) {
        bool above = bv_has128(t->camp[CHARS_GREY], CHARS_WIDTH * rank);
        bool below = bv_has128(t->camp[CHARS_GREY], CHARS_WIDTH * (rank - 1));
        if (above == below) continue;
        for (int x = 0; x <= 10 * CELL_WIDTH; x++)
            bv_draw_rune(canvas, x, CELL_HEIGHT * (CHARS_WIDTH - rank), 0x2550, '=', river);
    }
}

static int depot_on(const struct chars_state *s, int side, int square)
{
    for (int i = 0; i < CHARS_DEPOTS; i++)
        if (s->depot[side][i] == square) return i;
    return -1;
}

static void draw_tank(const struct chars_state *s, int side, int square, struct bv_canvas *canvas,
                      int x, int y)
{
    char text[8];
    struct bv_out out = bv_out_into(text, sizeof text);
    int rank = chars_rank_at(s, side, square);
    int depot = depot_on(s, chars_other(side), square);
    bv_put_char(&out, side_letter[side]);
    bv_put_char(&out, rank < 0 ? '?' : (char)('1' + rank));
    if (rank >= 0 && s->announced[side] >> rank & 1) bv_put_char(&out, '!');
    if (bv_has128(s->commands, square)) bv_put_char(&out, '+');
    if (depot >= 0) bv_put_char(&out, (char)('a' + depot));
    if (square == s->active)
        bv_put_char(&out, '>');
    else if (bv_has128(s->moved, square))
        bv_put_char(&out, '\'');
    bv_draw(canvas, x, y, text, side_style(side));
}

static void draw_piece(const struct chars_tables *t, const struct chars_state *s, int square,
                       struct bv_canvas *canvas, int x, int y)
{
    for (int side = 0; side < 2; side++) {
        int depot = depot_on(s, side, square);
        if (bv_has128(s->tanks[side], square)) {
            draw_tank(s, side, square, canvas, x, y);
            return;
        }
        if (depot >= 0)
            bv_draw_rune(canvas, x + 1, y, (uint16_t)('A' + depot), (char)('A' + depot),
                         side_style(side));
        else if (bv_has128(s->guns & t->camp[side], square))
            bv_draw_rune(canvas, x + 1, y, 'o', 'o', side_style(side));
    }
}

static void draw_cell(const struct chars_tables *t, const struct chars_state *s, int square,
                      struct bv_canvas *canvas)
{
    int x = CELL_WIDTH * (CHARS_WIDTH - 1 - square % CHARS_WIDTH) + 1;
    int y = CELL_HEIGHT * (CHARS_WIDTH - 1 - square / CHARS_WIDTH) + 1;
    bv_canvas_point(canvas, (struct bv_box){x, y, CELL_WIDTH - 1, CELL_HEIGHT - 1}, square);
    draw_number(canvas, x, y, square + 1, frame);
    if (bv_has128(s->red, square))
        bv_draw_rune(canvas, x + 3, y, '!', '!', (struct bv_style){BV_INK_RED, 0, true});
    if (bv_has128(s->white, square))
        bv_draw_rune(canvas, x + 3, y, '?', '?', (struct bv_style){BV_INK_WHITE, 0, true});
    if (bv_has128(s->mines, square))
        bv_draw_rune(canvas, x + 4, y, '*', '*', (struct bv_style){BV_INK_YELLOW, 0, true});
    draw_piece(t, s, square, canvas, x, y + 1);
}

void chars_draw(const struct bv_terms *terms, const union bv_state *state, struct bv_canvas *canvas)
{
    const struct chars_tables *t = &terms->tables->chars;
    bv_canvas_clear(canvas, WIDTH, HEIGHT);
    draw_frame(canvas);
    draw_river(t, canvas);
    for (int square = 0; square < CHARS_SQUARES; square++)
        draw_cell(t, &state->chars, square, canvas);
}

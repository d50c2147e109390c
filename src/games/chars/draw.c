/*
 * The position as characters: ten by ten cells with their numbers, and a column of what each side
 * has left.
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

enum { CELL_WIDTH = 6, CELL_HEIGHT = 3, PANEL_X = 10 * CELL_WIDTH + 4, HEIGHT = 31, WIDTH = 96 };

static const struct bv_style frame = {.ink = BV_INK_GREY};
static const struct bv_style plain = {.ink = BV_INK_PLAIN};
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

/* ---- The panel ------------------------------------------------------------------------------- */

static void draw_row(struct bv_canvas *canvas, int y, const char *name, int green, int grey)
{
    bv_draw(canvas, PANEL_X, y, name, plain);
    draw_number(canvas, PANEL_X + 22, y, green, side_style(CHARS_GREEN));
    draw_number(canvas, PANEL_X + 27, y, grey, side_style(CHARS_GREY));
}

static void draw_depots(const struct chars_state *s, int side, struct bv_canvas *canvas, int x,
                        int y)
{
    for (int i = 0; i < CHARS_DEPOTS; i++) {
        bool there = s->depot[side][i] != CHARS_GONE;
        char letter = there ? (char)('A' + i) : '-';
        bv_draw_rune(canvas, x + i, y, (uint16_t)letter, letter, side_style(side));
    }
}

static void draw_turn(const struct chars_tables *t, const struct chars_state *s,
                      struct bv_canvas *canvas)
{
    int y = 1;
    int actor = s->phase == CHARS_PLOT ? chars_other(s->side) : s->side;
    if (s->phase == CHARS_SETUP) {
        bv_draw(canvas, PANEL_X, y, "A B C 1-6 o *", plain);
        return;
    }
    if (s->phase == CHARS_OVER) {
        bv_draw(canvas, PANEL_X, y, "=", plain);
        return;
    }
    bv_draw_rune(canvas, PANEL_X, y, (uint16_t)side_letter[actor], side_letter[actor],
                 side_style(actor));
    if (s->phase == CHARS_PLOT) bv_draw(canvas, PANEL_X + 3, y, "! ? .", plain);
    if (s->phase == CHARS_FIGHT) bv_draw(canvas, PANEL_X + 3, y, "x", plain);
    if (s->phase == CHARS_MOVE) {
        bv_draw(canvas, PANEL_X + 3, y, "points", plain);
        draw_number(canvas, PANEL_X + 22, y, s->points, plain);
        bv_draw(canvas, PANEL_X + 25, y, "/", plain);
        draw_number(canvas, PANEL_X + 27, y, chars_points(t, s, s->side), plain);
    }
    if (s->phase == CHARS_ROLL) {
        draw_number(canvas, PANEL_X + 3, y, s->attacker + 1, plain);
        bv_draw(canvas, PANEL_X + 7, y, "x", plain);
        draw_number(canvas, PANEL_X + 9, y, s->target + 1, plain);
        bv_draw(canvas, PANEL_X + 13, y, "#", plain);
    }
}

static int count_in(bv_bits128 set, bv_bits128 camp)
{
    return bv_count128(set & camp);
}

static void draw_panel(const struct chars_tables *t, const struct chars_state *s,
                       struct bv_canvas *canvas)
{
    draw_turn(t, s, canvas);
    bv_draw(canvas, PANEL_X + 22, 3, "V", side_style(CHARS_GREEN));
    bv_draw(canvas, PANEL_X + 27, 3, "G", side_style(CHARS_GREY));
    draw_row(canvas, 4, "chars / tanks", s->live[0], s->live[1]);
    draw_row(canvas, 5, "o canons / guns", count_in(s->guns, t->camp[0]),
             count_in(s->guns, t->camp[1]));
    draw_row(canvas, 6, "* mines", s->mines_left[0], s->mines_left[1]);
    draw_row(canvas, 7, "? blancs / whites", s->whites[0], s->whites[1]);
    bv_draw(canvas, PANEL_X, 8, "A B C", plain);
    draw_depots(s, CHARS_GREEN, canvas, PANEL_X + 22, 8);
    draw_depots(s, CHARS_GREY, canvas, PANEL_X + 27, 8);
    bv_draw(canvas, PANEL_X, 10, "tours calmes / quiet", plain);
    draw_number(canvas, PANEL_X + 22, 10, s->quiet, plain);
    bv_draw(canvas, PANEL_X + 25, 10, "/", plain);
    draw_number(canvas, PANEL_X + 27, 10, t->quiet_turns, plain);
}

void chars_draw(const struct bv_terms *terms, const union bv_state *state, struct bv_canvas *canvas)
{
    const struct chars_tables *t = &terms->tables->chars;
    bv_canvas_clear(canvas, WIDTH, HEIGHT);
    bv_canvas_board(canvas, (struct bv_box){0, 0, 10 * CELL_WIDTH + 1, HEIGHT});
    draw_frame(canvas);
    draw_river(t, canvas);
    for (int square = 0; square < CHARS_SQUARES; square++)
        draw_cell(t, &state->chars, square, canvas);
    draw_panel(t, &state->chars, canvas);
}

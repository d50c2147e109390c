/*
 * The position as characters: ten by ten cells of five columns and two lines, so that the whole
 * field and what is said beside it fit a small terminal; the river between the camps.
 *
 *     100!*99   98           100 the square, ! red or ? white shot, * mine
 *     V3!  A    o            V3!+ tank, rank 3, announced, command tank; A B C installations; o gun
 *     ===============        a tank on an installation shows its small letter
 *
 * `>` marks the tank that may go on, `'` one that has moved.
 */
#include "core/canvas.h"
#include "games/storage.h"

enum { CELL_WIDTH = 5, CELL_HEIGHT = 2, WIDTH = CHARS_WIDTH * CELL_WIDTH };

static const struct bv_style frame = {.ink = BV_INK_GREY};
static const struct bv_style river = {.ink = BV_INK_BLUE, .bold = true};

static const char side_letter[] = "VG";

const struct bv_sign chars_sign[] = {
    {"V3", "V3", {"char vert de rang 3", "Green tank of rank 3"}},
    {"G?", "G?", {"char gris de rang inconnu", "Grey tank of unknown rank"}},
    {"V3!",
     "V3!",
     {"rang annoncé : l'autre camp le connaît", "announced: the other side knows it"}},
    {"V3+", "V3+", {"Char de Commandement", "Command tank"}},
    {"V3>", "V3>", {"le char qui peut continuer", "the tank that may go on"}},
    {"V3'", "V3'", {"a déjà bougé ce tour-ci", "has moved this turn"}},
    {"V3a V3b V3c",
     "V3a V3b V3c",
     {"char sur l'installation A, B ou C adverse", "tank on the enemy's installation A, B or C"}},
    {"A", "A", {"Quartier Général", "Headquarters"}},
    {"B", "B", {"Réserve de Munitions", "Ammunition depot"}},
    {"C", "C", {"Réserve de Carburant", "Fuel depot"}},
    {"o", "o", {"canon anti-char", "anti-tank gun"}},
    {"45!", "45!", {"tir rouge sur la case 45", "red shot on square 45"}},
    {"45?", "45?", {"tir blanc", "white shot"}},
    {"45 *", "45 *", {"mine", "mine"}},
    {"═", "=", {"fleuve", "river"}},
    {0},
};

static struct bv_style side_style(int side)
{
    return (struct bv_style){.ink = side == CHARS_GREEN ? BV_INK_GREEN : BV_INK_WHITE,
                             .bold = true};
}

/* ---- The board ------------------------------------------------------------------------------- */

static int column_of(int square)
{
    return CELL_WIDTH * (CHARS_WIDTH - 1 - square % CHARS_WIDTH);
}

/* Whether the river runs between a square and the one above it, or the one to its left. */
static bool has_bank(const struct chars_tables *t, int square, int beyond)
{
    return bv_has128(t->camp[CHARS_GREY], square) != bv_has128(t->camp[CHARS_GREY], beyond);
}

/* Whether the river runs anywhere above a rank, counted from zero at the bottom: it needs a line. */
static bool has_river_above(const struct chars_tables *t, int rank)
{
    for (int file = 0; file < CHARS_WIDTH && rank + 1 < CHARS_WIDTH; file++)
        if (has_bank(t, rank * CHARS_WIDTH + file, (rank + 1) * CHARS_WIDTH + file)) return true;
    return false;
}

/* The first line of a rank; that of rank -1 is the height. */
static int line_of(const struct chars_tables *t, int rank)
{
    int y = 0;
    for (int above = CHARS_WIDTH - 1; above > rank; above--)
        y += CELL_HEIGHT + (above > 0 && has_river_above(t, above - 1));
    return y;
}

static void draw_river(const struct chars_tables *t, struct bv_canvas *canvas)
{
    for (int square = 0; square < CHARS_SQUARES; square++) {
        int x = column_of(square);
        int y = line_of(t, square / CHARS_WIDTH);
        bool left = square % CHARS_WIDTH < CHARS_WIDTH - 1;
        bool above = square < CHARS_SQUARES - CHARS_WIDTH;
        if (left && has_bank(t, square, square + 1))
            for (int down = 0; down < CELL_HEIGHT; down++)
                bv_draw_rune(canvas, x - 1, y + down, 0x2551, '|', river);
        if (above && has_bank(t, square, square + CHARS_WIDTH))
            for (int along = 0; along < CELL_WIDTH; along++)
                bv_draw_rune(canvas, x + along, y - 1, 0x2550, '=', river);
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
    bv_putf(&out, "%c%c", side_letter[side], rank < 0 ? '?' : (char)('1' + rank));
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
            bv_draw_rune(canvas, x, y, (uint16_t)('A' + depot), (char)('A' + depot),
                         side_style(side));
        else if (bv_has128(s->guns & t->camp[side], square))
            bv_draw_rune(canvas, x, y, 'o', 'o', side_style(side));
    }
}

static void draw_cell(const struct chars_tables *t, const struct chars_state *s, int square,
                      struct bv_canvas *canvas)
{
    int x = column_of(square);
    int y = line_of(t, square / CHARS_WIDTH);
    bv_canvas_point(canvas, (struct bv_box){x, y, CELL_WIDTH, CELL_HEIGHT}, square);
    bv_draw_number(canvas, x, y, square + 1, frame);
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
    bv_canvas_clear(canvas, WIDTH, line_of(t, -1));
    draw_river(t, canvas);
    for (int square = 0; square < CHARS_SQUARES; square++)
        draw_cell(t, &state->chars, square, canvas);
}

/*
 * The position on a canvas: the board with its coordinates.
 *
 *      a  b  c  d  e  f  g
 *  14  .  .  .  #  .  .  .  14      # a castle, [K] a piece on one; ~ a pond
 *  13  .  .  m  k  m  .  .  13
 */
#include "core/canvas.h"
#include "games/storage.h"

enum { LEFT = 4, TOP = 1, CELL = 3, WIDTH = LEFT + CELL * CHEVALIERS_FILES + 4 };

const struct bv_sign chevaliers_sign[] = {
    {"♞", "K", {"Chevalier argenté", "Silver Knight"}},
    {"♟", "M", {"Homme d'Armes argenté", "Silver Man-at-Arms"}},
    {"♘", "k", {"Chevalier doré", "Gold Knight"}},
    {"♙", "m", {"Homme d'Armes doré", "Gold Man-at-Arms"}},
    {"[♖]", "[#]", {"château", "castle"}},
    {"≈", "~", {"plan d'eau", "pond"}},
    {"·", ".", {"case libre", "free square"}},
    {0},
};

static const struct bv_style quiet_style = {BV_INK_GREY, BV_INK_PLAIN, false};

static struct bv_style side_style(int side)
{
    return (struct bv_style){side == CHEVALIERS_SILVER ? BV_INK_CYAN : BV_INK_YELLOW, BV_INK_PLAIN,
                             true};
}

static void draw_frame(struct bv_canvas *canvas)
{
    for (int file = 0; file < CHEVALIERS_FILES; file++) {
        char letter[2] = {(char)('a' + file), '\0'};
        bv_draw(canvas, LEFT + CELL * file + 1, 0, letter, quiet_style);
        bv_draw(canvas, LEFT + CELL * file + 1, TOP + CHEVALIERS_RANKS, letter, quiet_style);
    }
    for (int rank = 0; rank < CHEVALIERS_RANKS; rank++) {
        int x = rank < 9 ? 2 : 1;
        int y = TOP + CHEVALIERS_RANKS - 1 - rank;
        bv_draw_number(canvas, x, y, rank + 1, quiet_style);
        bv_draw_number(canvas, x + LEFT + CELL * CHEVALIERS_FILES, y, rank + 1, quiet_style);
    }
}

/* The Unicode figure of a letter, and the letter itself in plain text. */
static void draw_letter(struct bv_canvas *canvas, int x, int y, char letter)
{
    switch (letter) {
    case 'K': bv_draw_rune(canvas, x, y, 0x265e, 'K', side_style(CHEVALIERS_SILVER)); break;
    case 'M': bv_draw_rune(canvas, x, y, 0x265f, 'M', side_style(CHEVALIERS_SILVER)); break;
    case 'k': bv_draw_rune(canvas, x, y, 0x2658, 'k', side_style(CHEVALIERS_GOLD)); break;
    case 'm': bv_draw_rune(canvas, x, y, 0x2659, 'm', side_style(CHEVALIERS_GOLD)); break;
    case '~':
        bv_draw_rune(canvas, x, y, 0x2248, '~',
                     (struct bv_style){BV_INK_BLUE, BV_INK_PLAIN, false});
        break;
    default: bv_draw_rune(canvas, x, y, 0x00b7, '.', quiet_style);
    }
}

static void draw_square(const struct bv_terms *terms, const struct chevaliers_state *s, int square,
                        struct bv_canvas *canvas)
{
    const struct chevaliers_tables *tables = &terms->tables->chevaliers;
    int x = LEFT + CELL * chevaliers_file(square);
    int y = TOP + CHEVALIERS_RANKS - 1 - chevaliers_rank(square);
    char letter = chevaliers_letter(terms, s, square);
    bv_canvas_point(canvas, (struct bv_box){x, y, CELL, 1}, square);
    draw_letter(canvas, x + 1, y, letter);
    for (int side = 0; side < CHEVALIERS_SIDES; side++) {
        if (square != tables->castle[side]) continue;
        bv_draw(canvas, x, y, "[", side_style(side));
        bv_draw(canvas, x + 2, y, "]", side_style(side));
        if (letter == '.') bv_draw_rune(canvas, x + 1, y, 0x2656, '#', side_style(side));
    }
}

void chevaliers_draw(const struct bv_terms *terms, const union bv_state *state,
                     struct bv_canvas *canvas)
{
    const struct chevaliers_state *s = &state->chevaliers;
    bv_canvas_clear(canvas, WIDTH, TOP + CHEVALIERS_RANKS + 1);
    draw_frame(canvas);
    for (int rank = 0; rank < CHEVALIERS_RANKS; rank++)
        for (int file = 0; file < CHEVALIERS_FILES; file++)
            draw_square(terms, s, chevaliers_square(file, rank), canvas);
}

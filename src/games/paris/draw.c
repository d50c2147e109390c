/*
 * The position on a canvas: three columns a square, the map as the board file draws it. In plain text `.` is a white square, `:` a black one, `( )` a circle, `[ ]` an exit square and `! !`
 * a man who must be captured.
 */
#include "core/canvas.h"
#include "games/storage.h"

const struct bv_sign paris_sign[] = {
    {"@", "@", {"Général de la garnison", "Garrison General"}},
    {"%", "%", {"Colonel de la garnison", "Garrison Colonel"}},
    {"+", "+", {"Soldat de la garnison", "Garrison Soldier"}},
    {"G", "G", {"Général des Blancs", "White General"}},
    {"C", "C", {"Colonel des Blancs", "White Colonel"}},
    {"K", "K", {"Capitaine des Blancs", "White Captain"}},
    {"L", "L", {"Lieutenant des Blancs", "White Lieutenant"}},
    {"S", "S", {"Soldat des Blancs", "White Soldier"}},
    {"g c k l s", "g c k l s", {"les mêmes chez les Noirs", "the same of Black"}},
    {"( )", "( )", {"cercle de la forteresse", "circle of the fortress"}},
    {"[ ]", "[ ]", {"sortie, reliée à la forteresse", "exit, joined to the fortress"}},
    {"! !", "! !", {"pièce que la garnison doit prendre", "piece that the garrison must capture"}},
    {" ", ". :", {"case blanche, case noire", "white square, black square"}},
    {0},
};

enum { LEFT = 3, TOP = 1, WIDTH = LEFT + 3 * PARIS_FILES + 3, HEIGHT = TOP + 17 };

static int column_of(const struct paris_tables *tables, int point)
{
    return LEFT + 3 * tables->file[point] + 1;
}

static int row_of(const struct paris_tables *tables, int point)
{
    return TOP + PARIS_RANKS - 1 - tables->rank[point];
}

/* ---- The board ------------------------------------------------------------------------------------------ */

static void draw_frame(struct bv_canvas *canvas)
{
    const struct bv_style style = {.ink = BV_INK_GREY};
    for (int file = 0; file < PARIS_FILES; file++) {
        char letter[2] = {(char)('a' + file), '\0'};
        bv_draw(canvas, LEFT + 3 * file + 1, 0, letter, style);
        bv_draw(canvas, LEFT + 3 * file + 1, HEIGHT - 1, letter, style);
    }
    for (int rank = 0; rank < PARIS_RANKS; rank++) {
        char number[4];
        struct bv_out out = bv_out_into(number, sizeof number);
        bv_put_number(&out, rank + 1);
        bv_draw(canvas, rank < 9 ? 1 : 0, TOP + PARIS_RANKS - 1 - rank, number, style);
        bv_draw(canvas, LEFT + 3 * PARIS_FILES + 1, TOP + PARIS_RANKS - 1 - rank, number, style);
    }
}

static bool is_wall(const struct paris_tables *tables, int column, int row)
{
    int file = (column - LEFT) / 3;
    int rank = PARIS_RANKS - 1 - (row - TOP);
    return column >= LEFT && file < PARIS_FILES && tables->point[rank][file] == PARIS_NOWHERE;
}

/* A line is shown where it crosses the wall. */
static void draw_line(const struct paris_tables *tables, struct bv_canvas *canvas, int from, int to)
{
    int x = column_of(tables, from);
    int y = row_of(tables, from);
    int across = column_of(tables, to) - x;
    int down = row_of(tables, to) - y;
    int steps = across * across > down * down ? across : down;
    char plain = across == 0 ? '|' : down == 0 ? '-' : (across > 0) == (down > 0) ? '\\' : '/';
    uint16_t rune = across == 0 ? 0x2502 : down == 0 ? 0x2500 : plain == '\\' ? 0x2572 : 0x2571;
    if (steps < 0) steps = -steps;
    for (int i = 1; i < steps; i++) {
        int column = x + (2 * across * i + (across < 0 ? -steps : steps)) / (2 * steps);
        int row = y + (2 * down * i + (down < 0 ? -steps : steps)) / (2 * steps);
        if (is_wall(tables, column, row))
            bv_draw_rune(canvas, column, row, rune, plain, (struct bv_style){.ink = BV_INK_YELLOW});
    }
}

/* The name of a circle stands beside it, towards the middle, as far as there is wall to write on. */
static void draw_name(const struct paris_tables *tables, struct bv_canvas *canvas, int circle)
{
    const char *name = tables->circle[circle];
    int y = row_of(tables, circle);
    int x = column_of(tables, circle) + 2;
    if (tables->file[circle] >= PARIS_FILES / 2) x -= 3 + (int)bv_length(name);
    for (; *name; name++, x++)
        if (is_wall(tables, x, y))
            bv_draw_rune(canvas, x, y, (uint16_t)*name, *name,
                         (struct bv_style){BV_INK_GREY, 0, 0});
}

static struct bv_style style_of(const struct paris_tables *tables, const struct paris_state *state,
                                int point)
{
    static const uint8_t inks[PARIS_ARMIES] = {BV_INK_RED, BV_INK_BLUE, BV_INK_BLACK};
    int piece = state->at[point];
    struct bv_style style = {.ink = BV_INK_BLACK, .bold = piece != PARIS_EMPTY};
    style.paper = tables->black[point] ? BV_INK_GREY : BV_INK_WHITE;
    if (paris_is_circle(point)) style.paper = BV_INK_YELLOW;
    if (piece) style.ink = inks[paris_army_of(piece)];
    if (point == state->summoned || point == state->moved) style.paper = BV_INK_GREEN;
    return style;
}

static void draw_point(const struct paris_tables *tables, const struct paris_state *state,
                       struct bv_canvas *canvas, int point)
{
    struct bv_style style = style_of(tables, state, point);
    int x = column_of(tables, point);
    int y = row_of(tables, point);
    const char *sides = point == state->summoned ? "!!"
                        : paris_is_circle(point) ? "()"
                        : point < PARIS_JOINED   ? "[]"
                                                 : "  ";
    char empty = paris_is_circle(point) ? ' ' : tables->black[point] ? ':' : '.';
    char letter = state->at[point] ? paris_letter(state->at[point]) : empty;
    bv_canvas_point(canvas, (struct bv_box){x - 1, y, 3, 1}, point);
    bv_draw_rune(canvas, x - 1, y, (uint16_t)sides[0], sides[0], style);
    bv_draw_rune(canvas, x + 1, y, (uint16_t)sides[1], sides[1], style);
    bv_draw_rune(canvas, x, y, (uint16_t)(state->at[point] ? letter : ' '), letter, style);
}

void paris_draw(const struct bv_terms *terms, const union bv_state *state, struct bv_canvas *canvas)
{
    const struct paris_tables *tables = &terms->tables->paris;
    bv_canvas_clear(canvas, WIDTH, HEIGHT);
    draw_frame(canvas);
    for (int point = 0; point < PARIS_CIRCLES; point++)
        for (const uint8_t *to = tables->line[point]; *to != PARIS_NOWHERE; to++)
            draw_line(tables, canvas, point, *to);
    for (int point = 0; point < PARIS_CIRCLES; point++) draw_name(tables, canvas, point);
    for (int point = 0; point < tables->points; point++)
        draw_point(tables, &state->paris, canvas, point);
}

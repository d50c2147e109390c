/*
 * The field on a canvas: hexagons with their walls, each with two lines inside, the plate and the
 * hexagon's name. Rows and columns of hexagons differ in their walls only:
 *
 *     .--'--.--'--.          _____       _____
 *     |5S NE|     |         /5S NE\_____/     \
 *     | a3  | b3  |         \_a2__/2R N \_c2__/
 *     '--.--'--.--'--.      /     \_b1__/     \
 *        |     |     |      \_a1__/     \_c1__/
 */
#include "core/canvas.h"
#include "games/storage.h"

enum { LEFT = 1, WIDE = 6, HIGH = 3, FLAT = 2, INSIDE = 5 };

static const struct bv_style pale = {BV_INK_GREY, BV_INK_PLAIN, false};

const struct bv_sign kriegspiel_sign[] = {
    {"5S", "5S", {"plateau de cinq soldats français", "plate of five French soldiers"}},
    {"2R", "2R", {"plateau de deux cavaliers français", "plate of two French riders"}},
    {"4C", "4C", {"canon français et ses quatre servants", "French cannon and its crew of four"}},
    {"5s 2r 4c", "5s 2r 4c", {"les mêmes, anglais", "the same of the English"}},
    {"5S↗NE", "5S NE", {"il regarde vers le nord-est", "it faces north-east"}},
    {"N E S W",
     "N E S W",
     {"nord, est, sud, ouest ; NE, SE, SW, NW entre deux",
      "north, east, south, west; NE, SE, SW, NW between them"}},
    {"5S ^", "5S ^", {"n'a pas encore choisi sa direction", "has not chosen its direction yet"}},
    {"xC x", "xC x", {"canon détruit", "destroyed cannon"}},
    {0},
};

/* The colours of the box: French figures blue, English red; the cannons green and blue. */
static struct bv_style style_of(unsigned side, unsigned kind)
{
    static const uint8_t ink[2][KRIEGSPIEL_KINDS] = {{BV_INK_BLUE, BV_INK_BLUE, BV_INK_GREEN},
                                                     {BV_INK_RED, BV_INK_RED, BV_INK_CYAN}};
    return (struct bv_style){ink[side][kind], BV_INK_PLAIN, true};
}

/* ---- Hexagons -------------------------------------------------------------------------------- */

/* The column and line of the first character inside a hexagon. */
static int inside_x(const struct kriegspiel_tables *tables, unsigned hexagon)
{
    int x = LEFT + 1 + WIDE * tables->file[hexagon];
    return tables->columns ? x : x + WIDE / 2 * (tables->rank[hexagon] & 1);
}

static int inside_y(const struct kriegspiel_tables *tables, unsigned hexagon)
{
    int from_top = tables->ranks - 1 - tables->rank[hexagon];
    if (!tables->columns) return 1 + HIGH * from_top;
    return 1 + FLAT * from_top - (tables->file[hexagon] & 1);
}

/* Walls of a hexagon in a row: upright, with a roof and a floor that neighbours share. */
static void draw_upright(struct bv_canvas *canvas, int x, int y)
{
    static const char *const roof = ".--'--.";
    static const char *const floor = "'--.--'";
    bv_draw(canvas, x - 1, y - 1, roof, pale);
    bv_draw(canvas, x - 1, y, "|     |", pale);
    bv_draw(canvas, x - 1, y + 1, "|     |", pale);
    bv_draw(canvas, x - 1, y + 2, floor, pale);
}

static void draw_flat(struct bv_canvas *canvas, int x, int y)
{
    bv_draw(canvas, x, y - 1, "_____", pale);
    bv_draw(canvas, x - 1, y, "/", pale);
    bv_draw(canvas, x + INSIDE, y, "\\", pale);
    bv_draw(canvas, x - 1, y + 1, "\\_____/", pale);
}

static void draw_name(const struct kriegspiel_tables *tables, unsigned hexagon,
                      struct bv_canvas *canvas)
{
    char name[8];
    struct bv_out out = bv_out_into(name, sizeof name);
    bv_put_square(&out, tables->file[hexagon], tables->rank[hexagon]);
    bv_draw(canvas, inside_x(tables, hexagon) + 1, inside_y(tables, hexagon) + 1, name, pale);
}

/* ---- Plates ---------------------------------------------------------------------------------- */

/* An arrow for those who can see it, beside the direction's name, which all can read. */
static void draw_facing(const struct kriegspiel_tables *tables, unsigned facing, int x, int y,
                        struct bv_canvas *canvas, struct bv_style style)
{
    static const uint16_t arrow[2][KRIEGSPIEL_DIRECTIONS] = {
        {0x2197, 0x2192, 0x2198, 0x2199, 0x2190, 0x2196},
        {0x2191, 0x2197, 0x2198, 0x2193, 0x2199, 0x2196},
    };
    if (facing == KRIEGSPIEL_UNTURNED) {
        bv_draw(canvas, x + 1, y, "^", style);
        return;
    }
    const char *name = kriegspiel_direction(tables->columns, facing);
    bv_draw_rune(canvas, x, y, arrow[tables->columns][facing], ' ', style);
    bv_draw(canvas, x + 1, y, name, style);
}

static void draw_plate(const struct kriegspiel_tables *tables, const struct kriegspiel_state *state,
                       unsigned hexagon, struct bv_canvas *canvas)
{
    unsigned byte = state->field[hexagon];
    unsigned side = kriegspiel_owner(byte);
    unsigned slot = byte & KRIEGSPIEL_SLOT_MASK;
    int x = inside_x(tables, hexagon);
    int y = inside_y(tables, hexagon);
    char text[3] = "x";
    if (byte & KRIEGSPIEL_WRECK) {
        text[1] = kriegspiel_letter(byte & 1, KRIEGSPIEL_CANNONS);
        bv_draw(canvas, x, y, text, style_of(byte & 1, KRIEGSPIEL_CANNONS));
        bv_draw(canvas, x + 3, y, "x", style_of(byte & 1, KRIEGSPIEL_CANNONS));
    } else if (kriegspiel_is_plate(byte)) {
        unsigned plate = state->plate[side][slot];
        struct bv_style style = style_of(side, kriegspiel_kind(slot));
        text[0] = (char)('0' + kriegspiel_figures(plate));
        text[1] = kriegspiel_letter(side, kriegspiel_kind(slot));
        bv_draw(canvas, x, y, text, style);
        draw_facing(tables, kriegspiel_facing(plate), x + 2, y, canvas, style);
    }
}

void kriegspiel_draw(const struct bv_terms *terms, const union bv_state *any,
                     struct bv_canvas *canvas)
{
    const struct kriegspiel_tables *tables = &terms->tables->kriegspiel;
    const struct kriegspiel_state *state = &any->kriegspiel;
    int width = LEFT + WIDE * tables->files + WIDE / 2;
    int height = 1 + (tables->columns ? FLAT : HIGH) * tables->ranks;
    bv_canvas_clear(canvas, width, height);
    for (unsigned hexagon = 0; hexagon < tables->hexagons; hexagon++)
        (tables->columns ? draw_flat : draw_upright)(canvas, inside_x(tables, hexagon),
                                                     inside_y(tables, hexagon));
    for (unsigned hexagon = 0; hexagon < tables->hexagons; hexagon++) {
        bv_canvas_point(
            canvas,
            (struct bv_box){inside_x(tables, hexagon), inside_y(tables, hexagon), INSIDE, 2},
            (int)hexagon);
        draw_name(tables, hexagon, canvas);
        draw_plate(tables, state, hexagon, canvas);
    }
}

#include "core/canvas.h"

void bv_canvas_clear(struct bv_canvas *canvas, int width, int height)
{
    BV_ASSERT(width <= BV_CANVAS_WIDTH && height <= BV_CANVAS_HEIGHT);
    canvas->width = width;
    canvas->height = height;
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++)
            canvas->cell[y][x] = (struct bv_cell){.rune = ' ', .plain = ' ', .point = -1};
}

void bv_draw_rune(struct bv_canvas *canvas, int x, int y, uint16_t rune, char plain,
                  struct bv_style style)
{
    if (x < 0 || y < 0 || x >= canvas->width || y >= canvas->height) return;
    struct bv_cell *cell = &canvas->cell[y][x];
    *cell = (struct bv_cell){rune, plain, style.ink, style.paper, style.bold, cell->point};
}

void bv_canvas_point(struct bv_canvas *canvas, struct bv_box box, int point)
{
    for (int y = box.y; y < box.y + box.height; y++)
        for (int x = box.x; x < box.x + box.width; x++)
            if (x >= 0 && y >= 0 && x < canvas->width && y < canvas->height)
                canvas->cell[y][x].point = (int16_t)point;
}

void bv_draw(struct bv_canvas *canvas, int x, int y, const char *text, struct bv_style style)
{
    for (; *text; text++, x++) bv_draw_rune(canvas, x, y, (uint16_t)*text, *text, style);
}

void bv_draw_number(struct bv_canvas *canvas, int x, int y, int number, struct bv_style style)
{
    char text[12];
    struct bv_out out = bv_out_into(text, sizeof text);
    bv_put_number(&out, number);
    bv_draw(canvas, x, y, text, style);
}

static void put_rune(struct bv_out *out, uint16_t rune)
{
    if (rune < 0x80) {
        bv_put_char(out, (char)rune);
    } else if (rune < 0x800) {
        bv_put_char(out, (char)(0xc0 | (rune >> 6)));
        bv_put_char(out, (char)(0x80 | (rune & 0x3f)));
    } else {
        bv_put_char(out, (char)(0xe0 | (rune >> 12)));
        bv_put_char(out, (char)(0x80 | ((rune >> 6) & 0x3f)));
        bv_put_char(out, (char)(0x80 | (rune & 0x3f)));
    }
}

/* The terminal's number of an ink, to be added to 30 (foreground) or 40 (background). */
static int ansi(uint8_t ink)
{
    static const uint8_t code[] = {
        [BV_INK_PLAIN] = 9,  [BV_INK_BLACK] = 0, [BV_INK_RED] = 1,     [BV_INK_GREEN] = 2,
        [BV_INK_YELLOW] = 3, [BV_INK_BLUE] = 4,  [BV_INK_MAGENTA] = 5, [BV_INK_CYAN] = 6,
        [BV_INK_WHITE] = 7,  [BV_INK_GREY] = 60, /* bright black */
    };
    return code[ink];
}

static void put_style(struct bv_out *out, const struct bv_cell *cell)
{
    bv_put(out, "\x1b[0;");
    if (cell->bold) bv_put(out, "1;");
    bv_putf(out, "%d;%dm", 30 + ansi(cell->ink), 40 + ansi(cell->paper));
}

static void print_colour(const struct bv_canvas *canvas, int y, struct bv_out *out)
{
    const struct bv_cell *last = NULL;
    for (int x = 0; x < canvas->width; x++) {
        const struct bv_cell *cell = &canvas->cell[y][x];
        if (!last || last->ink != cell->ink || last->paper != cell->paper ||
            last->bold != cell->bold)
            put_style(out, cell);
        put_rune(out, cell->rune);
        last = cell;
    }
    bv_put(out, "\x1b[0m\n");
}

static void print_plain(const struct bv_canvas *canvas, int y, struct bv_out *out)
{
    int width = canvas->width;
    while (width && canvas->cell[y][width - 1].plain == ' ') width--;
    for (int x = 0; x < width; x++) bv_put_char(out, canvas->cell[y][x].plain);
    bv_put_char(out, '\n');
}

void bv_canvas_print(const struct bv_canvas *canvas, bool colour, struct bv_out *out)
{
    for (int y = 0; y < canvas->height; y++) {
        if (colour)
            print_colour(canvas, y, out);
        else
            print_plain(canvas, y, out);
    }
}

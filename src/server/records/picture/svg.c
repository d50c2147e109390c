#include "server/records/picture/picture.h"

enum { CELL_WIDTH = 9, CELL_HEIGHT = 18, BASELINE = 13, MARGIN = 18 };

static void put_attribute(struct bv_out *out, const char *name, int64_t value)
{
    bv_put_char(out, ' ');
    bv_put(out, name);
    bv_put(out, "=\"");
    bv_put_number(out, value);
    bv_put_char(out, '"');
}

static void put_place(struct bv_out *out, int x, int y)
{
    put_attribute(out, "x", x);
    put_attribute(out, "y", y);
}

static void put_fill(struct bv_out *out, uint32_t colour)
{
    static const char digits[] = "0123456789abcdef";
    bv_put(out, " fill=\"#");
    for (int shift = 20; shift >= 0; shift -= 4) bv_put_char(out, digits[colour >> shift & 0xf]);
    bv_put_char(out, '"');
}

static void put_rectangle(struct bv_out *out, int x, int y, int width, int height, uint32_t colour)
{
    bv_put(out, "<rect");
    put_place(out, x, y);
    put_attribute(out, "width", width);
    put_attribute(out, "height", height);
    put_fill(out, colour);
    bv_put(out, "/>");
}

/* Cells of one paper in a row are one rectangle. */
static void put_documents(const struct bv_canvas *canvas, int y, struct bv_out *out)
{
    for (int x = 0; x < canvas->width;) {
        uint8_t paper = picture_background_of(&canvas->cell[y][x]);
        int end = x;
        while (end < canvas->width && picture_background_of(&canvas->cell[y][end]) == paper) end++;
        if (paper)
            put_rectangle(out, MARGIN + x * CELL_WIDTH, MARGIN + y * CELL_HEIGHT,
                          (end - x) * CELL_WIDTH, CELL_HEIGHT, picture_colours[paper]);
        x = end;
    }
}

static void put_runes(const struct bv_canvas *canvas, int y, struct bv_out *out)
{
    for (int x = 0; x < canvas->width; x++) {
        const struct bv_cell *cell = &canvas->cell[y][x];
        if (cell->rune == ' ') continue;
        bv_put(out, "<text");
        put_place(out, MARGIN + x * CELL_WIDTH, MARGIN + y * CELL_HEIGHT + BASELINE);
        put_fill(out, picture_colours[picture_ink_of(cell)]);
        bv_put(out, cell->bold ? " font-weight=\"bold\">&#" : ">&#");
        bv_put_number(out, cell->rune);
        bv_put(out, ";</text>");
    }
}

void svg_draw(const struct bv_canvas *canvas, struct bv_out *out)
{
    int width = canvas->width * CELL_WIDTH + 2 * MARGIN;
    int height = canvas->height * CELL_HEIGHT + 2 * MARGIN;
    bv_put(out, "<svg xmlns=\"http://www.w3.org/2000/svg\"");
    put_attribute(out, "width", width);
    put_attribute(out, "height", height);
    bv_put(out, " font-family=\"monospace\" font-size=\"15\">");
    put_rectangle(out, 0, 0, width, height, picture_colours[0]);
    for (int y = 0; y < canvas->height; y++) {
        put_documents(canvas, y, out);
        put_runes(canvas, y, out);
    }
    bv_put(out, "</svg>\n");
}

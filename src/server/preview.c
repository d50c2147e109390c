#include "server/preview.h"

#include "core/canvas.h"
#include "server/archive.h"
#include "server/memory.h"

/* ---- The picture ------------------------------------------------------------------------------------------------- */

enum { CELL_WIDTH = 9, CELL_HEIGHT = 18, BASELINE = 13, MARGIN = 18 };

/* Ink that can be told apart on the dark paper of the picture; as paper it is the same, but darker. */
static const char *const ink_colour[] = {
    [BV_INK_PLAIN] = "#efe6d2",   [BV_INK_BLACK] = "#0d0b09",  [BV_INK_RED] = "#ef7b66",
    [BV_INK_GREEN] = "#9ccb74",   [BV_INK_YELLOW] = "#f0c95a", [BV_INK_BLUE] = "#7fb2e5",
    [BV_INK_MAGENTA] = "#e59ac4", [BV_INK_CYAN] = "#74cfd0",   [BV_INK_WHITE] = "#ffffff",
    [BV_INK_GREY] = "#8d8273",
};
static const char *const paper_colour[] = {
    [BV_INK_PLAIN] = "#221c16",   [BV_INK_BLACK] = "#0d0b09",  [BV_INK_RED] = "#7c2a1f",
    [BV_INK_GREEN] = "#3c5a2a",   [BV_INK_YELLOW] = "#7a5a12", [BV_INK_BLUE] = "#1f4a6b",
    [BV_INK_MAGENTA] = "#6b2a50", [BV_INK_CYAN] = "#1f5a5b",   [BV_INK_WHITE] = "#cfc6b4",
    [BV_INK_GREY] = "#4a4238",
};

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

static void put_fill(struct bv_out *out, const char *colour)
{
    bv_put(out, " fill=\"");
    bv_put(out, colour);
    bv_put_char(out, '"');
}

static void put_rectangle(struct bv_out *out, int x, int y, int width, int height,
                          const char *colour)
{
    bv_put(out, "<rect");
    put_place(out, x, y);
    put_attribute(out, "width", width);
    put_attribute(out, "height", height);
    put_fill(out, colour);
    bv_put(out, "/>");
}

/* Cells of one paper in a row are one rectangle. */
static void put_papers(const struct bv_canvas *canvas, int y, struct bv_out *out)
{
    for (int x = 0; x < canvas->width;) {
        uint8_t paper = canvas->cell[y][x].paper;
        int end = x;
        while (end < canvas->width && canvas->cell[y][end].paper == paper) end++;
        if (paper != BV_INK_PLAIN)
            put_rectangle(out, MARGIN + x * CELL_WIDTH, MARGIN + y * CELL_HEIGHT,
                          (end - x) * CELL_WIDTH, CELL_HEIGHT, paper_colour[paper]);
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
        put_fill(out, ink_colour[cell->ink]);
        bv_put(out, cell->bold ? " font-weight=\"bold\">&#" : ">&#");
        bv_put_number(out, cell->rune);
        bv_put(out, ";</text>");
    }
}

void bv_picture_write(const struct bv_table *table, struct bv_out *out)
{
    const struct bv_terms *terms = bv_table_terms(table);
    struct bv_canvas canvas;
    BV_ASSERT(table->stage == BV_TABLE_OVER);
    terms->game->draw(terms, &table->state, &canvas);
    int width = canvas.width * CELL_WIDTH + 2 * MARGIN;
    int height = canvas.height * CELL_HEIGHT + 2 * MARGIN;
    bv_put(out, "<svg xmlns=\"http://www.w3.org/2000/svg\"");
    put_attribute(out, "width", width);
    put_attribute(out, "height", height);
    bv_put(out, " font-family=\"monospace\" font-size=\"15\">");
    put_rectangle(out, 0, 0, width, height, paper_colour[BV_INK_PLAIN]);
    for (int y = 0; y < canvas.height; y++) {
        put_papers(&canvas, y, out);
        put_runes(&canvas, y, out);
    }
    bv_put(out, "</svg>\n");
}

/* ---- The lines --------------------------------------------------------------------------------------------------- */

/* Names are people's own: none of their characters is one of HTML's. */
static void put_escaped(struct bv_out *out, struct bv_span text)
{
    for (size_t i = 0; i < text.length; i++) {
        char c = text.text[i];
        if (c == '&')
            bv_put(out, "&amp;");
        else if (c == '<')
            bv_put(out, "&lt;");
        else if (c == '"')
            bv_put(out, "&quot;");
        else
            bv_put_char(out, c);
    }
}

static void begin_meta(struct bv_out *out, const char *property)
{
    bv_put(out, "<meta property=\"og:");
    bv_put(out, property);
    bv_put(out, "\" content=\"");
}

static void put_meta(struct bv_out *out, const char *property, const char *text)
{
    begin_meta(out, property);
    put_escaped(out, bv_span_of(text));
    bv_put(out, "\" />\n");
}

/* Programs that fetch pictures want whole addresses. */
static void put_address(const struct bv_house *house, const struct bv_http_request *request,
                        struct bv_out *out)
{
    if (house->base.origin[0]) {
        bv_put(out, house->base.origin);
    } else {
        bv_put(out, "http://");
        put_escaped(out, bv_http_header(request, "host"));
    }
    bv_put(out, house->base.path);
}

/* « Échec aux Chevaliers : Ada – Élodie »; who plays a game that goes on is its own affair. */
static void put_title(const struct bv_table *table, struct bv_out *out)
{
    const struct bv_terms *terms = bv_table_terms(table);
    char name[512];
    bool first = true;
    bv_put(out, terms->game->name.fr);
    if (table->stage != BV_TABLE_OVER) return;
    for (int seat = 0; seat < terms->form->seats; seat++) {
        struct bv_out player = bv_out_into(name, sizeof name);
        bv_archive_player(table, seat, &player);
        if (!player.length) continue;
        bv_put(out, first ? " : " : " – ");
        put_escaped(out, (struct bv_span){name, player.length});
        first = false;
    }
}

/* The table that a page is about: `/t/ID`, `/replay/ID`. NULL if it is about none. */
static const struct bv_table *table_of(struct bv_house *house, struct bv_span path)
{
    static const char *const start[] = {"/t/", "/replay/"};
    char id[BV_ID_SIZE];
    for (size_t i = 0; i < BV_COUNT(start); i++) {
        size_t length = strlen(start[i]);
        if (path.length <= length || !bv_same(path.text, start[i], length)) continue;
        struct bv_out out = bv_out_into(id, sizeof id);
        struct bv_refusal refusal = {0};
        bv_put_span(&out, (struct bv_span){path.text + length, path.length - length});
        struct bv_room *room = out.cut ? NULL : bv_room_enter(house, id, &refusal);
        return room ? room->table : NULL;
    }
    return NULL;
}

void bv_preview_write(struct bv_house *house, const struct bv_http_request *request,
                      struct bv_out *out)
{
    const struct bv_table *table = table_of(house, request->path);
    if (!table) return;
    bool over = table->stage == BV_TABLE_OVER && table->begun;
    put_meta(out, "site_name", "Bivouac");
    begin_meta(out, "title");
    put_title(table, out);
    bv_put(out, "\" />\n");
    put_meta(out, "description",
             over ? "Une partie à revoir coup par coup. · A game to look at again, move by move."
                  : "Une table de Bivouac. · A table of Bivouac.");
    begin_meta(out, "image");
    put_address(house, request, out);
    bv_put(out, "/icon-180.png\" />\n");
    if (!over) return;
    begin_meta(out, "image");
    put_address(house, request, out);
    bv_put(out, "/api/v1/records/");
    bv_put(out, table->id);
    bv_put(out, "/picture.svg\" />\n");
    put_meta(out, "image:type", "image/svg+xml");
}

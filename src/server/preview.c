#include "server/preview.h"

#include "server/archive.h"
#include "server/picture/picture.h"

void bv_preview_draw(const struct bv_table *table, struct bv_canvas *canvas)
{
    const struct bv_terms *terms = bv_table_terms(table);
    BV_ASSERT(table->stage == BV_TABLE_OVER);
    terms->game->draw(terms, &table->state, canvas);
}

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

static void put_image(const struct bv_house *house, const struct bv_http_request *request,
                      const char *path, struct bv_out *out)
{
    begin_meta(out, "image");
    put_address(house, request, out);
    bv_put(out, path);
    bv_put(out, "\" />\n");
}

static void put_number(struct bv_out *out, const char *property, int number)
{
    begin_meta(out, property);
    bv_put_number(out, number);
    bv_put(out, "\" />\n");
}

/* Not every program that shows previews reads SVG; those that know the size need not wait for the picture. */
static void put_board(const struct bv_house *house, const struct bv_http_request *request,
                      const struct bv_table *table, struct bv_out *out)
{
    char path[BV_ID_SIZE + 64];
    struct bv_canvas canvas;
    struct bv_out address = bv_out_into(path, sizeof path);
    bv_preview_draw(table, &canvas);
    struct bv_picture_size size = bv_png_size(&canvas);
    bv_put(&address, "/api/v1/records/");
    bv_put(&address, table->id);
    bv_put(&address, "/picture.png");
    put_image(house, request, path, out);
    put_meta(out, "image:type", "image/png");
    put_number(out, "image:width", size.width);
    put_number(out, "image:height", size.height);
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
    if (over)
        put_board(house, request, table, out);
    else
        put_image(house, request, "/icon-180.png", out);
}

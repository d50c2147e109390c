#include "server/records/link_preview.h"

#include "server/records/picture/picture.h"

void link_preview_draw(const struct table *table, struct bv_canvas *canvas)
{
    const struct bv_terms *terms = table_terms(table);
    BV_ASSERT(table->stage == TABLE_OVER);
    terms->game->draw(terms, &table->state, canvas);
}

/* Names come from users: HTML characters are escaped. */
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

/* Programs that fetch pictures need absolute addresses. */
static void put_address(const struct records *records, const struct http_request *request,
                        struct bv_out *out)
{
    if (records->base->origin[0]) {
        bv_put(out, records->base->origin);
    } else {
        bv_put(out, "http://");
        put_escaped(out, http_header(request, "host"));
    }
    bv_put(out, records->base->path);
}

/* « (game) : Ada – Élodie »; the players of an unfinished game are not shown. */
static void put_title(const struct table *table, struct bv_out *out)
{
    const struct bv_terms *terms = table_terms(table);
    char name[512];
    bool first = true;
    bv_put(out, terms->game->name.fr);
    if (table->stage != TABLE_OVER) return;
    for (int seat = 0; seat < terms->form->seats; seat++) {
        struct bv_out player = bv_out_into(name, sizeof name);
        record_player(table, seat, &player);
        if (!player.length) continue;
        bv_put(out, first ? " : " : " – ");
        put_escaped(out, (struct bv_span){name, player.length});
        first = false;
    }
}

/* The owner, if seated, else any player; "": there is none. */
static const char *host_of(const struct table *table)
{
    const char *host = "";
    for (int seat = 0; seat < table_terms(table)->form->seats; seat++)
        for (int i = 0; i < table->occupant[seat].holders; i++) {
            const struct table_holder *holder = &table->occupant[seat].holder[i];
            if (!*host || bv_equal(holder->person, table->setup.owner)) host = holder->name;
        }
    return host;
}

/* « Ada vous invite à jouer à (game) · Ada invites you to play (game) » */
static void put_invitation(const struct table *table, struct bv_out *out)
{
    const struct bv_text *game = &table_terms(table)->game->name;
    struct bv_span host = bv_span_of(host_of(table));
    if (!host.length) {
        put_title(table, out);
        return;
    }
    put_escaped(out, host);
    bv_put_all(out, " vous invite à jouer à ", game->fr, " · ");
    put_escaped(out, host);
    bv_put_all(out, " invites you to play ", game->en);
}

static void put_time(const struct table_time_control *time, bool french, struct bv_out *out)
{
    switch (time->mode) {
    case TABLE_TIME_CLOCK:
        bv_put_number(out, (int)(time->budget / 60000));
        bv_put(out, " min + ");
        bv_put_number(out, (int)(time->increment / 1000));
        bv_put(out, french ? " s par tour" : " s a turn");
        break;
    case TABLE_TIME_DAYS:
        bv_put_number(out, (int)(time->budget / TABLE_DAY));
        bv_put(out, french ? (time->budget > TABLE_DAY ? " jours par tour" : " jour par tour")
                           : (time->budget > TABLE_DAY ? " days a turn" : " day a turn"));
        break;
    default: bv_put(out, french ? "Sans pendule" : "No clock");
    }
}

/* The first side with an empty seat; -1: none. */
static int free_side(const struct table *table)
{
    for (int seat = 0; seat < table_terms(table)->form->seats; seat++)
        if (!table->occupant[seat].holders && !table->occupant[seat].level)
            return bv_side_of(table_terms(table), seat);
    return -1;
}

/* The clock, the rule options, the side that is free, and whether the game is rated. */
static void put_agreed(const struct table *table, bool french, struct bv_out *out)
{
    const struct bv_game *game = table_terms(table)->game;
    bool usual = table_setup_is_usual(&table->setup);
    int side = free_side(table);
    put_time(&table->setup.time, french, out);
    bv_put(out, french ? ", options " : ", ");
    bv_put(out, french ? (usual ? "par défaut" : "choisies")
                       : (usual ? "default options" : "chosen options"));
    if (table->setup.rated) bv_put(out, french ? ", partie classée" : ", rated");
    if (side < 0) return;
    bv_put(out, french ? ". Votre camp : " : ". Your side: ");
    bv_put(out, french ? game->side[side].title.fr : game->side[side].title.en);
    bv_put_char(out, '.');
}

/* The table that a page is about: `/t/ID`, `/replay/ID`. NULL if it is about none. */
static const struct table *table_of(struct records *records, struct bv_span path)
{
    static const char *const start[] = {"/t/", "/replay/"};
    char id[ID_SIZE];
    for (size_t i = 0; i < BV_COUNT(start); i++) {
        size_t length = strlen(start[i]);
        if (path.length <= length || !bv_same(path.text, start[i], length)) continue;
        struct bv_out out = bv_out_into(id, sizeof id);
        struct refusal refusal = {0};
        bv_put_span(&out, (struct bv_span){path.text + length, path.length - length});
        struct live_table *live = out.cut ? NULL : live_table_enter(records->tables, id, &refusal);
        return live ? live->table : NULL;
    }
    return NULL;
}

static void put_image(const struct records *records, const struct http_request *request,
                      const char *path, struct bv_out *out)
{
    begin_meta(out, "image");
    put_address(records, request, out);
    bv_put(out, path);
    bv_put(out, "\" />\n");
}

static void put_number(struct bv_out *out, const char *property, int number)
{
    begin_meta(out, property);
    bv_put_number(out, number);
    bv_put(out, "\" />\n");
}

/* Not every program that shows previews reads SVG; with the size known, it need not wait for the
 * picture. */
static void put_board(const struct records *records, const struct http_request *request,
                      const struct table *table, struct bv_out *out)
{
    char path[ID_SIZE + 64];
    struct bv_canvas canvas;
    struct bv_out address = bv_out_into(path, sizeof path);
    link_preview_draw(table, &canvas);
    struct picture_size size = png_size(&canvas);
    bv_put(&address, "/api/v1/records/");
    bv_put(&address, table->id);
    bv_put(&address, "/picture.png");
    put_image(records, request, path, out);
    put_meta(out, "image:type", "image/png");
    put_number(out, "image:width", size.width);
    put_number(out, "image:height", size.height);
}

void link_preview_write(struct records *records, const struct http_request *request,
                        struct bv_out *out)
{
    const struct table *table = table_of(records, request->path);
    if (!table) return;
    bool over = table->stage == TABLE_OVER && table->begun;
    put_meta(out, "site_name", "Bivouac");
    begin_meta(out, "title");
    if (table->stage == TABLE_OPEN)
        put_invitation(table, out);
    else
        put_title(table, out);
    bv_put(out, "\" />\n");
    begin_meta(out, "description");
    if (table->stage == TABLE_OPEN) {
        put_agreed(table, true, out);
        bv_put(out, " · ");
        put_agreed(table, false, out);
    } else {
        bv_put(out,
               over ? "Une partie à revoir coup par coup. · A game to look at again, move by move."
                    : "Une partie en cours sur Bivouac. · A game in progress on Bivouac.");
    }
    bv_put(out, "\" />\n");
    if (over)
        put_board(records, request, table, out);
    else
        put_image(records, request, "/icon-180.png", out);
}

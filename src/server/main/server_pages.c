#include "server/main/server_pages.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "server/admin/announcement.h"
#include "server/main/server.h"
#include "util/utf8.h"

enum { PAGE_MAX_BYTES = 64 * 1024 };

enum page { PRIVACY, LEGAL, PAGES };

static const char *const page_names[PAGES] = {"privacy", "legal"};

struct server_pages {
    char *page[PAGES]; /* the whole answer, as JSON; NULL: there is no such page */
};

/* ---- Loading --------------------------------------------------------------------------------- */

static bool refuse_file(const char *path, const char *reason, struct bv_error *error)
{
    struct bv_out out = bv_error_begin(error);
    bv_put_excerpt(&out, bv_span_of(path), 120);
    bv_put_all(&out, ": ", reason);
    return false;
}

/* The text of a file on the heap; *text stays NULL if no file is named. */
static bool read_page(const char *path, char **text, struct bv_error *error)
{
    if (!path[0]) return true;
    FILE *file = fopen(path, "rb");
    if (!file) return refuse_file(path, strerror(errno), error);
    *text = memory_new(PAGE_MAX_BYTES + 2);
    size_t length = fread(*text, 1, PAGE_MAX_BYTES + 1, file);
    bool broken = ferror(file);
    fclose(file);
    if (broken) return refuse_file(path, "cannot be read", error);
    if (length > PAGE_MAX_BYTES) return refuse_file(path, "is larger than 64 KiB", error);
    if (!utf8_good((struct bv_span){*text, length}) || strlen(*text) != length)
        return refuse_file(path, "is not a text in UTF-8", error);
    return true;
}

static char *page_of(struct bv_text text)
{
    enum { ESCAPED = 6 }; /* the most bytes that one byte becomes in JSON */
    size_t size = ESCAPED * (strlen(text.fr) + strlen(text.en)) + 64;
    char *json = memory_new(size);
    struct bv_out out = bv_out_into(json, size);
    bv_json_open(&out, NULL, '{');
    bv_json_both(&out, "text", text);
    bv_json_close(&out, '}');
    BV_ASSERT(!out.cut);
    return json;
}

/* Both files, or one for both languages, or the standard text (which may be NULL: no page). */
static bool open_page(char **page, const char *french, const char *english,
                      const struct bv_text *standard, struct bv_error *error)
{
    char *fr = NULL;
    char *en = NULL;
    bool good = read_page(french, &fr, error) && read_page(english, &en, error);
    if (good && (fr || en))
        *page = page_of((struct bv_text){fr ? fr : en, en ? en : fr});
    else if (good && standard)
        *page = page_of(*standard);
    free(fr);
    free(en);
    return good;
}

struct server_pages *server_pages_open(const struct config *config, struct bv_error *error)
{
    struct server_pages *pages = memory_new(sizeof *pages);
    if (open_page(&pages->page[PRIVACY], config->privacy_fr, config->privacy_en, &admin_privacy,
                  error) &&
        open_page(&pages->page[LEGAL], config->legal_fr, config->legal_en, NULL, error))
        return pages;
    server_pages_close(pages);
    return NULL;
}

void server_pages_close(struct server_pages *pages)
{
    if (!pages) return;
    for (int i = 0; i < PAGES; i++) free(pages->page[i]);
    free(pages);
}

/* ---- Answering ------------------------------------------------------------------------------- */

static int get_server(struct exchange *exchange)
{
    static const char *const registrations[] = {"open", "invitation", "closed"};
    struct server *server = server_of(exchange);
    bv_json_text(exchange->out, "name", server->config->name);
    bv_json_text(exchange->out, "version", BIVOUAC_VERSION);
    bv_json_text(exchange->out, "registration", registrations[server->config->registration]);
    announcement_write(&server->admin, server_now(), exchange->out);
    bv_json_open(exchange->out, "pages", '[');
    for (int i = 0; i < PAGES; i++)
        if (server->server_pages->page[i]) bv_json_text(exchange->out, NULL, page_names[i]);
    bv_json_close(exchange->out, ']');
    return 200;
}

static int get_page(struct exchange *exchange)
{
    struct server *server = server_of(exchange);
    for (int i = 0; i < PAGES; i++) {
        const char *page = server->server_pages->page[i];
        if (!page || !bv_span_is(exchange->id, page_names[i])) continue;
        api_respond(exchange, &(struct http_response){.status = 200,
                                                      .type = "application/json",
                                                      .body = bv_span_of(page)});
        return 0;
    }
    return api_refuse(exchange, REFUSE_NO_SUCH_PAGE);
}

static const struct api_route rows[] = {
    {"GET", "/api/v1/server", get_server, API_ANYONE},
    {"GET", "/api/v1/server/pages/*", get_page, API_ANYONE},
};

const struct api_routes server_page_routes = {rows, BV_COUNT(rows)};

#include "server/keeping/notices.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "net/utf8.h"
#include "server/api.h"
#include "server/keeping/announcement.h"
#include "server/keeping/privacy.h"

enum { NOTICE_MAX = 64 * 1024 };

enum page { PRIVACY, LEGAL, PAGES };

static const char *const page_names[PAGES] = {"privacy", "legal"};

struct bv_notices {
    char *page[PAGES]; /* the whole answer, as JSON; NULL: there is no such page */
};

/* ---- Opening ----------------------------------------------------------------------------------------------------- */

static bool refuse_file(const char *path, const char *reason, struct bv_error *error)
{
    struct bv_out out = bv_error_begin(error);
    bv_put_excerpt(&out, bv_span_of(path), 120);
    bv_put(&out, ": ");
    bv_put(&out, reason);
    return false;
}

/* The text of a file on the heap; *text stays NULL where no file is named. */
static bool read_notice(const char *path, char **text, struct bv_error *error)
{
    if (!path[0]) return true;
    FILE *file = fopen(path, "rb");
    if (!file) return refuse_file(path, strerror(errno), error);
    *text = bv_new(NOTICE_MAX + 2);
    size_t length = fread(*text, 1, NOTICE_MAX + 1, file);
    bool broken = ferror(file);
    fclose(file);
    if (broken) return refuse_file(path, "cannot be read", error);
    if (length > NOTICE_MAX) return refuse_file(path, "is larger than 64 KiB", error);
    if (!bv_utf8_good((struct bv_span){*text, length}) || strlen(*text) != length)
        return refuse_file(path, "is not a text in UTF-8", error);
    return true;
}

static char *page_of(struct bv_text text)
{
    enum { ESCAPED = 6 }; /* the most that one byte becomes in JSON */
    size_t size = ESCAPED * (strlen(text.fr) + strlen(text.en)) + 64;
    char *json = bv_new(size);
    struct bv_out out = bv_out_into(json, size);
    bv_json_open(&out, NULL, '{');
    bv_json_both(&out, "text", text);
    bv_json_close(&out, '}');
    BV_ASSERT(!out.cut);
    return json;
}

/* Both files, or one for both languages, or what is said where there is none (which may be nothing). */
static bool open_page(char **page, const char *french, const char *english,
                      const struct bv_text *standard, struct bv_error *error)
{
    char *fr = NULL;
    char *en = NULL;
    bool good = read_notice(french, &fr, error) && read_notice(english, &en, error);
    if (good && (fr || en))
        *page = page_of((struct bv_text){fr ? fr : en, en ? en : fr});
    else if (good && standard)
        *page = page_of(*standard);
    free(fr);
    free(en);
    return good;
}

struct bv_notices *bv_notices_open(const struct bv_config *config, struct bv_error *error)
{
    struct bv_notices *notices = bv_new(sizeof *notices);
    if (open_page(&notices->page[PRIVACY], config->privacy_fr, config->privacy_en, &bv_privacy,
                  error) &&
        open_page(&notices->page[LEGAL], config->legal_fr, config->legal_en, NULL, error))
        return notices;
    bv_notices_close(notices);
    return NULL;
}

void bv_notices_close(struct bv_notices *notices)
{
    if (!notices) return;
    for (int i = 0; i < PAGES; i++) free(notices->page[i]);
    free(notices);
}

/* ---- Answering --------------------------------------------------------------------------------------------------- */

static int get_house(struct bv_visit *visit)
{
    static const char *const registrations[] = {"open", "invitation", "closed"};
    struct bv_house *house = visit->house;
    bv_json_text(visit->out, "name", house->config->name);
    bv_json_text(visit->out, "version", BIVOUAC_VERSION);
    bv_json_text(visit->out, "registration", registrations[house->config->registration]);
    bv_announcement_write(house, bv_now(), visit->out);
    bv_json_open(visit->out, "pages", '[');
    for (int i = 0; i < PAGES; i++)
        if (house->notices->page[i]) bv_json_text(visit->out, NULL, page_names[i]);
    bv_json_close(visit->out, ']');
    return 200;
}

static int get_page(struct bv_visit *visit)
{
    struct bv_house *house = visit->house;
    for (int i = 0; i < PAGES; i++) {
        const char *page = house->notices->page[i];
        if (!page || !bv_span_is(visit->id, page_names[i])) continue;
        bv_post_answer(house->post, visit->client,
                       &(struct bv_http_answer){
                           .status = 200, .type = "application/json", .body = bv_span_of(page)});
        return 0;
    }
    return bv_api_refuse(
        visit, 404, "no-such-page",
        (struct bv_text){"La maison n'a pas cette page.", "The house has no such page."});
}

static const struct bv_route_row notice_rows[] = {
    {"GET", "/api/v1/house", get_house},
    {"GET", "/api/v1/house/pages/*", get_page},
};

const struct bv_routes bv_notice_routes = {notice_rows, BV_COUNT(notice_rows)};

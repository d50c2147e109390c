/* The library API: the games that the server offers, and the records of games played. */
#include <stdio.h>
#include <stdlib.h>

#include "core/describe.h"
#include "core/record.h"
#include "server/records/link_preview.h"
#include "server/records/picture/picture.h"
#include "server/records/records.h"

/* A finished game never changes. */
static const char PICTURE_CACHE[] = "public, max-age=86400";

/* ---- Games ----------------------------------------------------------------------------------- */

static int get_games(struct exchange *exchange)
{
    bv_json_open(exchange->out, "games", '[');
    for (size_t i = 0; i < bv_game_count; i++) bv_describe_game(bv_games[i], exchange->out);
    bv_json_close(exchange->out, ']');
    return 200;
}

/* ---- Searching records ----------------------------------------------------------------------- */

struct record_query {
    char tag[8][96];
    uint32_t tags;
    int64_t from, to;
    int64_t before_ended, before_table;
    uint32_t most;
};

static int bad_query(struct exchange *exchange, const char *field)
{
    bv_error_set(&exchange->refusal.detail, field);
    return api_refuse(exchange, REFUSE_BAD_QUERY);
}

/* Milliseconds at the beginning of a day written 2026-11-15; negative if there is no such day. */
static int64_t day_of(const char *text)
{
    char date[32];
    struct bv_out out = bv_out_into(date, sizeof date);
    bv_put(&out, text);
    bv_put(&out, "T00:00:00Z");
    if (!bv_is_date(bv_span_of(date))) return -1;
    int64_t year = strtol(text, NULL, 10);
    int64_t month = strtol(text + 5, NULL, 10);
    int64_t day = strtol(text + 8, NULL, 10);
    /* Days since 1970 of a day of the Gregorian calendar, counted from the first of March of the
     * year 0. */
    int64_t march = month > 2 ? year : year - 1;
    int64_t months = month > 2 ? month - 3 : month + 9;
    int64_t days =
        march * 365 + march / 4 - march / 100 + march / 400 + (months * 153 + 2) / 5 + day - 1;
    return (days - 719468) * TABLE_DAY;
}

static bool add_tag(struct record_query *question, const char *name, const char *value)
{
    if (question->tags == BV_COUNT(question->tag)) return false;
    struct bv_out out = bv_out_into(question->tag[question->tags++], sizeof question->tag[0]);
    bv_put(&out, name);
    if (*value) bv_put_char(&out, '=');
    record_fold_name(value, &out);
    return !out.cut;
}

/* Names are searched in lower case; all other tags are unchanged. */
static bool add_tags(struct exchange *exchange, struct record_query *question)
{
    static const char *const exact[] = {"game", "option", "result", "reason", "rated"};
    char value[80];
    if (api_query_get(exchange->request->query, "player", value, sizeof value) &&
        (!*value || !add_tag(question, "player", value)))
        return false;
    for (size_t i = 0; i < BV_COUNT(exact); i++) {
        if (!api_query_get(exchange->request->query, exact[i], value, sizeof value)) continue;
        if (!*value || question->tags == BV_COUNT(question->tag)) return false;
        struct bv_out out = bv_out_into(question->tag[question->tags++], sizeof question->tag[0]);
        bv_put(&out, exact[i]);
        bv_put_char(&out, '=');
        bv_put(&out, value);
        if (out.cut) return false;
    }
    return true;
}

static bool read_day(struct exchange *exchange, const char *name, int64_t *day)
{
    char value[16];
    if (!api_query_get(exchange->request->query, name, value, sizeof value)) return true;
    *day = day_of(value);
    return *day >= 0;
}

static bool read_cursor(struct exchange *exchange, struct record_query *question)
{
    char value[48];
    char *end = NULL;
    if (!api_query_get(exchange->request->query, "before", value, sizeof value)) return true;
    question->before_ended = strtoll(value, &end, 10);
    if (end == value || *end != '-') return false;
    const char *table = end + 1;
    question->before_table = strtoll(table, &end, 10);
    return end != table && !*end;
}

static bool read_most(struct exchange *exchange, struct record_query *question)
{
    char value[8];
    int most = 50;
    if (api_query_get(exchange->request->query, "most", value, sizeof value) &&
        !bv_number_of(bv_span_of(value), 1, 100, &most))
        return false;
    question->most = (uint32_t)most;
    return true;
}

/* The answer as it is written, and where it ends so far. */
struct finding {
    struct bv_out out;
    uint32_t count;
    int64_t last_ended, last_table;
};

static bool found(void *context, int64_t table, const char *id, int64_t ended, const char *summary)
{
    struct finding *finding = context;
    (void)id;
    if (finding->out.length + bv_length(summary) + 256 > finding->out.size) return false;
    bv_json_raw(&finding->out, summary);
    finding->count++;
    finding->last_ended = ended;
    finding->last_table = table;
    return true;
}

static void put_cursor(const struct finding *finding, uint32_t most, struct bv_out *out)
{
    char cursor[48];
    snprintf(cursor, sizeof cursor, "%lld-%lld", (long long)finding->last_ended,
             (long long)finding->last_table);
    bv_json_text_or_null(out, "before", finding->count < most ? NULL : cursor);
}

static struct slow_answer search(struct store *store, const void *context)
{
    enum { FOUND_SIZE = 256 * 1024 };
    struct bv_error error;
    const struct record_query *query = context;
    struct store_search_query asked = {.tags = query->tags,
                                       .from = query->from,
                                       .to = query->to,
                                       .before_ended = query->before_ended,
                                       .before_table = query->before_table,
                                       .most = query->most};
    for (uint32_t i = 0; i < query->tags; i++) asked.tag[i] = query->tag[i];
    char *text = memory_new(FOUND_SIZE);
    struct finding finding = {.out = bv_out_into(text, FOUND_SIZE)};
    bv_json_open(&finding.out, NULL, '{');
    bv_json_open(&finding.out, "records", '[');
    bool good = store_search(store, &asked, found, &finding, &error);
    bv_json_close(&finding.out, ']');
    put_cursor(&finding, query->most, &finding.out);
    bv_json_close(&finding.out, '}');
    if (good) return (struct slow_answer){.text = text, .length = finding.out.length};
    free(text);
    return (struct slow_answer){0};
}

/* All clients find public games; `mine=1` finds the client's own, including private ones. `person`
 * finds those of another person. */
static int get_records(struct exchange *exchange)
{
    struct record_query question = {0};
    char mine[4];
    char person[ID_SIZE] = "";
    bool own =
        api_query_get(exchange->request->query, "mine", mine, sizeof mine) && bv_equal(mine, "1");
    bool named = api_query_get(exchange->request->query, "person", person, sizeof person);
    if (own && !api_needs_person(exchange)) return 401;
    if (named && !person[0]) return bad_query(exchange, "person is an id");
    if (named && bv_equal(person, exchange->client->person)) own = true;
    add_tag(&question, own ? "person" : "public", own ? exchange->client->person : "");
    if (named && !bv_equal(person, exchange->client->person)) add_tag(&question, "person", person);
    if (!add_tags(exchange, &question)) return bad_query(exchange, "a field is empty or too long");
    if (!read_day(exchange, "from", &question.from) || !read_day(exchange, "to", &question.to))
        return bad_query(exchange, "from and to are days such as 2026-11-15");
    if (!read_cursor(exchange, &question))
        return bad_query(exchange, "before is the cursor of an earlier answer");
    if (!read_most(exchange, &question)) return bad_query(exchange, "most is from 1 to 100");
    return slow_answer_later(records_of(exchange)->slow, exchange, search, &question,
                             sizeof question);
}

/* ---- One record ------------------------------------------------------------------------------ */

static void put_tokens(const struct table *table, struct bv_out *out)
{
    const struct bv_terms *terms = table_terms(table);
    bv_json_open(out, "tokens", '[');
    for (size_t i = 0; i < table->moves; i++) {
        char text[BV_TOKEN_MAX];
        struct bv_out token = bv_out_into(text, sizeof text);
        terms->game->token(terms, table->move[i].action, &token);
        bv_json_open(out, NULL, '[');
        bv_json_text(out, NULL, bv_seat_name(terms, table->move[i].seat));
        bv_json_text(out, NULL, text);
        bv_json_close(out, ']');
    }
    bv_json_close(out, ']');
}

static void put_record(const struct table *table, struct bv_out *out)
{
    uint8_t commitment[BV_COMMITMENT_SIZE];
    record_summary(table, out);
    out->length--; /* its brace is closed below */
    bv_dice_commitment(table->setup.seed, commitment);
    bv_json_hex(out, "commitment", commitment, sizeof commitment);
    bv_json_hex(out, "seed", table->setup.seed, BV_SEED_SIZE);
    put_tokens(table, out);
    bv_json_close(out, '}');
}

/* The length depends on the game: the text is allocated. */
static void send_json(struct exchange *exchange, const struct table *table)
{
    enum { HEAD_SIZE = 64 * 1024, TOKEN_SIZE = BV_TOKEN_MAX + BV_NAME_MAX + 16 };
    size_t size = HEAD_SIZE + table->moves * TOKEN_SIZE;
    char *text = memory_new(size);
    struct bv_out out = bv_out_into(text, size);
    put_record(table, &out);
    api_respond(exchange, &(struct http_response){.status = 200,
                                                  .type = "application/json",
                                                  .body = {text, out.length}});
    free(text);
}

static void send_text(struct exchange *exchange, const struct table *table)
{
    size_t length = 0;
    char *text = record_text(table, &length);
    api_respond(exchange, &(struct http_response){.status = 200,
                                                  .type = "text/plain; charset=utf-8",
                                                  .headers = "Content-Disposition: attachment\r\n",
                                                  .body = {text, length}});
    free(text);
}

/* The table of a finished game; NULL and a refusal if there is none. */
static const struct table *finished(struct exchange *exchange, const char *id)
{
    struct live_table *live =
        live_table_enter(records_of(exchange)->tables, id, &exchange->refusal);
    if (!live) return NULL;
    bool over = live->table->stage == TABLE_OVER;
    if (over && live->table->begun) return live->table;
    api_refuse(exchange, over ? REFUSE_NO_SUCH_RECORD : REFUSE_NOT_OVER);
    return NULL;
}

static int get_record(struct exchange *exchange)
{
    static const char suffix[] = ".record";
    char id[ID_SIZE + sizeof suffix];
    struct bv_out out = bv_out_into(id, sizeof id);
    bv_put_span(&out, exchange->id);
    bool as_text =
        out.length > sizeof suffix && bv_equal(id + out.length - (sizeof suffix - 1), suffix);
    if (as_text) id[out.length - (sizeof suffix - 1)] = '\0';
    const struct table *table = finished(exchange, out.cut ? "" : id);
    if (!table) return exchange->refusal.status;
    if (as_text)
        send_text(exchange, table);
    else
        send_json(exchange, table);
    return 0;
}

/* The final board of a finished game; NULL and a refusal if there is none. Free it. */
static struct bv_canvas *drawn(struct exchange *exchange)
{
    char id[ID_SIZE];
    api_path_id(exchange->id, id);
    const struct table *table = finished(exchange, id);
    if (!table) return NULL;
    struct bv_canvas *canvas = memory_new(sizeof *canvas);
    link_preview_draw(table, canvas);
    return canvas;
}

static int get_svg(struct exchange *exchange)
{
    struct bv_canvas *canvas = drawn(exchange);
    if (!canvas) return exchange->refusal.status;
    char *text = memory_new(SVG_SIZE);
    struct bv_out out = bv_out_into(text, SVG_SIZE);
    svg_draw(canvas, &out);
    BV_ASSERT(!out.cut);
    api_respond(exchange, &(struct http_response){.status = 200,
                                                  .type = "image/svg+xml",
                                                  .cache = PICTURE_CACHE,
                                                  .body = {text, out.length}});
    free(text);
    free(canvas);
    return 0;
}

static struct slow_answer draw_png(struct store *store, const void *canvas)
{
    (void)store;
    char *text = memory_new(PNG_SIZE);
    struct bv_out out = bv_out_into(text, PNG_SIZE);
    png_draw(canvas, &out);
    BV_ASSERT(!out.cut);
    return (struct slow_answer){
        .text = text, .length = out.length, .type = "image/png", .cache = PICTURE_CACHE};
}

static int get_png(struct exchange *exchange)
{
    struct bv_canvas *canvas = drawn(exchange);
    if (!canvas) return exchange->refusal.status;
    int status =
        slow_answer_later(records_of(exchange)->slow, exchange, draw_png, canvas, sizeof *canvas);
    free(canvas);
    return status;
}

static const struct api_route rows[] = {
    {"GET", "/api/v1/games", get_games, API_ANYONE},
    {"GET", "/api/v1/records", get_records, API_ANYONE},
    {"GET", "/api/v1/records/*", get_record, API_ANYONE},
    {"GET", "/api/v1/records/*/picture.svg", get_svg, API_ANYONE},
    {"GET", "/api/v1/records/*/picture.png", get_png, API_ANYONE},
};

const struct api_routes records_routes = {rows, BV_COUNT(rows)};

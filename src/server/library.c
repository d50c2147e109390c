/* The library of the house: the games on its shelf, and the records of those that were played. */
#include <stdio.h>
#include <stdlib.h>

#include "core/describe.h"
#include "core/record.h"
#include "server/api.h"
#include "server/archive.h"
#include "server/keeping/gate.h"
#include "server/picture/picture.h"
#include "server/preview.h"

/* A game that is over looks the same for ever. */
static const char PICTURE_CACHE[] = "public, max-age=86400";

/* ---- Games -------------------------------------------------------------------------------------------------------- */

static int get_games(struct bv_visit *visit)
{
    bv_json_open(visit->out, "games", '[');
    for (size_t i = 0; i < bv_game_count; i++) bv_describe_game(bv_games[i], visit->out);
    bv_json_close(visit->out, ']');
    return 200;
}

/* ---- Finding records ---------------------------------------------------------------------------------------------- */

static int bad_query(struct bv_visit *visit, const char *field)
{
    struct bv_out out = bv_error_begin(&visit->refusal.detail);
    bv_put(&out, field);
    return bv_api_refuse(visit, 400, "bad-query",
                         (struct bv_text){"Cette recherche n'est pas bien formulée.",
                                          "This search is not well put."});
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
    /* Days since 1970 of a day of the Gregorian calendar, counted from the first of March of the year 0. */
    int64_t march = month > 2 ? year : year - 1;
    int64_t months = month > 2 ? month - 3 : month + 9;
    int64_t days =
        march * 365 + march / 4 - march / 100 + march / 400 + (months * 153 + 2) / 5 + day - 1;
    return (days - 719468) * BV_DAY;
}

static bool add_tag(struct bv_archive_question *question, const char *name, const char *value)
{
    if (question->tags == BV_COUNT(question->tag)) return false;
    struct bv_out out = bv_out_into(question->tag[question->tags++], sizeof question->tag[0]);
    bv_put(&out, name);
    if (*value) bv_put_char(&out, '=');
    bv_archive_fold(value, &out);
    return !out.cut;
}

/* Names are searched in lower case; all other tags are as they are. */
static bool add_tags(struct bv_visit *visit, struct bv_archive_question *question)
{
    static const char *const exact[] = {"game", "reading", "result", "reason", "rated"};
    char value[80];
    if (bv_query_get(visit->request->query, "player", value, sizeof value) &&
        (!*value || !add_tag(question, "player", value)))
        return false;
    for (size_t i = 0; i < BV_COUNT(exact); i++) {
        if (!bv_query_get(visit->request->query, exact[i], value, sizeof value)) continue;
        if (!*value || question->tags == BV_COUNT(question->tag)) return false;
        struct bv_out out = bv_out_into(question->tag[question->tags++], sizeof question->tag[0]);
        bv_put(&out, exact[i]);
        bv_put_char(&out, '=');
        bv_put(&out, value);
        if (out.cut) return false;
    }
    return true;
}

static bool read_day(struct bv_visit *visit, const char *name, int64_t *day)
{
    char value[16];
    if (!bv_query_get(visit->request->query, name, value, sizeof value)) return true;
    *day = day_of(value);
    return *day >= 0;
}

static bool read_cursor(struct bv_visit *visit, struct bv_archive_question *question)
{
    char value[48];
    char *end = NULL;
    if (!bv_query_get(visit->request->query, "before", value, sizeof value)) return true;
    question->before_ended = strtoll(value, &end, 10);
    if (end == value || *end != '-') return false;
    const char *table = end + 1;
    question->before_table = strtoll(table, &end, 10);
    return end != table && !*end;
}

static bool read_most(struct bv_visit *visit, struct bv_archive_question *question)
{
    char value[8];
    int most = 50;
    if (bv_query_get(visit->request->query, "most", value, sizeof value) &&
        !bv_number_of(bv_span_of(value), 1, 100, &most))
        return false;
    question->most = (uint32_t)most;
    return true;
}

int bv_api_search(struct bv_visit *visit, const struct bv_archive_question *question)
{
    if (!bv_archive_ask(visit->house->archive, question, visit->client))
        return bv_api_refuse(visit, 503, "busy",
                             (struct bv_text){"Trop de recherches à la fois. Réessayez.",
                                              "Too many searches at once. Try again."});
    visit->client->holders++;
    return 0;
}

/* Everybody finds public games; `mine=1` finds one's own, the private ones too. `person` finds those of somebody. */
static int get_records(struct bv_visit *visit)
{
    struct bv_archive_question question = {0};
    char mine[4];
    char person[BV_ID_SIZE] = "";
    bool own =
        bv_query_get(visit->request->query, "mine", mine, sizeof mine) && bv_equal(mine, "1");
    bool named = bv_query_get(visit->request->query, "person", person, sizeof person);
    if (own && !bv_needs_person(visit)) return 401;
    if (named && !person[0]) return bad_query(visit, "person is an id");
    if (named && bv_equal(person, visit->client->person)) own = true;
    add_tag(&question, own ? "person" : "public", own ? visit->client->person : "");
    if (named && !bv_equal(person, visit->client->person)) add_tag(&question, "person", person);
    if (!add_tags(visit, &question)) return bad_query(visit, "a field is empty or too long");
    if (!read_day(visit, "from", &question.from) || !read_day(visit, "to", &question.to))
        return bad_query(visit, "from and to are days such as 2026-11-15");
    if (!read_cursor(visit, &question))
        return bad_query(visit, "before is the cursor of an earlier answer");
    if (!read_most(visit, &question)) return bad_query(visit, "most is from 1 to 100");
    return bv_api_search(visit, &question);
}

void bv_archive_answered(struct bv_house *house, const struct bv_archive_answer *found)
{
    static const char failed[] =
        "{\"code\":\"unreadable\",\"text\":{\"fr\":\"La maison ne peut pas lire ses livres.\","
        "\"en\":\"The house cannot read its books.\"}}";
    struct bv_http_answer answer = {
        .status = 503, .type = "application/json", .body = bv_span_of(failed)};
    if (found->text)
        answer = (struct bv_http_answer){.status = 200,
                                         .type = found->picture ? "image/png" : "application/json",
                                         .headers = found->headers,
                                         .cache = found->picture ? PICTURE_CACHE : NULL,
                                         .body = {found->text, found->length}};
    bool facts = bv_post_facts(house->post, true); /* it was read from the disk */
    bv_post_answer(house->post, found->asker, &answer);
    bv_post_facts(house->post, facts);
    bv_gate_worked(house->gate, found->asker, found->microseconds);
    bv_client_drop(found->asker);
    free(found->text);
}

/* ---- One record ------------------------------------------------------------------------------------------------------ */

static void put_tokens(const struct bv_table *table, struct bv_out *out)
{
    const struct bv_terms *terms = bv_table_terms(table);
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

static void put_record(const struct bv_table *table, struct bv_out *out)
{
    uint8_t commitment[BV_COMMITMENT_SIZE];
    bv_archive_summary(table, out);
    out->length--; /* its brace is closed below */
    bv_dice_commitment(table->setup.seed, commitment);
    bv_json_hex(out, "commitment", commitment, sizeof commitment);
    bv_json_hex(out, "seed", table->setup.seed, BV_SEED_SIZE);
    put_tokens(table, out);
    bv_json_close(out, '}');
}

static void send(struct bv_visit *visit, const struct bv_http_answer *answer)
{
    bv_post_answer(visit->house->post, visit->client, answer);
}

/* As long as the game is: it has its own memory. */
static void send_json(struct bv_visit *visit, const struct bv_table *table)
{
    enum { HEAD_ROOM = 64 * 1024, TOKEN_ROOM = BV_TOKEN_MAX + BV_NAME_MAX + 16 };
    size_t size = HEAD_ROOM + table->moves * TOKEN_ROOM;
    char *text = bv_new(size);
    struct bv_out out = bv_out_into(text, size);
    put_record(table, &out);
    send(visit, &(struct bv_http_answer){
                    .status = 200, .type = "application/json", .body = {text, out.length}});
    free(text);
}

static void send_text(struct bv_visit *visit, const struct bv_table *table)
{
    size_t length = 0;
    char *text = bv_archive_record(table, &length);
    send(visit, &(struct bv_http_answer){.status = 200,
                                         .type = "text/plain; charset=utf-8",
                                         .headers = "Content-Disposition: attachment\r\n",
                                         .body = {text, length}});
    free(text);
}

/* The table of a game that is over; NULL and a status if there is none. */
static const struct bv_table *finished(struct bv_visit *visit, const char *id, int *status)
{
    struct bv_room *room = bv_room_enter(visit->house, id, &visit->refusal);
    *status = 404;
    if (!room && bv_equal(visit->refusal.code, "unreadable")) *status = 503;
    if (!room) return NULL;
    if (room->table->stage == BV_TABLE_OVER && room->table->begun) return room->table;
    if (room->table->stage != BV_TABLE_OVER)
        bv_api_refuse(visit, 404, "not-over",
                      (struct bv_text){"La partie n'est pas terminée.", "The game is not over."});
    else
        bv_api_refuse(visit, 404, "no-such-record",
                      (struct bv_text){"Aucune partie n'a été jouée à cette table.",
                                       "No game was played at this table."});
    return NULL;
}

static int get_record(struct bv_visit *visit)
{
    static const char suffix[] = ".record";
    char id[BV_ID_SIZE + sizeof suffix];
    int status = 0;
    struct bv_out out = bv_out_into(id, sizeof id);
    bv_put_span(&out, visit->id);
    bool as_text =
        out.length > sizeof suffix && bv_equal(id + out.length - (sizeof suffix - 1), suffix);
    if (as_text) id[out.length - (sizeof suffix - 1)] = '\0';
    const struct bv_table *table = finished(visit, out.cut ? "" : id, &status);
    if (!table) return status;
    if (as_text)
        send_text(visit, table);
    else
        send_json(visit, table);
    return 0;
}

/* How a finished game looks at its end; NULL and a status if there is none. Free it. */
static struct bv_canvas *drawn(struct bv_visit *visit, int *status)
{
    char id[BV_ID_SIZE];
    struct bv_out name = bv_out_into(id, sizeof id);
    bv_put_span(&name, visit->id);
    const struct bv_table *table = finished(visit, name.cut ? "" : id, status);
    if (!table) return NULL;
    struct bv_canvas *canvas = bv_new(sizeof *canvas);
    bv_preview_draw(table, canvas);
    return canvas;
}

static int get_svg(struct bv_visit *visit)
{
    int status = 0;
    struct bv_canvas *canvas = drawn(visit, &status);
    if (!canvas) return status;
    char *text = bv_new(BV_SVG_ROOM);
    struct bv_out out = bv_out_into(text, BV_SVG_ROOM);
    bv_svg_draw(canvas, &out);
    BV_ASSERT(!out.cut);
    send(visit, &(struct bv_http_answer){.status = 200,
                                         .type = "image/svg+xml",
                                         .cache = PICTURE_CACHE,
                                         .body = {text, out.length}});
    free(text);
    free(canvas);
    return 0;
}

static int get_png(struct bv_visit *visit)
{
    int status = 0;
    struct bv_canvas *canvas = drawn(visit, &status);
    if (!canvas) return status;
    status = bv_api_search(visit, &(struct bv_archive_question){.canvas = canvas});
    if (status) free(canvas);
    return status;
}

static const struct bv_route_row rows[] = {
    {"GET", "/api/v1/games", get_games},
    {"GET", "/api/v1/records", get_records},
    {"GET", "/api/v1/records/*", get_record},
    {"GET", "/api/v1/records/*/picture.svg", get_svg},
    {"GET", "/api/v1/records/*/picture.png", get_png},
};

const struct bv_routes bv_library_routes = {rows, BV_COUNT(rows)};

/*
 * Games that somebody finished on a device of their own, and wants to find again elsewhere. A record is read and replayed
 * by the rules before it is kept, so that what stands here is a game. The name of one is the device's: sending it twice
 * keeps it once, which is what a device needs that was cut off before it heard the answer.
 *
 *     owngame          PERSON/NAME   what a list shows
 *     owngame.record   PERSON/NAME   the record itself
 */
#include "core/record.h"
#include "server/memory.h"
#include "server/people/accounts.h"

enum {
    RECORD_MOST = 64 * 1024,
    GAMES_MOST = 1000,
    NAME_LEAST = 8,
    NAME_MOST = 24,
    RESULT_MOST = 63
};
enum { KEY_SIZE = BV_ID_SIZE + NAME_MOST + 2 };

static const char head_kind[] = "owngame";
static const char record_kind[] = "owngame.record";

static bool is_name(struct bv_span name)
{
    bool good = name.length >= NAME_LEAST && name.length <= NAME_MOST;
    for (size_t i = 0; good && i < name.length; i++)
        good = strchr("abcdefghijklmnopqrstuvwxyz0123456789", name.text[i]) != NULL;
    return good;
}

/* The key of the game in the path; without one of the list as a whole. */
static void write_key(const struct bv_visit *visit, struct bv_span name, char key[KEY_SIZE])
{
    struct bv_out out = bv_out_into(key, KEY_SIZE);
    bv_put(&out, visit->client->person);
    bv_put_char(&out, '/');
    bv_put_span(&out, name);
}

static int refuse_missing(struct bv_visit *visit)
{
    return bv_api_refuse(
        visit, 404, "no-such-record",
        (struct bv_text){"Cette partie n'est pas gardée ici.", "That game is not kept here."});
}

/* ---- Reading a record ------------------------------------------------------------------------------------------------ */

struct reading {
    struct bv_record_reader reader;
    struct bv_terms terms;
    union bv_tables tables;
    union bv_state state;
};

static bool bad_line(struct bv_error *error, int number, const char *why)
{
    struct bv_out out = bv_error_begin(error);
    bv_put(&out, "line ");
    bv_put_number(&out, number);
    bv_put(&out, ": ");
    bv_put(&out, why);
    return false;
}

/* Whether a text is the record of a game that is over. */
static bool is_game(struct reading *reading, struct bv_span text, struct bv_error *error)
{
    struct bv_span line;
    int number = 0;
    if (text.length && text.text[text.length - 1] == '\n') text.length--;
    bv_record_begin(&reading->reader, &reading->terms, &reading->tables, &reading->state);
    while (bv_take_part(&text, '\n', &line)) {
        struct bv_error why = {""};
        number++;
        if (bv_record_line(&reading->reader, line, &why) == BV_RECORD_BAD)
            return bad_line(error, number, why.text);
    }
    if (!bv_record_complete(&reading->reader, error)) return false;
    return reading->reader.record.result[0] != '*' || bv_error_set(error, "the game is not over");
}

static cJSON *head_of(const struct reading *reading, int64_t kept)
{
    const struct bv_record *record = &reading->reader.record;
    cJSON *head = cJSON_CreateObject();
    cJSON_AddStringToObject(head, "game", reading->terms.game->id);
    cJSON_AddStringToObject(head, "ended", record->ended);
    cJSON_AddStringToObject(head, "result", record->result);
    cJSON_AddNumberToObject(head, "tokens", record->tokens);
    cJSON_AddNumberToObject(head, "kept", (double)kept);
    return head;
}

/* ---- Keeping ----------------------------------------------------------------------------------------------------------- */

static bool count_one(void *context, const struct bv_paper *paper)
{
    uint32_t *count = context;
    (void)paper;
    (*count)++;
    return true;
}

static bool is_kept(struct bv_visit *visit, const char *key)
{
    cJSON *head = bv_desk_read(visit->house->desk, head_kind, key, NULL);
    cJSON_Delete(head);
    return head != NULL;
}

static int put_game(struct bv_visit *visit)
{
    char all[KEY_SIZE];
    char key[KEY_SIZE];
    uint32_t count = 0;
    struct bv_error error = {""};
    if (!bv_needs_account(visit)) return 403;
    const char *text = bv_json_get_text(visit->body, "record", RECORD_MOST);
    if (!text || !is_name(visit->id))
        return bv_api_refuse(visit, 400, "bad-record",
                             (struct bv_text){"Il faut un relevé de 64 Kio au plus, sous un nom "
                                              "de 8 à 24 lettres et chiffres.",
                                              "It takes a record of at most 64 KiB, under a name "
                                              "of 8 to 24 letters and digits."});
    write_key(visit, bv_span_of(""), all);
    write_key(visit, visit->id, key);
    if (is_kept(visit, key)) return 200;
    if (!bv_store_papers(visit->house->reader, head_kind, all, "", GAMES_MOST, count_one, &count,
                         &error))
        return bv_api_unreadable(visit, &error);
    if (count == GAMES_MOST)
        return bv_api_refuse(visit, 409, "too-many-games",
                             (struct bv_text){"La maison garde au plus mille parties de chacun.",
                                              "The house keeps at most a thousand games of each."});
    struct reading *reading = bv_new(sizeof *reading);
    bool good = is_game(reading, bv_span_of(text), &visit->refusal.detail);
    if (good) {
        int64_t now = bv_now();
        cJSON *head = head_of(reading, now);
        cJSON *record = cJSON_CreateObject();
        cJSON_AddStringToObject(record, "record", text);
        bv_desk_write(visit->house->desk, head_kind, key, now, head, NULL);
        bv_desk_write(visit->house->desk, record_kind, key, now, record, NULL);
        cJSON_Delete(head);
        cJSON_Delete(record);
    }
    free(reading);
    return good ? 200
                : bv_api_refuse(visit, 400, "bad-record",
                                (struct bv_text){"Ce relevé n'est pas celui d'une partie finie.",
                                                 "That is not the record of a finished game."});
}

/* ---- Finding again ----------------------------------------------------------------------------------------------------- */

static bool list_one(void *context, const struct bv_paper *paper)
{
    struct bv_out *out = context;
    int64_t tokens = 0, kept = 0;
    const char *slash = strchr(paper->key, '/');
    cJSON *head = cJSON_ParseWithLength(paper->text.text, paper->text.length);
    const char *game = bv_json_get_text(head, "game", BV_NAME_MAX);
    const char *ended = bv_json_get_text(head, "ended", BV_DATE_SIZE);
    const char *result = bv_json_get_text(head, "result", RESULT_MOST);
    bv_json_get_number(head, "tokens", 0, BV_RECORD_TOKENS_MAX, &tokens);
    bv_json_get_number(head, "kept", 0, INT64_MAX, &kept);
    bv_json_open(out, NULL, '{');
    bv_json_text(out, "id", slash ? slash + 1 : "");
    bv_json_text(out, "game", game ? game : "");
    bv_json_text(out, "ended", ended ? ended : "");
    bv_json_text(out, "result", result ? result : "");
    bv_json_number(out, "tokens", tokens);
    bv_json_number(out, "kept", kept);
    bv_json_close(out, '}');
    cJSON_Delete(head);
    return true;
}

static int get_games(struct bv_visit *visit)
{
    enum { PAGE = 200 };
    char all[KEY_SIZE];
    char name[NAME_MOST + 1] = "";
    char after[KEY_SIZE] = "";
    struct bv_error error = {""};
    if (!bv_needs_account(visit)) return 403;
    write_key(visit, bv_span_of(""), all);
    if (bv_query_get(visit->request->query, "after", name, sizeof name))
        write_key(visit, bv_span_of(name), after);
    bv_json_open(visit->out, "games", '[');
    bool good = bv_store_papers(visit->house->reader, head_kind, all, after, PAGE, list_one,
                                visit->out, &error);
    bv_json_close(visit->out, ']');
    return good ? 200 : bv_api_unreadable(visit, &error);
}

static int get_game(struct bv_visit *visit)
{
    char key[KEY_SIZE];
    struct bv_error error = {""};
    if (!bv_needs_account(visit)) return 403;
    if (!is_name(visit->id)) return refuse_missing(visit);
    write_key(visit, visit->id, key);
    cJSON *paper = bv_desk_read(visit->house->desk, record_kind, key, &error);
    if (!paper && error.text[0]) return bv_api_unreadable(visit, &error);
    if (!paper) return refuse_missing(visit);
    const char *record = bv_json_get_text(paper, "record", RECORD_MOST);
    bv_json_text(visit->out, "record", record ? record : "");
    cJSON_Delete(paper);
    return 200;
}

static int delete_game(struct bv_visit *visit)
{
    char key[KEY_SIZE];
    if (!bv_needs_account(visit)) return 403;
    if (!is_name(visit->id)) return refuse_missing(visit);
    write_key(visit, visit->id, key);
    if (!is_kept(visit, key)) return refuse_missing(visit);
    bv_desk_remove(visit->house->desk, head_kind, key, NULL);
    bv_desk_remove(visit->house->desk, record_kind, key, NULL);
    return 200;
}

static const struct bv_route_row rows[] = {
    {"GET", "/api/v1/account/games", get_games},
    {"PUT", "/api/v1/account/games/*", put_game},
    {"GET", "/api/v1/account/games/*", get_game},
    {"DELETE", "/api/v1/account/games/*", delete_game},
};

const struct bv_routes bv_own_game_routes = {rows, BV_COUNT(rows)};

/*
 * Games that a person finished on their own device, stored so that other devices can show them. A
 * record is parsed and replayed by the rules before it is stored, so only valid games are stored.
 * The device chooses the name of a game: sending it twice stores it once, so a device that lost the
 * connection before the answer can simply send it again.
 *
 *     owngame          PERSON/NAME   what a list shows
 *     owngame.record   PERSON/NAME   the record itself
 */
#include "core/record.h"
#include "server/accounts/account.h"
#include "util/memory.h"

enum { RECORD_MOST = 64 * 1024, GAMES_MOST = 1000, NAME_LEAST = 8, NAME_MOST = 24 };
enum { KEY_SIZE = ID_SIZE + NAME_MOST + 2 };

static const char head_kind[] = "owngame";
static const char record_kind[] = "owngame.record";

static bool is_name(struct bv_span name)
{
    bool good = name.length >= NAME_LEAST && name.length <= NAME_MOST;
    for (size_t i = 0; good && i < name.length; i++)
        good = strchr("abcdefghijklmnopqrstuvwxyz0123456789", name.text[i]) != NULL;
    return good;
}

/* The key of a game or, with the name "", the prefix of the whole list. */
static void write_key(const struct exchange *exchange, struct bv_span name, char key[KEY_SIZE])
{
    struct bv_out out = bv_out_into(key, KEY_SIZE);
    bv_put(&out, exchange->client->person);
    bv_put_char(&out, '/');
    bv_put_span(&out, name);
}

/* ---- Parsing a record ------------------------------------------------------------------------ */

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

/* Whether a text is the record of a finished game. */
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
    cJSON_AddNumberToObject(head, "storedAt", (double)kept);
    return head;
}

/* ---- Storing --------------------------------------------------------------------------------- */

static bool count_one(void *context, const struct document *document)
{
    uint32_t *count = context;
    (void)document;
    (*count)++;
    return true;
}

static int put_game(struct exchange *exchange)
{
    char all[KEY_SIZE];
    char key[KEY_SIZE];
    uint32_t count = 0;
    const char *text = fields_text(exchange->body, "record", RECORD_MOST);
    if (!text || !is_name(exchange->id)) return api_refuse(exchange, REFUSE_BAD_RECORD_SIZE);
    write_key(exchange, bv_span_of(""), all);
    write_key(exchange, exchange->id, key);
    if (documents_has(exchange->documents, head_kind, key)) return 200;
    documents_stored(exchange->documents, head_kind, all, "", GAMES_MOST, count_one, &count);
    if (count == GAMES_MOST) return api_refuse(exchange, REFUSE_TOO_MANY_GAMES);
    struct reading *reading = memory_new(sizeof *reading);
    bool good = is_game(reading, bv_span_of(text), &exchange->refusal.detail);
    if (good) {
        int64_t now = server_now();
        cJSON *record = cJSON_CreateObject();
        cJSON_AddStringToObject(record, "record", text);
        documents_write(exchange->documents, head_kind, key, now, head_of(reading, now));
        documents_write(exchange->documents, record_kind, key, now, record);
    }
    free(reading);
    return good ? 200 : api_refuse(exchange, REFUSE_BAD_RECORD);
}

/* ---- Listing and reading --------------------------------------------------------------------- */

static bool list_one(void *context, const struct document *document)
{
    struct bv_out *out = context;
    const char *slash = strchr(document->key, '/');
    bv_json_open(out, NULL, '{');
    bv_json_text(out, "id", slash ? slash + 1 : "");
    fields_put_text(document->fields, "game", out);
    fields_put_text(document->fields, "ended", out);
    fields_put_text(document->fields, "result", out);
    fields_put_number(document->fields, "tokens", out);
    fields_put_number(document->fields, "storedAt", out);
    bv_json_close(out, '}');
    return true;
}

static int get_games(struct exchange *exchange)
{
    enum { PAGE = 200 };
    char all[KEY_SIZE];
    char name[NAME_MOST + 1] = "";
    char after[KEY_SIZE] = "";
    write_key(exchange, bv_span_of(""), all);
    if (api_query_get(exchange->request->query, "after", name, sizeof name))
        write_key(exchange, bv_span_of(name), after);
    bv_json_open(exchange->out, "games", '[');
    documents_stored(exchange->documents, head_kind, all, after, PAGE, list_one, exchange->out);
    bv_json_close(exchange->out, ']');
    return 200;
}

/* The key of the game in the path; false and a refusal if there is none. */
static bool find_game(struct exchange *exchange, char key[KEY_SIZE])
{
    if (is_name(exchange->id)) {
        write_key(exchange, exchange->id, key);
        if (documents_has(exchange->documents, head_kind, key)) return true;
    }
    return refusal_set(&exchange->refusal, REFUSE_NO_SUCH_RECORD_DEVICE);
}

static int get_game(struct exchange *exchange)
{
    char key[KEY_SIZE];
    if (!find_game(exchange, key)) return exchange->refusal.status;
    cJSON *document = documents_read(exchange->documents, record_kind, key);
    fields_put_text(document, "record", exchange->out);
    cJSON_Delete(document);
    return 200;
}

static int delete_game(struct exchange *exchange)
{
    char key[KEY_SIZE];
    if (!find_game(exchange, key)) return exchange->refusal.status;
    documents_remove(exchange->documents, head_kind, key);
    documents_remove(exchange->documents, record_kind, key);
    return 200;
}

static const struct api_route rows[] = {
    {"GET", "/api/v1/account/games", get_games, API_ACCOUNT},
    {"PUT", "/api/v1/account/games/*", put_game, API_ACCOUNT},
    {"GET", "/api/v1/account/games/*", get_game, API_ACCOUNT},
    {"DELETE", "/api/v1/account/games/*", delete_game, API_ACCOUNT},
};

const struct api_routes own_game_routes = {rows, BV_COUNT(rows)};

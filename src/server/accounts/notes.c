/*
 * Notes that a player writes about a game of their own; only the player sees them.
 *
 *     note   PERSON/TABLE   {"text":"…"}
 */
#include "server/accounts/notes.h"

enum { NOTE_MAX = 2000 };

static const char kind[] = "note";

/* The key of the note; false and a refusal if the player has no seat at that table. */
static bool find_key(struct exchange *exchange, struct pair_key *key)
{
    char id[ID_SIZE];
    api_path_id(exchange->id, id);
    struct live_table *live =
        live_table_enter(accounts_of(exchange)->tables, id, &exchange->refusal);
    if (!live) return false;
    *key = pair_key(exchange->client->person, id);
    return table_seats_held(live->table, exchange->client->person) ||
           refusal_set(&exchange->refusal, REFUSE_NOT_YOUR_SEAT);
}

static int get_note(struct exchange *exchange)
{
    struct pair_key key;
    if (!find_key(exchange, &key)) return exchange->refusal.status;
    cJSON *document = documents_read(exchange->documents, kind, key.text);
    const char *text = fields_text(document, "text", NOTE_MAX);
    bv_json_text(exchange->out, "text", text ? text : "");
    cJSON_Delete(document);
    return 200;
}

/* Any readable text of one or more lines. */
static bool is_note(const char *text)
{
    char line[NOTE_MAX + 1];
    if (!bv_copy_text(line, sizeof line, text)) return false;
    for (char *at = line; (at = strchr(at, '\n'));) *at = ' ';
    return text_is_presentable(line, NOTE_MAX);
}

static int put_note(struct exchange *exchange)
{
    struct pair_key key;
    const char *text = fields_text(exchange->body, "text", NOTE_MAX);
    if (!find_key(exchange, &key)) return exchange->refusal.status;
    if (!text || (*text && !is_note(text))) return api_refuse(exchange, REFUSE_BAD_NOTE);
    if (*text) {
        cJSON *document = cJSON_CreateObject();
        cJSON_AddStringToObject(document, "text", text);
        documents_write(exchange->documents, kind, key.text, server_now(), document);
    } else {
        documents_remove(exchange->documents, kind, key.text);
    }
    return 200;
}

void note_move(struct accounts *accounts, const char *table, const char *from, const char *to)
{
    cJSON *document = documents_read(accounts->documents, kind, pair_key(from, table).text);
    if (document)
        documents_write(accounts->documents, kind, pair_key(to, table).text, server_now(),
                        document);
}

static const struct api_route rows[] = {
    {"GET", "/api/v1/tables/*/note", get_note, API_PERSON},
    {"PUT", "/api/v1/tables/*/note", put_note, API_PERSON},
};

const struct api_routes note_routes = {rows, BV_COUNT(rows)};

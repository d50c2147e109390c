/* Data export: export_person. */
#include "core/menu.h"
#include "server/accounts/document_kinds.h"
#include "server/delivery/documents.h"
#include "table/table.h"
#include "util/fields.h"
#include "util/memory.h"

enum {
    TABLES_MOST = 1000,
    RECORDS_MOST = 1000,
    DOCUMENTS_MOST = 1000,
    EXPORT_SIZE = 16 * 1024 * 1024,
    MARGIN = 64 * 1024
};

struct exporting {
    struct store *store;
    const char *person;
    struct bv_out out;
    uint32_t tables;
    struct terms_cache *terms_cache; /* this thread's own, as is the list of games */
    struct bv_menu *menu;
    struct table *table; /* the table being exported, as it was after the current event */
    bool more;           /* there was more than fits or can be read */
    bool good;
    struct bv_error error;
};

/* Whether there is room for that many more bytes; if not, the export says that it is incomplete. */
static bool has_capacity(struct exporting *exporting, size_t length)
{
    bool capacity = exporting->out.length + 2 * length + MARGIN < exporting->out.size;
    if (!capacity) exporting->more = true;
    return capacity;
}

/* ---- Documents ------------------------------------------------------------------------------- */

/* Stored JSON without its secret fields. */
static void put_json(struct exporting *exporting, const char *name, struct bv_span text,
                     const char *const *secret, size_t secrets)
{
    cJSON *json = cJSON_ParseWithLength(text.text, text.length);
    for (size_t i = 0; i < secrets; i++) cJSON_DeleteItemFromObjectCaseSensitive(json, secret[i]);
    char *printed = json ? cJSON_PrintUnformatted(json) : NULL;
    if (printed && has_capacity(exporting, bv_length(printed))) {
        bv_json_open(&exporting->out, name, '{'); /* the printed text supplies the brace */
        exporting->out.length--;
        bv_put(&exporting->out, printed);
    }
    cJSON_free(printed);
    cJSON_Delete(json);
}

static bool put_account(void *context, const struct store_document *document)
{
    static const char *const secret[] = {"hash", "codes", "folded", "devices"};
    put_json(context, "account", document->text, secret, BV_COUNT(secret));
    return false;
}

static bool put_session(void *context, const struct store_document *document)
{
    put_json(context, NULL, document->text, NULL, 0);
    return true;
}

static bool put_document(void *context, const struct document_kind *row, const char *kind,
                         const struct store_document *document)
{
    struct exporting *exporting = context;
    if (!row->exported || !has_capacity(exporting, document->text.length)) return row->exported;
    bv_json_open(&exporting->out, NULL, '{');
    bv_json_text(&exporting->out, "kind", kind);
    bv_json_text(&exporting->out, "key", document->key);
    put_json(exporting, "document", document->text, NULL, 0);
    bv_json_close(&exporting->out, '}');
    return true;
}

static bool put_report(void *context, const struct store_document *document)
{
    struct exporting *exporting = context;
    cJSON *json = cJSON_ParseWithLength(document->text.text, document->text.length);
    if (fields_is(json, "by", exporting->person))
        put_json(exporting, NULL, document->text, NULL, 0);
    cJSON_Delete(json);
    return true;
}

/* ---- Games ----------------------------------------------------------------------------------- */

static bool put_record(void *context, int64_t table, const char *id, int64_t ended,
                       const char *summary)
{
    struct exporting *exporting = context;
    (void)table;
    (void)id;
    (void)ended;
    if (!has_capacity(exporting, bv_length(summary))) return false;
    bv_json_raw(&exporting->out, summary);
    return true;
}

/* The channel through which the person received their own event. */
static int channel_of(const struct table *table, const struct table_event *event,
                      const char *person)
{
    const struct bv_terms *terms = table_terms(table);
    bv_seats held = table_seats_held(table, person);
    bv_seats own = held;
    if (event->seat >= 0) own &= bv_seats_of_side(terms, bv_side_of(terms, event->seat));
    if (own) held = own;
    return held ? __builtin_ctz(held) : table_channel_of(BV_WATCHER);
}

/* An event has the number of its message: the store's own numbers would reveal how many secret
 * events of others there are. */
static void put_event(struct exporting *exporting, const struct table_event *event,
                      struct bv_span line)
{
    struct bv_out *out = &exporting->out;
    const struct table *table = exporting->table;
    int channel = channel_of(table, event, exporting->person);
    bv_json_open(out, NULL, '{');
    bv_json_number(out, "number", table->messages[channel]);
    bv_json_number(out, "at", event->at);
    bv_json_span(out, "event", line);
    bv_json_close(out, '}');
}

static bool take_entry(void *context, uint32_t number, int64_t at, struct bv_span line)
{
    struct exporting *exporting = context;
    struct table *table = exporting->table;
    struct table_event event;
    struct table_effect effect;
    struct bv_error error;
    (void)number;
    bool good = table_event_read(table_terms(table), line, &event, &error);
    event.at = at;
    good = good && table_apply(table, &event, &effect, &error);
    if (!good) exporting->more = true;
    if (!good || !bv_equal(event.person, exporting->person)) return good;
    if (!has_capacity(exporting, line.length)) return false;
    put_event(exporting, &event, line);
    return true;
}

static void put_events(struct exporting *exporting, const struct stored_table *stored)
{
    struct table_setup setup;
    struct bv_error error;
    if (!table_setup_restore(stored->setup, exporting->terms_cache, &setup, &error)) {
        exporting->more = true;
        return;
    }
    exporting->table = table_new(&setup, stored->id);
    exporting->table->menu = exporting->menu;
    exporting->good =
        store_events(exporting->store, stored->table, 0, take_entry, exporting, &exporting->error);
    table_free(exporting->table);
    terms_cache_return(exporting->terms_cache, setup.terms);
}

/* The seed of the dice stays secret while the game goes on, and so does the initial position. */
static bool put_table(void *context, const struct stored_table *table)
{
    static const char *const secret[] = {"seed", "position"};
    struct exporting *exporting = context;
    struct bv_out *out = &exporting->out;
    if (exporting->tables++ == TABLES_MOST) exporting->more = true;
    if (exporting->tables > TABLES_MOST || !has_capacity(exporting, 0)) return false;
    bv_json_open(out, NULL, '{');
    bv_json_text(out, "table", table->id);
    bv_json_number(out, "created", table->created);
    bv_json_text(out, "stage", table_stage_name(table->stage));
    put_json(exporting, "setup", bv_span_of(table->setup), secret,
             table->stage == TABLE_OVER ? 0 : BV_COUNT(secret));
    bv_json_open(out, "events", '[');
    put_events(exporting, table);
    bv_json_close(out, ']');
    bv_json_close(out, '}');
    return exporting->good;
}

/* ---- The whole export ------------------------------------------------------------------------ */

static bool put_documents(struct exporting *exporting)
{
    struct bv_out *out = &exporting->out;
    struct store_cursor reports = {0};
    bool good = store_document_read(exporting->store, "account", exporting->person, put_account,
                                    exporting, &exporting->error);
    bv_json_open(out, "sessions", '[');
    good =
        good && store_documents(exporting->store, "session", pair_key(exporting->person, "").text,
                                "", DOCUMENTS_MOST, put_session, exporting, &exporting->error);
    bv_json_close(out, ']');
    bv_json_open(out, "documents", '[');
    good = good && document_kinds_visit(exporting->store, exporting->person, DOCUMENTS_MOST,
                                        put_document, exporting, &exporting->error);
    bv_json_close(out, ']');
    bv_json_open(out, "reports", '[');
    do
        good = good && store_documents_page(exporting->store, "report", &reports, put_report,
                                            exporting, &exporting->error);
    while (good && reports.more);
    bv_json_close(out, ']');
    return good;
}

static bool put_games(struct exporting *exporting)
{
    char tag[ID_SIZE + 8];
    struct bv_out *out = &exporting->out;
    struct bv_out text = bv_out_into(tag, sizeof tag);
    bv_put(&text, "person=");
    bv_put(&text, exporting->person);
    struct store_search_query search = {.tag = {tag}, .tags = 1, .most = RECORDS_MOST};
    bv_json_open(out, "records", '[');
    bool good = store_search(exporting->store, &search, put_record, exporting, &exporting->error);
    bv_json_close(out, ']');
    bv_json_open(out, "tables", '[');
    good = good && store_tables_of(exporting->store, exporting->person, TABLES_MOST + 1, put_table,
                                   exporting, &exporting->error);
    bv_json_close(out, ']');
    return good && exporting->good;
}

char *export_person(struct store *store, const char *person)
{
    char *text = memory_new(EXPORT_SIZE);
    struct exporting exporting = {.store = store,
                                  .person = person,
                                  .out = bv_out_into(text, EXPORT_SIZE),
                                  .terms_cache = terms_cache_new(),
                                  .menu = memory_new(sizeof *exporting.menu),
                                  .good = true};
    bv_json_open(&exporting.out, NULL, '{');
    bv_json_text(&exporting.out, "person", person);
    bool good = put_documents(&exporting) && put_games(&exporting);
    bv_json_bool(&exporting.out, "more", exporting.more);
    bv_json_close(&exporting.out, '}');
    terms_cache_free(exporting.terms_cache);
    free(exporting.menu);
    if (good) return text;
    free(text);
    return NULL;
}

/* Reading: tables, entries, persons, settings, documents, and the search of finished games. */
#include "store/checksum.h"
#include "store/sqlite.h"

enum reader {
    READ_TABLE_BY_ID = SQLITE_READERS,
    READ_TABLE_BY_KEY,
    READ_UNFINISHED,
    READ_JOINED,
    READ_TABLES,
    READ_ENTRIES,
    READ_PERSON,
    READ_SETTING,
    READ_TAG_COUNT,
    READ_SEARCH,
    READ_TAGS,
    READ_DOCUMENT,
    READ_DOCUMENTS,
    READ_RANKED,
    READ_ABOVE,
    READ_IDLE,
    READ_PEOPLE,
    READERS_END,
};

#define DOCUMENT_COLUMNS "SELECT key, version, rank, text, kind, checksum FROM documents"

#define TABLE_COLUMNS                                                                              \
    "SELECT t.table_key, t.id, t.setup, t.created, t.stage, t.due,"                                \
    " ifnull((SELECT h.entries FROM heads AS h WHERE h.table_key = t.table_key), 0), t.checksum "

/* Another tag of a search, looked up by the whole key; an unused one is NULL. */
#define HAS_TAG(place)                                                                             \
    " AND (" place " IS NULL OR EXISTS (SELECT 1 FROM tags AS o WHERE o.tag = " place              \
    " AND o.ended = t.ended AND o.table_key = t.table_key))"

static const char *const texts[READERS_END] = {
    [READ_TABLE_BY_ID] = TABLE_COLUMNS "FROM tables AS t WHERE t.id = ?1",
    [READ_TABLE_BY_KEY] = TABLE_COLUMNS "FROM tables AS t WHERE t.table_key = ?1",
    [READ_UNFINISHED] = TABLE_COLUMNS "FROM tables AS t INDEXED BY tables_unfinished"
                                      " WHERE t.stage < 2 ORDER BY t.table_key",
    [READ_JOINED] = TABLE_COLUMNS "FROM joined AS j CROSS JOIN tables AS t"
                                  " ON t.table_key = j.table_key"
                                  " WHERE j.person = ?1 ORDER BY j.table_key DESC LIMIT ?2",
    [READ_TABLES] = TABLE_COLUMNS "FROM tables AS t WHERE t.table_key > ?1"
                                  " ORDER BY t.table_key LIMIT ?2",
    /* At least one row if the table exists; the first entry is the one before those requested. */
    [READ_ENTRIES] = "SELECT e.number, e.at, e.line, e.checksum, h.entries, h.checksum"
                     " FROM tables AS t LEFT JOIN heads AS h ON h.table_key = t.table_key"
                     " LEFT JOIN entries AS e ON e.table_key = ?1 AND e.number >= ?2"
                     " WHERE t.table_key = ?1 ORDER BY e.number",
    [READ_PERSON] = "SELECT name, row_checksum(0, id, name, created) = checksum FROM people"
                    " WHERE id = ?1",
    [READ_SETTING] = "SELECT value, row_checksum(0, name, value) = checksum FROM settings"
                     " WHERE name = ?1",
    [READ_TAG_COUNT] = "SELECT games FROM tag_counts WHERE tag = ?1",
    [READ_SEARCH] =
        "SELECT t.table_key, t.ended,"
        " (SELECT id FROM tables AS i WHERE i.table_key = t.table_key),"
        " (SELECT summary FROM finished AS f WHERE f.table_key = t.table_key)"
        " FROM tags AS t"
        " WHERE t.tag = ?1 AND t.ended >= ?2 AND (t.ended, t.table_key) < (?3, ?4)" HAS_TAG("?6")
            HAS_TAG("?7") HAS_TAG("?8") HAS_TAG("?9") HAS_TAG("?10") HAS_TAG("?11")
                HAS_TAG("?12") " ORDER BY t.ended DESC, t.table_key DESC LIMIT ?5",
    [READ_TAGS] = "SELECT tag, games FROM tag_counts WHERE tag >= ?1 AND tag < ?1 || char(1114111)"
                  " AND games > 0 ORDER BY tag LIMIT ?2",
    [READ_DOCUMENT] = DOCUMENT_COLUMNS " WHERE kind = ?1 AND key = ?2",
    /* No key that begins with the prefix sorts after the prefix followed by the highest
     * character. */
    [READ_DOCUMENTS] = DOCUMENT_COLUMNS " WHERE kind = ?1 AND key > ?3 AND key >= ?2"
                                        " AND key < ?2 || char(1114111) ORDER BY key LIMIT ?4",
    [READ_RANKED] = DOCUMENT_COLUMNS " WHERE kind = ?1 AND (rank, key) < (?2, ?3)"
                                     " ORDER BY rank DESC, key DESC LIMIT ?4",
    [READ_ABOVE] = "SELECT count(*) FROM documents WHERE kind = ?1 AND rank > ?2",
    [READ_IDLE] = "SELECT p.id FROM people AS p WHERE p.id > ?3 AND p.id <= ?5 AND p.created < ?2"
                  " AND NOT EXISTS (SELECT 1 FROM documents WHERE kind = ?1 AND key = p.id)"
                  " AND NOT EXISTS (SELECT 1 FROM joined AS j JOIN tables AS t"
                  " ON t.table_key = j.table_key"
                  " WHERE j.person = p.id AND (t.stage < 2 OR t.created >= ?2))"
                  " ORDER BY p.id LIMIT ?4",
    [READ_PEOPLE] = "SELECT count(*) FROM people WHERE id >= ?1 AND id < ?1 || x'ff'",
};

_Static_assert(BV_COUNT(texts) <= SQLITE_STATEMENTS, "room for statements");

static sqlite3_stmt *reader(struct store *store, enum reader which, struct bv_error *error)
{
    return sqlite_statement(store, (int)which, texts[which], error);
}

static void bind_text(sqlite3_stmt *statement, int place, const char *text)
{
    sqlite3_bind_text(statement, place, text, -1, SQLITE_STATIC);
}

/* A column is never NULL by the schema, but it may be in a damaged file. */
static const char *text_at(sqlite3_stmt *statement, int column)
{
    const char *text = (const char *)sqlite3_column_text(statement, column);
    return text ? text : "";
}

static struct bv_span span_at(sqlite3_stmt *statement, int column)
{
    const char *text = text_at(statement, column);
    return (struct bv_span){text, (size_t)sqlite3_column_bytes(statement, column)};
}

static void copy_id(char *id, const char *text)
{
    struct bv_out out = bv_out_into(id, ID_SIZE);
    bv_put(&out, text);
}

/* Ends a read: `code` is that of its last step, a row if the visitor has stopped. */
static bool end(struct store *store, sqlite3_stmt *statement, int code, struct bv_error *error)
{
    bool good = code == SQLITE_DONE || code == SQLITE_ROW || sqlite_fail(store, code, error);
    if ((code & 0xff) == SQLITE_CORRUPT) store->damaged = true;
    sqlite3_reset(statement);
    sqlite3_clear_bindings(statement);
    return good;
}

/* ---- Tables ---------------------------------------------------------------------------------- */

static bool visit_table(sqlite3_stmt *statement, store_table_visitor *visit, void *context)
{
    struct stored_table table = {
        .table = sqlite3_column_int64(statement, 0),
        .setup = text_at(statement, 2),
        .created = sqlite3_column_int64(statement, 3),
        .stage = (enum table_stage)sqlite3_column_int(statement, 4),
        .due = sqlite3_column_int64(statement, 5),
        .entries = (uint32_t)sqlite3_column_int64(statement, 6),
    };
    copy_id(table.id, text_at(statement, 1));
    return visit(context, &table);
}

/* Sets the error to what is damaged; returns false. */
static bool damaged(struct store *store, const char *what, const char *key, struct bv_error *error)
{
    store->damaged = true;
    struct bv_out out = sqlite_error(store, error);
    return checksum_put_damaged(&out, what, key);
}

static bool visit_tables(struct store *store, sqlite3_stmt *statement, store_table_visitor *visit,
                         void *context, struct bv_error *error)
{
    int code = SQLITE_ROW;
    while ((code = sqlite3_step(statement)) == SQLITE_ROW)
        if (!visit_table(statement, visit, context)) break;
    return end(store, statement, code, error);
}

static bool is_table_sound(sqlite3_stmt *statement)
{
    struct store_field fields[] = {
        {.number = sqlite3_column_int64(statement, 0)},
        {.text = span_at(statement, 1)},
        {.text = span_at(statement, 2)},
        {.number = sqlite3_column_int64(statement, 3)},
        {.number = sqlite3_column_int64(statement, 4)},
        {.number = sqlite3_column_int64(statement, 5)},
    };
    return checksum_of(0, "nttnnn", fields) == sqlite3_column_int64(statement, 7);
}

static bool read_table(struct store *store, const char *id, int64_t table,
                       store_table_visitor *visit, void *context, struct bv_error *error)
{
    sqlite3_stmt *statement = reader(store, id ? READ_TABLE_BY_ID : READ_TABLE_BY_KEY, error);
    if (!statement) return false;
    if (id)
        bind_text(statement, 1, id);
    else
        sqlite3_bind_int64(statement, 1, table);
    int code = sqlite3_step(statement);
    bool sound = code != SQLITE_ROW || is_table_sound(statement);
    if (code == SQLITE_ROW && sound) visit_table(statement, visit, context);
    return end(store, statement, code, error) && (sound || damaged(store, "the table", id, error));
}

static bool read_unfinished(struct store *store, store_table_visitor *visit, void *context,
                            struct bv_error *error)
{
    sqlite3_stmt *statement = reader(store, READ_UNFINISHED, error);
    return statement && visit_tables(store, statement, visit, context, error);
}

static bool read_tables(struct store *store, int64_t after, uint32_t most,
                        store_table_visitor *visit, void *context, struct bv_error *error)
{
    sqlite3_stmt *statement = reader(store, READ_TABLES, error);
    if (!statement) return false;
    sqlite3_bind_int64(statement, 1, after);
    sqlite3_bind_int64(statement, 2, most);
    return visit_tables(store, statement, visit, context, error);
}

static bool read_joined(struct store *store, const char *person, uint32_t most,
                        store_table_visitor *visit, void *context, struct bv_error *error)
{
    sqlite3_stmt *statement = reader(store, READ_JOINED, error);
    if (!statement) return false;
    bind_text(statement, 1, person);
    sqlite3_bind_int64(statement, 2, most);
    return visit_tables(store, statement, visit, context, error);
}

static struct checksum_chain_row chain_row(sqlite3_stmt *statement)
{
    const char *text = text_at(statement, 2);
    return (struct checksum_chain_row){
        .has_entry = sqlite3_column_type(statement, 0) != SQLITE_NULL,
        .number = (uint32_t)sqlite3_column_int64(statement, 0),
        .at = sqlite3_column_int64(statement, 1),
        .line = {text, (size_t)sqlite3_column_bytes(statement, 2)},
        .checksum = sqlite3_column_int64(statement, 3),
        .has_head = sqlite3_column_type(statement, 4) != SQLITE_NULL,
        .entries = (uint32_t)sqlite3_column_int64(statement, 4),
        .head = sqlite3_column_int64(statement, 5),
    };
}

static bool read_entries(struct store *store, int64_t table, uint32_t after,
                         store_entry_visitor *visit, void *context, struct bv_error *error)
{
    sqlite3_stmt *statement = reader(store, READ_ENTRIES, error);
    if (!statement) return false;
    sqlite3_bind_int64(statement, 1, table);
    sqlite3_bind_int64(statement, 2, after);
    struct checksum_chain chain = checksum_chain_begin(table, after);
    int code = SQLITE_ROW;
    bool good = true;
    while (good && (code = sqlite3_step(statement)) == SQLITE_ROW) {
        struct checksum_chain_row row = chain_row(statement);
        bool fresh = false;
        good = checksum_chain_take(&chain, &row, &fresh);
        if (good && fresh && !visit(context, row.number, row.at, row.line)) break;
    }
    if (code == SQLITE_DONE) good = checksum_chain_is_whole(&chain);
    if (!end(store, statement, code, error) || good) return good;
    store->damaged = true;
    struct bv_out out = sqlite_error(store, error);
    return checksum_chain_is_broken(&chain, &out);
}

static bool read_last_key(struct store *store, int64_t *table, struct bv_error *error)
{
    return sqlite_number(store, "SELECT ifnull(max(table_key), 0) FROM tables", table, error);
}

/* ---- People and settings --------------------------------------------------------------------- */

static bool read_text(struct store *store, enum reader which, const char *what, const char *key,
                      char *text, size_t size, bool *found, struct bv_error *error)
{
    sqlite3_stmt *statement = reader(store, which, error);
    if (!statement) return false;
    bind_text(statement, 1, key);
    int code = sqlite3_step(statement);
    *found = code == SQLITE_ROW;
    struct bv_out out = bv_out_into(text, size);
    bool sound = !*found || sqlite3_column_int(statement, 1);
    if (*found) bv_put(&out, text_at(statement, 0));
    if (!end(store, statement, code, error)) return false;
    if (!sound) return damaged(store, what, key, error);
    if (!out.cut) return true;
    /* A truncated name would be harmless, but a truncated setting is another setting. */
    struct bv_out reason = sqlite_error(store, error);
    bv_put(&reason, "the text of '");
    bv_put_excerpt(&reason, bv_span_of(key), 40);
    bv_put(&reason, "' is longer than this program allows; please report this");
    return false;
}

static bool read_person(struct store *store, const char *id, char *name, size_t size, bool *found,
                        struct bv_error *error)
{
    return read_text(store, READ_PERSON, "the name of", id, name, size, found, error);
}

static bool read_setting(struct store *store, const char *name, char *value, size_t size,
                         bool *found, struct bv_error *error)
{
    return read_text(store, READ_SETTING, "the setting", name, value, size, found, error);
}

/* ---- Documents ------------------------------------------------------------------------------- */

static bool is_document_sound(sqlite3_stmt *statement, const struct store_document *document)
{
    const struct store_field fields[] = {{.text = span_at(statement, 4)},
                                         {.text = span_at(statement, 0)},
                                         {.number = document->version},
                                         {.number = document->rank},
                                         {.text = document->text}};
    return checksum_of(0, "ttnnt", fields) == sqlite3_column_int64(statement, 5);
}

static bool visit_documents(struct store *store, sqlite3_stmt *statement,
                            store_document_visitor *visit, void *context, struct bv_error *error)
{
    int code = SQLITE_ROW;
    bool sound = true;
    while (sound && (code = sqlite3_step(statement)) == SQLITE_ROW) {
        struct store_document document = {
            .key = text_at(statement, 0),
            .version = (uint32_t)sqlite3_column_int64(statement, 1),
            .rank = sqlite3_column_int64(statement, 2),
            .text = span_at(statement, 3),
        };
        sound = is_document_sound(statement, &document);
        if (!sound)
            damaged(store, text_at(statement, 4), document.key, error);
        else if (!visit(context, &document))
            break;
    }
    return end(store, statement, code, error) && sound;
}

static bool read_document(struct store *store, const char *kind, const char *key,
                          store_document_visitor *visit, void *context, struct bv_error *error)
{
    sqlite3_stmt *statement = reader(store, READ_DOCUMENT, error);
    if (!statement) return false;
    bind_text(statement, 1, kind);
    bind_text(statement, 2, key);
    return visit_documents(store, statement, visit, context, error);
}

static bool read_documents(struct store *store, const char *kind, const char *prefix,
                           const char *after, uint32_t most, store_document_visitor *visit,
                           void *context, struct bv_error *error)
{
    sqlite3_stmt *statement = reader(store, READ_DOCUMENTS, error);
    if (!statement) return false;
    bind_text(statement, 1, kind);
    bind_text(statement, 2, prefix);
    bind_text(statement, 3, after);
    sqlite3_bind_int64(statement, 4, most);
    return visit_documents(store, statement, visit, context, error);
}

static bool read_ranked(struct store *store, const char *kind, int64_t rank, const char *key,
                        uint32_t most, store_document_visitor *visit, void *context,
                        struct bv_error *error)
{
    sqlite3_stmt *statement = reader(store, READ_RANKED, error);
    if (!statement) return false;
    bind_text(statement, 1, kind);
    sqlite3_bind_int64(statement, 2, rank);
    bind_text(statement, 3, key);
    sqlite3_bind_int64(statement, 4, most);
    return visit_documents(store, statement, visit, context, error);
}

static bool read_above(struct store *store, const char *kind, int64_t rank, int64_t *count,
                       struct bv_error *error)
{
    sqlite3_stmt *statement = reader(store, READ_ABOVE, error);
    if (!statement) return false;
    bind_text(statement, 1, kind);
    sqlite3_bind_int64(statement, 2, rank);
    int code = sqlite3_step(statement);
    if (code == SQLITE_ROW) *count = sqlite3_column_int64(statement, 0);
    return end(store, statement, code, error);
}

static bool read_people(struct store *store, const char *prefix, int64_t *count,
                        struct bv_error *error)
{
    sqlite3_stmt *statement = reader(store, READ_PEOPLE, error);
    if (!statement) return false;
    bind_text(statement, 1, prefix);
    int code = sqlite3_step(statement);
    if (code == SQLITE_ROW) *count = sqlite3_column_int64(statement, 0);
    return end(store, statement, code, error);
}

static bool read_idle(struct store *store, const struct store_idle_query *idle,
                      store_person_visitor *visit, void *context, struct bv_error *error)
{
    sqlite3_stmt *statement = reader(store, READ_IDLE, error);
    if (!statement) return false;
    bind_text(statement, 1, idle->kind);
    sqlite3_bind_int64(statement, 2, idle->before);
    bind_text(statement, 3, idle->after);
    sqlite3_bind_int64(statement, 4, idle->most);
    bind_text(statement, 5, idle->until[0] ? idle->until : "\xff");
    int code = SQLITE_ROW;
    while ((code = sqlite3_step(statement)) == SQLITE_ROW)
        if (!visit(context, text_at(statement, 0))) break;
    return end(store, statement, code, error);
}

/* ---- Search ---------------------------------------------------------------------------------- */

static bool count_games(struct store *store, const char *tag, int64_t *games,
                        struct bv_error *error)
{
    sqlite3_stmt *statement = reader(store, READ_TAG_COUNT, error);
    if (!statement) return false;
    bind_text(statement, 1, tag);
    int code = sqlite3_step(statement);
    *games = code == SQLITE_ROW ? sqlite3_column_int64(statement, 0) : 0;
    return end(store, statement, code, error);
}

/* The tag that the fewest games have: its list is scanned, and the others are only looked up. */
static bool rarest_tag(struct store *store, const struct store_search_query *search,
                       uint32_t *rarest, int64_t *fewest, struct bv_error *error)
{
    for (uint32_t i = 0; i < search->tags; i++) {
        int64_t games = 0;
        if (!count_games(store, search->tag[i], &games, error)) return false;
        if (i > 0 && games >= *fewest) continue;
        *rarest = i;
        *fewest = games;
    }
    return true;
}

/* `to` and the cursor are both upper bounds: the earlier one counts. */
static void bind_range(sqlite3_stmt *statement, const struct store_search_query *search)
{
    int64_t ended = search->to ? search->to : INT64_MAX;
    int64_t table = 0; /* keys are positive: nothing at that time is before it */
    bool further = search->before_ended != 0 || search->before_table != 0;
    if (further && search->before_ended < ended) {
        ended = search->before_ended;
        table = search->before_table;
    }
    sqlite3_bind_int64(statement, 2, search->from);
    sqlite3_bind_int64(statement, 3, ended);
    sqlite3_bind_int64(statement, 4, table);
    sqlite3_bind_int64(statement, 5, search->most);
}

static void bind_tags(sqlite3_stmt *statement, const struct store_search_query *search,
                      uint32_t rarest)
{
    bind_text(statement, 1, search->tags ? search->tag[rarest] : "");
    int place = 6;
    for (uint32_t i = 0; i < search->tags; i++)
        if (i != rarest) bind_text(statement, place++, search->tag[i]);
}

static bool read_search(struct store *store, const struct store_search_query *search,
                        store_line_visitor *visit, void *context, struct bv_error *error)
{
    BV_ASSERT(search->tags <= BV_COUNT(search->tag));
    uint32_t rarest = 0;
    int64_t fewest = 1;
    if (!rarest_tag(store, search, &rarest, &fewest, error)) return false;
    if (fewest == 0) return true;
    sqlite3_stmt *statement = reader(store, READ_SEARCH, error);
    if (!statement) return false;
    bind_range(statement, search);
    bind_tags(statement, search, rarest);
    int code = SQLITE_ROW;
    while ((code = sqlite3_step(statement)) == SQLITE_ROW) {
        char id[ID_SIZE];
        copy_id(id, text_at(statement, 2));
        int64_t ended = sqlite3_column_int64(statement, 1);
        if (!visit(context, sqlite3_column_int64(statement, 0), id, ended, text_at(statement, 3)))
            break;
    }
    return end(store, statement, code, error);
}

static bool read_tags(struct store *store, const char *prefix, uint32_t most,
                      store_tag_visitor *visit, void *context, struct bv_error *error)
{
    sqlite3_stmt *statement = reader(store, READ_TAGS, error);
    if (!statement) return false;
    bind_text(statement, 1, prefix);
    sqlite3_bind_int64(statement, 2, most);
    int code = SQLITE_ROW;
    while ((code = sqlite3_step(statement)) == SQLITE_ROW)
        if (!visit(context, text_at(statement, 0), sqlite3_column_int64(statement, 1))) break;
    return end(store, statement, code, error);
}

const struct store_reading sqlite_reading = {
    .table = read_table,
    .unfinished = read_unfinished,
    .joined = read_joined,
    .tables = read_tables,
    .entries = read_entries,
    .last_key = read_last_key,
    .people = read_people,
    .person = read_person,
    .setting = read_setting,
    .document = read_document,
    .documents = read_documents,
    .ranked = read_ranked,
    .above = read_above,
    .idle = read_idle,
    .search = read_search,
    .tags = read_tags,
};

/* Reading: tables, events, persons, settings, documents, and the search of finished games. */
#include "store/backend.h"
#include "store/checksum.h"

enum {
    TABLE_BY_ID,
    TABLE_BY_KEY,
    UNFINISHED,
    TABLES_OF,
    TABLES,
    EVENTS,
    LAST_KEY,
    PEOPLE,
    PERSON,
    SETTING,
    DOCUMENT,
    DOCUMENTS,
    RANKED,
    ABOVE,
    IDLE,
    TAG_COUNT,
    SEARCH,
    TAGS,
};

/* The fields that the checksum covers in the order of the checksum, then the checksum. */
#define DOCUMENT_COLUMNS "SELECT kind, key, version, rank, text, checksum FROM documents"
#define TABLE_COLUMNS                                                                              \
    "SELECT t.table_key, t.id, t.setup, t.created, t.stage, t.due, t.checksum,"                    \
    " coalesce((SELECT c.events FROM event_chains AS c WHERE c.table_key = t.table_key), 0) "

/* Another tag of a search, looked up by the whole key; an unused one is NULL. */
#define HAS_TAG(place)                                                                             \
    " AND (" place " IS NULL OR EXISTS (SELECT 1 FROM game_tags AS o WHERE o.tag = " place         \
    " AND o.ended = t.ended AND o.table_key = t.table_key))"

/* No text that begins with a prefix sorts after the prefix followed by the highest character. */
#define LAST_CHARACTER "\xF4\x8F\xBF\xBF"
#define LAST " || '" LAST_CHARACTER "'"

const struct store_statement store_readers[STORE_READERS] = {
    [TABLE_BY_ID] = {"table by id", "t", "nttnnnnn",
                     TABLE_COLUMNS "FROM tables AS t WHERE t.id = $1"},
    [TABLE_BY_KEY] = {"table by key", "n", "nttnnnnn",
                      TABLE_COLUMNS "FROM tables AS t WHERE t.table_key = $1"},
    [UNFINISHED] = {"unfinished", "nn", "nttnnnnn",
                    TABLE_COLUMNS "FROM tables AS t WHERE t.stage < 2 AND t.table_key > $1"
                                  " ORDER BY t.table_key LIMIT $2"},
    [TABLES_OF] = {"tables of", "tn", "nttnnnnn",
                   TABLE_COLUMNS "FROM participants AS p CROSS JOIN tables AS t"
                                 " WHERE t.table_key = p.table_key AND p.person = $1"
                                 " ORDER BY p.table_key DESC LIMIT $2"},
    [TABLES] = {"tables", "nn", "nttnnnnn",
                TABLE_COLUMNS
                "FROM tables AS t WHERE t.table_key > $1 ORDER BY t.table_key LIMIT $2"},
    /* At least one row if the table exists; the first event is the one before those requested. */
    [EVENTS] = {"events", "nn", "nntnnn",
                "SELECT e.number, e.at, e.line, e.checksum, c.events, c.checksum"
                " FROM tables AS t LEFT JOIN event_chains AS c ON c.table_key = t.table_key"
                " LEFT JOIN events AS e ON e.table_key = $1 AND e.number >= $2"
                " WHERE t.table_key = $1 ORDER BY e.number"},
    [LAST_KEY] = {"last key", "", "n", "SELECT coalesce(max(table_key), 0) FROM tables"},
    [PEOPLE] = {"people", "t", "n", "SELECT count(*) FROM people WHERE id >= $1 AND id < $1" LAST},
    [PERSON] = {"person", "t", "ttnn",
                "SELECT id, name, created, checksum FROM people"
                " WHERE id = $1"},
    [SETTING] = {"setting", "t", "ttn",
                 "SELECT name, value, checksum FROM settings"
                 " WHERE name = $1"},
    [DOCUMENT] = {"document", "tt", "ttnntn", DOCUMENT_COLUMNS " WHERE kind = $1 AND key = $2"},
    [DOCUMENTS] = {"documents", "tttn", "ttnntn",
                   DOCUMENT_COLUMNS " WHERE kind = $1 AND key > $3 AND key >= $2"
                                    " AND key < $2" LAST " ORDER BY key LIMIT $4"},
    [RANKED] = {"ranked", "tntn", "ttnntn",
                DOCUMENT_COLUMNS " WHERE kind = $1 AND (rank, key) < ($2, $3)"
                                 " ORDER BY rank DESC, key DESC LIMIT $4"},
    [ABOVE] = {"above", "tn", "n", "SELECT count(*) FROM documents WHERE kind = $1 AND rank > $2"},
    [IDLE] = {"idle", "tntnt", "t",
              "SELECT p.id FROM people AS p WHERE p.id > $3 AND p.id <= $5 AND p.created < $2"
              " AND NOT EXISTS (SELECT 1 FROM documents WHERE kind = $1 AND key = p.id)"
              " AND NOT EXISTS (SELECT 1 FROM participants AS j JOIN tables AS t"
              " ON t.table_key = j.table_key"
              " WHERE j.person = p.id AND (t.stage < 2 OR t.created >= $2))"
              " ORDER BY p.id LIMIT $4"},
    [TAG_COUNT] = {"tag count", "t", "n", "SELECT games FROM tag_counts WHERE tag = $1"},
    [SEARCH] = {"search", "tnnnnttttttt", "nntt",
                "SELECT t.table_key, t.ended,"
                " (SELECT id FROM tables AS i WHERE i.table_key = t.table_key),"
                " (SELECT summary FROM finished_games AS f WHERE f.table_key = t.table_key)"
                " FROM game_tags AS t"
                " WHERE t.tag = $1 AND t.ended >= $2 AND (t.ended, t.table_key) < ($3, $4)" HAS_TAG(
                    "$6") HAS_TAG("$7") HAS_TAG("$8") HAS_TAG("$9") HAS_TAG("$10") HAS_TAG("$11")
                    HAS_TAG("$12") " ORDER BY t.ended DESC, t.table_key DESC LIMIT $5"},
    [TAGS] = {"tags", "tn", "tn",
              "SELECT tag, games FROM tag_counts WHERE tag >= $1 AND tag < $1" LAST
              " AND games > 0 ORDER BY tag LIMIT $2"},
};

_Static_assert(TAGS + 1 == STORE_READERS, "a slot for each statement");

/* ---- Rows ------------------------------------------------------------------------------------ */

struct store_rows store_query(struct store *store, int slot,
                              const struct store_statement *statement,
                              const struct store_value *values, struct bv_error *error)
{
    struct store_rows rows = {
        .store = store, .columns = statement->columns, .slot = slot, .error = error};
    store->damaged = false;
    store->kind->query(&rows, statement, values);
    return rows;
}

bool store_rows_next(struct store_rows *rows)
{
    rows->in_row = !rows->failed && rows->store->kind->next(rows);
    return rows->in_row;
}

bool store_rows_end(struct store_rows *rows)
{
    rows->store->kind->end(rows);
    return !rows->failed;
}

#define VALUES(...) ((const struct store_value[]){__VA_ARGS__})

static struct store_rows ask(struct store *store, int which, const struct store_value *values,
                             struct bv_error *error)
{
    return store_query(store, which, &store_readers[which], values, error);
}

static const char *text_at(const struct store_rows *rows, int column)
{
    return rows->row.field[column].text.text;
}

static int64_t number_at(const struct store_rows *rows, int column)
{
    return rows->row.field[column].number;
}

/* The value of a LIMIT: no list is without a bound. */
static struct store_value at_most(uint32_t most)
{
    BV_ASSERT(most <= STORE_LIST_MAX);
    return store_number(most);
}

static bool ask_number(struct store *store, int which, const struct store_value *values,
                       int64_t *number, struct bv_error *error)
{
    struct store_rows rows = ask(store, which, values, error);
    if (store_rows_next(&rows)) *number = number_at(&rows, 0);
    return store_rows_end(&rows);
}

/* ---- Damage ---------------------------------------------------------------------------------- */

/* Whether a row is what was written; the types are those of the fields before the checksum. */
static bool is_sound(const struct store_rows *rows, const char *types, int checksum)
{
    return checksum_of(0, types, rows->row.field) == number_at(rows, checksum);
}

/* Sets the error to what is damaged; returns false. */
static bool damaged(struct store *store, const char *what, const char *key, struct bv_error *error)
{
    store->damaged = true;
    struct bv_out out = store_error(store, error);
    return checksum_put_damaged(&out, what, key);
}

/* ---- Tables ---------------------------------------------------------------------------------- */

static bool visit_table(const struct store_rows *rows, store_table_visitor *visit, void *context)
{
    struct stored_table table = {
        .table = number_at(rows, 0),
        .setup = text_at(rows, 2),
        .created = number_at(rows, 3),
        .stage = (enum table_stage)number_at(rows, 4),
        .due = number_at(rows, 5),
        .events = (uint32_t)number_at(rows, 7),
    };
    bv_copy_text(table.id, sizeof table.id, text_at(rows, 1));
    return visit(context, &table);
}

bool store_table(struct store *store, const char *id, int64_t table, store_table_visitor *visit,
                 void *context, struct bv_error *error)
{
    struct store_rows rows = id ? ask(store, TABLE_BY_ID, VALUES(store_text(id)), error)
                                : ask(store, TABLE_BY_KEY, VALUES(store_number(table)), error);
    bool found = store_rows_next(&rows);
    bool sound = !found || is_sound(&rows, "nttnnn", 6);
    if (found && sound) visit_table(&rows, visit, context);
    return store_rows_end(&rows) && (sound || damaged(store, "the table", id, error));
}

static bool visit_tables(struct store_rows rows, store_table_visitor *visit, void *context)
{
    while (store_rows_next(&rows))
        if (!visit_table(&rows, visit, context)) break;
    return store_rows_end(&rows);
}

/* A page being read: the cursor follows what is visited. */
struct paging {
    struct store_cursor *cursor;
    store_table_visitor *visit_table;
    store_document_visitor *visit_document;
    void *context;
    uint32_t seen;
};

enum { PAGE = 1000 };

static bool page_table(void *context, const struct stored_table *table)
{
    struct paging *paging = context;
    paging->cursor->table = table->table;
    paging->cursor->more = ++paging->seen == PAGE;
    return paging->visit_table(paging->context, table);
}

bool store_unfinished(struct store *store, struct store_cursor *cursor, store_table_visitor *visit,
                      void *context, struct bv_error *error)
{
    struct paging paging = {.cursor = cursor, .visit_table = visit, .context = context};
    const struct store_value *values = VALUES(store_number(cursor->table), at_most(PAGE));
    cursor->more = false;
    return visit_tables(ask(store, UNFINISHED, values, error), page_table, &paging);
}

bool store_tables_of(struct store *store, const char *person, uint32_t most,
                     store_table_visitor *visit, void *context, struct bv_error *error)
{
    return visit_tables(ask(store, TABLES_OF, VALUES(store_text(person), at_most(most)), error),
                        visit, context);
}

bool store_tables(struct store *store, int64_t after, uint32_t most, store_table_visitor *visit,
                  void *context, struct bv_error *error)
{
    return visit_tables(ask(store, TABLES, VALUES(store_number(after), at_most(most)), error),
                        visit, context);
}

static struct checksum_chain_row chain_row(const struct store_rows *rows)
{
    return (struct checksum_chain_row){
        .has_event = rows->row.field[0].type != 0,
        .number = (uint32_t)number_at(rows, 0),
        .at = number_at(rows, 1),
        .line = rows->row.field[2].text,
        .checksum = number_at(rows, 3),
        .has_chain = rows->row.field[4].type != 0,
        .events = (uint32_t)number_at(rows, 4),
        .end = number_at(rows, 5),
    };
}

bool store_events(struct store *store, int64_t table, uint32_t after, store_event_visitor *visit,
                  void *context, struct bv_error *error)
{
    struct store_rows rows =
        ask(store, EVENTS, VALUES(store_number(table), store_number(after)), error);
    struct checksum_chain chain = checksum_chain_begin(table, after);
    bool good = true;
    bool enough = false;
    while (good && !enough && store_rows_next(&rows)) {
        struct checksum_chain_row row = chain_row(&rows);
        bool fresh = false;
        good = checksum_chain_take(&chain, &row, &fresh);
        enough = good && fresh && !visit(context, row.number, row.at, row.line);
    }
    if (!store_rows_end(&rows)) return false;
    if (good && (enough || checksum_chain_is_whole(&chain))) return true;
    store->damaged = true;
    struct bv_out out = store_error(store, error);
    return checksum_chain_is_broken(&chain, &out);
}

bool store_last_key(struct store *store, int64_t *table, struct bv_error *error)
{
    return ask_number(store, LAST_KEY, NULL, table, error);
}

/* ---- People and settings --------------------------------------------------------------------- */

bool store_people(struct store *store, const char *prefix, int64_t *count, struct bv_error *error)
{
    return ask_number(store, PEOPLE, VALUES(store_text(prefix)), count, error);
}

/* The text of a row that has a key and then this text. */
static bool read_text(struct store *store, int which, const char *types, const char *what,
                      const char *key, struct bv_out text, bool *found, struct bv_error *error)
{
    struct store_rows rows = ask(store, which, VALUES(store_text(key)), error);
    *found = store_rows_next(&rows);
    bool sound = !*found || is_sound(&rows, types, (int)bv_length(types));
    if (*found) bv_put(&text, text_at(&rows, 1));
    if (!store_rows_end(&rows)) return false;
    if (!sound) return damaged(store, what, key, error);
    if (!text.cut) return true;
    /* A truncated name would be harmless, but a truncated setting is another setting. */
    struct bv_out reason = store_error(store, error);
    bv_put(&reason, "the text of '");
    bv_put_excerpt(&reason, bv_span_of(key), 40);
    bv_put(&reason, "' is longer than this program allows; please report this");
    return false;
}

bool store_person(struct store *store, const char *id, char *name, size_t size, bool *found,
                  struct bv_error *error)
{
    return read_text(store, PERSON, "ttn", "the name of", id, bv_out_into(name, size), found,
                     error);
}

bool store_setting(struct store *store, const char *name, char *value, size_t size, bool *found,
                   struct bv_error *error)
{
    return read_text(store, SETTING, "tt", "the setting", name, bv_out_into(value, size), found,
                     error);
}

bool store_idle(struct store *store, const struct store_idle_query *idle,
                store_person_visitor *visit, void *context, struct bv_error *error)
{
    struct store_rows rows =
        ask(store, IDLE,
            VALUES(store_text(idle->kind), store_number(idle->before), store_text(idle->after),
                   at_most(idle->most), store_text(idle->until[0] ? idle->until : LAST_CHARACTER)),
            error);
    while (store_rows_next(&rows))
        if (!visit(context, text_at(&rows, 0))) break;
    return store_rows_end(&rows);
}

/* ---- Documents ------------------------------------------------------------------------------- */

static bool visit_documents(struct store_rows rows, store_document_visitor *visit, void *context)
{
    bool sound = true;
    while (sound && store_rows_next(&rows)) {
        struct store_document document = {
            .key = text_at(&rows, 1),
            .version = (uint32_t)number_at(&rows, 2),
            .rank = number_at(&rows, 3),
            .text = rows.row.field[4].text,
        };
        sound = is_sound(&rows, "ttnnt", 5) ||
                damaged(rows.store, text_at(&rows, 0), document.key, rows.error);
        if (sound && !visit(context, &document)) break;
    }
    return store_rows_end(&rows) && sound;
}

bool store_document_read(struct store *store, const char *kind, const char *key,
                         store_document_visitor *visit, void *context, struct bv_error *error)
{
    return visit_documents(ask(store, DOCUMENT, VALUES(store_text(kind), store_text(key)), error),
                           visit, context);
}

bool store_documents(struct store *store, const char *kind, const char *prefix, const char *after,
                     uint32_t most, store_document_visitor *visit, void *context,
                     struct bv_error *error)
{
    return visit_documents(
        ask(store, DOCUMENTS,
            VALUES(store_text(kind), store_text(prefix), store_text(after), at_most(most)), error),
        visit, context);
}

static bool page_document(void *context, const struct store_document *document)
{
    struct paging *paging = context;
    bv_copy_text(paging->cursor->key, sizeof paging->cursor->key, document->key);
    paging->cursor->more = ++paging->seen == PAGE;
    return paging->visit_document(paging->context, document);
}

bool store_documents_page(struct store *store, const char *kind, struct store_cursor *cursor,
                          store_document_visitor *visit, void *context, struct bv_error *error)
{
    char after[DOCUMENT_KEY_MAX + 1];
    struct paging paging = {.cursor = cursor, .visit_document = visit, .context = context};
    bv_copy(after, cursor->key, sizeof after);
    cursor->more = false;
    return store_documents(store, kind, "", after, PAGE, page_document, &paging, error);
}

bool store_ranked(struct store *store, const char *kind, int64_t rank, const char *key,
                  uint32_t most, store_document_visitor *visit, void *context,
                  struct bv_error *error)
{
    return visit_documents(
        ask(store, RANKED,
            VALUES(store_text(kind), store_number(rank), store_text(key), at_most(most)), error),
        visit, context);
}

bool store_above(struct store *store, const char *kind, int64_t rank, int64_t *count,
                 struct bv_error *error)
{
    return ask_number(store, ABOVE, VALUES(store_text(kind), store_number(rank)), count, error);
}

/* ---- Search ---------------------------------------------------------------------------------- */

/* The tag that the fewest games have: its list is scanned, and the others are only looked up. */
static bool rarest_tag(struct store *store, const struct store_search_query *search,
                       uint32_t *rarest, int64_t *fewest, struct bv_error *error)
{
    for (uint32_t i = 0; i < search->tags; i++) {
        int64_t games = 0;
        if (!ask_number(store, TAG_COUNT, VALUES(store_text(search->tag[i])), &games, error))
            return false;
        if (i > 0 && games >= *fewest) continue;
        *rarest = i;
        *fewest = games;
    }
    return true;
}

/* `to` and the cursor are both upper bounds: the earlier one counts. */
static void put_range(struct store_value *values, const struct store_search_query *search)
{
    int64_t ended = search->to ? search->to : INT64_MAX;
    int64_t table = 0; /* keys are positive: nothing at that time is before it */
    bool further = search->before_ended != 0 || search->before_table != 0;
    if (further && search->before_ended < ended) {
        ended = search->before_ended;
        table = search->before_table;
    }
    values[1] = store_number(search->from);
    values[2] = store_number(ended);
    values[3] = store_number(table);
    values[4] = at_most(search->most);
}

static void put_tags(struct store_value *values, const struct store_search_query *search,
                     uint32_t rarest)
{
    values[0] = store_text(search->tags ? search->tag[rarest] : "");
    int place = 5;
    for (uint32_t i = 0; i < search->tags; i++)
        if (i != rarest) values[place++] = store_text(search->tag[i]);
}

bool store_search(struct store *store, const struct store_search_query *search,
                  store_finished_visitor *visit, void *context, struct bv_error *error)
{
    BV_ASSERT(search->tags <= BV_COUNT(search->tag));
    uint32_t rarest = 0;
    int64_t fewest = 1;
    if (!rarest_tag(store, search, &rarest, &fewest, error)) return false;
    if (fewest == 0) return true;
    struct store_value values[STORE_PARAMETERS] = {{0}};
    put_range(values, search);
    put_tags(values, search, rarest);
    struct store_rows rows = ask(store, SEARCH, values, error);
    while (store_rows_next(&rows)) {
        char id[ID_SIZE];
        bv_copy_text(id, sizeof id, text_at(&rows, 2));
        if (!visit(context, number_at(&rows, 0), id, number_at(&rows, 1), text_at(&rows, 3))) break;
    }
    return store_rows_end(&rows);
}

bool store_tags(struct store *store, const char *prefix, uint32_t most, store_tag_visitor *visit,
                void *context, struct bv_error *error)
{
    struct store_rows rows = ask(store, TAGS, VALUES(store_text(prefix), at_most(most)), error);
    while (store_rows_next(&rows))
        if (!visit(context, text_at(&rows, 0), number_at(&rows, 1))) break;
    return store_rows_end(&rows);
}

/* Reading: tables, entries, persons, settings, documents, and the search of finished games. An
 * answer is read completely before visitors are called, so that visitors may use the store. */
#include "store/checksum.h"
#include "store/postgres.h"

#define DOCUMENT_COLUMNS "SELECT key, version, rank, text, kind, checksum FROM documents"

#define TABLE_COLUMNS                                                                              \
    "SELECT t.table_key, t.id, t.setup, t.created, t.stage, t.due,"                                \
    " coalesce((SELECT h.entries FROM heads AS h WHERE h.table_key = t.table_key), 0), "           \
    "t.checksum "

/* Another tag of a search, looked up by the whole key; an unused one is NULL. */
#define HAS_TAG(place)                                                                             \
    " AND (" place " IS NULL OR EXISTS (SELECT FROM tags AS o WHERE o.tag = " place                \
    " AND o.ended = t.ended AND o.table_key = t.table_key))"

/* No text that begins with a prefix sorts after the prefix followed by the highest character. */
#define LAST " || chr(1114111)"

const struct postgres_statement postgres_readers[] = {
    {"table by id", "t", TABLE_COLUMNS "FROM tables AS t WHERE t.id = $1"},
    {"table by key", "n", TABLE_COLUMNS "FROM tables AS t WHERE t.table_key = $1"},
    {"unfinished", "", TABLE_COLUMNS "FROM tables AS t WHERE t.stage < 2 ORDER BY t.table_key"},
    {"joined", "tn",
     TABLE_COLUMNS "FROM joined AS j JOIN tables AS t ON t.table_key = j.table_key"
                   " WHERE j.person = $1 ORDER BY j.table_key DESC LIMIT $2"},
    {"tables", "nn",
     TABLE_COLUMNS "FROM tables AS t WHERE t.table_key > $1 ORDER BY t.table_key LIMIT $2"},
    /* At least one row if the table exists; the first entry is the one before those requested. */
    {"entries", "nn",
     "SELECT e.number, e.at, e.line, e.checksum, h.entries, h.checksum"
     " FROM tables AS t LEFT JOIN heads AS h ON h.table_key = t.table_key"
     " LEFT JOIN entries AS e ON e.table_key = $1 AND e.number >= $2"
     " WHERE t.table_key = $1 ORDER BY e.number"},
    {"last key", "", "SELECT coalesce(max(table_key), 0) FROM tables"},
    {"people", "t", "SELECT count(*) FROM people WHERE id >= $1 AND id < $1" LAST},
    {"size", "", "SELECT pg_database_size(current_database())"},
    {"person", "t", "SELECT name, id, created, checksum FROM people WHERE id = $1"},
    {"setting", "t", "SELECT value, name, checksum FROM settings WHERE name = $1"},
    {"document", "tt", DOCUMENT_COLUMNS " WHERE kind = $1 AND key = $2"},
    {"documents", "tttn",
     DOCUMENT_COLUMNS " WHERE kind = $1 AND key > $3 AND key >= $2 AND key < $2" LAST
                      " ORDER BY key LIMIT $4"},
    {"ranked", "tntn",
     DOCUMENT_COLUMNS " WHERE kind = $1 AND (rank, key) < ($2, $3)"
                      " ORDER BY rank DESC, key DESC LIMIT $4"},
    {"above", "tn", "SELECT count(*) FROM documents WHERE kind = $1 AND rank > $2"},
    {"idle", "tntnt",
     "SELECT p.id FROM people AS p WHERE p.id > $3 AND ($5 = '' OR p.id <= $5) AND p.created < $2"
     " AND NOT EXISTS (SELECT FROM documents WHERE kind = $1 AND key = p.id)"
     " AND NOT EXISTS (SELECT FROM joined AS j JOIN tables AS t ON t.table_key = j.table_key"
     " WHERE j.person = p.id AND (t.stage < 2 OR t.created >= $2))"
     " ORDER BY p.id LIMIT $4"},
    {"tag count", "t", "SELECT games FROM tag_counts WHERE tag = $1"},
    {"search", "tnnnnttttttt",
     "SELECT t.table_key, t.ended,"
     " (SELECT id FROM tables AS i WHERE i.table_key = t.table_key),"
     " (SELECT summary FROM finished AS f WHERE f.table_key = t.table_key)"
     " FROM tags AS t"
     " WHERE t.tag = $1 AND t.ended >= $2 AND (t.ended, t.table_key) < ($3, $4)" HAS_TAG("$6")
         HAS_TAG("$7") HAS_TAG("$8") HAS_TAG("$9") HAS_TAG("$10") HAS_TAG("$11")
             HAS_TAG("$12") " ORDER BY t.ended DESC, t.table_key DESC LIMIT $5"},
    {"tags", "tn",
     "SELECT tag, games FROM tag_counts WHERE tag >= $1 AND tag < $1" LAST
     " AND games > 0 ORDER BY tag LIMIT $2"},
    {NULL, NULL, NULL},
};

#define TEXT(text) postgres_text(text)
#define NUMBER(number) postgres_number(number)
#define ASK(name, ...)                                                                             \
    postgres_ask(postgres_of(store), name, (struct postgres_value[]){__VA_ARGS__},                 \
                 (int)BV_COUNT(((struct postgres_value[]){__VA_ARGS__})), error)

/* A text of a row; it ends in NUL, like all texts of libpq. */
static const char *text_at(const PGresult *answer, int row, int column)
{
    return PQgetvalue(answer, row, column);
}

static int64_t number_at(const PGresult *answer, int row, int column)
{
    return postgres_number_at(answer, row, column);
}

static void copy_id(char *id, const char *text)
{
    struct bv_out out = bv_out_into(id, ID_SIZE);
    bv_put(&out, text);
}

/* ---- Tables ---------------------------------------------------------------------------------- */

static bool visit_table(const PGresult *answer, int row, store_table_visitor *visit, void *context)
{
    struct stored_table table = {
        .table = number_at(answer, row, 0),
        .setup = text_at(answer, row, 2),
        .created = number_at(answer, row, 3),
        .stage = (enum table_stage)number_at(answer, row, 4),
        .due = number_at(answer, row, 5),
        .entries = (uint32_t)number_at(answer, row, 6),
    };
    copy_id(table.id, text_at(answer, row, 1));
    return visit(context, &table);
}

static bool visit_tables(PGresult *answer, store_table_visitor *visit, void *context)
{
    if (!answer) return false;
    for (int row = 0; row < PQntuples(answer); row++)
        if (!visit_table(answer, row, visit, context)) break;
    PQclear(answer);
    return true;
}

/* Whether the columns of a row, in the order of the checksum, are what was written. */
static bool is_sound(const PGresult *answer, int row, const char *types, const int *columns,
                     int checksum)
{
    struct store_field fields[STORE_ROW_FIELDS] = {{{0}, 0}};
    for (int i = 0; types[i]; i++) {
        fields[i].text = postgres_text_at(answer, row, columns[i]);
        if (types[i] == 'n') fields[i].number = number_at(answer, row, columns[i]);
    }
    return checksum_of(0, types, fields) == number_at(answer, row, checksum);
}

static bool damaged(struct store *store, const char *what, const char *key, struct bv_error *error)
{
    store->damaged = true;
    struct bv_out out = postgres_error(postgres_of(store), error);
    return checksum_put_damaged(&out, what, key);
}

static bool read_table(struct store *store, const char *id, int64_t table,
                       store_table_visitor *visit, void *context, struct bv_error *error)
{
    PGresult *answer = id ? ASK("table by id", TEXT(id)) : ASK("table by key", NUMBER(table));
    if (!answer) return false;
    bool found = PQntuples(answer) > 0;
    bool sound = !found || is_sound(answer, 0, "nttnnn", (const int[]){0, 1, 2, 3, 4, 5}, 7);
    if (found && sound) visit_table(answer, 0, visit, context);
    PQclear(answer);
    return sound || damaged(store, "the table", id, error);
}

static bool read_unfinished(struct store *store, store_table_visitor *visit, void *context,
                            struct bv_error *error)
{
    PGresult *answer = postgres_ask(postgres_of(store), "unfinished", NULL, 0, error);
    return visit_tables(answer, visit, context);
}

static bool read_joined(struct store *store, const char *person, uint32_t most,
                        store_table_visitor *visit, void *context, struct bv_error *error)
{
    return visit_tables(ASK("joined", TEXT(person), NUMBER(most)), visit, context);
}

static bool read_tables(struct store *store, int64_t after, uint32_t most,
                        store_table_visitor *visit, void *context, struct bv_error *error)
{
    return visit_tables(ASK("tables", NUMBER(after), NUMBER(most)), visit, context);
}

static struct checksum_chain_row chain_row(const PGresult *answer, int row)
{
    return (struct checksum_chain_row){
        .has_entry = !PQgetisnull(answer, row, 0),
        .number = (uint32_t)number_at(answer, row, 0),
        .at = number_at(answer, row, 1),
        .line = postgres_text_at(answer, row, 2),
        .checksum = number_at(answer, row, 3),
        .has_head = !PQgetisnull(answer, row, 4),
        .entries = (uint32_t)number_at(answer, row, 4),
        .head = number_at(answer, row, 5),
    };
}

static bool read_entries(struct store *store, int64_t table, uint32_t after,
                         store_entry_visitor *visit, void *context, struct bv_error *error)
{
    PGresult *answer = ASK("entries", NUMBER(table), NUMBER(after));
    if (!answer) return false;
    struct checksum_chain chain = checksum_chain_begin(table, after);
    bool good = true;
    bool enough = false;
    for (int i = 0; i < PQntuples(answer) && good && !enough; i++) {
        struct checksum_chain_row row = chain_row(answer, i);
        bool fresh = false;
        good = checksum_chain_take(&chain, &row, &fresh);
        enough = good && fresh && !visit(context, row.number, row.at, row.line);
    }
    PQclear(answer);
    if (good && (enough || checksum_chain_is_whole(&chain))) return true;
    store->damaged = true;
    struct bv_out out = postgres_error(postgres_of(store), error);
    return checksum_chain_is_broken(&chain, &out);
}

/* ---- Numbers --------------------------------------------------------------------------------- */

static bool take_number(PGresult *answer, int64_t *number)
{
    if (!answer) return false;
    if (PQntuples(answer) > 0) *number = number_at(answer, 0, 0);
    PQclear(answer);
    return true;
}

static bool read_last_key(struct store *store, int64_t *table, struct bv_error *error)
{
    return take_number(postgres_ask(postgres_of(store), "last key", NULL, 0, error), table);
}

bool postgres_size(struct store *store, int64_t *bytes, struct bv_error *error)
{
    return take_number(postgres_ask(postgres_of(store), "size", NULL, 0, error), bytes);
}

static bool read_people(struct store *store, const char *prefix, int64_t *count,
                        struct bv_error *error)
{
    return take_number(ASK("people", TEXT(prefix)), count);
}

static bool read_above(struct store *store, const char *kind, int64_t rank, int64_t *count,
                       struct bv_error *error)
{
    return take_number(ASK("above", TEXT(kind), NUMBER(rank)), count);
}

/* ---- People and settings --------------------------------------------------------------------- */

static bool take_text(struct store *store, PGresult *answer, const char *key, struct bv_out *text,
                      struct bv_error *error)
{
    if (PQntuples(answer) > 0) bv_put(text, text_at(answer, 0, 0));
    PQclear(answer);
    if (!text->cut) return true;
    /* A truncated name would be harmless, but a truncated setting is another setting. */
    struct bv_out reason = postgres_error(postgres_of(store), error);
    bv_put(&reason, "the text of '");
    bv_put_excerpt(&reason, bv_span_of(key), 40);
    bv_put(&reason, "' is longer than this program allows; please report this");
    return false;
}

static bool read_person(struct store *store, const char *id, char *name, size_t size, bool *found,
                        struct bv_error *error)
{
    struct bv_out out = bv_out_into(name, size);
    PGresult *answer = ASK("person", TEXT(id));
    if (!answer) return false;
    *found = PQntuples(answer) > 0;
    bool sound = !*found || is_sound(answer, 0, "ttn", (const int[]){1, 0, 2}, 3);
    return take_text(store, answer, id, &out, error) &&
           (sound || damaged(store, "the name of", id, error));
}

static bool read_setting(struct store *store, const char *name, char *value, size_t size,
                         bool *found, struct bv_error *error)
{
    struct bv_out out = bv_out_into(value, size);
    PGresult *answer = ASK("setting", TEXT(name));
    if (!answer) return false;
    *found = PQntuples(answer) > 0;
    bool sound = !*found || is_sound(answer, 0, "tt", (const int[]){1, 0}, 2);
    return take_text(store, answer, name, &out, error) &&
           (sound || damaged(store, "the setting", name, error));
}

static bool read_idle(struct store *store, const struct store_idle_query *idle,
                      store_person_visitor *visit, void *context, struct bv_error *error)
{
    PGresult *answer = ASK("idle", TEXT(idle->kind), NUMBER(idle->before), TEXT(idle->after),
                           NUMBER(idle->most), TEXT(idle->until));
    if (!answer) return false;
    for (int row = 0; row < PQntuples(answer); row++)
        if (!visit(context, text_at(answer, row, 0))) break;
    PQclear(answer);
    return true;
}

/* ---- Documents ------------------------------------------------------------------------------- */

static bool visit_documents(struct store *store, PGresult *answer, store_document_visitor *visit,
                            void *context, struct bv_error *error)
{
    if (!answer) return false;
    bool sound = true;
    for (int row = 0; row < PQntuples(answer) && sound; row++) {
        struct store_document document = {
            .key = text_at(answer, row, 0),
            .version = (uint32_t)number_at(answer, row, 1),
            .rank = number_at(answer, row, 2),
            .text = postgres_text_at(answer, row, 3),
        };
        sound = is_sound(answer, row, "ttnnt", (const int[]){4, 0, 1, 2, 3}, 5);
        if (!sound)
            damaged(store, text_at(answer, row, 4), document.key, error);
        else if (!visit(context, &document))
            break;
    }
    PQclear(answer);
    return sound;
}

static bool read_document(struct store *store, const char *kind, const char *key,
                          store_document_visitor *visit, void *context, struct bv_error *error)
{
    return visit_documents(store, ASK("document", TEXT(kind), TEXT(key)), visit, context, error);
}

static bool read_documents(struct store *store, const char *kind, const char *prefix,
                           const char *after, uint32_t most, store_document_visitor *visit,
                           void *context, struct bv_error *error)
{
    return visit_documents(store,
                           ASK("documents", TEXT(kind), TEXT(prefix), TEXT(after), NUMBER(most)),
                           visit, context, error);
}

static bool read_ranked(struct store *store, const char *kind, int64_t rank, const char *key,
                        uint32_t most, store_document_visitor *visit, void *context,
                        struct bv_error *error)
{
    return visit_documents(store, ASK("ranked", TEXT(kind), NUMBER(rank), TEXT(key), NUMBER(most)),
                           visit, context, error);
}

/* ---- Search ---------------------------------------------------------------------------------- */

/* The tag that the fewest games have: its list is scanned, and the others are only looked up. */
static bool rarest_tag(struct store *store, const struct store_search_query *search,
                       uint32_t *rarest, int64_t *fewest, struct bv_error *error)
{
    for (uint32_t i = 0; i < search->tags; i++) {
        int64_t games = 0;
        if (!take_number(ASK("tag count", TEXT(search->tag[i])), &games)) return false;
        if (i > 0 && games >= *fewest) continue;
        *rarest = i;
        *fewest = games;
    }
    return true;
}

/* `to` and the cursor are both upper bounds: the earlier one counts. */
static void put_range(struct postgres_value *values, const struct store_search_query *search)
{
    int64_t ended = search->to ? search->to : INT64_MAX;
    int64_t table = 0; /* keys are positive: nothing at that time is before it */
    bool further = search->before_ended != 0 || search->before_table != 0;
    if (further && search->before_ended < ended) {
        ended = search->before_ended;
        table = search->before_table;
    }
    values[1] = NUMBER(search->from);
    values[2] = NUMBER(ended);
    values[3] = NUMBER(table);
    values[4] = NUMBER(search->most);
}

static void put_tags(struct postgres_value *values, const struct store_search_query *search,
                     uint32_t rarest)
{
    values[0] = TEXT(search->tags ? search->tag[rarest] : "");
    int place = 5;
    for (uint32_t i = 0; i < search->tags; i++)
        if (i != rarest) values[place++] = TEXT(search->tag[i]);
}

static bool read_search(struct store *store, const struct store_search_query *search,
                        store_line_visitor *visit, void *context, struct bv_error *error)
{
    BV_ASSERT(search->tags <= BV_COUNT(search->tag));
    uint32_t rarest = 0;
    int64_t fewest = 1;
    if (!rarest_tag(store, search, &rarest, &fewest, error)) return false;
    if (fewest == 0) return true;
    struct postgres_value values[5 + BV_COUNT(search->tag) - 1] = {{0}};
    put_range(values, search);
    put_tags(values, search, rarest);
    PGresult *answer = postgres_ask(postgres_of(store), "search", values, BV_COUNT(values), error);
    if (!answer) return false;
    for (int row = 0; row < PQntuples(answer); row++) {
        char id[ID_SIZE];
        copy_id(id, text_at(answer, row, 2));
        if (!visit(context, number_at(answer, row, 0), id, number_at(answer, row, 1),
                   text_at(answer, row, 3)))
            break;
    }
    PQclear(answer);
    return true;
}

static bool read_tags(struct store *store, const char *prefix, uint32_t most,
                      store_tag_visitor *visit, void *context, struct bv_error *error)
{
    PGresult *answer = ASK("tags", TEXT(prefix), NUMBER(most));
    if (!answer) return false;
    for (int row = 0; row < PQntuples(answer); row++)
        if (!visit(context, text_at(answer, row, 0), number_at(answer, row, 1))) break;
    PQclear(answer);
    return true;
}

const struct store_reading postgres_reading = {
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

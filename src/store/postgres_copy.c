/* Copying a store into and out of a database: its rows in pages, and the mark of an unfinished
 * copy. */
#include "store/postgres.h"

enum { MOVING_MS = 600 * 1000 }; /* a large page on a slow disk takes long */

static struct postgres_value value_of(char type, const struct store_field *field)
{
    return type == 'n' ? postgres_number(field->number) : postgres_span(field->text);
}

/* Prepares an unnamed statement; it is valid until the next. */
static bool prepare(struct postgres *postgres, const char *sql, const char *types,
                    struct bv_error *error)
{
    const struct postgres_statement list[] = {{"", types, sql}, {NULL, NULL, NULL}};
    size_t count = 0;
    postgres->patience = MOVING_MS;
    return postgres_prepare(postgres, list, &count, error);
}

/* ---- Reading rows ---------------------------------------------------------------------------- */

static void read_row(const PGresult *answer, int number, const struct store_part *part,
                     struct store_row *row)
{
    for (int i = 0; part->types[i]; i++) {
        row->field[i].text = postgres_text_at(answer, number, i);
        if (part->types[i] == 'n') row->field[i].number = postgres_number_at(answer, number, i);
    }
}

static void visit_rows(const PGresult *answer, const struct store_part *part,
                       store_row_visitor *visit, void *context)
{
    for (int i = 0; i < PQntuples(answer); i++) {
        struct store_row row = {0};
        read_row(answer, i, part, &row);
        if (!visit(context, &row)) return;
    }
}

static bool ask_for_rows(struct postgres *postgres, const struct store_part *part,
                         const struct store_row *after, struct bv_error *error)
{
    char types[STORE_ROW_KEYS + 2] = "";
    struct postgres_value values[STORE_ROW_KEYS + 1];
    for (int i = 0; i < part->keys; i++) {
        types[i] = part->types[i];
        values[i] = value_of(types[i], &after->field[i]);
    }
    types[part->keys] = 'n';
    values[part->keys] = postgres_number(part->page);
    return prepare(postgres, part->read_rows, types, error) &&
           postgres_send(postgres, "", values, part->keys + 1, error) &&
           postgres_end(postgres, error);
}

static bool read_rows(struct store *store, const struct store_part *part,
                      const struct store_row *after, store_row_visitor *visit, void *context,
                      struct bv_error *error)
{
    struct postgres *postgres = postgres_of(store);
    if (!postgres_reach(postgres, error) || !ask_for_rows(postgres, part, after, error))
        return false;
    PGresult *prepared = postgres_answer(postgres, error);
    PGresult *rows = prepared ? postgres_answer(postgres, error) : NULL;
    PGresult *end = rows ? postgres_answer(postgres, error) : NULL;
    bool good = end && postgres_is_good(postgres, prepared, error) &&
                postgres_is_good(postgres, rows, error);
    if (good) visit_rows(rows, part, visit, context);
    PQclear(prepared);
    PQclear(rows);
    PQclear(end);
    return good;
}

/* ---- Writing rows ---------------------------------------------------------------------------- */

static bool send_row(struct postgres *postgres, const struct store_part *part,
                     const struct store_row *row, struct bv_error *error)
{
    struct postgres_value values[STORE_ROW_FIELDS];
    int count = 0;
    for (; part->types[count]; count++)
        values[count] = value_of(part->types[count], &row->field[count]);
    return postgres_send(postgres, "", values, count, error);
}

static bool write_rows(struct store *store, const struct store_part *part,
                       const struct store_row *rows, size_t count, struct bv_error *error)
{
    struct postgres *postgres = postgres_of(store);
    bool good =
        postgres_reach(postgres, error) && prepare(postgres, part->write_rows, part->types, error);
    for (size_t i = 0; i < count && good; i++) good = send_row(postgres, part, &rows[i], error);
    return good && postgres_end(postgres, error) && postgres_finish(postgres, count + 1, error);
}

static bool is_unfinished(struct store *store, bool *unfinished, struct bv_error *error)
{
    int64_t moving = 0;
    bool good = postgres_find(postgres_of(store), "SELECT moving::integer FROM schema_version",
                              &moving, error);
    *unfinished = moving != 0;
    return good;
}

static bool begin(struct store *store, struct bv_error *error)
{
    static const char *const script[] = {
        "UPDATE schema_version SET moving = true",
        "TRUNCATE documents, settings, tag_counts, tags, finished, joined, entries, heads, tables,"
        " people, jobs, nodes, transactions",
    };
    return postgres_run(postgres_of(store), script, BV_COUNT(script), error);
}

static bool end(struct store *store, struct bv_error *error)
{
    static const char *const script[] = {
        "INSERT INTO tag_counts (tag, games) SELECT tag, count(*) FROM tags GROUP BY tag",
        "UPDATE schema_version SET moving = false",
    };
    /* updates the planner's statistics for the first queries */
    static const char *const after[] = {"ANALYZE"};
    struct postgres *postgres = postgres_of(store);
    return postgres_run(postgres, script, BV_COUNT(script), error) &&
           postgres_run(postgres, after, BV_COUNT(after), error);
}

const struct store_copying postgres_copying = {
    .read_rows = read_rows,
    .write_rows = write_rows,
    .is_unfinished = is_unfinished,
    .begin = begin,
    .end = end,
};

/* ---- Whether a server is running ------------------------------------------------------------- */

bool postgres_lock(const char *where, int *lock, struct bv_error *error)
{
    *lock = -1;
    struct postgres *postgres = postgres_connect(where, STORE_COPY, error);
    if (!postgres) return false;
    int64_t made = 0;
    int64_t open = 0;
    bool good =
        postgres_find(postgres,
                      "SELECT 1 FROM pg_class JOIN pg_namespace AS n ON n.oid = relnamespace"
                      " WHERE relname = 'nodes' AND nspname = current_schema()",
                      &made, error);
    if (good && made)
        good = postgres_find(postgres,
                             "SELECT count(*) FROM nodes, settings WHERE name = 'game-time'"
                             " AND abs(extract(epoch FROM clock_timestamp()) * 1000"
                             " - split_part(value, ' ', 2)::bigint) < 3000"
                             " AND beat > to_timestamp(split_part(value, ' ', 1)::bigint"
                             " / 1000.0) - interval '3 seconds'",
                             &open, error);
    if (good && open) {
        struct bv_out out = postgres_error(postgres, error);
        bv_put(&out, "a server is open on it; close all its nodes first");
        good = false;
    }
    postgres_close(&postgres->store);
    return good;
}

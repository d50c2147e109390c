/* Moving house into and out of a database: its rows in pages, and the mark of a store that is not whole yet. */
#include "store/postgres.h"

enum { MOVING_MS = 600 * 1000 }; /* a large page on a slow disk takes its time */

static struct bv_postgres_value value_of(char type, const struct bv_field *field)
{
    return type == 'n' ? bv_postgres_number(field->number) : bv_postgres_span(field->text);
}

/* Prepares a statement that has no name; it holds until the next. */
static bool prepare(struct bv_postgres *postgres, const char *sql, const char *types,
                    struct bv_error *error)
{
    const struct bv_postgres_statement list[] = {{"", types, sql}, {NULL, NULL, NULL}};
    size_t count = 0;
    postgres->patience = MOVING_MS;
    return bv_postgres_prepare(postgres, list, &count, error);
}

/* ---- Out ----------------------------------------------------------------------------------------------- */

static void read_row(const PGresult *answer, int number, const struct bv_part *part,
                     struct bv_row *row)
{
    for (int i = 0; part->types[i]; i++) {
        row->field[i].text = bv_postgres_text_at(answer, number, i);
        if (part->types[i] == 'n') row->field[i].number = bv_postgres_number_at(answer, number, i);
    }
}

static void visit_rows(const PGresult *answer, const struct bv_part *part, bv_row_visitor *visit,
                       void *context)
{
    for (int i = 0; i < PQntuples(answer); i++) {
        struct bv_row row = {0};
        read_row(answer, i, part, &row);
        if (!visit(context, &row)) return;
    }
}

static bool ask_for_rows(struct bv_postgres *postgres, const struct bv_part *part,
                         const struct bv_row *after, struct bv_error *error)
{
    char types[BV_ROW_KEYS + 2] = "";
    struct bv_postgres_value values[BV_ROW_KEYS + 1];
    for (int i = 0; i < part->keys; i++) {
        types[i] = part->types[i];
        values[i] = value_of(types[i], &after->field[i]);
    }
    types[part->keys] = 'n';
    values[part->keys] = bv_postgres_number(part->page);
    return prepare(postgres, part->walk, types, error) &&
           bv_postgres_send(postgres, "", values, part->keys + 1, error) &&
           bv_postgres_end(postgres, error);
}

static bool walk(struct bv_store *store, const struct bv_part *part, const struct bv_row *after,
                 bv_row_visitor *visit, void *context, struct bv_error *error)
{
    struct bv_postgres *postgres = bv_postgres_of(store);
    if (!bv_postgres_reach(postgres, error) || !ask_for_rows(postgres, part, after, error))
        return false;
    PGresult *prepared = bv_postgres_answer(postgres, error);
    PGresult *rows = prepared ? bv_postgres_answer(postgres, error) : NULL;
    PGresult *end = rows ? bv_postgres_answer(postgres, error) : NULL;
    bool good = end && bv_postgres_is_good(postgres, prepared, error) &&
                bv_postgres_is_good(postgres, rows, error);
    if (good) visit_rows(rows, part, visit, context);
    PQclear(prepared);
    PQclear(rows);
    PQclear(end);
    return good;
}

/* ---- In ------------------------------------------------------------------------------------------------ */

static bool send_row(struct bv_postgres *postgres, const struct bv_part *part,
                     const struct bv_row *row, struct bv_error *error)
{
    struct bv_postgres_value values[BV_ROW_FIELDS];
    int count = 0;
    for (; part->types[count]; count++)
        values[count] = value_of(part->types[count], &row->field[count]);
    return bv_postgres_send(postgres, "", values, count, error);
}

static bool pour(struct bv_store *store, const struct bv_part *part, const struct bv_row *rows,
                 size_t count, struct bv_error *error)
{
    struct bv_postgres *postgres = bv_postgres_of(store);
    bool good =
        bv_postgres_reach(postgres, error) && prepare(postgres, part->pour, part->types, error);
    for (size_t i = 0; i < count && good; i++) good = send_row(postgres, part, &rows[i], error);
    return good && bv_postgres_end(postgres, error) &&
           bv_postgres_finish(postgres, count + 1, error);
}

static bool is_unfinished(struct bv_store *store, bool *unfinished, struct bv_error *error)
{
    int64_t moving = 0;
    bool good = bv_postgres_find(bv_postgres_of(store),
                                 "SELECT moving::integer FROM schema_version", &moving, error);
    *unfinished = moving != 0;
    return good;
}

static bool begin(struct bv_store *store, struct bv_error *error)
{
    static const char *const script[] = {
        "UPDATE schema_version SET moving = true",
        "TRUNCATE papers, settings, tag_counts, tags, finished, joined, entries, heads, tables,"
        " people, jobs, nodes, flights",
    };
    return bv_postgres_run(bv_postgres_of(store), script, BV_COUNT(script), error);
}

static bool end(struct bv_store *store, struct bv_error *error)
{
    static const char *const script[] = {
        "INSERT INTO tag_counts (tag, games) SELECT tag, count(*) FROM tags GROUP BY tag",
        "UPDATE schema_version SET moving = false",
    };
    static const char *const after[] = {"ANALYZE"}; /* so that the first to ask are answered well */
    struct bv_postgres *postgres = bv_postgres_of(store);
    return bv_postgres_run(postgres, script, BV_COUNT(script), error) &&
           bv_postgres_run(postgres, after, BV_COUNT(after), error);
}

const struct bv_store_moving bv_postgres_moving = {
    .walk = walk,
    .pour = pour,
    .is_unfinished = is_unfinished,
    .begin = begin,
    .end = end,
};

/* ---- Whether a house is open --------------------------------------------------------------------------- */

bool bv_postgres_lock(const char *where, int *lock, struct bv_error *error)
{
    *lock = -1;
    struct bv_postgres *postgres = bv_postgres_connect(where, BV_STORE_MOVE, error);
    if (!postgres) return false;
    int64_t made = 0;
    int64_t open = 0;
    bool good =
        bv_postgres_find(postgres,
                         "SELECT 1 FROM pg_class JOIN pg_namespace AS n ON n.oid = relnamespace"
                         " WHERE relname = 'nodes' AND nspname = current_schema()",
                         &made, error);
    if (good && made)
        good = bv_postgres_find(postgres,
                                "SELECT count(*) FROM nodes, settings WHERE name = 'game-time'"
                                " AND abs(extract(epoch FROM clock_timestamp()) * 1000"
                                " - split_part(value, ' ', 2)::bigint) < 3000"
                                " AND beat > to_timestamp(split_part(value, ' ', 1)::bigint"
                                " / 1000.0) - interval '3 seconds'",
                                &open, error);
    if (good && open) {
        struct bv_out out = bv_postgres_error(postgres, error);
        bv_put(&out, "a house is open on it; close all its nodes first");
        good = false;
    }
    bv_postgres_close(&postgres->store);
    return good;
}

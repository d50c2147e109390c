#include "store/postgres.h"

#include "store/node.h"

/* ---- Opening --------------------------------------------------------------------------------- */

/* Deletes the transactions of writers that are gone. */
static void delete_old_transactions(struct postgres *postgres)
{
    struct bv_error ignored; /* tried again another time */
    if (postgres_send(postgres, "delete old transactions", NULL, 0, &ignored) &&
        postgres_end(postgres, &ignored))
        postgres_finish(postgres, 1, &ignored);
}

static struct store *open_database(const char *where, enum store_mode mode, struct bv_error *error)
{
    struct postgres *postgres = postgres_connect(where, mode, error);
    if (!postgres) return NULL;
    bool good = (mode == STORE_READ || postgres_create_schema(postgres, error)) &&
                postgres_has_schema(postgres, error) && postgres_make_ready(postgres, error);
    if (!good) {
        postgres_close(&postgres->store);
        return NULL;
    }
    if (mode != STORE_READ) delete_old_transactions(postgres);
    postgres->timeout = POSTGRES_TIMEOUT;
    return &postgres->store;
}

/* ---- Rows ------------------------------------------------------------------------------------ */

/* The answer is read completely before the first row, so that visitors may use the store. */
static void query(struct store_rows *rows, const struct store_statement *statement,
                  const struct store_value *values)
{
    struct postgres *postgres = postgres_of(rows->store);
    if (rows->slot == STORE_USED_ONCE) postgres->timeout = POSTGRES_COPYING_TIMEOUT;
    rows->answer = postgres_ask(postgres, statement, values, rows->error);
    rows->failed = !rows->answer;
}

static bool next(struct store_rows *rows)
{
    const PGresult *answer = rows->answer;
    int row = rows->at++;
    if (row >= PQntuples(answer)) return false;
    for (int i = 0; rows->columns[i]; i++) {
        struct store_value *field = &rows->row.field[i];
        field->type = PQgetisnull(answer, row, i) ? 0 : rows->columns[i];
        if (rows->columns[i] == 'n')
            field->number = postgres_number_at(answer, row, i);
        else
            field->text = postgres_text_at(answer, row, i);
    }
    return true;
}

static void end(struct store_rows *rows)
{
    PQclear(rows->answer);
}

static bool find(struct store *store, const char *sql, int64_t *number, struct bv_error *error)
{
    return postgres_find(postgres_of(store), sql, number, error);
}

/* ---- Jobs and size --------------------------------------------------------------------------- */

enum { CLAIM, SIZE };

const struct store_statement postgres_statements[] = {
    /* A job that another node is just claiming is skipped, not waited for. */
    [CLAIM] = {"claim", "tnn", "nn",
               "UPDATE jobs SET node = $1 WHERE table_key IN"
               " (SELECT j.table_key FROM jobs AS j LEFT JOIN nodes AS n ON n.node = j.node"
               " WHERE j.node IS NULL OR (j.node = $1 AND $3 = 1) OR (j.node <> $1"
               " AND (n.heartbeat IS NULL OR n.heartbeat < (SELECT max(heartbeat) FROM nodes)"
               " - interval '3 seconds'))"
               " ORDER BY j.posted LIMIT $2 FOR UPDATE OF j SKIP LOCKED)"
               " RETURNING table_key, number"},
    [SIZE] = {"size", "", "n", "SELECT pg_database_size(current_database())"},
    {NULL, NULL, NULL, NULL},
};

static bool claim(struct store *store, uint32_t most, store_job_visitor *visit, void *context,
                  struct bv_error *error)
{
    struct postgres *postgres = postgres_of(store);
    const struct store_value values[] = {store_text(node_name()), store_number(most),
                                         store_number(postgres->claim_lost)};
    PGresult *answer = postgres_ask(postgres, &postgres_statements[CLAIM], values, error);
    /* After a lost answer, jobs may belong to this node without its knowledge: the next claim
     * includes its own. */
    postgres->claim_lost = !answer;
    if (!answer) return false;
    for (int row = 0; row < PQntuples(answer); row++)
        if (!visit(context, postgres_number_at(answer, row, 0),
                   (uint32_t)postgres_number_at(answer, row, 1)))
            break;
    PQclear(answer);
    return true;
}

static bool measure(struct store *store, int64_t *bytes, struct bv_error *error)
{
    PGresult *answer = postgres_ask(postgres_of(store), &postgres_statements[SIZE], NULL, error);
    if (!answer) return false;
    *bytes = postgres_number_at(answer, 0, 0);
    PQclear(answer);
    return true;
}

/* ---- The whole database ---------------------------------------------------------------------- */

/* Refuses a database on which a server is running: each of its nodes holds a lock, however late
 * its heartbeat is. */
static bool refuse_running(const char *where, int *lock, struct bv_error *error)
{
    *lock = -1;
    struct postgres *postgres = postgres_connect(where, STORE_COPY, error);
    if (!postgres) return false;
    int64_t open = 0;
    bool good = postgres_find(
        postgres, "SELECT 1 - pg_try_advisory_lock(" POSTGRES_OPEN ")::integer", &open, error);
    if (good && open)
        good = store_fail(&postgres->store, "a server is open on it; close all its nodes first",
                          error);
    postgres_close(&postgres->store);
    return good;
}

/* In one snapshot, while others go on writing. */
static bool check(const char *where, uint64_t *tables, uint64_t *events, struct bv_error *error)
{
    static const char *const begin = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY";
    struct postgres *postgres = postgres_connect(where, STORE_READ, error);
    if (!postgres) return false;
    postgres->timeout = POSTGRES_CHECKING_TIMEOUT;
    postgres->ready = true; /* for queries that are not prepared */
    bool good = postgres_has_schema(postgres, error) && postgres_run(postgres, &begin, 1, error) &&
                store_check_content(&postgres->store, tables, events, error);
    postgres_close(&postgres->store);
    return good;
}

/* PostgreSQL's own tools copy it better, and hosts know them. */
static bool refuse_backup(const char *where, const char *file, struct bv_error *error)
{
    struct bv_out out = bv_error_begin(error);
    store_put_where(&out, where);
    bv_put(&out, ": is copied with PostgreSQL's own tool: pg_dump --format=custom --file=");
    bv_put_excerpt(&out, bv_span_of(file), 60);
    return false;
}

static bool refuse_restore(const char *file, const char *where, struct bv_error *error)
{
    struct bv_out out = bv_error_begin(error);
    store_put_where(&out, where);
    bv_put(&out, ": is put back with PostgreSQL's own tool: pg_restore --dbname=… ");
    bv_put_excerpt(&out, bv_span_of(file), 60);
    return false;
}

const struct store_backend postgres_backend = {
    .open = open_database,
    .close = postgres_close,
    .commit_all = postgres_commit_all,
    .query = query,
    .next = next,
    .end = end,
    .find = find,
    .claim = claim,
    .copy = &postgres_copying,
    .protect = postgres_protect,
    .lock = refuse_running,
    .size = measure,
    .backup = refuse_backup,
    .restore = refuse_restore,
    .check = check,
};

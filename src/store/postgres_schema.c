/*
 * The schema, and the migrations from each version to the next. A released migration is never
 * edited again: existing stores have run it.
 *
 * Nodes of the previous version keep working while nodes are upgraded one by one: a migration adds,
 * and removes nothing that the previous version uses. Where that is impossible, `serves` rises:
 * programs that know only older schemas are then refused, and all nodes must be stopped before the
 * first new one is started.
 */
#include "store/postgres.h"
#include "store/postgres_checksum.h"

/*
 * The tables, and the reasons for their form (see also sqlite_schema.c):
 *
 *   entries       the key (table, number) decides which writer was first. The statement that
 *                 writes the first entry checks that the table exists, not a constraint, which
 *                 would check it for every move.
 *   tables        rows are updated in place when there is room on the page, and there is.
 *   tag_counts    likewise: a few rows are incremented by every game that ends.
 *   heads         how many entries each table has, and the checksum of the last: narrow, because
 *                 every move updates a row, in place.
 *   checksum      of a row, in every table that has more than keys (checksum.h).
 *   transactions  the last commit of each writer, by which a writer that lost its connection can
 *                 tell whether it was committed.
 *   jobs          where the computer is to act, and which node has claimed it.
 *   nodes         the live nodes, with the last heartbeat of each.
 */
static const char *const first[] = {
    "CREATE TABLE schema_version ("
    " version integer NOT NULL,"
    " serves integer NOT NULL," /* the oldest schema whose programs can work on this one */
    " moving boolean NOT NULL DEFAULT false" /* `bivouac migrate` has not finished filling it */
    ")",
    "INSERT INTO schema_version (version, serves) VALUES (1, 1)",
    "CREATE TABLE people ("
    " id text COLLATE \"C\" PRIMARY KEY CHECK (octet_length(id) BETWEEN 1 AND 23),"
    " name text COLLATE \"C\" NOT NULL,"
    " created bigint NOT NULL"
    ")",
    "CREATE TABLE tables ("
    " table_key bigint PRIMARY KEY CHECK (table_key > 0),"
    " id text COLLATE \"C\" NOT NULL UNIQUE CHECK (octet_length(id) BETWEEN 1 AND 23),"
    " setup text COLLATE \"C\" NOT NULL,"
    " created bigint NOT NULL,"
    " stage bigint NOT NULL DEFAULT 0 CHECK (stage BETWEEN 0 AND 2),"
    " due bigint NOT NULL DEFAULT 0"
    ") WITH (fillfactor = 70)",
    "CREATE INDEX tables_unfinished ON tables (table_key) WHERE stage < 2",
    "CREATE TABLE entries ("
    " table_key bigint NOT NULL,"
    " number bigint NOT NULL CHECK (number > 0),"
    " at bigint NOT NULL,"
    " line text COLLATE \"C\" NOT NULL,"
    " PRIMARY KEY (table_key, number)"
    ")",
    "CREATE TABLE joined ("
    " person text COLLATE \"C\" NOT NULL REFERENCES people,"
    " table_key bigint NOT NULL REFERENCES tables,"
    " PRIMARY KEY (person, table_key)"
    ")",
    "CREATE TABLE finished ("
    " table_key bigint PRIMARY KEY REFERENCES tables,"
    " ended bigint NOT NULL,"
    " summary text COLLATE \"C\" NOT NULL"
    ")",
    "CREATE TABLE tags ("
    " tag text COLLATE \"C\" NOT NULL,"
    " ended bigint NOT NULL,"
    " table_key bigint NOT NULL REFERENCES finished,"
    " PRIMARY KEY (tag, ended, table_key)"
    ")",
    "CREATE TABLE tag_counts ("
    " tag text COLLATE \"C\" PRIMARY KEY,"
    " games bigint NOT NULL"
    ") WITH (fillfactor = 50)",
    "CREATE TABLE settings ("
    " name text COLLATE \"C\" PRIMARY KEY,"
    " value text COLLATE \"C\" NOT NULL"
    ")",
    "CREATE TABLE documents ("
    " kind text COLLATE \"C\" NOT NULL,"
    " key text COLLATE \"C\" NOT NULL,"
    " version bigint NOT NULL CHECK (version > 0),"
    " rank bigint NOT NULL,"
    " text text COLLATE \"C\" NOT NULL,"
    " PRIMARY KEY (kind, key)"
    ")",
    "CREATE INDEX documents_by_rank ON documents (kind, rank, key)",
    "CREATE TABLE transactions ("
    " node text COLLATE \"C\" NOT NULL,"
    " number bigint NOT NULL,"
    " at timestamptz NOT NULL DEFAULT now(),"
    " PRIMARY KEY (node, number)"
    ")",
    "CREATE TABLE jobs ("
    " table_key bigint PRIMARY KEY,"
    " number bigint NOT NULL,"
    " node text COLLATE \"C\","
    " posted timestamptz NOT NULL DEFAULT clock_timestamp()"
    ")",
    "CREATE TABLE nodes ("
    " node text COLLATE \"C\" PRIMARY KEY,"
    " beat timestamptz NOT NULL,"
    " address text COLLATE \"C\" NOT NULL"
    ")",
};

/* Programs of the previous schema would write rows without checksums: they are refused. */
static const char *const second[] = {
    "ALTER TABLE people ADD COLUMN checksum bigint NOT NULL DEFAULT 0",
    "ALTER TABLE tables ADD COLUMN checksum bigint NOT NULL DEFAULT 0",
    "ALTER TABLE entries ADD COLUMN checksum bigint NOT NULL DEFAULT 0",
    "ALTER TABLE finished ADD COLUMN checksum bigint NOT NULL DEFAULT 0",
    "ALTER TABLE settings ADD COLUMN checksum bigint NOT NULL DEFAULT 0",
    "ALTER TABLE documents ADD COLUMN checksum bigint NOT NULL DEFAULT 0",
    "CREATE TABLE heads ("
    " table_key bigint PRIMARY KEY,"
    " entries bigint NOT NULL,"
    " checksum bigint NOT NULL"
    ") WITH (fillfactor = 50)",
    "UPDATE people SET checksum = " POSTGRES_SUM_PERSON("id", "name", "created"),
    "UPDATE tables SET checksum = " POSTGRES_SUM_TABLE("table_key", "id", "setup", "created",
                                                       "stage", "due"),
    "UPDATE finished SET checksum = " POSTGRES_SUM_FINISHED("table_key", "ended", "summary"),
    "UPDATE settings SET checksum = " POSTGRES_SUM_SETTING("name", "value"),
    "UPDATE documents SET checksum = " POSTGRES_SUM_DOCUMENT("kind", "key", "version", "rank",
                                                             "text"),
    "INSERT INTO heads (table_key, entries, checksum) SELECT t.table_key,"
    " (SELECT count(*) FROM entries AS e WHERE e.table_key = t.table_key), 0 FROM tables AS t",
    POSTGRES_CHAIN_ALL,
    POSTGRES_CHAIN_HEAD,
    "UPDATE schema_version SET version = 2, serves = 2",
};

#ifdef BIVOUAC_NEXT_SCHEMA
/* For a future program version: tests/faults/upgrade upgrades from this one, node by node. */
static const char *const next[] = {
    "ALTER TABLE tables ADD COLUMN opener text COLLATE \"C\" NOT NULL DEFAULT ''",
    "UPDATE tables SET opener = coalesce(setup::json ->> 'owner', '')",
    "CREATE INDEX tables_opener ON tables (opener)",
    "UPDATE schema_version SET version = 3",
};
#endif

static const struct {
    const char *const *sql;
    size_t count;
} migrations[] = {
    {first, BV_COUNT(first)},
    {second, BV_COUNT(second)},
#ifdef BIVOUAC_NEXT_SCHEMA
    {next, BV_COUNT(next)},
#endif
};

/* a count of its own: SQLite's schema has another history */
enum { SCHEMA = BV_COUNT(migrations) };

/* ---- Reading the version --------------------------------------------------------------------- */

struct marks {
    int64_t version; /* 0: there is no schema */
    int64_t serves;
    int64_t moving;
};

/* All texts of users are UTF-8. */
static bool check_encoding(struct postgres *postgres, struct bv_error *error)
{
    int64_t good = 0;
    if (!postgres_find(postgres, "SELECT (current_setting('server_encoding') = 'UTF8')::integer",
                       &good, error))
        return false;
    if (good) return true;
    struct bv_out out = postgres_error(postgres, error);
    bv_put(&out, "the database is not in UTF-8; make one with createdb --encoding=UTF8 "
                 "--template=template0");
    return false;
}

static bool read_marks(struct postgres *postgres, struct marks *marks, struct bv_error *error)
{
    /* to_regclass would not see what another node has created since this transaction began. */
    static const char look[] =
        "SELECT 1 FROM pg_class JOIN pg_namespace AS n ON n.oid = relnamespace"
        " WHERE relname = 'schema_version' AND nspname = current_schema()";
    int64_t there = 0;
    *marks = (struct marks){0};
    if (!postgres_find(postgres, look, &there, error)) return false;
    if (!there) return true;
    return postgres_find(postgres, "SELECT version FROM schema_version", &marks->version, error) &&
           postgres_find(postgres, "SELECT serves FROM schema_version", &marks->serves, error) &&
           postgres_find(postgres, "SELECT moving::integer FROM schema_version", &marks->moving,
                         error);
}

static bool refuse(const struct postgres *postgres, const char *reason, struct bv_error *error)
{
    struct bv_out out = postgres_error(postgres, error);
    bv_put(&out, reason);
    return false;
}

static bool check_marks(const struct postgres *postgres, const struct marks *marks,
                        struct bv_error *error)
{
    if (marks->serves > SCHEMA)
        return refuse(postgres,
                      "was written by a newer Bivouac; nothing was changed. Run the newer program",
                      error);
    if (marks->moving && postgres->mode != STORE_COPY)
        return refuse(postgres,
                      "bivouac migrate has not finished filling it; run that command again", error);
    return true;
}

bool postgres_current(struct postgres *postgres, struct bv_error *error)
{
    struct marks marks;
    if (!read_marks(postgres, &marks, error) || !check_marks(postgres, &marks, error)) return false;
    if (marks.version == 0) return refuse(postgres, "is empty; there is no store in it", error);
    return marks.version >= SCHEMA ||
           refuse(postgres,
                  "has an older schema; start the server on it once to bring it up to date", error);
}

/* ---- Access ---------------------------------------------------------------------------------- */

#define ALL_TABLES                                                                                 \
    "people, tables, heads, entries, joined, finished, tags, tag_counts, settings, documents,"     \
    " transactions, jobs, nodes, schema_version"

/* Not even if the database's defaults let every user read: the tables hold the server's secret and
 * hidden game data. A right that the host grants by name stays. */
static const char *const revoke = "REVOKE ALL ON " ALL_TABLES " FROM PUBLIC";

bool postgres_protect(const char *where, struct bv_out *notice, struct bv_error *error)
{
    static const char look[] =
        "SELECT count(*) FROM pg_class AS c JOIN pg_namespace AS n ON n.oid = c.relnamespace,"
        " aclexplode(c.relacl) AS a WHERE a.grantee = 0 AND n.nspname = current_schema()"
        " AND c.relname IN (SELECT trim(name) FROM unnest(string_to_array('" ALL_TABLES
        "', ',')) AS name)"
        " AND EXISTS (SELECT FROM pg_class AS h WHERE h.relname = 'heads'"
        " AND h.relnamespace = n.oid)";
    struct postgres *postgres = postgres_connect(where, STORE_COPY, error);
    if (!postgres) return false;
    int64_t open = 0;
    bool good = postgres_find(postgres, look, &open, error);
    if (good && open) {
        good = postgres_run(postgres, &revoke, 1, error);
        bv_put(notice, "tables that every user of the database could read");
    }
    postgres_close(&postgres->store);
    return good;
}

/* ---- Migrating ------------------------------------------------------------------------------- */

/* In a transaction that excludes all others: nodes may be started at once, so everything is read
 * again. */
static bool migrate(struct postgres *postgres, struct bv_error *error)
{
    static const char *const begin[] = {
        "BEGIN",
        "SELECT pg_advisory_xact_lock(hashtext('bivouac schema ' || current_schema()))",
    };
    static const char *const commit[] = {"COMMIT"};
    struct marks marks;
    if (!postgres_run(postgres, begin, BV_COUNT(begin), error) ||
        !read_marks(postgres, &marks, error))
        return false;
    for (size_t i = (size_t)marks.version; i < BV_COUNT(migrations); i++)
        if (!postgres_run(postgres, migrations[i].sql, migrations[i].count, error)) return false;
    return postgres_run(postgres, &revoke, 1, error) &&
           postgres_run(postgres, commit, BV_COUNT(commit), error);
}

bool postgres_migrate(struct postgres *postgres, struct bv_error *error)
{
    struct marks marks;
    return check_encoding(postgres, error) && read_marks(postgres, &marks, error) &&
           check_marks(postgres, &marks, error) &&
           (marks.version >= SCHEMA || migrate(postgres, error));
}

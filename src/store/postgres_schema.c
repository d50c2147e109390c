/*
 * The schema, and how each older one becomes the next. A migration that was once released is never edited again: stores
 * in the world have run it.
 *
 * Nodes of the program before go on working while others are brought up to date one by one: a migration adds, and takes
 * nothing away that the program before uses. Where that cannot be, `serves` rises: programs that know only older schemas
 * are then turned away, and all nodes must be stopped before the first new one is started.
 */
#include "store/postgres.h"
#include "store/postgres_checksum.h"

/*
 * What stands in the tables, and why it stands so (see also sqlite_schema.c):
 *
 * entries     the key (table, number) settles who was first. That the table exists is asked by the statement that writes
 *             the first entry, not by a constraint, which would look again for every move.
 * tables      rows are changed in place when there is room on the page, and there is.
 * tag_counts  likewise: a few rows are counted up by every game that ends.
 * heads       how many entries each table has, and the checksum of the last: narrow, since every move changes a row, in place.
 * checksum    of a row, in every table of more than keys (checksum.h).
 * flights     the last commit of each writer, by which a writer that lost its connection knows whether it arrived.
 * jobs        where the computer is to act, and which node has taken it upon itself.
 * nodes       who is there, and when each was last heard of.
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
    "CREATE TABLE papers ("
    " kind text COLLATE \"C\" NOT NULL,"
    " key text COLLATE \"C\" NOT NULL,"
    " version bigint NOT NULL CHECK (version > 0),"
    " rank bigint NOT NULL,"
    " text text COLLATE \"C\" NOT NULL,"
    " PRIMARY KEY (kind, key)"
    ")",
    "CREATE INDEX papers_by_rank ON papers (kind, rank, key)",
    "CREATE TABLE flights ("
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

/* Programs of the schema before would write rows without checksums: they are turned away. */
static const char *const second[] = {
    "ALTER TABLE people ADD COLUMN checksum bigint NOT NULL DEFAULT 0",
    "ALTER TABLE tables ADD COLUMN checksum bigint NOT NULL DEFAULT 0",
    "ALTER TABLE entries ADD COLUMN checksum bigint NOT NULL DEFAULT 0",
    "ALTER TABLE finished ADD COLUMN checksum bigint NOT NULL DEFAULT 0",
    "ALTER TABLE settings ADD COLUMN checksum bigint NOT NULL DEFAULT 0",
    "ALTER TABLE papers ADD COLUMN checksum bigint NOT NULL DEFAULT 0",
    "CREATE TABLE heads ("
    " table_key bigint PRIMARY KEY,"
    " entries bigint NOT NULL,"
    " checksum bigint NOT NULL"
    ") WITH (fillfactor = 50)",
    "UPDATE people SET checksum = " BV_POSTGRES_SUM_PERSON("id", "name", "created"),
    "UPDATE tables SET checksum = " BV_POSTGRES_SUM_TABLE("table_key", "id", "setup", "created",
                                                          "stage", "due"),
    "UPDATE finished SET checksum = " BV_POSTGRES_SUM_FINISHED("table_key", "ended", "summary"),
    "UPDATE settings SET checksum = " BV_POSTGRES_SUM_SETTING("name", "value"),
    "UPDATE papers SET checksum = " BV_POSTGRES_SUM_PAPER("kind", "key", "version", "rank", "text"),
    "INSERT INTO heads (table_key, entries, checksum) SELECT t.table_key,"
    " (SELECT count(*) FROM entries AS e WHERE e.table_key = t.table_key), 0 FROM tables AS t",
    BV_POSTGRES_CHAIN_ALL,
    BV_POSTGRES_CHAIN_HEAD,
    "UPDATE schema_version SET version = 2, serves = 2",
};

#ifdef BIVOUAC_NEXT_SCHEMA
/* Of a program that does not exist yet: tests/faults/upgrade has it take over from this one, node by node. */
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

enum { SCHEMA = BV_COUNT(migrations) }; /* counted by itself: SQLite's has another history */

/* ---- Looking ------------------------------------------------------------------------------------------- */

struct marks {
    int64_t version; /* 0: there is nothing */
    int64_t serves;
    int64_t moving;
};

/* All texts that people write are UTF-8. */
static bool check_encoding(struct bv_postgres *postgres, struct bv_error *error)
{
    int64_t good = 0;
    if (!bv_postgres_find(postgres, "SELECT (current_setting('server_encoding') = 'UTF8')::integer",
                          &good, error))
        return false;
    if (good) return true;
    struct bv_out out = bv_postgres_error(postgres, error);
    bv_put(&out, "the database is not in UTF-8; make one with createdb --encoding=UTF8 "
                 "--template=template0");
    return false;
}

static bool read_marks(struct bv_postgres *postgres, struct marks *marks, struct bv_error *error)
{
    /* to_regclass would not see what another node has made since this transaction began. */
    static const char look[] =
        "SELECT 1 FROM pg_class JOIN pg_namespace AS n ON n.oid = relnamespace"
        " WHERE relname = 'schema_version' AND nspname = current_schema()";
    int64_t there = 0;
    *marks = (struct marks){0};
    if (!bv_postgres_find(postgres, look, &there, error)) return false;
    if (!there) return true;
    return bv_postgres_find(postgres, "SELECT version FROM schema_version", &marks->version,
                            error) &&
           bv_postgres_find(postgres, "SELECT serves FROM schema_version", &marks->serves, error) &&
           bv_postgres_find(postgres, "SELECT moving::integer FROM schema_version", &marks->moving,
                            error);
}

static bool refuse(const struct bv_postgres *postgres, const char *reason, struct bv_error *error)
{
    struct bv_out out = bv_postgres_error(postgres, error);
    bv_put(&out, reason);
    return false;
}

static bool check_marks(const struct bv_postgres *postgres, const struct marks *marks,
                        struct bv_error *error)
{
    if (marks->serves > SCHEMA)
        return refuse(postgres,
                      "was written by a newer Bivouac; nothing was changed. Run the newer program",
                      error);
    if (marks->moving && postgres->mode != BV_STORE_MOVE)
        return refuse(postgres,
                      "bivouac migrate has not finished filling it; run that command again", error);
    return true;
}

bool bv_postgres_current(struct bv_postgres *postgres, struct bv_error *error)
{
    struct marks marks;
    if (!read_marks(postgres, &marks, error) || !check_marks(postgres, &marks, error)) return false;
    if (marks.version == 0) return refuse(postgres, "is empty; there is no store in it", error);
    return marks.version >= SCHEMA ||
           refuse(postgres,
                  "has an older schema; start the server on it once to bring it up to date", error);
}

/* ---- Who may read it ----------------------------------------------------------------------------------- */

#define ALL_TABLES                                                                                 \
    "people, tables, heads, entries, joined, finished, tags, tag_counts, settings, papers,"        \
    " flights, jobs, nodes, schema_version"

/* Not even where the database's own defaults let everybody read: they hold the house's secret, and what players hide. To whom
 * the host gives a right by name has it. */
static const char *const revoke = "REVOKE ALL ON " ALL_TABLES " FROM PUBLIC";

bool bv_postgres_protect(const char *where, struct bv_out *notice, struct bv_error *error)
{
    static const char look[] =
        "SELECT count(*) FROM pg_class AS c JOIN pg_namespace AS n ON n.oid = c.relnamespace,"
        " aclexplode(c.relacl) AS a WHERE a.grantee = 0 AND n.nspname = current_schema()"
        " AND c.relname IN (SELECT trim(name) FROM unnest(string_to_array('" ALL_TABLES
        "', ',')) AS name)"
        " AND EXISTS (SELECT FROM pg_class AS h WHERE h.relname = 'heads'"
        " AND h.relnamespace = n.oid)";
    struct bv_postgres *postgres = bv_postgres_connect(where, BV_STORE_MOVE, error);
    if (!postgres) return false;
    int64_t open = 0;
    bool good = bv_postgres_find(postgres, look, &open, error);
    if (good && open) {
        good = bv_postgres_run(postgres, &revoke, 1, error);
        bv_put(notice, "tables that every user of the database could read");
    }
    bv_postgres_close(&postgres->store);
    return good;
}

/* ---- Changing ------------------------------------------------------------------------------------------ */

/* In a transaction that keeps all others out: nodes may be started at once, so all is read again. */
static bool migrate(struct bv_postgres *postgres, struct bv_error *error)
{
    static const char *const begin[] = {
        "BEGIN",
        "SELECT pg_advisory_xact_lock(hashtext('bivouac schema ' || current_schema()))",
    };
    static const char *const commit[] = {"COMMIT"};
    struct marks marks;
    if (!bv_postgres_run(postgres, begin, BV_COUNT(begin), error) ||
        !read_marks(postgres, &marks, error))
        return false;
    for (size_t i = (size_t)marks.version; i < BV_COUNT(migrations); i++)
        if (!bv_postgres_run(postgres, migrations[i].sql, migrations[i].count, error)) return false;
    return bv_postgres_run(postgres, &revoke, 1, error) &&
           bv_postgres_run(postgres, commit, BV_COUNT(commit), error);
}

bool bv_postgres_migrate(struct bv_postgres *postgres, struct bv_error *error)
{
    struct marks marks;
    return check_encoding(postgres, error) && read_marks(postgres, &marks, error) &&
           check_marks(postgres, &marks, error) &&
           (marks.version >= SCHEMA || migrate(postgres, error));
}

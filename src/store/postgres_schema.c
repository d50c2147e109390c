/* The schema in a database, who may read it, and the copy of a store into a database. */
#include "store/postgres.h"
#include "store/schema.h"

/* row_checksum (checksum.h) for each list of fields. The planner replaces the calls by what stands
 * in the functions. */
#define NUMBER(place) " || int8send(" place ")"
#define TEXT(place) " || int8send(octet_length(" place ")::bigint) || convert_to(" place ", 'UTF8')"
#define CHECKSUM(types, fields)                                                                    \
    "CREATE FUNCTION row_checksum(bigint, " types ") RETURNS bigint LANGUAGE sql STABLE AS"        \
    " $$SELECT ('x' || left(encode(sha256(int8send($1)" fields "), 'hex'), 16))"                   \
    "::bit(64)::bigint$$"

/*
 * Besides the tables of every store:
 *
 *   transactions  the last commit of each writer, by which a writer that lost its connection can
 *                 tell whether it was committed.
 *   jobs          where the computer is to act, and which node has claimed it.
 *   nodes         the live nodes, with the last heartbeat of each.
 *
 * Rows that are updated often have room on their page, and are updated in place.
 */
static const char *const schema[] = {
    CHECKSUM("text, text", TEXT("$2") TEXT("$3")),
    CHECKSUM("text, text, bigint", TEXT("$2") TEXT("$3") NUMBER("$4")),
    CHECKSUM("bigint, bigint, text", NUMBER("$2") NUMBER("$3") TEXT("$4")),
    CHECKSUM("bigint, bigint, bigint, text", NUMBER("$2") NUMBER("$3") NUMBER("$4") TEXT("$5")),
    CHECKSUM("text, text, bigint, bigint, text",
             TEXT("$2") TEXT("$3") NUMBER("$4") NUMBER("$5") TEXT("$6")),
    CHECKSUM("bigint, text, text, bigint, bigint, bigint",
             NUMBER("$2") TEXT("$3") TEXT("$4") NUMBER("$5") NUMBER("$6") NUMBER("$7")),
    STORE_TABLES("bigint NOT NULL", "text COLLATE \"C\" NOT NULL", ")", ")"),
    "ALTER TABLE tables SET (fillfactor = 70)",
    "ALTER TABLE event_chains SET (fillfactor = 50)",
    "ALTER TABLE tag_counts SET (fillfactor = 50)",
    "CREATE TABLE transactions ("
    " writer text COLLATE \"C\" NOT NULL,"
    " number bigint NOT NULL,"
    " at timestamptz NOT NULL DEFAULT now(),"
    " PRIMARY KEY (writer, number)"
    ")",
    "CREATE TABLE jobs ("
    " table_key bigint PRIMARY KEY,"
    " number bigint NOT NULL,"
    " node text COLLATE \"C\","
    " posted timestamptz NOT NULL DEFAULT clock_timestamp()"
    ")",
    "CREATE TABLE nodes ("
    " node text COLLATE \"C\" PRIMARY KEY,"
    " heartbeat timestamptz NOT NULL,"
    " address text COLLATE \"C\" NOT NULL"
    ")",
    "CREATE TABLE schema_version ("
    " version integer NOT NULL," /* 0: `bivouac migrate` has not finished filling it */
    " oldest integer NOT NULL"   /* the oldest schema whose programs can work on this one */
    ")",
    "INSERT INTO schema_version (version, oldest) VALUES (1, 1)",
};

_Static_assert(STORE_SCHEMA == 1, "schema_version");

/* ---- Reading the version --------------------------------------------------------------------- */

/* All texts of users are UTF-8. */
static bool check_encoding(struct postgres *postgres, struct bv_error *error)
{
    int64_t good = 0;
    if (!postgres_find(postgres, "SELECT (current_setting('server_encoding') = 'UTF8')::integer",
                       &good, error))
        return false;
    return good ||
           store_fail(&postgres->store,
                      "the database is not in UTF-8; make one with createdb --encoding=UTF8 "
                      "--template=template0",
                      error);
}

static bool is_empty(struct postgres *postgres, bool *empty, struct bv_error *error)
{
    /* to_regclass would not see what another node has created since this transaction began. */
    static const char look[] =
        "SELECT 1 FROM pg_class JOIN pg_namespace AS n ON n.oid = relnamespace"
        " WHERE relname = 'schema_version' AND nspname = current_schema()";
    int64_t there = 0;
    bool good = postgres_find(postgres, look, &there, error);
    *empty = !there;
    return good;
}

bool postgres_has_schema(struct postgres *postgres, struct bv_error *error)
{
    int64_t version = 0;
    int64_t oldest = 0;
    bool empty = false;
    if (!is_empty(postgres, &empty, error)) return false;
    if (empty) return store_fail(&postgres->store, "is empty; there is no store in it", error);
    return postgres_find(postgres, "SELECT version FROM schema_version", &version, error) &&
           postgres_find(postgres, "SELECT oldest FROM schema_version", &oldest, error) &&
           store_knows_schema(&postgres->store, version, oldest, error);
}

/* ---- Access ---------------------------------------------------------------------------------- */

#define ALL_TABLES                                                                                 \
    "people, tables, event_chains, events, participants, finished_games, game_tags, tag_counts,"   \
    " settings, documents, transactions, jobs, nodes, schema_version"

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
        " AND EXISTS (SELECT FROM pg_class AS h WHERE h.relname = 'event_chains'"
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

/* ---- Creating -------------------------------------------------------------------------------- */

bool postgres_create_schema(struct postgres *postgres, struct bv_error *error)
{
    static const char *const begin[] = {
        "BEGIN",
        "SELECT pg_advisory_xact_lock(hashtext('bivouac schema ' || current_schema()))",
    };
    static const char *const commit = "COMMIT";
    bool empty = false;
    if (!check_encoding(postgres, error) || !is_empty(postgres, &empty, error)) return false;
    if (!empty) return true;
    /* In a transaction that excludes all others: nodes may be started at once, so it is looked up
     * again. */
    return postgres_run(postgres, begin, BV_COUNT(begin), error) &&
           is_empty(postgres, &empty, error) &&
           (!empty || postgres_run(postgres, schema, BV_COUNT(schema), error)) &&
           postgres_run(postgres, &revoke, 1, error) && postgres_run(postgres, &commit, 1, error);
}

/* ---- Copying a store into a database --------------------------------------------------------- */

static bool write_rows(struct store *store, const struct store_part *part,
                       const struct store_row *rows, size_t count, struct bv_error *error)
{
    struct postgres *postgres = postgres_of(store);
    int fields = (int)bv_length(part->types);
    postgres->timeout = POSTGRES_COPYING_TIMEOUT;
    bool good = postgres_reach(postgres, error) &&
                postgres_prepare(postgres, "", part->types, part->write_rows, error);
    for (size_t i = 0; i < count && good; i++)
        good = postgres_send(postgres, "", rows[i].field, fields, error);
    return good && postgres_end(postgres, error) && postgres_finish(postgres, count + 1, error);
}

static bool is_unfinished(struct store *store, bool *unfinished, struct bv_error *error)
{
    int64_t version = STORE_SCHEMA;
    bool good =
        postgres_find(postgres_of(store), "SELECT version FROM schema_version", &version, error);
    *unfinished = version == 0;
    return good;
}

static bool begin(struct store *store, struct bv_error *error)
{
    static const char *const script[] = {
        "UPDATE schema_version SET version = 0",
        "TRUNCATE documents, settings, tag_counts, game_tags, finished_games, participants, events,"
        " event_chains, tables, people, jobs, nodes, transactions",
    };
    return postgres_run(postgres_of(store), script, BV_COUNT(script), error);
}

static bool end(struct store *store, struct bv_error *error)
{
    static const char *const script[] = {
        "INSERT INTO tag_counts (tag, games) SELECT tag, count(*) FROM game_tags GROUP BY tag",
        "UPDATE schema_version SET version = 1",
    };
    /* updates the planner's statistics for the first queries */
    static const char *const after = "ANALYZE";
    struct postgres *postgres = postgres_of(store);
    return postgres_run(postgres, script, BV_COUNT(script), error) &&
           postgres_run(postgres, &after, 1, error);
}

const struct store_copying postgres_copying = {
    .write_rows = write_rows,
    .is_unfinished = is_unfinished,
    .begin = begin,
    .end = end,
};

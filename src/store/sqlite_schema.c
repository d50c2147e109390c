/*
 * The schema, and the migrations from each version to the next. A released migration is never
 * edited again: existing stores have run it. Append a new one here, raise STORE_SCHEMA, and add a
 * store of the previous schema to tests/store/fixtures/.
 */
#include "store/sqlite.h"
#include "store/sqlite_chain.h"

/* "BVAC": identifies a file as a Bivouac store before anything else in it is trusted. */
enum { APPLICATION = 0x42564143 };

/*
 * The tables, and the reasons for their form:
 *
 *   entries     clustered by table: a game is read from neighbouring pages, a move is one
 *               insertion at the table's end.
 *   tables      the few that are not over have an index of their own, for the start of the server.
 *   tags        the inverted index: a list per tag, newest last, read backwards. Every finished
 *               game has the tag '', so that a search without tags works like the others. Written
 *               once per game, at its end.
 *   tag_counts  the length of each list: a search scans the shortest.
 *   documents   clustered by kind and key; by_rank gives the highest of a kind without reading the
 *               others.
 *   heads       how many entries each table has, and the checksum of the last: narrow, because
 *               every move updates a row.
 *   checksum    of a row, in every table that has more than keys (checksum.h).
 */
static const char *const migrations[STORE_SCHEMA] = {
    [0] = "CREATE TABLE people ("
          " id TEXT NOT NULL PRIMARY KEY CHECK (length(CAST(id AS BLOB)) BETWEEN 1 AND 23),"
          " name TEXT NOT NULL,"
          " created INTEGER NOT NULL"
          ") STRICT, WITHOUT ROWID;"
          "CREATE TABLE tables ("
          " table_key INTEGER PRIMARY KEY CHECK (table_key > 0),"
          " id TEXT NOT NULL UNIQUE CHECK (length(CAST(id AS BLOB)) BETWEEN 1 AND 23),"
          " setup TEXT NOT NULL,"
          " created INTEGER NOT NULL,"
          " stage INTEGER NOT NULL DEFAULT 0 CHECK (stage BETWEEN 0 AND 2),"
          " due INTEGER NOT NULL DEFAULT 0"
          ") STRICT;"
          "CREATE INDEX tables_unfinished ON tables (table_key) WHERE stage < 2;"
          "CREATE TABLE entries ("
          " table_key INTEGER NOT NULL REFERENCES tables,"
          " number INTEGER NOT NULL CHECK (number > 0),"
          " at INTEGER NOT NULL,"
          " line TEXT NOT NULL,"
          " PRIMARY KEY (table_key, number)"
          ") STRICT, WITHOUT ROWID;"
          "CREATE TABLE joined ("
          " person TEXT NOT NULL REFERENCES people,"
          " table_key INTEGER NOT NULL REFERENCES tables,"
          " PRIMARY KEY (person, table_key)"
          ") STRICT, WITHOUT ROWID;"
          "CREATE TABLE finished ("
          " table_key INTEGER PRIMARY KEY REFERENCES tables,"
          " ended INTEGER NOT NULL,"
          " summary TEXT NOT NULL"
          ") STRICT;"
          "CREATE TABLE tags ("
          " tag TEXT NOT NULL,"
          " ended INTEGER NOT NULL,"
          " table_key INTEGER NOT NULL REFERENCES finished,"
          " PRIMARY KEY (tag, ended, table_key)"
          ") STRICT, WITHOUT ROWID;"
          "CREATE TABLE tag_counts ("
          " tag TEXT NOT NULL PRIMARY KEY,"
          " games INTEGER NOT NULL"
          ") STRICT, WITHOUT ROWID;"
          "CREATE TABLE settings ("
          " name TEXT NOT NULL PRIMARY KEY,"
          " value TEXT NOT NULL"
          ") STRICT, WITHOUT ROWID;"
          "PRAGMA application_id = 0x42564143;"
          "PRAGMA user_version = 1;",
    [1] = "CREATE TABLE documents ("
          " kind TEXT NOT NULL,"
          " key TEXT NOT NULL,"
          " version INTEGER NOT NULL CHECK (version > 0),"
          " rank INTEGER NOT NULL,"
          " text TEXT NOT NULL,"
          " PRIMARY KEY (kind, key)"
          ") STRICT, WITHOUT ROWID;"
          "CREATE INDEX documents_by_rank ON documents (kind, rank, key);"
          "PRAGMA user_version = 2;",
    [2] = "ALTER TABLE people ADD COLUMN checksum INTEGER NOT NULL DEFAULT 0;"
          "ALTER TABLE tables ADD COLUMN checksum INTEGER NOT NULL DEFAULT 0;"
          "ALTER TABLE entries ADD COLUMN checksum INTEGER NOT NULL DEFAULT 0;"
          "ALTER TABLE finished ADD COLUMN checksum INTEGER NOT NULL DEFAULT 0;"
          "ALTER TABLE settings ADD COLUMN checksum INTEGER NOT NULL DEFAULT 0;"
          "ALTER TABLE documents ADD COLUMN checksum INTEGER NOT NULL DEFAULT 0;"
          "CREATE TABLE heads ("
          " table_key INTEGER PRIMARY KEY REFERENCES tables,"
          " entries INTEGER NOT NULL,"
          " checksum INTEGER NOT NULL"
          ") STRICT;"
          "UPDATE people SET checksum = row_checksum(0, id, name, created);"
          "UPDATE tables SET checksum ="
          " row_checksum(0, table_key, id, setup, created, stage, due);"
          "UPDATE finished SET checksum = row_checksum(0, table_key, ended, summary);"
          "UPDATE settings SET checksum = row_checksum(0, name, value);"
          "UPDATE documents SET checksum = row_checksum(0, kind, key, version, rank, text);"
          "INSERT INTO heads (table_key, entries, checksum) SELECT t.table_key,"
          " (SELECT count(*) FROM entries AS e WHERE e.table_key = t.table_key), 0"
          " FROM tables AS t;" SQLITE_CHAIN_ALL ";" SQLITE_CHAIN_HEAD ";"
          "PRAGMA user_version = 3;",
};

static bool too_new(const struct store *store, int64_t version, struct bv_error *error)
{
    struct bv_out out = sqlite_error(store, error);
    bv_put(&out, "was written by a newer Bivouac (schema ");
    bv_put_number(&out, version);
    bv_put(&out, ", this program knows ");
    bv_put_number(&out, STORE_SCHEMA);
    bv_put(&out, "); nothing was changed. Run the newer program");
    return false;
}

/* All three in one snapshot: another program may be creating the store. */
static bool read_marks(struct store *store, int64_t *objects, int64_t *application,
                       int64_t *version, struct bv_error *error)
{
    bool alone = sqlite3_get_autocommit(sqlite_of(store)->db);
    if (alone && !sqlite_run(store, "BEGIN", error)) return false;
    bool good = sqlite_number(store, "SELECT count(*) FROM sqlite_schema", objects, error) &&
                sqlite_number(store, "PRAGMA application_id", application, error) &&
                sqlite_number(store, "PRAGMA user_version", version, error);
    if (alone) sqlite_roll_back(store);
    return good;
}

bool sqlite_version(struct store *store, int64_t *version, struct bv_error *error)
{
    int64_t application = 0;
    int64_t objects = 0;
    if (!read_marks(store, &objects, &application, version, error)) return false;
    bool empty = *version == 0 && application == 0 && objects == 0;
    if (application == SQLITE_COPY_UNFINISHED) {
        struct bv_out out = sqlite_error(store, error);
        if (sqlite_of(store)->moving) return true;
        bv_put(&out, "bivouac migrate has not finished filling it; run that command again");
        return false;
    }
    if (!empty && (application != APPLICATION || *version < 1)) {
        struct bv_out out = sqlite_error(store, error);
        bv_put(&out, "is a database, but not a Bivouac store; choose another folder");
        return false;
    }
    return *version <= STORE_SCHEMA || too_new(store, *version, error);
}

bool sqlite_current(struct store *store, struct bv_error *error)
{
    int64_t version = 0;
    if (!sqlite_version(store, &version, error)) return false;
    if (version == STORE_SCHEMA) return true;
    struct bv_out out = sqlite_error(store, error);
    if (version == 0) {
        bv_put(&out, "is empty; there is no store in it");
    } else {
        bv_put(&out, "has the older schema ");
        bv_put_number(&out, version);
        bv_put(&out, "; start the server on it once to bring it up to date");
    }
    return false;
}

static bool migrate(struct store *store, struct bv_error *error)
{
    /* Read again under the write lock: two servers may have been started at once. */
    int64_t version = 0;
    if (!sqlite_version(store, &version, error)) return false;
    for (; version < STORE_SCHEMA; version++)
        if (!sqlite_run(store, migrations[version], error)) return false;
    return true;
}

bool sqlite_migrate(struct store *store, struct bv_error *error)
{
    int64_t version = 0;
    if (!sqlite_version(store, &version, error)) return false;
    if (version == STORE_SCHEMA) return true;
    if (!sqlite_run(store, "BEGIN IMMEDIATE", error)) return false;
    if (migrate(store, error) && sqlite_run(store, "COMMIT", error)) return true;
    sqlite_roll_back(store);
    return false;
}

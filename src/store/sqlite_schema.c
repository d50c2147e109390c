/*
 * The schema, and how each older one becomes the next. A migration that was once released is never edited again: stores
 * in the world have run it. A new one is appended here, BV_STORE_SCHEMA counts it, and tests/store/fixtures/ keeps a
 * store of the schema before.
 */
#include "store/sqlite.h"
#include "store/sqlite_chain.h"

/* "BVAC": says that a file is ours before anything else in it is trusted. */
enum { APPLICATION = 0x42564143 };

/*
 * What stands in the tables, and why it stands so:
 *
 * entries  clustered by table: a game is read from neighbouring pages, a move is one insertion at the table's end.
 * tables   of which the few that are not over have an index of their own, for the start of the server.
 * tags     the inverted index. A list per tag, newest last, read backwards. The tag '' stands at every finished game, so
 *          that a search without tags is a search like the others. Written once per game, when it is over.
 * tag_counts  how long each list is: a search walks the shortest.
 * papers   clustered by kind and key; by_rank gives the highest of a kind without looking at the others.
 * heads    how many entries each table has, and the checksum of the last: narrow, since every move changes a row.
 * checksum of a row, in every table of more than keys (checksum.h).
 */
static const char *const migrations[BV_STORE_SCHEMA] = {
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
    [1] = "CREATE TABLE papers ("
          " kind TEXT NOT NULL,"
          " key TEXT NOT NULL,"
          " version INTEGER NOT NULL CHECK (version > 0),"
          " rank INTEGER NOT NULL,"
          " text TEXT NOT NULL,"
          " PRIMARY KEY (kind, key)"
          ") STRICT, WITHOUT ROWID;"
          "CREATE INDEX papers_by_rank ON papers (kind, rank, key);"
          "PRAGMA user_version = 2;",
    [2] = "ALTER TABLE people ADD COLUMN checksum INTEGER NOT NULL DEFAULT 0;"
          "ALTER TABLE tables ADD COLUMN checksum INTEGER NOT NULL DEFAULT 0;"
          "ALTER TABLE entries ADD COLUMN checksum INTEGER NOT NULL DEFAULT 0;"
          "ALTER TABLE finished ADD COLUMN checksum INTEGER NOT NULL DEFAULT 0;"
          "ALTER TABLE settings ADD COLUMN checksum INTEGER NOT NULL DEFAULT 0;"
          "ALTER TABLE papers ADD COLUMN checksum INTEGER NOT NULL DEFAULT 0;"
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
          "UPDATE papers SET checksum = row_checksum(0, kind, key, version, rank, text);"
          "INSERT INTO heads (table_key, entries, checksum) SELECT t.table_key,"
          " (SELECT count(*) FROM entries AS e WHERE e.table_key = t.table_key), 0"
          " FROM tables AS t;" BV_SQLITE_CHAIN_ALL ";" BV_SQLITE_CHAIN_HEAD ";"
          "PRAGMA user_version = 3;",
};

static bool too_new(const struct bv_store *store, int64_t version, struct bv_error *error)
{
    struct bv_out out = bv_sqlite_error(store, error);
    bv_put(&out, "was written by a newer Bivouac (schema ");
    bv_put_number(&out, version);
    bv_put(&out, ", this program knows ");
    bv_put_number(&out, BV_STORE_SCHEMA);
    bv_put(&out, "); nothing was changed. Run the newer program");
    return false;
}

/* All three as they stood at one moment: another program may be creating the store. */
static bool read_marks(struct bv_store *store, int64_t *objects, int64_t *application,
                       int64_t *version, struct bv_error *error)
{
    bool alone = sqlite3_get_autocommit(bv_sqlite_of(store)->db);
    if (alone && !bv_sqlite_run(store, "BEGIN", error)) return false;
    bool good = bv_sqlite_number(store, "SELECT count(*) FROM sqlite_schema", objects, error) &&
                bv_sqlite_number(store, "PRAGMA application_id", application, error) &&
                bv_sqlite_number(store, "PRAGMA user_version", version, error);
    if (alone) bv_sqlite_roll_back(store);
    return good;
}

bool bv_sqlite_version(struct bv_store *store, int64_t *version, struct bv_error *error)
{
    int64_t application = 0;
    int64_t objects = 0;
    if (!read_marks(store, &objects, &application, version, error)) return false;
    bool empty = *version == 0 && application == 0 && objects == 0;
    if (application == BV_SQLITE_UNFINISHED) {
        struct bv_out out = bv_sqlite_error(store, error);
        if (bv_sqlite_of(store)->moving) return true;
        bv_put(&out, "bivouac migrate has not finished filling it; run that command again");
        return false;
    }
    if (!empty && (application != APPLICATION || *version < 1)) {
        struct bv_out out = bv_sqlite_error(store, error);
        bv_put(&out, "is a database, but not a Bivouac store; choose another folder");
        return false;
    }
    return *version <= BV_STORE_SCHEMA || too_new(store, *version, error);
}

bool bv_sqlite_current(struct bv_store *store, struct bv_error *error)
{
    int64_t version = 0;
    if (!bv_sqlite_version(store, &version, error)) return false;
    if (version == BV_STORE_SCHEMA) return true;
    struct bv_out out = bv_sqlite_error(store, error);
    if (version == 0) {
        bv_put(&out, "is empty; there is no store in it");
    } else {
        bv_put(&out, "has the older schema ");
        bv_put_number(&out, version);
        bv_put(&out, "; start the server on it once to bring it up to date");
    }
    return false;
}

static bool migrate(struct bv_store *store, struct bv_error *error)
{
    /* Read again, now that nobody else can write: two servers may have been started at once. */
    int64_t version = 0;
    if (!bv_sqlite_version(store, &version, error)) return false;
    for (; version < BV_STORE_SCHEMA; version++)
        if (!bv_sqlite_run(store, migrations[version], error)) return false;
    return true;
}

bool bv_sqlite_migrate(struct bv_store *store, struct bv_error *error)
{
    int64_t version = 0;
    if (!bv_sqlite_version(store, &version, error)) return false;
    if (version == BV_STORE_SCHEMA) return true;
    if (!bv_sqlite_run(store, "BEGIN IMMEDIATE", error)) return false;
    if (migrate(store, error) && bv_sqlite_run(store, "COMMIT", error)) return true;
    bv_sqlite_roll_back(store);
    return false;
}

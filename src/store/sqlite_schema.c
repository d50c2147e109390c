/* The schema in a file, and the copy of a store into a file. */
#include "store/schema.h"
#include "store/sqlite.h"

/* "BVAC": identifies a file as a Bivouac store before anything else in it is trusted. */
enum { APPLICATION = 0x42564143 };

static const char *const tables[] = {
    STORE_TABLES("INTEGER NOT NULL", "TEXT NOT NULL", ") STRICT, WITHOUT ROWID", ") STRICT")};

#define MARK "PRAGMA application_id = 0x42564143; PRAGMA user_version = 1;"
#define UNFINISHED "PRAGMA user_version = 0;"

_Static_assert(STORE_SCHEMA == 1, "MARK");

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

bool sqlite_has_schema(struct store *store, struct bv_error *error)
{
    int64_t application = 0;
    int64_t objects = 0;
    int64_t version = 0;
    if (!read_marks(store, &objects, &application, &version, error)) return false;
    if (version == 0 && application == 0 && objects == 0)
        return store_fail(store,
                          "is damaged: it is empty; there is no store in it. Restore a backup, or "
                          "remove the file to begin anew",
                          error);
    if (application != APPLICATION)
        return store_fail(store, "is a database, but not a Bivouac store; choose another folder",
                          error);
    return store_knows_schema(store, version, version, error);
}

bool sqlite_create_schema(struct store *store, struct bv_error *error)
{
    bool good = sqlite_run(store, "BEGIN IMMEDIATE", error);
    for (size_t i = 0; i < BV_COUNT(tables) && good; i++)
        good = sqlite_run(store, tables[i], error);
    good = good && sqlite_run(store, MARK "COMMIT", error);
    if (!good) sqlite_roll_back(store);
    return good;
}

/* ---- Copying a store into a file ------------------------------------------------------------- */

static bool write_all_rows(struct store *store, const struct store_part *part,
                           const struct store_row *rows, size_t count, struct bv_error *error)
{
    sqlite3_stmt *statement = sqlite_prepare(store, STORE_USED_ONCE, part->write_rows, error);
    if (!statement) return false;
    int code = SQLITE_OK;
    for (size_t i = 0; i < count && code == SQLITE_OK; i++) {
        code = sqlite_bind(statement, rows[i].field);
        if (code == SQLITE_OK) code = sqlite3_step(statement);
        if (code == SQLITE_DONE) code = sqlite3_reset(statement);
    }
    bool good = code == SQLITE_OK || sqlite_fail(store, code, error);
    sqlite3_finalize(statement);
    return good;
}

static bool write_rows(struct store *store, const struct store_part *part,
                       const struct store_row *rows, size_t count, struct bv_error *error)
{
    bool good = sqlite_run(store, "BEGIN IMMEDIATE", error) &&
                write_all_rows(store, part, rows, count, error) &&
                sqlite_run(store, "COMMIT", error);
    if (!good) sqlite_roll_back(store);
    return good;
}

static bool is_unfinished(struct store *store, bool *unfinished, struct bv_error *error)
{
    int64_t version = STORE_SCHEMA;
    bool good = sqlite_number(store, "PRAGMA user_version", &version, error);
    *unfinished = version == 0;
    return good;
}

static bool begin(struct store *store, struct bv_error *error)
{
    return sqlite_run(store,
                      "BEGIN IMMEDIATE;" UNFINISHED
                      "DELETE FROM documents; DELETE FROM settings; DELETE FROM tag_counts;"
                      "DELETE FROM game_tags; DELETE FROM finished_games;"
                      "DELETE FROM participants; DELETE FROM events; DELETE FROM event_chains;"
                      "DELETE FROM tables; DELETE FROM people;"
                      "COMMIT",
                      error);
}

static bool end(struct store *store, struct bv_error *error)
{
    return sqlite_run(store,
                      "BEGIN IMMEDIATE;"
                      "INSERT INTO tag_counts (tag, games)"
                      " SELECT tag, count(*) FROM game_tags GROUP BY tag;" MARK "COMMIT",
                      error);
}

const struct store_copying sqlite_copying = {
    .write_rows = write_rows,
    .is_unfinished = is_unfinished,
    .begin = begin,
    .end = end,
};

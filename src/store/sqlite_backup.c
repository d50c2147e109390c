/*
 * Backup, restore and check. A copy is written under another name (`.part`), read in full, and only
 * then renamed: whatever interrupts it, an incomplete copy is never mistaken for a complete one.
 */
#include "store/sqlite.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "store/private.h"

/* ---- Checking -------------------------------------------------------------------------------- */

static bool check_pages(struct store *store, struct bv_error *error)
{
    sqlite3_stmt *statement = NULL;
    int code =
        sqlite3_prepare_v2(sqlite_of(store)->db, "PRAGMA integrity_check(1)", -1, &statement, NULL);
    if (code == SQLITE_OK) code = sqlite3_step(statement);
    bool good = code == SQLITE_ROW || sqlite_fail(store, code, error);
    if (good) {
        const char *text = (const char *)sqlite3_column_text(statement, 0);
        if (!text || !bv_equal(text, "ok"))
            good = store_is_damaged(store, text ? text : "?", 0, error);
    }
    sqlite3_finalize(statement);
    return good;
}

static bool check_references(struct store *store, struct bv_error *error)
{
    int64_t found = -1;
    if (!sqlite_number(store, "SELECT ifnull(rowid, 0) FROM pragma_foreign_key_check LIMIT 1",
                       &found, error))
        return false;
    return found < 0 ||
           store_is_damaged(store, "something refers to a table or person that is missing", found,
                            error);
}

/* Tables and indexes must be exactly those of the schema: SQLite trusts whatever the file says. */
static bool check_schema(struct store *store, struct bv_error *error)
{
    static const char all[] = "SELECT type, name, tbl_name, sql FROM sqlite_schema";
    static const char one[] = "SELECT 1 FROM sqlite_schema WHERE type = ?1 AND name = ?2"
                              " AND tbl_name = ?3 AND sql IS ?4";
    struct store *model = sqlite_connect(
        ":memory:", SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_MEMORY, error);
    sqlite3_stmt *wanted = NULL;
    sqlite3_stmt *found = NULL;
    bool good = model && sqlite_create_schema(model, error);
    int code = SQLITE_OK;
    if (good) code = sqlite3_prepare_v2(sqlite_of(model)->db, all, -1, &wanted, NULL);
    if (good && code == SQLITE_OK)
        code = sqlite3_prepare_v2(sqlite_of(store)->db, one, -1, &found, NULL);
    while (good && code == SQLITE_OK && sqlite3_step(wanted) == SQLITE_ROW) {
        for (int i = 0; i < 4; i++)
            sqlite3_bind_value(found, i + 1, sqlite3_column_value(wanted, i));
        if (sqlite3_step(found) != SQLITE_ROW)
            good = store_is_damaged(store, (const char *)sqlite3_column_text(wanted, 1), 0, error);
        code = sqlite3_reset(found);
    }
    if (good && code != SQLITE_OK) good = sqlite_fail(store, code, error);
    sqlite3_finalize(wanted);
    sqlite3_finalize(found);
    sqlite_close(model);
    return good;
}

static bool check(struct store *store, uint64_t *tables, uint64_t *events, struct bv_error *error)
{
    /* One snapshot of the store, while others go on writing. */
    bool good = sqlite_run(store, "BEGIN", error) && sqlite_has_schema(store, error) &&
                check_pages(store, error) && check_references(store, error) &&
                check_schema(store, error) && store_check_content(store, tables, events, error);
    sqlite_roll_back(store);
    return good;
}

static bool check_file(const char *file, uint64_t *tables, uint64_t *events, struct bv_error *error)
{
    if (access(file, F_OK) != 0)
        return sqlite_fail_at(file, "there is no such file; check its name", 0, error);
    struct store *store = sqlite_connect(file, SQLITE_OPEN_READONLY, error);
    bool good = store && check(store, tables, events, error);
    sqlite_close(store);
    return good;
}

bool sqlite_check(const char *folder, uint64_t *tables, uint64_t *events, struct bv_error *error)
{
    char file[SQLITE_PATH_SIZE];
    return sqlite_path(folder, "", file, error) && check_file(file, tables, events, error);
}

/* ---- Copying --------------------------------------------------------------------------------- */

/* One step for all pages: it reads one snapshot of the store, and in WAL mode blocks no writer. */
static bool copy_pages(struct store *from, struct store *to, struct bv_error *error)
{
    sqlite3_backup *backup =
        sqlite3_backup_init(sqlite_of(to)->db, "main", sqlite_of(from)->db, "main");
    if (!backup) return sqlite_fail(to, sqlite3_errcode(sqlite_of(to)->db), error);
    int code = sqlite3_backup_step(backup, -1);
    bool good = code == SQLITE_DONE;
    if (!good) {
        bool reading = (code & 0xff) == SQLITE_CORRUPT || (code & 0xff) == SQLITE_NOTADB ||
                       code == SQLITE_IOERR_READ;
        sqlite_fail(reading ? from : to, code, error);
    }
    sqlite3_backup_finish(backup);
    /* The copy is one file, without a -wal beside it that could be forgotten. */
    return good && sqlite_run(to, "PRAGMA journal_mode = DELETE", error);
}

static bool copy(const char *from_file, const char *to_file, struct bv_error *error)
{
    struct store *from = sqlite_connect(from_file, SQLITE_OPEN_READONLY, error);
    if (!from) return false;
    bool good = sqlite_has_schema(from, error);
    struct store *to = NULL;
    int made = good ? private_open(to_file, O_RDWR | O_EXCL) : -1;
    if (made >= 0) close(made);
    if (good) to = sqlite_connect(to_file, SQLITE_OPEN_READWRITE, error);
    good = to && copy_pages(from, to, error);
    sqlite_close(to);
    sqlite_close(from);
    return good;
}

static bool with_suffix(const char *file, const char *suffix, char *path, struct bv_error *error)
{
    struct bv_out out = bv_out_into(path, SQLITE_PATH_SIZE);
    bv_put_all(&out, file, suffix);
    return !out.cut || sqlite_fail_at(file, "the path is too long", 0, error);
}

/* The folder of a file. */
static void folder_of(const char *file, char *folder)
{
    const char *slash = strrchr(file, '/');
    struct bv_out out = bv_out_into(folder, SQLITE_PATH_SIZE);
    if (!slash)
        bv_put(&out, ".");
    else
        bv_put_span(&out, (struct bv_span){file, slash == file ? 1 : (size_t)(slash - file)});
}

static bool take_name(const char *part, const char *file, struct bv_error *error)
{
    char folder[SQLITE_PATH_SIZE];
    folder_of(file, folder);
    if (access(file, F_OK) == 0)
        return sqlite_fail_at(file, "has come into being meanwhile; choose another name", 0, error);
    if (rename(part, file) != 0)
        return sqlite_fail_at(file, "the copy could not be given this name; check permissions", 0,
                              error);
    return sqlite_sync_folder(folder, error);
}

static bool copy_and_check(const char *from, const char *to, struct bv_error *error)
{
    char part[SQLITE_PATH_SIZE];
    uint64_t tables = 0;
    uint64_t events = 0;
    if (!with_suffix(to, ".part", part, error)) return false;
    unlink(part); /* of a copy that was interrupted */
    bool good = copy(from, part, error) && check_file(part, &tables, &events, error) &&
                take_name(part, to, error);
    if (!good) unlink(part);
    return good;
}

bool sqlite_backup(const char *folder, const char *file, struct bv_error *error)
{
    char store[SQLITE_PATH_SIZE];
    if (!sqlite_path(folder, "", store, error)) return false;
    if (access(store, F_OK) != 0)
        return sqlite_fail_at(store, "there is no store here; check the folder's name", 0, error);
    if (access(file, F_OK) == 0)
        return sqlite_fail_at(file, "exists already; a backup goes into a new file", 0, error);
    return copy_and_check(store, file, error);
}

bool sqlite_restore(const char *file, const char *folder, struct bv_error *error)
{
    char store[SQLITE_PATH_SIZE];
    char wal[SQLITE_PATH_SIZE];
    if (!sqlite_path(folder, "", store, error) || !sqlite_path(folder, "-wal", wal, error))
        return false;
    if (access(file, F_OK) != 0) return sqlite_fail_at(file, "there is no such backup", 0, error);
    if (access(store, F_OK) == 0 || access(wal, F_OK) == 0)
        return sqlite_fail_at(store, "there is a store already; move it away first", 0, error);
    return sqlite_make_folder(folder, error) && copy_and_check(file, store, error);
}

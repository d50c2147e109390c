/*
 * Backup, restore and check. A copy is made under another name (`.part`), read in full, and only then takes its own:
 * whatever interrupts it, no half copy is ever taken for a whole one.
 */
#include "store/sqlite.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "store/findings.h"
#include "store/private.h"
#include "store/verify.h"

static bool fail_at(const char *path, const char *reason, struct bv_error *error)
{
    struct bv_out out = bv_error_begin(error);
    bv_put_excerpt(&out, bv_span_of(path), 80);
    bv_put(&out, ": ");
    bv_put(&out, reason);
    return false;
}

/* ---- Checking ------------------------------------------------------------------------------------------ */

static const struct bv_finding referring = {
    "SELECT ifnull(rowid, 0) FROM pragma_foreign_key_check LIMIT 1",
    "something refers to a table or person that is missing"};

static bool damaged(const struct bv_store *store, const char *what, int64_t where,
                    struct bv_error *error)
{
    struct bv_out out = bv_sqlite_error(store, error);
    bv_put(&out, "is damaged: ");
    bv_put_excerpt(&out, bv_span_of(what), 70);
    if (where > 0) {
        bv_put(&out, " (");
        bv_put_number(&out, where);
        bv_put(&out, ")");
    }
    bv_put(&out, "; keep a copy of the file, restore a backup");
    return false;
}

static bool check_pages(struct bv_store *store, struct bv_error *error)
{
    sqlite3_stmt *statement = NULL;
    int code = sqlite3_prepare_v2(bv_sqlite_of(store)->db, "PRAGMA integrity_check(1)", -1,
                                  &statement, NULL);
    if (code == SQLITE_OK) code = sqlite3_step(statement);
    bool good = code == SQLITE_ROW || bv_sqlite_fail(store, code, error);
    if (good) {
        const char *text = (const char *)sqlite3_column_text(statement, 0);
        if (!text || !bv_equal(text, "ok")) good = damaged(store, text ? text : "?", 0, error);
    }
    sqlite3_finalize(statement);
    return good;
}

static bool look_for(struct bv_store *store, const struct bv_finding *finding,
                     struct bv_error *error)
{
    int64_t found = -1;
    if (!bv_sqlite_number(store, finding->sql, &found, error)) return false;
    return found < 0 || damaged(store, finding->says, found, error);
}

/* Tables and indexes are those that the schema makes, to the letter: SQLite believes whatever stands there. */
static bool check_schema(struct bv_store *store, struct bv_error *error)
{
    static const char all[] = "SELECT type, name, tbl_name, sql FROM sqlite_schema";
    static const char one[] = "SELECT 1 FROM sqlite_schema WHERE type = ?1 AND name = ?2"
                              " AND tbl_name = ?3 AND sql IS ?4";
    struct bv_store *model = bv_sqlite_connect(
        ":memory:", SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_MEMORY, error);
    sqlite3_stmt *wanted = NULL;
    sqlite3_stmt *found = NULL;
    bool good = model && bv_sqlite_migrate(model, error);
    int code = SQLITE_OK;
    if (good) code = sqlite3_prepare_v2(bv_sqlite_of(model)->db, all, -1, &wanted, NULL);
    if (good && code == SQLITE_OK)
        code = sqlite3_prepare_v2(bv_sqlite_of(store)->db, one, -1, &found, NULL);
    while (good && code == SQLITE_OK && sqlite3_step(wanted) == SQLITE_ROW) {
        for (int i = 0; i < 4; i++)
            sqlite3_bind_value(found, i + 1, sqlite3_column_value(wanted, i));
        if (sqlite3_step(found) != SQLITE_ROW)
            good = damaged(store, (const char *)sqlite3_column_text(wanted, 1), 0, error);
        code = sqlite3_reset(found);
    }
    if (good && code != SQLITE_OK) good = bv_sqlite_fail(store, code, error);
    sqlite3_finalize(wanted);
    sqlite3_finalize(found);
    bv_sqlite_close(model);
    return good;
}

static bool check_checksums(struct bv_store *store, struct bv_error *error)
{
    struct bv_error what;
    if (bv_store_verify(store, &what, error)) return true;
    return what.text[0] ? damaged(store, what.text, 0, error) : false;
}

/* A backup of an older schema has no checksums. */
static bool check_content(struct bv_store *store, bool has_checksums, struct bv_error *error)
{
    bool good =
        look_for(store, &referring, error) && (!has_checksums || check_schema(store, error));
    size_t findings = has_checksums ? BV_STORE_FINDINGS : BV_STORE_FIRST_FINDINGS;
    for (size_t i = 0; i < findings && good; i++)
        good = look_for(store, &bv_store_findings[i], error);
    return good && (!has_checksums || check_checksums(store, error));
}

static bool check(struct bv_store *store, uint64_t *tables, uint64_t *entries,
                  struct bv_error *error)
{
    int64_t version = 0;
    int64_t count[2] = {0, 0};
    /* One moment of the store, though others go on writing. */
    bool good = bv_sqlite_run(store, "BEGIN", error) && bv_sqlite_version(store, &version, error);
    if (good && version == 0) {
        struct bv_out out = bv_sqlite_error(store, error);
        bv_put(&out, "is empty; there is no store in it");
        good = false;
    }
    good = good && check_pages(store, error) &&
           check_content(store, version == BV_STORE_SCHEMA, error) &&
           bv_sqlite_number(store, "SELECT count(*) FROM tables", &count[0], error) &&
           bv_sqlite_number(store, "SELECT count(*) FROM entries", &count[1], error);
    bv_sqlite_roll_back(store);
    *tables = (uint64_t)count[0];
    *entries = (uint64_t)count[1];
    return good;
}

static bool check_file(const char *file, uint64_t *tables, uint64_t *entries,
                       struct bv_error *error)
{
    if (access(file, F_OK) != 0)
        return fail_at(file, "there is no such file; check its name", error);
    struct bv_store *store = bv_sqlite_connect(file, SQLITE_OPEN_READONLY, error);
    bool good = store && check(store, tables, entries, error);
    bv_sqlite_close(store);
    return good;
}

bool bv_sqlite_check(const char *folder, uint64_t *tables, uint64_t *entries,
                     struct bv_error *error)
{
    char file[BV_SQLITE_PATH];
    return bv_sqlite_path(folder, "", file, error) && check_file(file, tables, entries, error);
}

/* ---- Copying ------------------------------------------------------------------------------------------- */

/* One step for all pages: it reads one moment of the store, and in WAL mode hinders no writer. */
static bool copy_pages(struct bv_store *from, struct bv_store *to, struct bv_error *error)
{
    sqlite3_backup *backup =
        sqlite3_backup_init(bv_sqlite_of(to)->db, "main", bv_sqlite_of(from)->db, "main");
    if (!backup) return bv_sqlite_fail(to, sqlite3_errcode(bv_sqlite_of(to)->db), error);
    int code = sqlite3_backup_step(backup, -1);
    bool good = code == SQLITE_DONE;
    if (!good) {
        bool reading = (code & 0xff) == SQLITE_CORRUPT || (code & 0xff) == SQLITE_NOTADB ||
                       code == SQLITE_IOERR_READ;
        bv_sqlite_fail(reading ? from : to, code, error);
    }
    sqlite3_backup_finish(backup);
    /* The copy is one file, not one with a -wal beside it that could be forgotten. */
    return good && bv_sqlite_run(to, "PRAGMA journal_mode = DELETE", error);
}

static bool copy(const char *from_file, const char *to_file, struct bv_error *error)
{
    struct bv_store *from = bv_sqlite_connect(from_file, SQLITE_OPEN_READONLY, error);
    if (!from) return false;
    int64_t version = 0;
    bool good = bv_sqlite_version(from, &version, error);
    struct bv_store *to = NULL;
    int made = good ? bv_private_open(to_file, O_RDWR | O_EXCL) : -1;
    if (made >= 0) close(made);
    if (good) to = bv_sqlite_connect(to_file, SQLITE_OPEN_READWRITE, error);
    good = to && copy_pages(from, to, error);
    bv_sqlite_close(to);
    bv_sqlite_close(from);
    return good;
}

static bool with_suffix(const char *file, const char *suffix, char *path, struct bv_error *error)
{
    struct bv_out out = bv_out_into(path, BV_SQLITE_PATH);
    bv_put(&out, file);
    bv_put(&out, suffix);
    return !out.cut || fail_at(file, "the path is too long", error);
}

/* The folder that a file lies in. */
static void folder_of(const char *file, char *folder)
{
    const char *slash = strrchr(file, '/');
    struct bv_out out = bv_out_into(folder, BV_SQLITE_PATH);
    if (!slash)
        bv_put(&out, ".");
    else
        bv_put_span(&out, (struct bv_span){file, slash == file ? 1 : (size_t)(slash - file)});
}

static bool take_name(const char *part, const char *file, struct bv_error *error)
{
    char folder[BV_SQLITE_PATH];
    folder_of(file, folder);
    if (access(file, F_OK) == 0)
        return fail_at(file, "has come into being meanwhile; choose another name", error);
    if (rename(part, file) != 0)
        return fail_at(file, "the copy could not be given this name; check permissions", error);
    return bv_sqlite_sync_folder(folder, error);
}

static bool copy_and_check(const char *from, const char *to, struct bv_error *error)
{
    char part[BV_SQLITE_PATH];
    uint64_t tables = 0;
    uint64_t entries = 0;
    if (!with_suffix(to, ".part", part, error)) return false;
    unlink(part); /* of a copy that was interrupted */
    bool good = copy(from, part, error) && check_file(part, &tables, &entries, error) &&
                take_name(part, to, error);
    if (!good) unlink(part);
    return good;
}

bool bv_sqlite_backup(const char *folder, const char *file, struct bv_error *error)
{
    char store[BV_SQLITE_PATH];
    if (!bv_sqlite_path(folder, "", store, error)) return false;
    if (access(store, F_OK) != 0)
        return fail_at(store, "there is no store here; check the folder's name", error);
    if (access(file, F_OK) == 0)
        return fail_at(file, "exists already; a backup goes into a new file", error);
    return copy_and_check(store, file, error);
}

bool bv_sqlite_restore(const char *file, const char *folder, struct bv_error *error)
{
    char store[BV_SQLITE_PATH];
    char wal[BV_SQLITE_PATH];
    if (!bv_sqlite_path(folder, "", store, error) || !bv_sqlite_path(folder, "-wal", wal, error))
        return false;
    if (access(file, F_OK) != 0) return fail_at(file, "there is no such backup", error);
    if (access(store, F_OK) == 0 || access(wal, F_OK) == 0)
        return fail_at(store, "there is a store already; move it away first", error);
    return bv_sqlite_make_folder(folder, error) && copy_and_check(file, store, error);
}

/* The SQLite backend: opening and making a store, and the functions of the backend. */
#include "store/sqlite.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "store/private.h"

/* ---- Rows ------------------------------------------------------------------------------------ */

static void query(struct store_rows *rows, const struct store_statement *statement,
                  const struct store_value *values)
{
    rows->answer = sqlite_prepare(rows->store, rows->slot, statement->sql, rows->error);
    int code = rows->answer ? sqlite_bind(rows->answer, values) : SQLITE_OK;
    if (code != SQLITE_OK) sqlite_fail(rows->store, code, rows->error);
    rows->failed = !rows->answer || code != SQLITE_OK;
}

static bool next(struct store_rows *rows)
{
    sqlite3_stmt *statement = rows->answer;
    int code = sqlite3_step(statement);
    rows->failed = code != SQLITE_ROW && code != SQLITE_DONE;
    if (rows->failed) {
        sqlite_fail(rows->store, code, rows->error);
        rows->store->damaged = (code & 0xff) == SQLITE_CORRUPT;
    }
    if (code != SQLITE_ROW) return false;
    for (int i = 0; rows->columns[i]; i++) {
        struct store_value *field = &rows->row.field[i];
        field->type = sqlite3_column_type(statement, i) == SQLITE_NULL ? 0 : rows->columns[i];
        if (rows->columns[i] == 'n') {
            field->number = sqlite3_column_int64(statement, i);
            continue;
        }
        /* Never NULL by the schema, but it may be in a damaged file. */
        const char *text = (const char *)sqlite3_column_text(statement, i);
        field->text =
            (struct bv_span){text ? text : "", (size_t)sqlite3_column_bytes(statement, i)};
    }
    return true;
}

static void end(struct store_rows *rows)
{
    sqlite3_stmt *statement = rows->answer;
    if (rows->slot == STORE_USED_ONCE) {
        sqlite3_finalize(statement);
    } else if (statement) {
        sqlite3_reset(statement);
        sqlite3_clear_bindings(statement);
    }
}

/* SQLite does not wait by itself when two programs change the mode at once, to avoid a deadlock. */
static int step_with_retry(sqlite3_stmt *statement)
{
    enum { NAP_MS = 10 };
    int code = sqlite3_step(statement);
    for (int waited = 0; (code & 0xff) == SQLITE_BUSY && waited < SQLITE_BUSY_MS;
         waited += NAP_MS) {
        sqlite3_reset(statement);
        sqlite3_sleep(NAP_MS);
        code = sqlite3_step(statement);
    }
    return code;
}

/* This must be checked: on a file system without shared memory the mode stays another, and readers
 * would block. */
static bool begin_wal(struct store *store, struct bv_error *error)
{
    sqlite3_stmt *statement = NULL;
    int code =
        sqlite3_prepare_v2(sqlite_of(store)->db, "PRAGMA journal_mode = WAL", -1, &statement, NULL);
    if (code == SQLITE_OK) code = step_with_retry(statement);
    bool good = code == SQLITE_ROW;
    if (!good) {
        sqlite_fail(store, code, error);
    } else if (sqlite3_stricmp((const char *)sqlite3_column_text(statement, 0), "wal") != 0) {
        good = store_fail(store, "its disk cannot hold a store; choose a local disk", error);
    }
    sqlite3_finalize(statement);
    return good;
}

static bool prepare_to_write(struct store *store, struct bv_error *error)
{
    /* SQLite silently opens a file for reading that it may not write. */
    if (sqlite3_db_readonly(sqlite_of(store)->db, "main"))
        return sqlite_fail(store, SQLITE_READONLY, error);
    /* Checked before anything is set: a file of another program stays unchanged. */
    return sqlite_has_schema(store, error) && begin_wal(store, error);
}

/* Creates an empty store in an existing file. */
static bool fill_new(const char *file, struct bv_error *error)
{
    struct store *store = sqlite_connect(file, SQLITE_OPEN_READWRITE, error);
    /* No other process knows the file, and after a crash it is not needed: no journal is left
     * beside it. */
    bool good = store && sqlite_run(store, "PRAGMA journal_mode = MEMORY", error) &&
                sqlite_create_schema(store, error);
    sqlite_close(store);
    return good;
}

/* The store is created under another name: whatever interrupts this, a file of the store's own name
 * is a complete store. If several processes do so at once, the first to finish wins. */
static bool make_store(const char *folder, const char *file, struct bv_error *error)
{
    char path[SQLITE_PATH_SIZE];
    if (!sqlite_path(folder, ".XXXXXX", path, error)) return false;
    int made = mkstemp(path);
    if (made < 0)
        return sqlite_fail_at(file, "cannot be opened; check owner and permissions of its folder",
                              errno, error);
    bool good = fchmod(made, S_IRUSR | S_IWUSR) == 0 && fill_new(path, error);
    close(made);
    if (good && link(path, file) != 0 && errno != EEXIST)
        good =
            sqlite_fail_at(file, "its disk cannot hold a store; choose a local disk", errno, error);
    unlink(path);
    return good && sqlite_sync_folder(folder, error);
}

/* A new store is created only if there was none. */
static bool find_or_make(const char *folder, const char *file, struct bv_error *error)
{
    char wal[SQLITE_PATH_SIZE];
    struct stat facts;
    if (!sqlite_path(folder, "-wal", wal, error) || !sqlite_make_folder(folder, error))
        return false;
    if (stat(file, &facts) == 0) return true;
    if (errno != ENOENT)
        return sqlite_fail_at(file, "cannot be opened; check owner and permissions", errno, error);
    if (stat(wal, &facts) == 0)
        return sqlite_fail_at(file,
                              "is missing, but what belongs to it is there (-wal); put it back, or "
                              "restore a backup",
                              0, error);
    return make_store(folder, file, error);
}

static struct store *open_folder(const char *folder, enum store_mode mode, struct bv_error *error)
{
    char file[SQLITE_PATH_SIZE];
    bool write = mode != STORE_READ;
    if (!sqlite_path(folder, "", file, error)) return NULL;
    if (write && !find_or_make(folder, file, error)) return NULL;
    if (!write && access(file, F_OK) != 0) {
        sqlite_fail_at(file, "there is no store here; check the folder's name", errno, error);
        return NULL;
    }
    int flags = write ? SQLITE_OPEN_READWRITE : SQLITE_OPEN_READONLY;
    struct store *store = sqlite_connect(file, flags, error);
    if (!store) return NULL;
    store->mode = mode;
    if (write ? prepare_to_write(store, error) : sqlite_has_schema(store, error)) return store;
    sqlite_close(store);
    return NULL;
}

/* ---- For a single server --------------------------------------------------------------------- */

static bool claim_nothing(struct store *store, uint32_t most, store_job_visitor *visit,
                          void *context, struct bv_error *error)
{
    (void)store;
    (void)most;
    (void)visit;
    (void)context;
    (void)error;
    return true;
}

/* A second server on a folder would give the same numbers to other tables. */
static bool lock_folder(const char *folder, int *lock, struct bv_error *error)
{
    char path[SQLITE_PATH_SIZE];
    struct bv_out out = bv_out_into(path, sizeof path);
    bv_put_all(&out, folder, "/bivouac.lock");
    *lock = -1;
    if (out.cut) return sqlite_fail_at(folder, "the path is too long", 0, error);
    if (!sqlite_make_folder(folder, error)) return false;
    int file = private_open(path, O_RDWR);
    if (file < 0) return sqlite_fail_at(folder, "this folder cannot be written", errno, error);
    if (flock(file, LOCK_EX | LOCK_NB) == 0) {
        *lock = file;
        return true;
    }
    bool kept = errno == EWOULDBLOCK;
    close(file);
    return sqlite_fail_at(folder,
                          kept ? "another bivouac serve keeps this folder already"
                               : "this folder cannot be locked",
                          0, error);
}

/* ---- Size ------------------------------------------------------------------------------------ */

/* The file and its -wal. */
static bool measure(struct store *store, int64_t *bytes, struct bv_error *error)
{
    static const char *const suffixes[] = {"", "-wal"};
    (void)error;
    *bytes = 0;
    for (size_t i = 0; i < BV_COUNT(suffixes); i++) {
        char path[SQLITE_PATH_SIZE + 8];
        struct stat facts;
        struct bv_out out = bv_out_into(path, sizeof path);
        bv_put_all(&out, sqlite_of(store)->file, suffixes[i]);
        if (stat(path, &facts) == 0) *bytes += facts.st_size;
    }
    return true;
}

const struct store_backend sqlite_backend = {
    .open = open_folder,
    .close = sqlite_close,
    .commit_all = sqlite_commit_all,
    .query = query,
    .next = next,
    .end = end,
    .find = sqlite_number,
    .claim = claim_nothing,
    .copy = &sqlite_copying,
    .protect = private_protect,
    .lock = lock_folder,
    .size = measure,
    .backup = sqlite_backup,
    .restore = sqlite_restore,
    .check = sqlite_check,
};

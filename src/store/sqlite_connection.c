/* A connection to an SQLite file: its errors, its statements, its folder. */
#include "store/sqlite.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "store/checksum.h"
#include "store/private.h"
#include "util/memory.h"

/* ---- Errors ---------------------------------------------------------------------------------- */

static void put_system_error(struct bv_out *out, int number)
{
    char text[96];
    if (number == 0 || strerror_r(number, text, sizeof text) != 0) return;
    bv_put_all(out, " (", text, ")");
}

bool sqlite_fail_at(const char *path, const char *reason, int number, struct bv_error *error)
{
    struct bv_out out = bv_error_begin(error);
    bv_put_excerpt(&out, bv_span_of(path), 80);
    bv_put_all(&out, ": ", reason);
    put_system_error(&out, number);
    return false;
}

static const struct {
    int code;
    const char *words;
} reasons[] = {
    {SQLITE_FULL,
     "the disk is full; the change was not saved, all earlier ones were. Free some space"},
    {SQLITE_READONLY, "cannot be written; check owner and permissions of the file and its folder"},
    {SQLITE_PERM, "cannot be opened; check owner and permissions of the file and its folder"},
    {SQLITE_CANTOPEN, "cannot be opened; check that the folder exists, its owner and permissions"},
    {SQLITE_CORRUPT, "is damaged; stop the server, keep a copy of the file, restore a backup"},
    {SQLITE_NOTADB, "is damaged or not a store; keep a copy of the file, restore a backup"},
    {SQLITE_BUSY, "another program keeps it locked; stop that program or try again"},
    {SQLITE_LOCKED, "another program keeps it locked; stop that program or try again"},
    {SQLITE_IOERR, "the disk could not be read or written; check its space and its health"},
    {SQLITE_NOMEM, "there is not enough memory; stop other programs or add memory"},
};

bool sqlite_fail(const struct store *store, int code, struct bv_error *error)
{
    struct bv_out out = store_error(store, error);
    for (size_t i = 0; i < BV_COUNT(reasons); i++) {
        if (reasons[i].code != (code & 0xff)) continue;
        bv_put(&out, reasons[i].words);
        bool system = reasons[i].code == SQLITE_IOERR || reasons[i].code == SQLITE_CANTOPEN;
        if (system) put_system_error(&out, sqlite3_system_errno(sqlite_of(store)->db));
        return false;
    }
    bv_put_all(&out, "unexpected: ", sqlite3_errmsg(sqlite_of(store)->db), "; please report this");
    return false;
}

/* ---- Statements ------------------------------------------------------------------------------ */

static int step_to_end(sqlite3_stmt *statement)
{
    int code = SQLITE_ROW;
    while (code == SQLITE_ROW) code = sqlite3_step(statement);
    return code == SQLITE_DONE ? SQLITE_OK : code;
}

bool sqlite_run(struct store *store, const char *script, struct bv_error *error)
{
    while (*script) {
        sqlite3_stmt *statement = NULL;
        int code = sqlite3_prepare_v2(sqlite_of(store)->db, script, -1, &statement, &script);
        if (code == SQLITE_OK && statement) code = step_to_end(statement);
        /* Written before finalizing, which resets the system's error number. */
        bool good = code == SQLITE_OK || sqlite_fail(store, code, error);
        sqlite3_finalize(statement);
        if (!good) return false;
    }
    return true;
}

bool sqlite_number(struct store *store, const char *sql, int64_t *number, struct bv_error *error)
{
    sqlite3_stmt *statement = NULL;
    int code = sqlite3_prepare_v2(sqlite_of(store)->db, sql, -1, &statement, NULL);
    if (code == SQLITE_OK) code = sqlite3_step(statement);
    if (code == SQLITE_ROW) *number = sqlite3_column_int64(statement, 0);
    bool good = code == SQLITE_ROW || code == SQLITE_DONE || sqlite_fail(store, code, error);
    sqlite3_finalize(statement);
    return good;
}

void sqlite_roll_back(struct store *store)
{
    struct bv_error ignored; /* the reason for rolling back is what is reported */
    /* Some errors have rolled back already. */
    if (!sqlite3_get_autocommit(sqlite_of(store)->db)) sqlite_run(store, "ROLLBACK", &ignored);
}

/* SQLite writes parameters as ?1. */
static int prepare(sqlite3 *db, const char *sql, unsigned flags, sqlite3_stmt **statement)
{
    enum { LONGEST = 4096 };
    char text[LONGEST];
    struct bv_out out = bv_out_into(text, sizeof text);
    for (; *sql; sql++) bv_put_char(&out, *sql == '$' ? '?' : *sql);
    BV_ASSERT(!out.cut);
    return sqlite3_prepare_v3(db, text, (int)out.length, flags, statement, NULL);
}

sqlite3_stmt *sqlite_prepare(struct store *store, int slot, const char *sql, struct bv_error *error)
{
    sqlite3_stmt *once = NULL;
    bool kept = slot != STORE_USED_ONCE;
    sqlite3_stmt **statement = kept ? &sqlite_of(store)->statement[slot] : &once;
    if (!*statement) {
        int code =
            prepare(sqlite_of(store)->db, sql, kept ? SQLITE_PREPARE_PERSISTENT : 0, statement);
        if (code != SQLITE_OK) sqlite_fail(store, code, error);
    }
    /* A visitor that calls the same function again would reset the statement it is called from. */
    BV_ASSERT(!*statement || !sqlite3_stmt_busy(*statement));
    return *statement;
}

int sqlite_bind(sqlite3_stmt *statement, const struct store_value *values)
{
    int code = SQLITE_OK;
    for (int i = 0; i < sqlite3_bind_parameter_count(statement) && code == SQLITE_OK; i++) {
        struct bv_span text = values[i].text;
        if (values[i].type == 'n')
            code = sqlite3_bind_int64(statement, i + 1, values[i].number);
        else if (values[i].type == 't')
            code = sqlite3_bind_text(statement, i + 1, text.text, (int)text.length, SQLITE_STATIC);
    }
    return code;
}

/* ---- Folders --------------------------------------------------------------------------------- */

bool sqlite_path(const char *folder, const char *suffix, char *path, struct bv_error *error)
{
    struct bv_out out = bv_out_into(path, SQLITE_PATH_SIZE);
    bv_put_all(&out, folder, "/bivouac.db", suffix);
    return !out.cut || sqlite_fail_at(folder, "the path is too long", 0, error);
}

bool sqlite_sync_folder(const char *folder, struct bv_error *error)
{
    int fd = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd < 0) return sqlite_fail_at(folder, "the folder cannot be opened", errno, error);
    /* Some file systems cannot do this for folders, and say EINVAL; there is nothing better to do
     * on them. */
    bool good =
        fsync(fd) == 0 || errno == EINVAL || sqlite_fail_at(folder, "fsync failed", errno, error);
    close(fd);
    return good;
}

static bool make_one(char *path, char *slash, struct bv_error *error)
{
    if (!private_mkdir(path)) {
        if (errno == EEXIST) return true;
        return sqlite_fail_at(path, "the folder cannot be made; check permissions", errno, error);
    }
    if (!slash) return sqlite_sync_folder(".", error);
    *slash = '\0';
    bool good = sqlite_sync_folder(slash == path ? "/" : path, error);
    *slash = '/';
    return good;
}

bool sqlite_make_folder(const char *folder, struct bv_error *error)
{
    char path[SQLITE_PATH_SIZE];
    struct bv_out out = bv_out_into(path, sizeof path);
    bv_put(&out, folder);
    if (out.cut) return sqlite_fail_at(folder, "the path is too long", 0, error);
    char *parent = NULL; /* the slash before the part that is being created */
    for (char *at = path; *at; at++) {
        if (at[0] != '/' || at[1] == '/' || at[1] == '\0') continue;
        if (at > path) {
            *at = '\0';
            bool good = make_one(path, parent, error);
            *at = '/';
            if (!good) return false;
        }
        parent = at;
    }
    return make_one(path, parent, error);
}

/* ---- Checksums ------------------------------------------------------------------------------- */

/* The SQL function `row_checksum(previous, field, …)`. */
static void compute_checksum(sqlite3_context *context, int count, sqlite3_value **value)
{
    checksum_state state;
    checksum_begin(&state, sqlite3_value_int64(value[0]));
    for (int i = 1; i < count; i++) {
        if (sqlite3_value_type(value[i]) == SQLITE_INTEGER) {
            checksum_number(&state, sqlite3_value_int64(value[i]));
            continue;
        }
        const char *text = (const char *)sqlite3_value_text(value[i]);
        checksum_text(&state, (struct bv_span){text, (size_t)sqlite3_value_bytes(value[i])});
    }
    sqlite3_result_int64(context, checksum_end(&state));
}

static int add_checksum(sqlite3 *db)
{
    return sqlite3_create_function_v2(db, "row_checksum", -1, SQLITE_UTF8 | SQLITE_DETERMINISTIC,
                                      NULL, compute_checksum, NULL, NULL, NULL);
}

/* ---- Opening --------------------------------------------------------------------------------- */

/* cell_size_check and trusted_schema: a damaged or foreign file is detected sooner. */
static const char connection_settings[] = "PRAGMA foreign_keys = ON;"
                                          "PRAGMA synchronous = FULL;"
                                          "PRAGMA cell_size_check = ON;"
                                          "PRAGMA trusted_schema = OFF;"
                                          "PRAGMA temp_store = MEMORY;"
                                          "PRAGMA cache_size = -16384;"
                                          "PRAGMA journal_size_limit = 67108864;";

struct store *sqlite_connect(const char *file, int flags, struct bv_error *error)
{
    struct sqlite *sqlite = memory_new(sizeof *sqlite);
    struct store *store = &sqlite->store;
    store->kind = &sqlite_backend;
    struct bv_out name = bv_out_into(store->name, sizeof store->name);
    bv_put_excerpt(&name, bv_span_of(file), 80);
    bv_copy_text(sqlite->file, sizeof sqlite->file, file);
    /* No mutex: a handle belongs to one thread at a time. */
    int code = sqlite3_open_v2(file, &sqlite_of(store)->db, flags | SQLITE_OPEN_NOMUTEX, NULL);
    if (code == SQLITE_OK) code = add_checksum(sqlite_of(store)->db);
    if (code == SQLITE_OK) {
        sqlite3_extended_result_codes(sqlite_of(store)->db, 1);
        sqlite3_busy_timeout(sqlite_of(store)->db, SQLITE_BUSY_MS);
        if (sqlite_run(store, connection_settings, error)) return store;
    } else {
        sqlite_fail(store, code, error);
    }
    sqlite_close(store);
    return NULL;
}

void sqlite_close(struct store *store)
{
    if (!store) return;
    for (int i = 0; i < STORE_READERS + STORE_WRITERS; i++)
        sqlite3_finalize(sqlite_of(store)->statement[i]);
    sqlite3_close(sqlite_of(store)->db);
    free(sqlite_of(store));
}

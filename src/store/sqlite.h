/*
 * The SQLite backend: what its files share. sqlite.c opens the store and reads, sqlite_schema.c has
 * the tables and fills a copy, sqlite_write.c commits, sqlite_backup.c copies and checks the file.
 */
#pragma once

#include <sqlite3.h>

#include "store/changes.h"

enum { SQLITE_PATH_SIZE = 1024 };

struct sqlite {
    struct store store;
    sqlite3 *db;
    char file[SQLITE_PATH_SIZE];
    /* Prepared at first use, and kept: first the readers', then the writer's. */
    sqlite3_stmt *statement[STORE_READERS + STORE_WRITERS];
};

static inline struct sqlite *sqlite_of(const struct store *store)
{
    return (struct sqlite *)store;
}

/* The path of the store of a folder, with a suffix (`""`, `-wal`). */
bool sqlite_path(const char *folder, const char *suffix, char *path, struct bv_error *error);
/* Sets the error to a reason why something cannot be done with a path, and the system's own reason
 * (0: none); returns false. */
bool sqlite_fail_at(const char *path, const char *reason, int number, struct bv_error *error);

/* How long to wait for another program that writes, in milliseconds. */
enum { SQLITE_BUSY_MS = 5000 };

/* Opens a file with SQLite's flags and sets up the connection; reads nothing. */
struct store *sqlite_connect(const char *file, int flags, struct bv_error *error);
void sqlite_close(struct store *store);

/* Creates the folder and its parents; durable when it returns. */
bool sqlite_make_folder(const char *folder, struct bv_error *error);
/* Makes the creation or renaming of files in the folder durable. */
bool sqlite_sync_folder(const char *folder, struct bv_error *error);

/* Sets the error to SQLite's own error, in words for a host; returns false. */
bool sqlite_fail(const struct store *store, int code, struct bv_error *error);

/* Runs one or several statements without parameters and results. */
bool sqlite_run(struct store *store, const char *script, struct bv_error *error);
/* The number that a statement gives in its first row and column; unchanged if it gives no row. */
bool sqlite_number(struct store *store, const char *sql, int64_t *number, struct bv_error *error);
/* Rolls the transaction back if one is open. */
void sqlite_roll_back(struct store *store);

/* A prepared statement, kept in a slot unless that is STORE_USED_ONCE; NULL and an error. */
sqlite3_stmt *sqlite_prepare(struct store *store, int slot, const char *sql,
                             struct bv_error *error);
/* Binds as many of the values as the statement has parameters. */
int sqlite_bind(sqlite3_stmt *statement, const struct store_value *values);

/* Whether the file has the schema of this program; refuses an empty file, or one of another
 * program. */
bool sqlite_has_schema(struct store *store, struct bv_error *error);
/* Creates the schema in an empty file. */
bool sqlite_create_schema(struct store *store, struct bv_error *error);

/* ---- Defined in the other files -------------------------------------------------------------- */

extern const struct store_copying sqlite_copying;
bool sqlite_commit_all(struct store *store, const struct batch *const *batch, size_t count,
                       struct bv_error *error);
bool sqlite_backup(const char *folder, const char *file, struct bv_error *error);
bool sqlite_restore(const char *file, const char *folder, struct bv_error *error);
bool sqlite_check(const char *folder, uint64_t *tables, uint64_t *events, struct bv_error *error);

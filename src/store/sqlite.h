/*
 * The SQLite backend: what its files share. sqlite.c opens the store and writes error texts,
 * sqlite_schema.c has the tables, sqlite_write.c commits, sqlite_read.c reads and searches,
 * sqlite_backup.c copies and checks the file, sqlite_copy.c reads and writes rows for copying a
 * store.
 */
#ifndef STORE_SQLITE_H
#define STORE_SQLITE_H

#include <sqlite3.h>

#include "store/backend.h"

enum {
    SQLITE_PATH_SIZE = 1024,
    SQLITE_COPY_UNFINISHED =
        0x42564150,         /* "BVAP": a store that `bivouac migrate` is still filling */
    SQLITE_STATEMENTS = 64, /* room for all prepared statements of reading and writing */
};

struct sqlite {
    struct store store;
    sqlite3 *db;
    char file[SQLITE_PATH_SIZE];
    bool moving; /* may be opened although the copy is unfinished */
    /* Prepared at first use, and kept: first the writer's, then the readers'. */
    sqlite3_stmt *statement[SQLITE_STATEMENTS];
};

static inline struct sqlite *sqlite_of(const struct store *store)
{
    return (struct sqlite *)store;
}

enum { SQLITE_WRITERS = 0, SQLITE_READERS = 32 }; /* where each group of statements begins */

/* The path of the store of a folder, with a suffix (`""`, `-wal`). */
bool sqlite_path(const char *folder, const char *suffix, char *path, struct bv_error *error);

/* Opens a file with SQLite's flags and sets up the connection; reads nothing. */
struct store *sqlite_connect(const char *file, int flags, struct bv_error *error);

/* Creates the folder and its parents; durable when it returns. */
bool sqlite_make_folder(const char *folder, struct bv_error *error);
/* Makes the creation or renaming of files in the folder durable. */
bool sqlite_sync_folder(const char *folder, struct bv_error *error);

/* Begins the error with `FILE: `; the caller writes the reason. */
struct bv_out sqlite_error(const struct store *store, struct bv_error *error);
/* Sets the error to SQLite's own error, in words for a host; returns false. */
bool sqlite_fail(const struct store *store, int code, struct bv_error *error);

/* Runs one or several statements without parameters and results. */
bool sqlite_run(struct store *store, const char *script, struct bv_error *error);
/* The number that a statement gives in its first row and column; unchanged if it gives no row. */
bool sqlite_number(struct store *store, const char *sql, int64_t *number, struct bv_error *error);
/* Rolls the transaction back if one is open. */
void sqlite_roll_back(struct store *store);

/* The prepared statement number `which`, ready to be bound; NULL and an error. */
sqlite3_stmt *sqlite_statement(struct store *store, int which, const char *sql,
                               struct bv_error *error);

/* The schema version of a file, 0 if it is empty; refuses a file of another program and a schema
 * newer than this program. */
bool sqlite_version(struct store *store, int64_t *version, struct bv_error *error);
/* Whether it has the schema of this program. */
bool sqlite_current(struct store *store, struct bv_error *error);
/* Creates the schema in an empty file, or brings an older one up to date. */
bool sqlite_migrate(struct store *store, struct bv_error *error);

/* ---- Defined in the other files -------------------------------------------------------------- */

extern const struct store_reading sqlite_reading;
extern const struct store_copying sqlite_copying;
void sqlite_close(struct store *store);
bool sqlite_commit_all(struct store *store, const struct batch *const *batch, size_t count,
                       struct bv_error *error);
bool sqlite_backup(const char *folder, const char *file, struct bv_error *error);
bool sqlite_restore(const char *file, const char *folder, struct bv_error *error);
bool sqlite_check(const char *folder, uint64_t *tables, uint64_t *entries, struct bv_error *error);

#endif

/*
 * The store in SQLite, seen from inside: what its files share. sqlite.c opens it and speaks of errors, sqlite_schema.c
 * knows the tables, sqlite_write.c commits, sqlite_read.c reads and searches, sqlite_backup.c copies and checks.
 */
#ifndef BV_STORE_SQLITE_H
#define BV_STORE_SQLITE_H

#include <sqlite3.h>

#include "store/store.h"

enum {
    BV_STORE_PATH = 1024,
    BV_STORE_STATEMENTS = 64, /* room for all prepared statements of reading and writing */
};

struct bv_store {
    sqlite3 *db;
    char file[BV_STORE_PATH];
    /* Prepared when first used, and kept: the first are the writer's, the others the readers'. */
    sqlite3_stmt *statement[BV_STORE_STATEMENTS];
};

enum { BV_STORE_WRITERS = 0, BV_STORE_READERS = 32 }; /* where each one's statements begin */

/* The path of the store of a folder, with something behind it (`""`, `-wal`). */
bool bv_store_path(const char *folder, const char *suffix, char *path, struct bv_error *error);

/* Opens a file by SQLite's flags and sets what every connection needs; looks at nothing in it. */
struct bv_store *bv_store_connect(const char *file, int flags, struct bv_error *error);

/* Creates the folder and those it lies in; on disk when it returns. */
bool bv_store_make_folder(const char *folder, struct bv_error *error);
/* Puts on disk that files of the folder were made or renamed. */
bool bv_store_sync_folder(const char *folder, struct bv_error *error);

/* Begins `FILE: `; the caller writes the reason. */
struct bv_out bv_store_error(const struct bv_store *store, struct bv_error *error);
/* What SQLite says has gone wrong, in words for a host; returns false. */
bool bv_store_fail(const struct bv_store *store, int code, struct bv_error *error);

/* Runs one or several statements that have neither parameters nor rows of interest. */
bool bv_store_run(struct bv_store *store, const char *script, struct bv_error *error);
/* The number that a statement gives in its first row and column; untouched where it gives no row. */
bool bv_store_number(struct bv_store *store, const char *sql, int64_t *number,
                     struct bv_error *error);
/* Ends the transaction if one is open; what it changed is gone. */
void bv_store_roll_back(struct bv_store *store);

/* The kept statement number `which`, ready to be bound; NULL and an error. */
sqlite3_stmt *bv_store_statement(struct bv_store *store, int which, const char *sql,
                                 struct bv_error *error);

/* The schema of a file, 0 where it is empty; refuses a file of others and a schema newer than this program. */
bool bv_store_version(struct bv_store *store, int64_t *version, struct bv_error *error);
/* Whether it has the schema of this program. */
bool bv_store_current(struct bv_store *store, struct bv_error *error);
/* Brings an empty file or an older schema up to date. */
bool bv_store_migrate(struct bv_store *store, struct bv_error *error);

#endif

/*
 * The store in SQLite, seen from inside: what its files share. sqlite.c opens it and speaks of errors, sqlite_schema.c
 * knows the tables, sqlite_write.c commits, sqlite_read.c reads and searches, sqlite_backup.c copies and checks,
 * sqlite_move.c gives and takes rows for moving house.
 */
#ifndef BV_STORE_SQLITE_H
#define BV_STORE_SQLITE_H

#include <sqlite3.h>

#include "store/kind.h"

enum {
    BV_SQLITE_PATH = 1024,
    BV_SQLITE_UNFINISHED = 0x42564150, /* "BVAP": a store that `bivouac migrate` is still filling */
    BV_SQLITE_STATEMENTS = 64,         /* room for all prepared statements of reading and writing */
};

struct bv_sqlite {
    struct bv_store store;
    sqlite3 *db;
    char file[BV_SQLITE_PATH];
    bool moving; /* it may be one that is not whole yet */
    /* Prepared when first used, and kept: the first are the writer's, the others the readers'. */
    sqlite3_stmt *statement[BV_SQLITE_STATEMENTS];
};

static inline struct bv_sqlite *bv_sqlite_of(const struct bv_store *store)
{
    return (struct bv_sqlite *)store;
}

enum { BV_SQLITE_WRITERS = 0, BV_SQLITE_READERS = 32 }; /* where each one's statements begin */

/* The path of the store of a folder, with something behind it (`""`, `-wal`). */
bool bv_sqlite_path(const char *folder, const char *suffix, char *path, struct bv_error *error);

/* Opens a file by SQLite's flags and sets what every connection needs; looks at nothing in it. */
struct bv_store *bv_sqlite_connect(const char *file, int flags, struct bv_error *error);

/* Creates the folder and those it lies in; on disk when it returns. */
bool bv_sqlite_make_folder(const char *folder, struct bv_error *error);
/* Puts on disk that files of the folder were made or renamed. */
bool bv_sqlite_sync_folder(const char *folder, struct bv_error *error);

/* Begins `FILE: `; the caller writes the reason. */
struct bv_out bv_sqlite_error(const struct bv_store *store, struct bv_error *error);
/* What SQLite says has gone wrong, in words for a host; returns false. */
bool bv_sqlite_fail(const struct bv_store *store, int code, struct bv_error *error);

/* Runs one or several statements that have neither parameters nor rows of interest. */
bool bv_sqlite_run(struct bv_store *store, const char *script, struct bv_error *error);
/* The number that a statement gives in its first row and column; untouched where it gives no row. */
bool bv_sqlite_number(struct bv_store *store, const char *sql, int64_t *number,
                      struct bv_error *error);
/* Ends the transaction if one is open; what it changed is gone. */
void bv_sqlite_roll_back(struct bv_store *store);

/* The kept statement number `which`, ready to be bound; NULL and an error. */
sqlite3_stmt *bv_sqlite_statement(struct bv_store *store, int which, const char *sql,
                                  struct bv_error *error);

/* The schema of a file, 0 where it is empty; refuses a file of others and a schema newer than this program. */
bool bv_sqlite_version(struct bv_store *store, int64_t *version, struct bv_error *error);
/* Whether it has the schema of this program. */
bool bv_sqlite_current(struct bv_store *store, struct bv_error *error);
/* Brings an empty file or an older schema up to date. */
bool bv_sqlite_migrate(struct bv_store *store, struct bv_error *error);

/* ---- What the other files give to the kind ----------------------------------------------------------------- */

extern const struct bv_store_reading bv_sqlite_reading;
extern const struct bv_store_moving bv_sqlite_moving;
void bv_sqlite_close(struct bv_store *store);
bool bv_sqlite_commit_all(struct bv_store *store, const struct bv_batch *const *batch, size_t count,
                          struct bv_error *error);
bool bv_sqlite_backup(const char *folder, const char *file, struct bv_error *error);
bool bv_sqlite_restore(const char *file, const char *folder, struct bv_error *error);
bool bv_sqlite_check(const char *folder, uint64_t *tables, uint64_t *entries,
                     struct bv_error *error);

#endif

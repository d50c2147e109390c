/*
 * What the two backends of the store share. The SQL of reading, writing and checking stands once
 * (read.c, changes.c, schema.h, check.c); a backend runs it, and has its own ways to open, commit
 * and copy.
 *
 *     store.h ──▶ store.c, read.c ──▶ sqlite_backend     sqlite*.c     a folder, `sqlite:FOLDER`
 *                                 └─▶ postgres_backend   postgres*.c   `postgresql://…`
 *
 * SQL works in both: parameters are $1, $2, …, and `row_checksum(previous, field, …)` is a function
 * of both databases (checksum.h). The handle of a backend begins with a struct store.
 */
#pragma once

#include "store/copy_parts.h"
#include "store/store.h"

enum { STORE_NAME_SIZE = 96, STORE_PARAMETERS = 12 };

struct store {
    const struct store_backend *kind;
    enum store_mode mode;
    char name[STORE_NAME_SIZE]; /* the location, for errors */
    bool conflict;              /* the last commit failed with a conflict, */
    size_t at;                  /* in the batch of this index */
    bool damaged;               /* the last thing that was read is not what was written */
};

/* Begins the error with the location; the caller writes the reason. */
struct bv_out store_error(const struct store *store, struct bv_error *error);
/* Sets the error to the location and this reason; returns false. */
bool store_fail(const struct store *store, const char *reason, struct bv_error *error);

/* Whether this program can use the schema of an existing store: 0 marks an unfinished copy;
 * programs that know the schema `oldest` can work with it, too. */
bool store_knows_schema(const struct store *store, int64_t version, int64_t oldest,
                        struct bv_error *error);

/* ---- Statements ------------------------------------------------------------------------------ */

struct store_statement {
    const char *name;    /* by which PostgreSQL keeps it prepared; "": it is used once */
    const char *types;   /* of the parameters, one letter each: t text, n number */
    const char *columns; /* of the rows it returns, likewise */
    const char *sql;
};

/* The statements of reading; each has a slot for its prepared form. */
enum { STORE_READERS = 18, STORE_USED_ONCE = -1 };
extern const struct store_statement store_readers[STORE_READERS];

/*
 * The rows of a query, one after the other:
 *
 *     struct store_rows rows = store_query(store, slot, &statement, values, error);
 *     while (store_rows_next(&rows)) … rows.row.field[0] …
 *     return store_rows_end(&rows);
 */
struct store_rows {
    struct store *store;
    const char *columns;
    void *answer; /* of the backend; NULL: there is none */
    int slot;
    int at;               /* the number of the next row, where the backend counts them */
    bool failed;          /* the error is set */
    bool in_row;          /* the last call of next gave a row */
    struct store_row row; /* texts end in NUL and are valid until the next row */
    struct bv_error *error;
};

struct store_rows store_query(struct store *store, int slot,
                              const struct store_statement *statement,
                              const struct store_value *values, struct bv_error *error);
bool store_rows_next(struct store_rows *rows);
/* False and an error: not all rows could be read. The caller may end before the last one. */
bool store_rows_end(struct store_rows *rows);

/* ---- The backends ---------------------------------------------------------------------------- */

/* Copying a store to another one (copy.h). */
struct store_copying {
    /* Writes all of the rows, or none. */
    bool (*write_rows)(struct store *store, const struct store_part *part,
                       const struct store_row *rows, size_t count, struct bv_error *error);
    bool (*is_unfinished)(struct store *store, bool *unfinished, struct bv_error *error);
    bool (*begin)(struct store *store, struct bv_error *error); /* empties and marks it */
    bool (*end)(struct store *store, struct bv_error *error);   /* recounts and unmarks it */
};

/* `where` comes without the prefix `sqlite:`. */
struct store_backend {
    struct store *(*open)(const char *where, enum store_mode mode, struct bv_error *error);
    void (*close)(struct store *store);
    bool (*commit_all)(struct store *store, const struct batch *const *batch, size_t count,
                       struct bv_error *error);
    /* Of struct store_rows; `query` sets `answer` or `failed`. */
    void (*query)(struct store_rows *rows, const struct store_statement *statement,
                  const struct store_value *values);
    bool (*next)(struct store_rows *rows);
    void (*end)(struct store_rows *rows);
    /* The number that a statement gives in its first row and column; unchanged without a row. */
    bool (*find)(struct store *store, const char *sql, int64_t *number, struct bv_error *error);
    bool (*claim)(struct store *store, uint32_t most, store_job_visitor *visit, void *context,
                  struct bv_error *error);
    const struct store_copying *copy;
    bool (*protect)(const char *where, struct bv_out *notice, struct bv_error *error);
    bool (*lock)(const char *where, int *lock, struct bv_error *error);
    bool (*size)(struct store *store, int64_t *bytes, struct bv_error *error);
    bool (*backup)(const char *where, const char *file, struct bv_error *error);
    bool (*restore)(const char *file, const char *where, struct bv_error *error);
    bool (*check)(const char *where, uint64_t *tables, uint64_t *events, struct bv_error *error);
};

extern const struct store_backend sqlite_backend, postgres_backend;

/* Checks all content of an open store: for backends, which check the structure before (check.c). */
bool store_check_content(struct store *store, uint64_t *tables, uint64_t *events,
                         struct bv_error *error);
/* Sets the error to what is damaged, and where (0: unknown); returns false. */
bool store_is_damaged(const struct store *store, const char *what, int64_t where,
                      struct bv_error *error);

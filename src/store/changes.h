/*
 * The statements of a commit, for both backends. Each kind of change needs one or a few; store_write
 * calls the backend for each in order.
 */
#pragma once

#include "store/backend.h"
#include "store/batch.h"

/* Statements besides those that have the number of their kind of change. */
enum {
    WRITE_OVER = BATCH_CHANGE_JOB_DONE + 1,
    WRITE_CHAIN_BEGIN,
    WRITE_CHAIN_GROW,
    WRITE_CHAIN_ANEW,
    WRITE_CHAIN_END,
    WRITE_TAGS,
    WRITE_UNTAG,
    WRITE_TAG_COUNT,
    WRITE_UNTAG_COUNT,
    WRITE_LEAVE_ALL,
    STORE_WRITERS,
};

/* Every statement has its parameters in the same places: a change is bound without regard to its
 * kind. Two tags of a game are written at once by PostgreSQL, one after the other by SQLite. */
enum {
    WRITE_TEXT_0,
    WRITE_TEXT_1,
    WRITE_TABLE,
    WRITE_TIME,
    WRITE_NUMBER,
    WRITE_TEXT_2,
    WRITE_VALUES
};
#define WRITE_TYPES "ttnnnt"

struct store_writer {
    const char *name;              /* of the prepared statement */
    const char *what;              /* for errors */
    bool effect;                   /* must change a row; else what it refers to does not exist */
    const char *sqlite, *postgres; /* NULL: this backend does without */
};

extern const struct store_writer store_writers[STORE_WRITERS];

/* Calls `write` for each statement of a change; false if one failed. */
typedef bool store_write_function(void *context, int which, const struct store_value *values);
bool store_write(const struct batch *batch, size_t place, store_write_function *write,
                 void *context);

/* Sets the error: a change contradicts what is stored. Returns false. */
bool store_refuse_change(struct store *store, int which, int64_t table, int64_t number,
                         const char *reason, struct bv_error *error);

/*
 * The store in PostgreSQL, seen from inside: what its files share.
 *
 *     postgres.c         the connection: reached, lost, reached again; every wait is bounded; errors in words for a host
 *     postgres_schema.c  the tables, and how an older schema becomes the next
 *     postgres_write.c   commits: one transaction in one pipeline, and what became of it when the connection broke
 *     postgres_latch.c   what a commit is about to touch, in one order for all
 *     postgres_news.c    what a commit tells other nodes
 *     postgres_read.c    reads and searches
 *     postgres_jobs.c    keys and jobs
 *     postgres_move.c    rows in pages, for moving house
 *     postgres_check.c   reads everything and checks it
 *
 * A connection is always in pipeline mode: statements are sent (bv_postgres_send), ended (bv_postgres_end), and each is
 * answered in its order (bv_postgres_answer). Statements are prepared when the connection is made.
 */
#ifndef BV_STORE_POSTGRES_H
#define BV_STORE_POSTGRES_H

#include "store/kind.h"
#include "store/libpq.h"

enum {
    BV_POSTGRES_VALUES = 12, /* most parameters of a statement */
    BV_POSTGRES_WRITER_SIZE = 32,
    BV_POSTGRES_PATIENCE = 2000, /* ms without an answer after which a connection is given up */
};

/* A statement; `types` has a letter for each parameter: t text, n number. */
struct bv_postgres_statement {
    const char *name;
    const char *types;
    const char *sql;
};

struct bv_postgres {
    struct bv_store store;
    enum bv_store_mode mode;
    char *where;
    PGconn *connection; /* NULL: none */
    bool ready;         /* else it is being made */
    bool astray;        /* it leads to a replica */
    int patience;       /* ms without an answer after which it is given up */
    int64_t begun;      /* when the last attempt to reach it began */
    int64_t glanced;    /* when a call that reads last waited for it */
    unsigned host;      /* which of several hosts is asked next */
    struct bv_error lost;

    /* The writer's: each of its commits is a flight with a number, by which it is known whether it arrived. */
    char writer[BV_POSTGRES_WRITER_SIZE];
    int64_t flight;
    struct bv_postgres_step *step; /* the statements of the commit under way */
    size_t steps, steps_room;

    bool claim_lost; /* claimed jobs may not have been heard of */
};

static inline struct bv_postgres *bv_postgres_of(struct bv_store *store)
{
    return (struct bv_postgres *)store;
}

/* ---- The connection ------------------------------------------------------------------------------------ */

/* A handle that has reached the database and looked at nothing in it; NULL and an error. */
struct bv_postgres *bv_postgres_connect(const char *where, enum bv_store_mode mode,
                                        struct bv_error *error);
void bv_postgres_close(struct bv_store *store);

/* Makes sure of a connection with its statements prepared, as far as one can be had at once. */
bool bv_postgres_reach(struct bv_postgres *postgres, struct bv_error *error);
/* The connection is good for nothing any more. */
void bv_postgres_drop(struct bv_postgres *postgres);

/* A value of a parameter: a text, a number, or nothing. */
struct bv_postgres_value {
    char type; /* t, n, or 0: NULL */
    struct bv_span text;
    int64_t number;
};

static inline struct bv_postgres_value bv_postgres_text(const char *text)
{
    return (struct bv_postgres_value){.type = 't', .text = bv_span_of(text)};
}

static inline struct bv_postgres_value bv_postgres_span(struct bv_span text)
{
    return (struct bv_postgres_value){.type = 't', .text = text};
}

static inline struct bv_postgres_value bv_postgres_number(int64_t number)
{
    return (struct bv_postgres_value){.type = 'n', .number = number};
}

/* Each returns false when the connection is lost; the error is then told by bv_postgres_answer or here. */
bool bv_postgres_send(struct bv_postgres *postgres, const char *name,
                      const struct bv_postgres_value *values, int count, struct bv_error *error);
/* The same with a statement that was not prepared and has no parameters. */
bool bv_postgres_say(struct bv_postgres *postgres, const char *sql, struct bv_error *error);
/* Sends the preparing of a list of statements, and counts them. */
bool bv_postgres_prepare(struct bv_postgres *postgres, const struct bv_postgres_statement *list,
                         size_t *count, struct bv_error *error);
/* The end of a pipeline; it is answered too. */
bool bv_postgres_end(struct bv_postgres *postgres, struct bv_error *error);
/* The next answer, awaited; NULL: the connection is lost. */
PGresult *bv_postgres_answer(struct bv_postgres *postgres, struct bv_error *error);

/* Whether an answer is a good one; else says in words what went wrong. */
bool bv_postgres_is_good(struct bv_postgres *postgres, const PGresult *answer,
                         struct bv_error *error);
/* Awaits as many answers as were sent with their end; the first that is not good is the error. */
bool bv_postgres_finish(struct bv_postgres *postgres, size_t count, struct bv_error *error);

/* Asks one prepared question and awaits its answer, which the caller clears; a connection that was lost meanwhile is made
 * again, and the question asked again. NULL and an error. */
PGresult *bv_postgres_ask(struct bv_postgres *postgres, const char *name,
                          const struct bv_postgres_value *values, int count,
                          struct bv_error *error);
/* The number in the first row and column of what one statement, not prepared, finds; untouched where it finds no row. */
bool bv_postgres_find(struct bv_postgres *postgres, const char *sql, int64_t *number,
                      struct bv_error *error);
/* Several statements as one transaction. */
bool bv_postgres_run(struct bv_postgres *postgres, const char *const *sql, size_t count,
                     struct bv_error *error);

/* Begins `postgresql://…: `; the caller writes the reason. */
struct bv_out bv_postgres_error(const struct bv_postgres *postgres, struct bv_error *error);

/* Of an answer: a number, a text. */
int64_t bv_postgres_number_at(const PGresult *answer, int row, int column);
struct bv_span bv_postgres_text_at(const PGresult *answer, int row, int column);

/* ---- The schema ---------------------------------------------------------------------------------------- */

/* Whether it is a store that this program can work on. */
bool bv_postgres_current(struct bv_postgres *postgres, struct bv_error *error);
/* Brings an empty schema or an older one up to date. */
bool bv_postgres_migrate(struct bv_postgres *postgres, struct bv_error *error);
/* What every user of the database may read is closed to them. */
bool bv_postgres_protect(const char *where, struct bv_out *notice, struct bv_error *error);

/* ---- What the other files give ------------------------------------------------------------------------- */

extern const struct bv_store_reading bv_postgres_reading;

/* Each list ends with a statement without a name. */
extern const struct bv_postgres_statement bv_postgres_readers[], bv_postgres_writers[],
    bv_postgres_clerks[];

bool bv_postgres_commit_all(struct bv_store *store, const struct bv_batch *const *batch,
                            size_t count, struct bv_error *error);
bool bv_postgres_claim(struct bv_store *store, uint32_t most, bv_job_visitor *visit, void *context,
                       struct bv_error *error);
extern const struct bv_store_moving bv_postgres_moving;
bool bv_postgres_lock(const char *where, int *lock, struct bv_error *error);
bool bv_postgres_size(struct bv_store *store, int64_t *bytes, struct bv_error *error);
bool bv_postgres_check(const char *where, uint64_t *tables, uint64_t *entries,
                       struct bv_error *error);

#endif

/*
 * The PostgreSQL backend: what its files share.
 *
 *     postgres.c             opening, reading, claiming jobs, checking
 *     postgres_connection.c  (re)connecting, time limits, pipelines, error texts for a host
 *     postgres_schema.c      the tables, who may read them, and copying a store into them
 *     postgres_write.c       commits: one transaction in one pipeline, and recovery of its outcome
 *     postgres_locks.c       the advisory locks of a commit, in one order for all nodes
 *     postgres_notify.c      the notifications of a commit for other nodes
 *
 * A connection is always in pipeline mode: statements are sent (postgres_send), the pipeline is
 * ended (postgres_end), and the answers are read in order (postgres_answer). Statements are
 * prepared when the connection is made.
 */
#pragma once

#include "store/changes.h"
#include "store/libpq.h"

/* The key of the lock that every open node shares. One per server: the schema is part of it. */
#define POSTGRES_OPEN "hashtext('bivouac open ' || current_schema())"

enum {
    POSTGRES_WRITER_SIZE = 32,
    /* Milliseconds without an answer after which a connection is dropped: usually, while another
     * node creates the schema, and for a large page or query on a slow disk. */
    POSTGRES_TIMEOUT = 2000,
    POSTGRES_OPENING_TIMEOUT = 60 * 1000,
    POSTGRES_COPYING_TIMEOUT = 600 * 1000,
    POSTGRES_CHECKING_TIMEOUT = 3600 * 1000,
};

struct postgres {
    struct store store;
    char *where;
    PGconn *connection; /* NULL: none */
    bool ready;         /* connected; else it is connecting */
    bool on_replica;    /* it is connected to a replica */
    int timeout;        /* ms without an answer after which it is dropped */
    int64_t begun;      /* when the last connection attempt began */
    int64_t last_wait;  /* when a read last waited for the connection */
    unsigned host;      /* which of several hosts is tried next */
    struct bv_error lost;

    /* For the writer: each commit is a transaction with a number, by which a later connection can
     * tell whether it was committed. */
    char writer[POSTGRES_WRITER_SIZE];
    int64_t transaction;
    struct postgres_step *step; /* the statements of the current commit */
    size_t steps, steps_capacity;

    bool claim_lost; /* the answer to a claim was lost: some jobs may be claimed unnoticed */
};

static inline struct postgres *postgres_of(struct store *store)
{
    return (struct postgres *)store;
}

/* ---- The connection -------------------------------------------------------------------------- */

/* A connected handle that has not looked at the schema; NULL and an error. */
struct postgres *postgres_connect(const char *where, enum store_mode mode, struct bv_error *error);
void postgres_close(struct store *store);

/* Makes sure that there is a connection with its statements prepared, without waiting long. */
bool postgres_reach(struct postgres *postgres, struct bv_error *error);
/* Prepares the statements of a new connection. */
bool postgres_make_ready(struct postgres *postgres, struct bv_error *error);
/* Drops the connection. */
void postgres_drop(struct postgres *postgres);

/* Each returns false when the connection is lost; the error is set by postgres_answer or here. */
bool postgres_send(struct postgres *postgres, const char *name, const struct store_value *values,
                   int count, struct bv_error *error);
/* The same with an unprepared statement and texts. */
bool postgres_send_text(struct postgres *postgres, const char *sql, const char *const *values,
                        int count, struct bv_error *error);
/* Sends the preparation of a statement. */
bool postgres_prepare(struct postgres *postgres, const char *name, const char *types,
                      const char *sql, struct bv_error *error);
/* Ends a pipeline; this has an answer too. */
bool postgres_end(struct postgres *postgres, struct bv_error *error);
/* Waits for the next answer; NULL: the connection is lost. */
PGresult *postgres_answer(struct postgres *postgres, struct bv_error *error);

/* Reads what has come without being asked for. */
bool postgres_consume(struct postgres *postgres, struct bv_error *error);

/* Whether an answer is a success; if not, sets the error. */
bool postgres_is_good(struct postgres *postgres, const PGresult *answer, struct bv_error *error);
/* Waits for `count` answers and that of the end; the first failure is the error. */
bool postgres_finish(struct postgres *postgres, size_t count, struct bv_error *error);

/* Runs a query and waits for its answer, which the caller clears. After a lost connection it
 * reconnects and tries again, unless the statement is used once: that may belong to a transaction.
 * NULL and an error. */
PGresult *postgres_ask(struct postgres *postgres, const struct store_statement *statement,
                       const struct store_value *values, struct bv_error *error);
/* The number in the first row and column that an unprepared query returns; unchanged if it returns
 * no row. */
bool postgres_find(struct postgres *postgres, const char *sql, int64_t *number,
                   struct bv_error *error);
/* Runs several statements as one transaction. */
bool postgres_run(struct postgres *postgres, const char *const *sql, size_t count,
                  struct bv_error *error);

/* A number or a text of an answer. */
int64_t postgres_number_at(const PGresult *answer, int row, int column);
struct bv_span postgres_text_at(const PGresult *answer, int row, int column);

/* ---- Defined in the other files -------------------------------------------------------------- */

/* Whether there is a store whose schema this program knows. */
bool postgres_has_schema(struct postgres *postgres, struct bv_error *error);
/* Creates the schema in an empty database. */
bool postgres_create_schema(struct postgres *postgres, struct bv_error *error);
/* Revokes what every user of the database may read. */
bool postgres_protect(const char *where, struct bv_out *notice, struct bv_error *error);
extern const struct store_copying postgres_copying;

/* Statements of this backend only; each list ends with one without a name. */
extern const struct store_statement postgres_statements[], postgres_commit_statements[];

bool postgres_commit_all(struct store *store, const struct batch *const *batch, size_t count,
                         struct bv_error *error);

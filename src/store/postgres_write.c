/*
 * Commits. All changes of all batches are sent in one pipeline, and COMMIT follows when every
 * answer is known to be good: two round trips to the database, whatever the number of changes.
 *
 *     BEGIN, locks, one or more statements per change, the transaction row, notifications
 *         ──▶ all answers checked ──▶ COMMIT
 *
 * The transaction row has a number that this writer uses once. When the connection breaks between
 * COMMIT and its answer, the outcome is unknown. The writer then tries to insert the same row
 * again, with a mark: if it can, the commit did not happen and never will, because that row is in
 * its way; if the row is there without the mark, it did. Until the outcome is known the writer
 * keeps asking, and reports nothing.
 */
#include <time.h>

#include "store/postgres.h"
#include "store/postgres_locks.h"
#include "store/postgres_notify.h"
#include "util/memory.h"

/* One statement of a commit, with what its answer must be. */
struct postgres_step {
    int writer;   /* of a change: of store_writers; else NOT_A_CHANGE */
    bool effect;  /* must change a row */
    size_t batch; /* the batch it belongs to */
    int64_t table, number;
};

enum { NOT_A_CHANGE = -1 };

const struct store_statement postgres_commit_statements[] = {
    {"begin", "", "", "BEGIN"},
    {"commit", "", "", "COMMIT"},
    {"roll back", "", "", "ROLLBACK"},
    {"lock", "t", "",
     "SELECT pg_advisory_xact_lock(25190, key)"
     " FROM unnest(string_to_array($1, ',')::integer[]) AS key"},
    {"record transaction", "tn", "",
     "WITH old AS (DELETE FROM transactions WHERE writer = $1 AND number < $2)"
     " INSERT INTO transactions (writer, number) VALUES ($1, $2)"},
    /* It writes in any case: its own commit then waits for the replicas that the one before it may
     * not have reached. */
    {"cancel transaction", "tn", "",
     "INSERT INTO transactions (writer, number, at) VALUES ($1, $2, '-infinity')"
     " ON CONFLICT (writer, number) DO UPDATE SET number = excluded.number"},
    {"is cancelled", "tn", "",
     "SELECT (at = '-infinity')::integer FROM transactions WHERE writer = $1 AND number = $2"},
    {"delete old transactions", "", "",
     "DELETE FROM transactions WHERE at < now() - interval '1 day'"},
    {"end old connections", "", "",
     "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()"
     " AND usename = current_user AND datname = current_database()"
     " AND application_name = current_setting('application_name')"
     " AND state LIKE '%transaction%' AND xact_start < clock_timestamp() - interval '1 second'"},
    {"notify", "t", "", "SELECT pg_notify('bivouac', $1)"},
    {NULL, NULL, NULL, NULL},
};

/* ---- Sending --------------------------------------------------------------------------------- */

static struct postgres_step *add_step(struct postgres *postgres)
{
    MEMORY_GROW(postgres->step, postgres->steps, postgres->steps_capacity);
    struct postgres_step *step = &postgres->step[postgres->steps++];
    *step = (struct postgres_step){.writer = NOT_A_CHANGE, .batch = postgres->store.at};
    return step;
}

struct sending {
    struct postgres *postgres;
    struct bv_error *error;
};

static bool send_change(void *context, int which, const struct store_value *values)
{
    const struct sending *sending = context;
    const struct store_writer *writer = &store_writers[which];
    if (!writer->postgres) return true;
    struct postgres_step *step = add_step(sending->postgres);
    step->writer = which;
    step->effect = writer->effect;
    step->table = values[WRITE_TABLE].number;
    step->number = values[WRITE_NUMBER].number;
    return postgres_send(sending->postgres, writer->name, values, WRITE_VALUES, sending->error);
}

/* A statement with one text. */
static bool send_text(struct postgres *postgres, const char *name, struct bv_span text,
                      struct bv_error *error)
{
    const struct store_value value = store_span(text);
    add_step(postgres);
    return postgres_send(postgres, name, &value, 1, error);
}

static bool send_notification(void *context, struct bv_span message)
{
    const struct sending *sending = context;
    return send_text(sending->postgres, "notify", message, sending->error);
}

static bool send_transaction(struct postgres *postgres, const char *name, struct bv_error *error)
{
    const struct store_value values[] = {store_text(postgres->writer),
                                         store_number(postgres->transaction)};
    return postgres_send(postgres, name, values, BV_COUNT(values), error);
}

static bool send_locks(struct postgres *postgres, const struct batch *const *batch, size_t count,
                       struct bv_error *error)
{
    char text[POSTGRES_LOCKS_TEXT];
    struct bv_out out = bv_out_into(text, sizeof text);
    postgres_put_locks(&out, batch, count);
    if (!out.length) return true;
    return send_text(postgres, "lock", (struct bv_span){text, out.length}, error);
}

static bool send_all(struct postgres *postgres, const struct batch *const *batch, size_t count,
                     struct bv_error *error)
{
    static _Thread_local struct postgres_notify notify;
    struct sending sending = {postgres, error};
    postgres->steps = 0;
    postgres->transaction++;
    postgres_notify_begin(&notify, send_notification, &sending);
    add_step(postgres);
    if (!postgres_send(postgres, "begin", NULL, 0, error) ||
        !send_locks(postgres, batch, count, error))
        return false;
    for (size_t i = 0; i < count; i++) {
        postgres->store.at = i;
        for (size_t j = 0; j < batch[i]->changes; j++) {
            if (!store_write(batch[i], j, send_change, &sending)) return false;
            postgres_notify_add(&notify, batch[i], &batch[i]->change[j]);
        }
    }
    add_step(postgres)->effect = true;
    return send_transaction(postgres, "record transaction", error) &&
           postgres_notify_end(&notify) && postgres_end(postgres, error);
}

/* ---- The answers ----------------------------------------------------------------------------- */

/* The change contradicts what is stored. */
static bool report_conflict(struct postgres *postgres, const struct postgres_step *step,
                            const char *reason, struct bv_error *error)
{
    postgres->store.at = step->batch;
    if (step->writer != NOT_A_CHANGE)
        return store_refuse_change(&postgres->store, step->writer, step->table, step->number,
                                   reason, error);
    postgres->store.conflict = true;
    return store_fail(&postgres->store, reason, error);
}

/* A constraint, a deadlock, a lock that could not be taken: each means a conflict with another
 * writer. */
static bool is_conflict(const char *code)
{
    return code && ((code[0] == '2' && code[1] == '3') || (code[0] == '4' && code[1] == '0') ||
                    bv_equal(code, "55P03"));
}

static bool check_answer(struct postgres *postgres, const struct postgres_step *step,
                         const PGresult *answer, struct bv_error *error)
{
    const char *code = PQresultErrorField(answer, PG_DIAG_SQLSTATE);
    if (is_conflict(code))
        return report_conflict(postgres, step, PQresultErrorField(answer, PG_DIAG_MESSAGE_PRIMARY),
                               error);
    if (code && bv_equal(code, "25006")) postgres->on_replica = true;
    if (!postgres_is_good(postgres, answer, error)) return false;
    return !step->effect || !bv_equal(PQcmdTuples((PGresult *)answer), "0") ||
           report_conflict(postgres, step, "what it builds on is missing", error);
}

/* Reads all answers; the first failure is the reason. */
static bool read_answers(struct postgres *postgres, struct bv_error *error)
{
    bool good = true;
    struct bv_error ignored;
    for (size_t i = 0; i < postgres->steps; i++) {
        PGresult *answer = postgres_answer(postgres, good ? error : &ignored);
        if (!answer) return false;
        if (good) good = check_answer(postgres, &postgres->step[i], answer, error);
        PQclear(answer);
    }
    PGresult *end = postgres_answer(postgres, good ? error : &ignored);
    PQclear(end);
    return end && good;
}

static void roll_back(struct postgres *postgres)
{
    struct bv_error ignored; /* the reason for rolling back is what is reported */
    bool good = postgres_send(postgres, "roll back", NULL, 0, &ignored) &&
                postgres_end(postgres, &ignored) && postgres_finish(postgres, 1, &ignored);
    /* A read-only database is no longer the primary: another host is tried next. */
    if (!good || postgres->on_replica) postgres_drop(postgres);
}

/* ---- The outcome after a lost connection ----------------------------------------------------- */

static void pause(void)
{
    struct timespec moment = {0, 50 * 1000 * 1000};
    nanosleep(&moment, NULL);
}

/* Inserts the transaction row, marked, if it is not there, and reads the mark: an answer to this
 * may be lost, too. */
static PGresult *cancel_transaction(struct postgres *postgres)
{
    struct bv_error error;
    if (!postgres_reach(postgres, &error) ||
        !send_transaction(postgres, "cancel transaction", &error) ||
        !send_transaction(postgres, "is cancelled", &error) || !postgres_end(postgres, &error))
        return NULL;
    PGresult *cancelled = postgres_answer(postgres, &error);
    PGresult *mark = cancelled ? postgres_answer(postgres, &error) : NULL;
    PGresult *end = mark ? postgres_answer(postgres, &error) : NULL;
    bool good = end && postgres_is_good(postgres, mark, &error);
    PQclear(cancelled);
    PQclear(end);
    if (good) return mark;
    PQclear(mark);
    return NULL;
}

/* This writer's old connection may still hold the row: the database has not noticed that it is
 * dead. */
static void end_old_connections(struct postgres *postgres)
{
    struct bv_error error;
    if (postgres_send(postgres, "end old connections", NULL, 0, &error) &&
        postgres_end(postgres, &error))
        postgres_finish(postgres, 1, &error);
}

static bool was_committed(struct postgres *postgres)
{
    PGresult *mark = NULL;
    postgres->begun = 0; /* the first time at once */
    while (!(mark = cancel_transaction(postgres))) {
        if (postgres->connection) end_old_connections(postgres);
        pause();
    }
    bool arrived = postgres_number_at(mark, 0, 0) == 0;
    PQclear(mark);
    return arrived;
}

enum outcome { KEPT, REFUSED, NEVER_ARRIVED };

static enum outcome find_transaction(struct postgres *postgres)
{
    return was_committed(postgres) ? KEPT : NEVER_ARRIVED;
}

/* Whether the database ends the connection or is shutting down: the outcome is unknown. */
static bool is_end(const char *code)
{
    return code && ((code[0] == '5' && code[1] == '7') || bv_equal(code, "25P03"));
}

static enum outcome commit(struct postgres *postgres, struct bv_error *error)
{
    if (!postgres_send(postgres, "commit", NULL, 0, error) || !postgres_end(postgres, error))
        return find_transaction(postgres); /* a part of it may be sent already */
    PGresult *answer = postgres_answer(postgres, error);
    if (!answer) return find_transaction(postgres);
    bool good = postgres_is_good(postgres, answer, error);
    /* PostgreSQL answers ROLLBACK if nothing could be committed, and does not report an error. */
    if (good && !bv_equal(PQcmdStatus(answer), "COMMIT"))
        good = bv_error_set(error, "the database rolled back what was to be committed");
    const char *code = PQresultErrorField(answer, PG_DIAG_SQLSTATE);
    bool ended = is_end(code);
    postgres->store.conflict = is_conflict(code);
    postgres->store.at = 0;
    PQclear(answer);
    struct bv_error ignored;
    PQclear(postgres_answer(postgres, &ignored));
    if (!ended) return good ? KEPT : REFUSED;
    postgres_drop(postgres);
    return find_transaction(postgres);
}

/* One attempt, with its end: nothing is left open. */
static enum outcome try_once(struct postgres *postgres, const struct batch *const *batch,
                             size_t count, struct bv_error *error)
{
    if (!postgres_reach(postgres, error)) return REFUSED;
    if (send_all(postgres, batch, count, error) && read_answers(postgres, error))
        return commit(postgres, error);
    if (!postgres->connection) return NEVER_ARRIVED;
    roll_back(postgres);
    return REFUSED;
}

bool postgres_commit_all(struct store *store, const struct batch *const *batch, size_t count,
                         struct bv_error *error)
{
    struct postgres *postgres = postgres_of(store);
    size_t changes = 0;
    for (size_t i = 0; i < count; i++) changes += batch[i]->changes;
    if (changes == 0) return true;
    if (store->mode == STORE_READ)
        return store_fail(store, "was opened for reading and cannot be written", error);
    enum outcome outcome = try_once(postgres, batch, count, error);
    if (outcome == NEVER_ARRIVED) {
        /* The connection may have been lost long ago, which is noticed only now. */
        postgres->begun = 0;
        outcome = try_once(postgres, batch, count, error);
    }
    return outcome == KEPT;
}

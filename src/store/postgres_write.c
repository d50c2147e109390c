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
#include <stdlib.h>
#include <time.h>

#include "store/batch.h"
#include "store/postgres.h"
#include "store/postgres_checksum.h"
#include "store/postgres_locks.h"
#include "store/postgres_notify.h"

/* One statement of a commit, with what its answer must be. */
struct postgres_step {
    const struct writer *writer;
    size_t batch; /* the batch it belongs to */
    int64_t table;
    uint32_t number;
};

struct writer {
    const char *name;
    const char *what; /* for errors */
    bool effect;      /* must change a row; else what it refers to does not exist */
};

/* The writing statements by kind of change, and additional ones that some kinds need. */
enum {
    WRITE_OVER = BATCH_CHANGE_JOB_DONE + 1,
    WRITE_TAGS,
    WRITE_UNTAG,
    WRITE_FORGET_TABLES,
    WRITE_CHAIN,
    WRITE_CHAIN_HEAD,
};

static const struct writer writers[] = {
    [BATCH_CHANGE_PERSON] = {"add person", "a new person", true},
    [BATCH_CHANGE_RENAME] = {"rename", "a new name", true},
    [BATCH_CHANGE_TABLE] = {"add table", "a new table", true},
    [BATCH_CHANGE_ENTRY] = {"add entry", "an entry", true},
    [BATCH_CHANGE_STAGE] = {"set stage", "a stage", true},
    [BATCH_CHANGE_JOINED] = {"join", "a person at a table", false},
    [BATCH_CHANGE_FINISHED] = {"finish", "the end of a game", true},
    [BATCH_CHANGE_SETTING] = {"set setting", "a setting", true},
    [BATCH_CHANGE_NEW_DOCUMENT] = {"add document", "a new document", true},
    [BATCH_CHANGE_DOCUMENT] = {"set document", "a document", true},
    [BATCH_CHANGE_DOCUMENT_GONE] = {"remove document", "a document", true},
    [BATCH_CHANGE_REWRITE] = {"rewrite", "an entry", true},
    [BATCH_CHANGE_SETUP] = {"set setup", "a setup", true},
    [BATCH_CHANGE_REFILE] = {"refile", "a finished game", true},
    [BATCH_CHANGE_LEFT] = {"leave", "a person at a table", false},
    [BATCH_CHANGE_FORGET] = {"forget", "a person", true},
    [BATCH_CHANGE_JOB] = {"add job", "a job", false},
    [BATCH_CHANGE_JOB_DONE] = {"remove job", "a job", false},
    [WRITE_OVER] = {"set over", "the end of a game", false},
    [WRITE_TAGS] = {"add tags", "a tag", false},
    [WRITE_UNTAG] = {"remove tags", "a tag", false},
    [WRITE_FORGET_TABLES] = {"forget tables", "a person", false},
    [WRITE_CHAIN] = {"chain", "an entry", true},
    [WRITE_CHAIN_HEAD] = {"chain head", "an entry", true},
};

static const struct writer beginning = {"begin", "the beginning", false};
static const struct writer locking = {"lock", "what is written", false};
static const struct writer recording = {"record transaction", "a transaction", true};
static const struct writer notifying = {"notify", "a notification", false};

/* Every change has its parameters in the same places: it is bound without regard to its kind. */
#define CHANGE "ttnnnt"
#define TEXT_0 "$1"
#define TEXT_1 "$2"
#define KEY "$3"
#define TIME "$4"
#define NUMBER "$5"
#define TEXT_2 "$6"

/* The tags of a text, one per line, always in the same order, so that two games that end at once
 * never deadlock. */
#define TAGS_OF(text)                                                                              \
    "(SELECT DISTINCT tag FROM unnest(string_to_array(" text ", E'\\n')) AS u (tag)"               \
    " WHERE tag <> '')"

const struct postgres_statement postgres_writers[] = {
    {"begin", "", "BEGIN"},
    {"commit", "", "COMMIT"},
    {"roll back", "", "ROLLBACK"},
    {"lock", "t",
     "SELECT pg_advisory_xact_lock(25190, key)"
     " FROM unnest(string_to_array($1, ',')::integer[]) AS key"},
    {"record transaction", "tn",
     "WITH old AS (DELETE FROM transactions WHERE node = $1 AND number < $2)"
     " INSERT INTO transactions (node, number) VALUES ($1, $2)"},
    /* It writes in any case: its own commit then waits for the replicas that the one before it may
     * not have reached. */
    {"cancel transaction", "tn",
     "INSERT INTO transactions (node, number, at) VALUES ($1, $2, '-infinity')"
     " ON CONFLICT (node, number) DO UPDATE SET number = excluded.number"},
    {"is cancelled", "tn",
     "SELECT (at = '-infinity')::integer FROM transactions WHERE node = $1 AND number = $2"},
    {"delete old transactions", "", "DELETE FROM transactions WHERE at < now() - interval '1 day'"},
    {"end old connections", "",
     "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()"
     " AND usename = current_user AND datname = current_database()"
     " AND application_name = current_setting('application_name')"
     " AND state LIKE '%transaction%' AND xact_start < clock_timestamp() - interval '1 second'"},
    {"notify", "t", "SELECT pg_notify('bivouac', $1)"},
    {"add person", CHANGE,
     "INSERT INTO people (id, name, created, checksum) VALUES (" TEXT_0 ", " TEXT_1 ", " TIME
     ", " POSTGRES_SUM_PERSON(TEXT_0, TEXT_1, TIME) ")"},
    {"rename", CHANGE,
     "UPDATE people SET name = " TEXT_1
     ", checksum = " POSTGRES_SUM_PERSON("id", TEXT_1, "created") " WHERE id = " TEXT_0},
    {"add table", CHANGE,
     "WITH head AS (INSERT INTO heads (table_key, entries, checksum) VALUES (" KEY ", 0, 0))"
     " INSERT INTO tables (table_key, id, setup, created, checksum)"
     " VALUES (" KEY ", " TEXT_0 ", " TEXT_1 ", " TIME
     ", " POSTGRES_SUM_TABLE(KEY, TEXT_0, TEXT_1, TIME, "0", "0") ")"},
    {"add entry", CHANGE,
     "WITH head AS (UPDATE heads SET entries = " NUMBER ", checksum = " POSTGRES_SUM_ENTRY(
         "checksum", KEY, NUMBER, TIME,
         TEXT_0) " WHERE table_key = " KEY " AND entries = " NUMBER " - 1 RETURNING checksum)"
                 " INSERT INTO entries (table_key, number, at, line, checksum)"
                 " SELECT " KEY ", " NUMBER ", " TIME ", " TEXT_0 ", checksum FROM head"},
    {"set stage", CHANGE,
     "UPDATE tables SET stage = " NUMBER ", due = " TIME ", checksum = " POSTGRES_SUM_TABLE(
         "table_key", "id", "setup", "created", NUMBER, TIME) " WHERE table_key = " KEY},
    {"join", CHANGE,
     "INSERT INTO joined (person, table_key) VALUES (" TEXT_0 ", " KEY ") ON CONFLICT DO NOTHING"},
    {"finish", CHANGE,
     "INSERT INTO finished (table_key, ended, summary, checksum) VALUES (" KEY ", " TIME ", " TEXT_0
     ", " POSTGRES_SUM_FINISHED(KEY, TIME, TEXT_0) ")"},
    {"set over", CHANGE,
     "UPDATE tables SET stage = 2, due = 0, checksum = " POSTGRES_SUM_TABLE(
         "table_key", "id", "setup", "created", "2", "0") " WHERE table_key = " KEY
                                                          " AND stage <> 2"},
    {"add tags", CHANGE,
     "WITH added AS (INSERT INTO tags (tag, ended, table_key)"
     " SELECT tag, " TIME ", " KEY " FROM (SELECT '' AS tag UNION SELECT tag FROM " TAGS_OF(
         TEXT_1) " AS t) AS t ON CONFLICT DO NOTHING RETURNING tag)"
                 " INSERT INTO tag_counts AS c (tag, games) SELECT tag, 1 FROM added ORDER BY tag"
                 " ON CONFLICT (tag) DO UPDATE SET games = c.games + 1"},
    {"remove tags", CHANGE,
     "WITH removed AS (DELETE FROM tags WHERE ended = " TIME " AND table_key = " KEY
     " AND tag IN " TAGS_OF(
         TEXT_1) " RETURNING tag),"
                 " locked AS (SELECT c.tag FROM tag_counts AS c JOIN removed USING (tag)"
                 " ORDER BY c.tag FOR UPDATE OF c)"
                 " UPDATE tag_counts AS c SET games = c.games - 1 FROM locked"
                 " WHERE c.tag = locked.tag"},
    {"set setting", CHANGE,
     "INSERT INTO settings (name, value, checksum) VALUES (" TEXT_0 ", " TEXT_1
     ", " POSTGRES_SUM_SETTING(TEXT_0,
                               TEXT_1) ") ON CONFLICT (name) DO UPDATE"
                                       " SET value = excluded.value, checksum = excluded.checksum"},
    {"add document", CHANGE,
     "INSERT INTO documents (kind, key, version, rank, text, checksum)"
     " VALUES (" TEXT_0 ", " TEXT_1 ", 1, " TIME ", " TEXT_2
     ", " POSTGRES_SUM_DOCUMENT(TEXT_0, TEXT_1, "1", TIME, TEXT_2) ")"},
    {"set document", CHANGE,
     "UPDATE documents SET version = version + 1, rank = " TIME ", text = " TEXT_2
     ", checksum = " POSTGRES_SUM_DOCUMENT("kind", "key", "version + 1", TIME,
                                           TEXT_2) " WHERE kind = " TEXT_0 " AND key = " TEXT_1
                                                   " AND version = " NUMBER},
    {"remove document", CHANGE,
     "DELETE FROM documents WHERE kind = " TEXT_0 " AND key = " TEXT_1 " AND version = " NUMBER},
    {"rewrite", CHANGE,
     "UPDATE entries SET line = " TEXT_0 " WHERE table_key = " KEY " AND number = " NUMBER},
    {"chain", CHANGE, POSTGRES_CHAIN(KEY, NUMBER)},
    {"chain head", CHANGE, POSTGRES_CHAIN_HEAD " WHERE h.table_key = " KEY},
    {"set setup", CHANGE,
     "UPDATE tables SET setup = " TEXT_0 ", checksum = " POSTGRES_SUM_TABLE(
         "table_key", "id", TEXT_0, "created", "stage", "due") " WHERE table_key = " KEY},
    {"refile", CHANGE,
     "UPDATE finished SET summary = " TEXT_0 ", checksum = " POSTGRES_SUM_FINISHED(
         "table_key", "ended", TEXT_0) " WHERE table_key = " KEY " AND ended = " TIME},
    {"leave", CHANGE, "DELETE FROM joined WHERE person = " TEXT_0 " AND table_key = " KEY},
    {"forget", CHANGE, "DELETE FROM people WHERE id = " TEXT_0},
    {"forget tables", CHANGE, "DELETE FROM joined WHERE person = " TEXT_0},
    {"add job", CHANGE,
     "INSERT INTO jobs AS j (table_key, number) VALUES (" KEY ", " NUMBER ")"
     " ON CONFLICT (table_key) DO UPDATE SET number = excluded.number, node = NULL,"
     " posted = excluded.posted WHERE j.number <> excluded.number"},
    {"remove job", CHANGE, "DELETE FROM jobs WHERE table_key = " KEY},
    {NULL, NULL, NULL},
};

/* ---- Sending --------------------------------------------------------------------------------- */

static struct postgres_step *add_step(struct postgres *postgres, const struct writer *writer)
{
    if (postgres->steps == postgres->steps_capacity) {
        size_t capacity = postgres->steps_capacity ? 2 * postgres->steps_capacity : 256;
        struct postgres_step *step = realloc(postgres->step, capacity * sizeof *step);
        if (!step) abort();
        postgres->step = step;
        postgres->steps_capacity = capacity;
    }
    struct postgres_step *step = &postgres->step[postgres->steps++];
    *step = (struct postgres_step){.writer = writer, .batch = postgres->store.at};
    return step;
}

static bool send_change(struct postgres *postgres, int which, const struct change *change,
                        const struct bv_span text[BATCH_CHANGE_TEXTS], struct bv_error *error)
{
    const struct postgres_value values[] = {
        postgres_span(text[0]),          postgres_span(text[1]),
        postgres_number(change->table),  postgres_number(change->time),
        postgres_number(change->number), postgres_span(text[2]),
    };
    struct postgres_step *step = add_step(postgres, &writers[which]);
    step->table = change->table;
    step->number = change->number;
    return postgres_send(postgres, writers[which].name, values, BV_COUNT(values), error);
}

static bool send_statements(struct postgres *postgres, const struct batch *batch,
                            const struct change *change, struct bv_error *error)
{
    const struct bv_span text[BATCH_CHANGE_TEXTS] = {change_text(batch, change, 0),
                                                     change_text(batch, change, 1),
                                                     change_text(batch, change, 2)};
    const struct bv_span tags_anew[BATCH_CHANGE_TEXTS] = {text[0], text[2], text[1]};
    if (change->kind == BATCH_CHANGE_FORGET &&
        !send_change(postgres, WRITE_FORGET_TABLES, change, text, error))
        return false;
    if (!send_change(postgres, (int)change->kind, change, text, error)) return false;
    switch (change->kind) {
    case BATCH_CHANGE_FINISHED:
        return send_change(postgres, WRITE_OVER, change, text, error) &&
               send_change(postgres, WRITE_TAGS, change, text, error);
    case BATCH_CHANGE_REFILE:
        return send_change(postgres, WRITE_UNTAG, change, text, error) &&
               send_change(postgres, WRITE_TAGS, change, tags_anew, error);
    default: return true;
    }
}

/* Computes the checksums of a table anew from a rewritten entry on. */
static bool send_chain(struct postgres *postgres, int64_t table, uint32_t from,
                       struct bv_error *error)
{
    const struct change change = {.table = table, .number = from};
    const struct bv_span none[BATCH_CHANGE_TEXTS] = {{"", 0}, {"", 0}, {"", 0}};
    return send_change(postgres, WRITE_CHAIN, &change, none, error) &&
           send_change(postgres, WRITE_CHAIN_HEAD, &change, none, error);
}

struct sending {
    struct postgres *postgres;
    struct bv_error *error;
};

static bool send_notifications(void *context, struct bv_span message)
{
    const struct sending *sending = context;
    const struct postgres_value values[] = {postgres_span(message)};
    add_step(sending->postgres, &notifying);
    return postgres_send(sending->postgres, notifying.name, values, BV_COUNT(values),
                         sending->error);
}

static bool send_transaction(struct postgres *postgres, const char *name, struct bv_error *error)
{
    const struct postgres_value values[] = {postgres_text(postgres->writer),
                                            postgres_number(postgres->transaction)};
    return postgres_send(postgres, name, values, BV_COUNT(values), error);
}

static bool send_locks(struct postgres *postgres, const struct batch *const *batch, size_t count,
                       struct bv_error *error)
{
    char text[POSTGRES_LOCKS_TEXT];
    struct bv_out out = bv_out_into(text, sizeof text);
    postgres_put_locks(&out, batch, count);
    if (!out.length) return true;
    const struct postgres_value values[] = {postgres_span((struct bv_span){text, out.length})};
    add_step(postgres, &locking);
    return postgres_send(postgres, locking.name, values, BV_COUNT(values), error);
}

static bool send_all(struct postgres *postgres, const struct batch *const *batch, size_t count,
                     struct bv_error *error)
{
    static _Thread_local struct postgres_notify notify;
    struct sending sending = {postgres, error};
    postgres->steps = 0;
    postgres->transaction++;
    postgres_notify_begin(&notify, send_notifications, &sending);
    add_step(postgres, &beginning);
    if (!postgres_send(postgres, beginning.name, NULL, 0, error) ||
        !send_locks(postgres, batch, count, error))
        return false;
    for (size_t i = 0; i < count; i++) {
        postgres->store.at = i;
        for (size_t j = 0; j < batch[i]->changes; j++) {
            const struct change *change = &batch[i]->change[j];
            uint32_t rewritten = batch_rewritten_from(batch[i], j);
            if (!send_statements(postgres, batch[i], change, error) ||
                (rewritten && !send_chain(postgres, change->table, rewritten, error)))
                return false;
            postgres_notify_add(&notify, batch[i], change);
        }
    }
    add_step(postgres, &recording);
    return send_transaction(postgres, recording.name, error) && postgres_notify_end(&notify) &&
           postgres_end(postgres, error);
}

/* ---- The answers ----------------------------------------------------------------------------- */

/* The change contradicts what is stored. */
static void report_conflict(struct postgres *postgres, const struct postgres_step *step,
                            const char *reason, struct bv_error *error)
{
    struct bv_out out = postgres_error(postgres, error);
    postgres->store.overtaken = true;
    postgres->store.at = step->batch;
    bv_put(&out, step->writer->what);
    if (step->table) {
        bv_put(&out, " (table ");
        bv_put_number(&out, step->table);
        bv_put(&out, ", number ");
        bv_put_number(&out, step->number);
        bv_put(&out, ")");
    }
    bv_put(&out, " does not fit what is stored: ");
    bv_put_excerpt(&out, bv_span_of(reason), 80);
    bv_put(&out, "; nothing of the batch was kept");
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
    if (is_conflict(code)) {
        report_conflict(postgres, step, PQresultErrorField(answer, PG_DIAG_MESSAGE_PRIMARY), error);
        return false;
    }
    if (code && bv_equal(code, "25006")) postgres->on_replica = true;
    if (!postgres_is_good(postgres, answer, error)) return false;
    if (!step->writer->effect || !bv_equal(PQcmdTuples((PGresult *)answer), "0")) return true;
    report_conflict(postgres, step, "what it builds on is missing", error);
    return false;
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
    postgres->store.overtaken = is_conflict(code);
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
    if (postgres->mode == STORE_READ) {
        struct bv_out out = postgres_error(postgres, error);
        bv_put(&out, "was opened for reading and cannot be written");
        return false;
    }
    enum outcome outcome = try_once(postgres, batch, count, error);
    if (outcome == NEVER_ARRIVED) {
        /* The connection may have been lost long ago, which is noticed only now. */
        postgres->begun = 0;
        outcome = try_once(postgres, batch, count, error);
    }
    return outcome == KEPT;
}

/*
 * Committing. All changes of all batches go in one pipeline, and then, when every answer is known to be good, the word
 * COMMIT: two ways to the database and back, whatever the number of changes.
 *
 *     BEGIN, latches, a statement or a few for each change, the flight, the news ──▶ every answer looked at ──▶ COMMIT
 *
 * The flight is a row with a number that this writer uses once. When the connection breaks between COMMIT and its answer,
 * nobody knows whether it arrived. The writer then tries to put the same row in again, with a mark: if it can, the commit
 * never happened, and never will, since that row would be in its way; if the row is there without the mark, it did. Until that
 * is known the writer goes on asking, and says nothing.
 */
#include <stdlib.h>
#include <time.h>

#include "store/batch.h"
#include "store/postgres.h"
#include "store/postgres_checksum.h"
#include "store/postgres_latch.h"
#include "store/postgres_news.h"

/* One statement of a commit, for what its answer must be. */
struct bv_postgres_step {
    const struct writer *writer;
    size_t batch; /* whose it is */
    int64_t table;
    uint32_t number;
};

struct writer {
    const char *name;
    const char *what; /* in an error */
    bool effect;      /* must change a row, or what it speaks of was not there */
};

/* The writers by kind of change, and those that some kinds need besides. */
enum {
    WRITE_OVER = BV_CHANGE_JOB_DONE + 1,
    WRITE_TAGS,
    WRITE_UNTAG,
    WRITE_FORGET_TABLES,
    WRITE_CHAIN,
    WRITE_CHAIN_HEAD,
};

static const struct writer writers[] = {
    [BV_CHANGE_PERSON] = {"add person", "a new person", true},
    [BV_CHANGE_RENAME] = {"rename", "a new name", true},
    [BV_CHANGE_TABLE] = {"add table", "a new table", true},
    [BV_CHANGE_ENTRY] = {"add entry", "an entry", true},
    [BV_CHANGE_STAGE] = {"set stage", "a stage", true},
    [BV_CHANGE_JOINED] = {"join", "a person at a table", false},
    [BV_CHANGE_FINISHED] = {"finish", "the end of a game", true},
    [BV_CHANGE_SETTING] = {"set setting", "a setting", true},
    [BV_CHANGE_NEW_PAPER] = {"add paper", "a new paper", true},
    [BV_CHANGE_PAPER] = {"set paper", "a paper", true},
    [BV_CHANGE_PAPER_GONE] = {"remove paper", "a paper", true},
    [BV_CHANGE_REWRITE] = {"rewrite", "an entry", true},
    [BV_CHANGE_SETUP] = {"set setup", "a setup", true},
    [BV_CHANGE_REFILE] = {"refile", "a finished game", true},
    [BV_CHANGE_LEFT] = {"leave", "a person at a table", false},
    [BV_CHANGE_FORGET] = {"forget", "a person", true},
    [BV_CHANGE_JOB] = {"add job", "a job", false},
    [BV_CHANGE_JOB_DONE] = {"remove job", "a job", false},
    [WRITE_OVER] = {"set over", "the end of a game", false},
    [WRITE_TAGS] = {"add tags", "a tag", false},
    [WRITE_UNTAG] = {"remove tags", "a tag", false},
    [WRITE_FORGET_TABLES] = {"forget tables", "a person", false},
    [WRITE_CHAIN] = {"chain", "an entry", true},
    [WRITE_CHAIN_HEAD] = {"chain head", "an entry", true},
};

static const struct writer beginning = {"begin", "the beginning", false};
static const struct writer latching = {"latch", "what is written", false};
static const struct writer flying = {"fly", "a flight", true};
static const struct writer telling = {"notify", "the news", false};

/* Every change has its parameters in the same places: it is bound without looking at its kind. */
#define CHANGE "ttnnnt"
#define TEXT_0 "$1"
#define TEXT_1 "$2"
#define KEY "$3"
#define TIME "$4"
#define NUMBER "$5"
#define TEXT_2 "$6"

/* The tags of a text, one a line, in one order for all, so that two games that end at once never wait for each other. */
#define TAGS_OF(text)                                                                              \
    "(SELECT DISTINCT tag FROM unnest(string_to_array(" text ", E'\\n')) AS u (tag)"               \
    " WHERE tag <> '')"

const struct bv_postgres_statement bv_postgres_writers[] = {
    {"begin", "", "BEGIN"},
    {"commit", "", "COMMIT"},
    {"roll back", "", "ROLLBACK"},
    {"latch", "t",
     "SELECT pg_advisory_xact_lock(25190, latch)"
     " FROM unnest(string_to_array($1, ',')::integer[]) AS latch"},
    {"fly", "tn",
     "WITH landed AS (DELETE FROM flights WHERE node = $1 AND number < $2)"
     " INSERT INTO flights (node, number) VALUES ($1, $2)"},
    /* It writes in any case: its own commit then waits for the replicas that the one before it may not have reached. */
    {"ground", "tn",
     "INSERT INTO flights (node, number, at) VALUES ($1, $2, '-infinity')"
     " ON CONFLICT (node, number) DO UPDATE SET number = excluded.number"},
    {"is grounded", "tn",
     "SELECT (at = '-infinity')::integer FROM flights WHERE node = $1 AND number = $2"},
    {"sweep", "", "DELETE FROM flights WHERE at < now() - interval '1 day'"},
    {"end others", "",
     "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()"
     " AND usename = current_user AND datname = current_database()"
     " AND application_name = current_setting('application_name')"
     " AND state LIKE '%transaction%' AND xact_start < clock_timestamp() - interval '1 second'"},
    {"notify", "t", "SELECT pg_notify('bivouac', $1)"},
    {"add person", CHANGE,
     "INSERT INTO people (id, name, created, checksum) VALUES (" TEXT_0 ", " TEXT_1 ", " TIME
     ", " BV_POSTGRES_SUM_PERSON(TEXT_0, TEXT_1, TIME) ")"},
    {"rename", CHANGE,
     "UPDATE people SET name = " TEXT_1
     ", checksum = " BV_POSTGRES_SUM_PERSON("id", TEXT_1, "created") " WHERE id = " TEXT_0},
    {"add table", CHANGE,
     "WITH head AS (INSERT INTO heads (table_key, entries, checksum) VALUES (" KEY ", 0, 0))"
     " INSERT INTO tables (table_key, id, setup, created, checksum)"
     " VALUES (" KEY ", " TEXT_0 ", " TEXT_1 ", " TIME
     ", " BV_POSTGRES_SUM_TABLE(KEY, TEXT_0, TEXT_1, TIME, "0", "0") ")"},
    {"add entry", CHANGE,
     "WITH head AS (UPDATE heads SET entries = " NUMBER ", checksum = " BV_POSTGRES_SUM_ENTRY(
         "checksum", KEY, NUMBER, TIME,
         TEXT_0) " WHERE table_key = " KEY " AND entries = " NUMBER " - 1 RETURNING checksum)"
                 " INSERT INTO entries (table_key, number, at, line, checksum)"
                 " SELECT " KEY ", " NUMBER ", " TIME ", " TEXT_0 ", checksum FROM head"},
    {"set stage", CHANGE,
     "UPDATE tables SET stage = " NUMBER ", due = " TIME ", checksum = " BV_POSTGRES_SUM_TABLE(
         "table_key", "id", "setup", "created", NUMBER, TIME) " WHERE table_key = " KEY},
    {"join", CHANGE,
     "INSERT INTO joined (person, table_key) VALUES (" TEXT_0 ", " KEY ") ON CONFLICT DO NOTHING"},
    {"finish", CHANGE,
     "INSERT INTO finished (table_key, ended, summary, checksum) VALUES (" KEY ", " TIME ", " TEXT_0
     ", " BV_POSTGRES_SUM_FINISHED(KEY, TIME, TEXT_0) ")"},
    {"set over", CHANGE,
     "UPDATE tables SET stage = 2, due = 0, checksum = " BV_POSTGRES_SUM_TABLE(
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
     ", " BV_POSTGRES_SUM_SETTING(
         TEXT_0, TEXT_1) ") ON CONFLICT (name) DO UPDATE"
                         " SET value = excluded.value, checksum = excluded.checksum"},
    {"add paper", CHANGE,
     "INSERT INTO papers (kind, key, version, rank, text, checksum)"
     " VALUES (" TEXT_0 ", " TEXT_1 ", 1, " TIME ", " TEXT_2
     ", " BV_POSTGRES_SUM_PAPER(TEXT_0, TEXT_1, "1", TIME, TEXT_2) ")"},
    {"set paper", CHANGE,
     "UPDATE papers SET version = version + 1, rank = " TIME ", text = " TEXT_2
     ", checksum = " BV_POSTGRES_SUM_PAPER("kind", "key", "version + 1", TIME,
                                           TEXT_2) " WHERE kind = " TEXT_0 " AND key = " TEXT_1
                                                   " AND version = " NUMBER},
    {"remove paper", CHANGE,
     "DELETE FROM papers WHERE kind = " TEXT_0 " AND key = " TEXT_1 " AND version = " NUMBER},
    {"rewrite", CHANGE,
     "UPDATE entries SET line = " TEXT_0 " WHERE table_key = " KEY " AND number = " NUMBER},
    {"chain", CHANGE, BV_POSTGRES_CHAIN(KEY, NUMBER)},
    {"chain head", CHANGE, BV_POSTGRES_CHAIN_HEAD " WHERE h.table_key = " KEY},
    {"set setup", CHANGE,
     "UPDATE tables SET setup = " TEXT_0 ", checksum = " BV_POSTGRES_SUM_TABLE(
         "table_key", "id", TEXT_0, "created", "stage", "due") " WHERE table_key = " KEY},
    {"refile", CHANGE,
     "UPDATE finished SET summary = " TEXT_0 ", checksum = " BV_POSTGRES_SUM_FINISHED(
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

/* ---- Sending ------------------------------------------------------------------------------------------- */

static struct bv_postgres_step *add_step(struct bv_postgres *postgres, const struct writer *writer)
{
    if (postgres->steps == postgres->steps_room) {
        size_t room = postgres->steps_room ? 2 * postgres->steps_room : 256;
        struct bv_postgres_step *step = realloc(postgres->step, room * sizeof *step);
        if (!step) abort();
        postgres->step = step;
        postgres->steps_room = room;
    }
    struct bv_postgres_step *step = &postgres->step[postgres->steps++];
    *step = (struct bv_postgres_step){.writer = writer, .batch = postgres->store.at};
    return step;
}

static bool send_change(struct bv_postgres *postgres, int which, const struct bv_change *change,
                        const struct bv_span text[BV_CHANGE_TEXTS], struct bv_error *error)
{
    const struct bv_postgres_value values[] = {
        bv_postgres_span(text[0]),          bv_postgres_span(text[1]),
        bv_postgres_number(change->table),  bv_postgres_number(change->time),
        bv_postgres_number(change->number), bv_postgres_span(text[2]),
    };
    struct bv_postgres_step *step = add_step(postgres, &writers[which]);
    step->table = change->table;
    step->number = change->number;
    return bv_postgres_send(postgres, writers[which].name, values, BV_COUNT(values), error);
}

static bool send_statements(struct bv_postgres *postgres, const struct bv_batch *batch,
                            const struct bv_change *change, struct bv_error *error)
{
    const struct bv_span text[BV_CHANGE_TEXTS] = {bv_change_text(batch, change, 0),
                                                  bv_change_text(batch, change, 1),
                                                  bv_change_text(batch, change, 2)};
    const struct bv_span tags_anew[BV_CHANGE_TEXTS] = {text[0], text[2], text[1]};
    if (change->kind == BV_CHANGE_FORGET &&
        !send_change(postgres, WRITE_FORGET_TABLES, change, text, error))
        return false;
    if (!send_change(postgres, (int)change->kind, change, text, error)) return false;
    switch (change->kind) {
    case BV_CHANGE_FINISHED:
        return send_change(postgres, WRITE_OVER, change, text, error) &&
               send_change(postgres, WRITE_TAGS, change, text, error);
    case BV_CHANGE_REFILE:
        return send_change(postgres, WRITE_UNTAG, change, text, error) &&
               send_change(postgres, WRITE_TAGS, change, tags_anew, error);
    default: return true;
    }
}

/* The checksums of a table from an entry on that was written again. */
static bool send_chain(struct bv_postgres *postgres, int64_t table, uint32_t from,
                       struct bv_error *error)
{
    const struct bv_change change = {.table = table, .number = from};
    const struct bv_span none[BV_CHANGE_TEXTS] = {{"", 0}, {"", 0}, {"", 0}};
    return send_change(postgres, WRITE_CHAIN, &change, none, error) &&
           send_change(postgres, WRITE_CHAIN_HEAD, &change, none, error);
}

struct sending {
    struct bv_postgres *postgres;
    struct bv_error *error;
};

static bool send_news(void *context, struct bv_span message)
{
    const struct sending *sending = context;
    const struct bv_postgres_value values[] = {bv_postgres_span(message)};
    add_step(sending->postgres, &telling);
    return bv_postgres_send(sending->postgres, telling.name, values, BV_COUNT(values),
                            sending->error);
}

static bool send_flight(struct bv_postgres *postgres, const char *name, struct bv_error *error)
{
    const struct bv_postgres_value values[] = {bv_postgres_text(postgres->writer),
                                               bv_postgres_number(postgres->flight)};
    return bv_postgres_send(postgres, name, values, BV_COUNT(values), error);
}

static bool send_latches(struct bv_postgres *postgres, const struct bv_batch *const *batch,
                         size_t count, struct bv_error *error)
{
    char text[BV_LATCHES_TEXT];
    struct bv_out out = bv_out_into(text, sizeof text);
    bv_put_latches(&out, batch, count);
    if (!out.length) return true;
    const struct bv_postgres_value values[] = {
        bv_postgres_span((struct bv_span){text, out.length})};
    add_step(postgres, &latching);
    return bv_postgres_send(postgres, latching.name, values, BV_COUNT(values), error);
}

static bool send_all(struct bv_postgres *postgres, const struct bv_batch *const *batch,
                     size_t count, struct bv_error *error)
{
    static _Thread_local struct bv_postgres_news news;
    struct sending sending = {postgres, error};
    postgres->steps = 0;
    postgres->flight++;
    bv_postgres_news_begin(&news, send_news, &sending);
    add_step(postgres, &beginning);
    if (!bv_postgres_send(postgres, beginning.name, NULL, 0, error) ||
        !send_latches(postgres, batch, count, error))
        return false;
    for (size_t i = 0; i < count; i++) {
        postgres->store.at = i;
        for (size_t j = 0; j < batch[i]->changes; j++) {
            const struct bv_change *change = &batch[i]->change[j];
            uint32_t rewritten = bv_batch_rewritten_from(batch[i], j);
            if (!send_statements(postgres, batch[i], change, error) ||
                (rewritten && !send_chain(postgres, change->table, rewritten, error)))
                return false;
            bv_postgres_news_add(&news, batch[i], change);
        }
    }
    add_step(postgres, &flying);
    return send_flight(postgres, flying.name, error) && bv_postgres_news_end(&news) &&
           bv_postgres_end(postgres, error);
}

/* ---- The answers --------------------------------------------------------------------------------------- */

/* What was to be written contradicts what is there. */
static void contradict(struct bv_postgres *postgres, const struct bv_postgres_step *step,
                       const char *reason, struct bv_error *error)
{
    struct bv_out out = bv_postgres_error(postgres, error);
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

/* A constraint, a deadlock, a lock that was not to be had: each says that another was there. */
static bool is_contradiction(const char *code)
{
    return code && ((code[0] == '2' && code[1] == '3') || (code[0] == '4' && code[1] == '0') ||
                    bv_equal(code, "55P03"));
}

static bool look_at(struct bv_postgres *postgres, const struct bv_postgres_step *step,
                    const PGresult *answer, struct bv_error *error)
{
    const char *code = PQresultErrorField(answer, PG_DIAG_SQLSTATE);
    if (is_contradiction(code)) {
        contradict(postgres, step, PQresultErrorField(answer, PG_DIAG_MESSAGE_PRIMARY), error);
        return false;
    }
    if (code && bv_equal(code, "25006")) postgres->astray = true;
    if (!bv_postgres_is_good(postgres, answer, error)) return false;
    if (!step->writer->effect || !bv_equal(PQcmdTuples((PGresult *)answer), "0")) return true;
    contradict(postgres, step, "what it builds on is missing", error);
    return false;
}

/* All answers, to the last; the first that is not good is the reason. */
static bool read_answers(struct bv_postgres *postgres, struct bv_error *error)
{
    bool good = true;
    struct bv_error ignored;
    for (size_t i = 0; i < postgres->steps; i++) {
        PGresult *answer = bv_postgres_answer(postgres, good ? error : &ignored);
        if (!answer) return false;
        if (good) good = look_at(postgres, &postgres->step[i], answer, error);
        PQclear(answer);
    }
    PGresult *end = bv_postgres_answer(postgres, good ? error : &ignored);
    PQclear(end);
    return end && good;
}

static void roll_back(struct bv_postgres *postgres)
{
    struct bv_error ignored; /* the reason for rolling back is what people are told */
    bool good = bv_postgres_send(postgres, "roll back", NULL, 0, &ignored) &&
                bv_postgres_end(postgres, &ignored) && bv_postgres_finish(postgres, 1, &ignored);
    /* What may only be read is no longer the primary: another host is asked next. */
    if (!good || postgres->astray) bv_postgres_drop(postgres);
}

/* ---- Whether it arrived -------------------------------------------------------------------------------- */

static void rest(void)
{
    struct timespec moment = {0, 50 * 1000 * 1000};
    nanosleep(&moment, NULL);
}

/* Puts the flight's row in, marked, if it is not there, and reads the mark: an answer to this may be lost, too. */
static PGresult *ground_flight(struct bv_postgres *postgres)
{
    struct bv_error error;
    if (!bv_postgres_reach(postgres, &error) || !send_flight(postgres, "ground", &error) ||
        !send_flight(postgres, "is grounded", &error) || !bv_postgres_end(postgres, &error))
        return NULL;
    PGresult *grounded = bv_postgres_answer(postgres, &error);
    PGresult *mark = grounded ? bv_postgres_answer(postgres, &error) : NULL;
    PGresult *end = mark ? bv_postgres_answer(postgres, &error) : NULL;
    bool good = end && bv_postgres_is_good(postgres, mark, &error);
    PQclear(grounded);
    PQclear(end);
    if (good) return mark;
    PQclear(mark);
    return NULL;
}

/* Its own old connection may still hold the row: the database has not noticed that nobody is there. */
static void end_others(struct bv_postgres *postgres)
{
    struct bv_error error;
    if (bv_postgres_send(postgres, "end others", NULL, 0, &error) &&
        bv_postgres_end(postgres, &error))
        bv_postgres_finish(postgres, 1, &error);
}

static bool has_arrived(struct bv_postgres *postgres)
{
    PGresult *mark = NULL;
    postgres->begun = 0; /* the first time at once */
    while (!(mark = ground_flight(postgres))) {
        if (postgres->connection) end_others(postgres);
        rest();
    }
    bool arrived = bv_postgres_number_at(mark, 0, 0) == 0;
    PQclear(mark);
    return arrived;
}

enum outcome { KEPT, REFUSED, NEVER_ARRIVED };

static enum outcome find_flight(struct bv_postgres *postgres)
{
    return has_arrived(postgres) ? KEPT : NEVER_ARRIVED;
}

/* Whether the database ends the connection, or is ending itself: who knows how far it came. */
static bool is_end(const char *code)
{
    return code && ((code[0] == '5' && code[1] == '7') || bv_equal(code, "25P03"));
}

static enum outcome commit(struct bv_postgres *postgres, struct bv_error *error)
{
    if (!bv_postgres_send(postgres, "commit", NULL, 0, error) || !bv_postgres_end(postgres, error))
        return find_flight(postgres); /* part of it may be on its way */
    PGresult *answer = bv_postgres_answer(postgres, error);
    if (!answer) return find_flight(postgres);
    bool good = bv_postgres_is_good(postgres, answer, error);
    /* It says ROLLBACK where nothing could be kept, and does not call it an error. */
    if (good && !bv_equal(PQcmdStatus(answer), "COMMIT"))
        good = bv_error_set(error, "the database rolled back what was to be committed");
    const char *code = PQresultErrorField(answer, PG_DIAG_SQLSTATE);
    bool ended = is_end(code);
    postgres->store.overtaken = is_contradiction(code);
    postgres->store.at = 0;
    PQclear(answer);
    struct bv_error ignored;
    PQclear(bv_postgres_answer(postgres, &ignored));
    if (!ended) return good ? KEPT : REFUSED;
    bv_postgres_drop(postgres);
    return find_flight(postgres);
}

/* One attempt, with its end: nothing is left open. */
static enum outcome try_once(struct bv_postgres *postgres, const struct bv_batch *const *batch,
                             size_t count, struct bv_error *error)
{
    if (!bv_postgres_reach(postgres, error)) return REFUSED;
    if (send_all(postgres, batch, count, error) && read_answers(postgres, error))
        return commit(postgres, error);
    if (!postgres->connection) return NEVER_ARRIVED;
    roll_back(postgres);
    return REFUSED;
}

bool bv_postgres_commit_all(struct bv_store *store, const struct bv_batch *const *batch,
                            size_t count, struct bv_error *error)
{
    struct bv_postgres *postgres = bv_postgres_of(store);
    size_t changes = 0;
    for (size_t i = 0; i < count; i++) changes += batch[i]->changes;
    if (changes == 0) return true;
    if (postgres->mode == BV_STORE_READ) {
        struct bv_out out = bv_postgres_error(postgres, error);
        bv_put(&out, "was opened for reading and cannot be written");
        return false;
    }
    enum outcome outcome = try_once(postgres, batch, count, error);
    if (outcome == NEVER_ARRIVED) {
        /* Perhaps the connection was lost long ago, and is found out only now. */
        postgres->begun = 0;
        outcome = try_once(postgres, batch, count, error);
    }
    return outcome == KEPT;
}

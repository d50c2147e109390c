/*
 * What PostgreSQL and the way to it do to a store: connections that break at any moment, a commit whose answer never comes,
 * several that make one store, newer programs, jobs and news. Only where BIVOUAC_POSTGRES names a database.
 */
#include <time.h>

#include "store/node.h"
#include "store/postgres.h"
#include "store/postgres_locks.h"
#include "wire.h"

/* ---- Behind the store's back --------------------------------------------------------------------------- */

static int64_t number_of(const char *where, const char *sql)
{
    PGconn *connection = PQconnectdb(where);
    PGresult *result = PQexec(connection, sql);
    if (PQresultStatus(result) != PGRES_TUPLES_OK) fail_msg("%s", PQerrorMessage(connection));
    int64_t number = PQntuples(result) ? strtoll(PQgetvalue(result, 0, 0), NULL, 10) : -1;
    PQclear(result);
    PQfinish(connection);
    return number;
}

static void end_connection(struct store *store)
{
    char pid[16];
    (void)snprintf(pid, sizeof pid, "%d", PQbackendPID(postgres_of(store)->connection));
    assert_true(say_to(database(), "SELECT pg_terminate_backend(%s, 5000)", pid));
}

static int64_t clock_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static void expect_text(const char *text, const char *part)
{
    if (!strstr(text, part)) fail_msg("'%s' is not in: %s", part, text);
    assert_null(strchr(text, '\n'));
}

static void expect_count(struct store *store, uint32_t expected)
{
    uint32_t count = 0;
    assert_true(events_of(store, 1, &count));
    assert_int_equal(count, expected);
}

/* ---- Connections that break ---------------------------------------------------------------------------- */

static void a_lost_connection_is_made_again(void **state)
{
    struct bv_error error = {""};
    struct store *writer = open_store(*state);
    struct store *reader = store_open(*state, STORE_READ, &error);
    struct batch *batch = store_batch_new();
    add_table(batch, 1);
    commit(writer, batch);
    for (uint32_t i = 1; i <= 5; i++) {
        end_connection(writer);
        end_connection(reader);
        add_events(batch, 1, i, i);
        commit(writer, batch);
        expect_count(reader, i);
    }
    store_batch_free(batch);
    store_close(reader);
    store_close(writer);
}

/* What never arrived is sent once more; if that fails, too, it has failed. */
static void a_commit_that_never_arrived_is_not_believed(void **state)
{
    char through[SCRATCH_PATH];
    struct wire wire;
    struct bv_error error = {""};
    begin_wire(&wire, *state, through);
    struct store *store = open_store(through);
    struct batch *batch = store_batch_new();
    add_table(batch, 1);
    commit(store, batch);
    for (uint32_t i = 1; i <= 6; i += 2) {
        atomic_store(&wire.breaks, BREAKS_BEFORE_COMMIT);
        add_events(batch, 1, i, i);
        commit(store, batch);
        assert_int_equal(atomic_load(&wire.breaks), WIRE_WHOLE);
        expect_count(store, i);
        atomic_store(&wire.then, BREAKS_BEFORE_COMMIT);
        atomic_store(&wire.breaks, BREAKS_BEFORE_COMMIT);
        add_events(batch, 1, i + 1, i + 1);
        assert_false(store_commit(store, batch, &error));
        assert_false(store_had_conflict(store));
        expect_text(error.text, "cannot be reached");
        assert_int_equal(atomic_load(&wire.breaks), WIRE_WHOLE);
        expect_count(store, i);
        commit(store, batch); /* nothing of it is in the way */
        expect_count(store, i + 1);
    }
    store_batch_free(batch);
    store_close(store);
    end_wire(&wire);
}

/* The answer to the question whether it arrived may be lost like any other. */
static void what_became_of_a_commit_is_asked_until_it_is_known(void **state)
{
    char through[SCRATCH_PATH];
    struct wire wire;
    begin_wire(&wire, *state, through);
    struct store *store = open_store(through);
    struct batch *batch = store_batch_new();
    add_table(batch, 1);
    commit(store, batch);
    for (uint32_t i = 1; i <= 6; i++) {
        atomic_store(&wire.then, BREAKS_AFTER_GROUND);
        atomic_store(&wire.breaks, i % 2 ? BREAKS_BEFORE_COMMIT : BREAKS_AFTER_COMMIT);
        add_events(batch, 1, i, i);
        commit(store, batch);
        assert_int_equal(atomic_load(&wire.breaks), WIRE_WHOLE);
        expect_count(store, i);
    }
    assert_int_equal(number_of(*state, "SELECT count(*) FROM transactions"), 1);
    store_batch_free(batch);
    store_close(store);
    end_wire(&wire);
}

static void a_commit_whose_answer_was_lost_is_known_to_have_arrived(void **state)
{
    char through[SCRATCH_PATH];
    struct wire wire;
    begin_wire(&wire, *state, through);
    struct store *store = open_store(through);
    struct batch *batch = store_batch_new();
    add_table(batch, 1);
    commit(store, batch);
    for (uint32_t i = 1; i <= 4; i++) {
        atomic_store(&wire.breaks, BREAKS_AFTER_COMMIT);
        add_events(batch, 1, i, i);
        commit(store, batch);
        assert_int_equal(atomic_load(&wire.breaks), WIRE_WHOLE);
        expect_count(store, i);
    }
    /* Of each writer one transaction is kept. */
    assert_int_equal(number_of(*state, "SELECT count(*) FROM transactions"), 1);
    store_batch_free(batch);
    store_close(store);
    end_wire(&wire);
}

/* No caller waits for ever for a database that does not answer, and repeated calls wait only once. */
static void silence_is_not_waited_for(void **state)
{
    char through[SCRATCH_PATH];
    struct wire wire;
    struct bv_error error = {""};
    struct store *writer = open_store(*state);
    begin_wire(&wire, *state, through);
    struct store *reader = store_open(through, STORE_READ, &error);
    assert_non_null(reader);
    atomic_store(&wire.breaks, WIRE_STILL);
    int64_t key = 0;
    int64_t begun = clock_ms();
    assert_false(store_last_key(reader, &key, &error));
    expect_text(error.text, "cannot be reached");
    assert_true(clock_ms() - begun < 30000);
    atomic_store(&wire.breaks, WIRE_WHOLE);
    bool back = false;
    for (int i = 0; i < 1000 && !back; i++) {
        struct timespec moment = {0, 10 * 1000 * 1000};
        back = store_last_key(reader, &key, &error);
        nanosleep(&moment, NULL);
    }
    if (!back) fail_msg("%s", error.text);
    store_close(reader);
    store_close(writer);
    end_wire(&wire);
}

static void a_database_that_is_not_there_is_said(void **state)
{
    struct bv_error error = {""};
    char where[SCRATCH_PATH];
    (void)state;
    assert_null(store_open("postgresql://ada:geheim@/x?host=/nowhere", STORE_WRITE, &error));
    expect_text(error.text, "postgresql://ada@/x: the database cannot be reached");
    assert_null(store_open("postgresql://h/x?nosuch=1", STORE_WRITE, &error));
    expect_text(error.text, "is not the address of a database");
    char folder[128];
    copy_host(database(), folder, sizeof folder);
    (void)snprintf(where, sizeof where, "postgresql://bivouac@/nosuch?host=%s", folder);
    assert_null(store_open(where, STORE_WRITE, &error));
    expect_text(error.text, "\"nosuch\" does not exist");
    assert_false(store_backup(where, "file", &error));
    expect_text(error.text, "pg_dump");
    assert_false(store_restore("file", where, &error));
    expect_text(error.text, "pg_restore");
    /* Of several hosts one is enough. */
    (void)snprintf(where, sizeof where, "postgresql://bivouac@/bivouac?host=/nowhere,%s", folder);
    struct postgres *found = postgres_connect(where, STORE_READ, &error);
    if (!found) fail_msg("%s", error.text);
    postgres_close(&found->store);
}

/* ---- Other programs ------------------------------------------------------------------------------------ */

static void only_its_maker_writes(void **state)
{
    struct bv_error error = {""};
    uint64_t tables = 0;
    uint64_t events = 0;
    assert_null(store_open(*state, STORE_READ, &error));
    expect_text(error.text, "is empty; there is no store in it");
    struct store *writer = open_store(*state);
    struct store *reader = store_open(*state, STORE_READ, &error);
    struct batch *batch = store_batch_new();
    add_table(batch, 1);
    assert_false(store_commit(reader, batch, &error));
    expect_text(error.text, "was opened for reading");
    add_events(batch, 1, 1, 9);
    commit(writer, batch);
    assert_true(store_check(*state, &tables, &events, &error));
    assert_int_equal(tables, 1);
    assert_int_equal(events, 9);
    assert_true(say_to(*state, "DELETE FROM events WHERE number = %s", "5"));
    assert_false(store_check(*state, &tables, &events, &error));
    expect_text(error.text, "is damaged: events are missing (1)");
    store_batch_free(batch);
    store_close(reader);
    store_close(writer);
}

/* A newer schema that says that this program can still work on it is worked on: nodes are brought up to date in turn. */
static void a_newer_schema_is_worked_on_where_it_allows_that(void **state)
{
    struct bv_error error = {""};
    store_close(open_store(*state));
    assert_int_equal(number_of(*state, "SELECT version FROM schema_version"), 1);
    assert_true(say_to(*state, "UPDATE schema_version SET version = %s", "99"));
    store_close(open_store(*state));
    assert_true(say_to(*state, "UPDATE schema_version SET oldest = %s", "99"));
    for (int mode = STORE_WRITE; mode <= STORE_READ; mode++) {
        assert_null(store_open(*state, (enum store_mode)mode, &error));
        expect_text(error.text,
                    "was written by another version of Bivouac (schema 99, this program knows 1)");
    }
}

static void tables_of_others_are_left_alone(void **state)
{
    struct bv_error error = {""};
    assert_true(say_to(*state, "CREATE TABLE people (%s text)", "face"));
    assert_null(store_open(*state, STORE_WRITE, &error));
    expect_text(error.text, "has other tables of the same names");
    assert_int_equal(number_of(*state, "SELECT count(*) FROM people"), 0);
}

static void a_store_may_be_made_by_several_at_once(void **state)
{
    enum { PROGRAMS = 6 };
    struct bv_error error = {""};
    for (int i = 0; i < PROGRAMS; i++) {
        if (fork() != 0) continue;
        struct store *store = store_open(*state, STORE_WRITE, &error);
        must(store, error.text);
        store_close(store);
        _exit(0);
    }
    for (int i = 0; i < PROGRAMS; i++) {
        int status = -1;
        assert_true(wait(&status) > 0);
        assert_int_equal(status, 0);
    }
    assert_int_equal(number_of(*state, "SELECT count(*) FROM schema_version"), 1);
}

/* Whatever they do, one history comes of it, and each knows which part is its own. */
static void two_writers_never_both_win(void **state)
{
    enum { MOVES = 200, WRITERS = 3 };
    struct store *first = open_store(*state);
    struct batch *batch = store_batch_new();
    add_table(batch, 1);
    commit(first, batch);
    int tell[2];
    assert_int_equal(pipe(tell), 0);
    for (int i = 0; i < WRITERS; i++) {
        if (fork() != 0) continue;
        struct bv_error error = {""};
        struct store *store = store_open(*state, STORE_WRITE, &error);
        must(store, error.text);
        uint32_t won = 0;
        for (uint32_t next = 1; next <= MOVES; next++) {
            batch_clear(batch);
            add_events(batch, 1, next, next);
            if (store_commit(store, batch, &error))
                won++;
            else
                must(store_had_conflict(store), error.text);
            uint32_t count = 0;
            must(events_of(store, 1, &count) && count >= next, "one of them must have won");
        }
        must(write(tell[1], &won, sizeof won) == sizeof won, "cannot tell");
        _exit(0);
    }
    uint32_t all = 0;
    for (int i = 0; i < WRITERS; i++) {
        int status = -1;
        uint32_t won = 0;
        assert_true(wait(&status) > 0);
        assert_int_equal(status, 0);
        assert_int_equal(read(tell[0], &won, sizeof won), sizeof won);
        all += won;
    }
    assert_int_equal(all, MOVES);
    expect_count(first, MOVES);
    store_batch_free(batch);
    store_close(first);
}

/* Whatever the order of changes, they are laid hold of in one order, each once. */
static void two_never_wait_for_each_other(void **state)
{
    static char text[POSTGRES_LOCKS_TEXT];
    char again[64];
    (void)state;
    struct batch *one = store_batch_new();
    struct batch *two = store_batch_new();
    struct bv_out out = bv_out_into(text, sizeof text);
    add_events(one, 30, 1, 3);
    add_events(one, 4, 1, 1);
    store_batch_setting(one, "x", "y");
    add_events(two, 30, 4, 4);
    store_batch_job(two, 12, 1);
    postgres_put_locks(&out, (const struct batch *const[]){one, two}, 2);
    assert_string_equal(text, "4,12,30");
    batch_clear(one);
    batch_clear(two);
    store_batch_document(one, "name", "ada", 0, 0, bv_span_of("x"));
    store_batch_document(one, "name", "bob", 0, 0, bv_span_of("x"));
    store_batch_document_gone(two, "name", "bob", 1);
    store_batch_document(two, "name", "ada", 1, 0, bv_span_of("y"));
    out = bv_out_into(text, sizeof text);
    postgres_put_locks(&out, (const struct batch *const[]){one}, 1);
    out = bv_out_into(again, sizeof again);
    postgres_put_locks(&out, (const struct batch *const[]){two}, 1);
    assert_string_equal(text, again);
    assert_non_null(strchr(text, ','));
    for (int64_t i = 1; i <= POSTGRES_LOCKS + 1; i++) store_batch_job_done(one, i);
    out = bv_out_into(text, sizeof text);
    postgres_put_locks(&out, (const struct batch *const[]){one}, 1);
    assert_string_equal(text, "");
    store_batch_free(one);
    store_batch_free(two);
}

/* ---- Keys, jobs and news ------------------------------------------------------------------------------- */

static bool see_job(void *context, int64_t table, uint32_t number)
{
    struct bv_out *out = context;
    bv_put_number(out, table);
    bv_put(out, ":");
    bv_put_number(out, number);
    bv_put(out, " ");
    return true;
}

static void expect_jobs(struct store *store, uint32_t most, const char *jobs)
{
    char text[256];
    struct bv_error error = {""};
    struct bv_out out = bv_out_into(text, sizeof text);
    if (!store_claim(store, most, see_job, &out, &error)) fail_msg("%s", error.text);
    assert_string_equal(text, jobs);
}

static void a_job_is_claimed_once_and_again_when_its_node_is_gone(void **state)
{
    struct bv_error error = {""};
    struct store *writer = open_store(*state);
    struct store *reader = store_open(*state, STORE_READ, &error);
    struct batch *batch = store_batch_new();
    for (uint32_t i = 1; i <= 3; i++) {
        add_table(batch, i);
        store_batch_job(batch, i, 10 * i);
        commit(writer, batch);
    }
    expect_jobs(reader, 2, "1:10 2:20 ");
    expect_jobs(reader, 2, "3:30 ");
    expect_jobs(reader, 2, "");
    store_batch_job(batch, 2, 21); /* another in its place is nobody's again */
    store_batch_job_done(batch, 3);
    commit(writer, batch);
    expect_jobs(reader, 9, "2:21 ");
    /* Another node has them: they are left to it while it lives. */
    assert_true(say_to(*state, "INSERT INTO nodes VALUES ('%s', now(), '')", "another"));
    assert_true(say_to(*state, "UPDATE jobs SET node = '%s'", "another"));
    expect_jobs(reader, 9, "");
    /* Beats bear game time, and are compared with each other alone, whatever the database's clock says. */
    assert_true(say_to(*state, "UPDATE nodes SET heartbeat = now() - interval '%s'", "1 day"));
    expect_jobs(reader, 9, "");
    assert_true(say_to(
        *state, "INSERT INTO nodes SELECT '%s', heartbeat + interval '4 seconds', '' FROM nodes",
        node_name()));
    expect_jobs(reader, 1, "1:10 ");
    expect_jobs(reader, 9, "2:21 ");
    store_batch_free(batch);
    store_close(reader);
    store_close(writer);
}

/* All that was said, in order, one a line. */
static void hear(PGconn *listener, char *text, size_t size)
{
    struct bv_out out = bv_out_into(text, size);
    PQclear(PQexec(listener, "SELECT 1"));
    for (PGnotify *news = PQnotifies(listener); news; news = PQnotifies(listener)) {
        bv_put(&out, news->extra);
        bv_put(&out, "\n");
        PQfreemem(news);
    }
}

static void others_hear_what_was_committed(void **state)
{
    static char text[1 << 20];
    char expected[256];
    struct bv_error error = {""};
    struct store *store = open_store(*state);
    PGconn *listener = PQconnectdb(database());
    PQclear(PQexec(listener, "LISTEN bivouac"));
    struct batch *batch = store_batch_new();
    add_table(batch, 1);
    add_table(batch, 2);
    add_events(batch, 2, 1, 3);
    store_batch_stage(batch, 2, TABLE_PLAYING, 0);
    store_batch_document(batch, "name", "le petit % caporal", 0, 0, bv_span_of("x"));
    commit(store, batch);
    hear(listener, text, sizeof text);
    (void)snprintf(expected, sizeof expected,
                   "%s tables 1:0! 2:3!\n%s documents name/le%%20petit%%20%%25%%20caporal\n",
                   node_name(), node_name());
    assert_string_equal(text, expected);
    add_events(batch, 2, 4, 4);
    store_batch_rewrite(batch, 2, 1, bv_span_of("another"));
    add_events(batch, 1, 1, 1);
    commit(store, batch);
    hear(listener, text, sizeof text);
    (void)snprintf(expected, sizeof expected, "%s tables 2:4* 1:1\n", node_name());
    assert_string_equal(text, expected);
    add_events(batch, 2, 9, 9);
    assert_false(store_commit(store, batch, &error));
    hear(listener, text, sizeof text);
    assert_string_equal(text, ""); /* what is not kept is not told */
    batch_clear(batch);
    store_batch_setting(batch, "quiet", "x");
    commit(store, batch);
    hear(listener, text, sizeof text);
    assert_string_equal(text, "");
    /* More than one message can carry is told in several, and nothing is left out. */
    enum { MANY = 3000 };
    for (int64_t i = 10; i < 10 + MANY; i++) add_table(batch, i);
    commit(store, batch);
    hear(listener, text, sizeof text);
    size_t heard = 0;
    for (const char *at = text; (at = strstr(at, ":0")); at++) heard++;
    assert_int_equal(heard, MANY);
    struct bv_span rest = bv_span_of(text);
    struct bv_span line;
    while (bv_take_part(&rest, '\n', &line)) assert_true(line.length < 8000);
    PQfinish(listener);
    store_batch_free(batch);
    store_close(store);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        scratch_test(a_lost_connection_is_made_again),
        scratch_test(a_commit_that_never_arrived_is_not_believed),
        scratch_test(what_became_of_a_commit_is_asked_until_it_is_known),
        scratch_test(a_commit_whose_answer_was_lost_is_known_to_have_arrived),
        scratch_test(silence_is_not_waited_for),
        scratch_test(a_database_that_is_not_there_is_said),
        scratch_test(only_its_maker_writes),
        scratch_test(a_newer_schema_is_worked_on_where_it_allows_that),
        scratch_test(tables_of_others_are_left_alone),
        scratch_test(a_store_may_be_made_by_several_at_once),
        scratch_test(two_writers_never_both_win),
        cmocka_unit_test(two_never_wait_for_each_other),
        scratch_test(a_job_is_claimed_once_and_again_when_its_node_is_gone),
        scratch_test(others_hear_what_was_committed),
    };
    if (database()) return cmocka_run_group_tests(tests, NULL, NULL);
    print_error("BIVOUAC_POSTGRES must name a database; see tests/postgres/start\n");
    return 1;
}

/* The committer: order, one transaction for all that waits, failures, and that what it calls durable is. */
#include <poll.h>
#include <signal.h>
#include <stdatomic.h>
#include <time.h>

#include "scratch.h"
#include "store/committer.h"
#include "store/node.h"
#include "store/sqlite.h"

/* ---- A loop in small: loaded through a pipe ------------------------------------------------------------- */

struct loop {
    struct store *store;
    struct committer *committer;
    int wake[2];
    atomic_int groups; /* how often `done` was called */
};

static void wake_loop(void *context)
{
    struct loop *loop = context;
    atomic_fetch_add(&loop->groups, 1);
    (void)!write(loop->wake[1], "!", 1);
}

static bool begin_loop(struct loop *loop, const char *folder)
{
    struct bv_error error;
    loop->store = store_open(folder, STORE_WRITE, &error);
    if (!loop->store || pipe(loop->wake) != 0) return false;
    loop->committer = committer_start(loop->store, wake_loop, loop);
    return loop->committer != NULL;
}

static void end_loop(struct loop *loop)
{
    committer_free(loop->committer);
    store_close(loop->store);
    close(loop->wake[0]);
    close(loop->wake[1]);
}

/* The next batch, awaited; NULL where none comes within ten seconds. */
static struct batch *await(struct loop *loop, bool *ok, struct bv_error *error)
{
    struct batch *batch = NULL;
    while (!committer_collect(loop->committer, &batch, ok, error)) {
        char woken[64];
        struct pollfd wait = {.fd = loop->wake[0], .events = POLLIN};
        if (poll(&wait, 1, 10000) != 1) return NULL;
        (void)!read(loop->wake[0], woken, sizeof woken);
    }
    return batch;
}

static void await_good(struct loop *loop)
{
    bool ok = false;
    struct bv_error error = {""};
    struct batch *batch = await(loop, &ok, &error);
    assert_non_null(batch);
    if (!ok) fail_msg("%s", error.text);
    store_batch_free(batch);
}

static struct batch *new_table(int64_t table)
{
    struct batch *batch = store_batch_new();
    add_table(batch, table);
    return batch;
}

static struct batch *new_event(int64_t table, uint32_t number)
{
    struct batch *batch = store_batch_new();
    add_events(batch, table, number, number);
    return batch;
}

static void expect_events(const char *folder, uint32_t expected)
{
    struct bv_error error = {""};
    uint32_t count = 0;
    struct store *reader = store_open(folder, STORE_READ, &error);
    assert_non_null(reader);
    assert_true(events_of(reader, 1, &count));
    assert_int_equal(count, expected);
    store_close(reader);
}

/* ---- Another program, which blocks all commits ------------------------------------------------------------ */

struct other {
    struct store *store; /* SQLite's */
    PGconn *connection;  /* PostgreSQL's */
};

static struct other hold(const char *where)
{
    struct other other = {0};
    struct bv_error error = {""};
    if (database()) {
        other.connection = PQconnectdb(where);
        PQclear(PQexec(other.connection, "BEGIN"));
        PGresult *result = PQexec(other.connection, "LOCK TABLE events IN EXCLUSIVE MODE");
        assert_int_equal(PQresultStatus(result), PGRES_COMMAND_OK);
        PQclear(result);
    } else {
        other.store = open_store(where);
        assert_true(sqlite_run(other.store, "BEGIN IMMEDIATE", &error));
    }
    return other;
}

static void let_go(struct other *other)
{
    if (other->store) {
        sqlite_roll_back(other->store);
        store_close(other->store);
    } else {
        PQfinish(other->connection);
    }
}

/* ---- Order and groups ---------------------------------------------------------------------------------- */

static void batches_come_back_in_order_and_on_disk(void **state)
{
    enum { MANY = 600 };
    struct loop loop = {0};
    struct batch *sent[MANY];
    assert_true(begin_loop(&loop, *state));
    committer_submit(loop.committer, new_table(1));
    await_good(&loop);
    for (uint32_t i = 0; i < MANY; i++) {
        sent[i] = new_event(1, i + 1);
        committer_submit(loop.committer, sent[i]);
    }
    for (uint32_t i = 0; i < MANY; i++) {
        bool ok = false;
        struct bv_error error = {""};
        struct batch *batch = await(&loop, &ok, &error);
        assert_ptr_equal(batch, sent[i]);
        assert_true(ok);
        assert_int_equal(store_batch_count(batch), 1);
        store_batch_free(batch);
        if (i % 100 == 0) {
            uint32_t count = 0;
            struct store *reader = store_open(*state, STORE_READ, &error);
            assert_non_null(reader);
            assert_true(events_of(reader, 1, &count));
            assert_true(count > i);
            store_close(reader);
        }
    }
    assert_int_equal(committer_waiting(loop.committer), 0);
    end_loop(&loop);
    expect_events(*state, MANY);
}

static void all_that_waits_is_one_transaction(void **state)
{
    enum { MANY = 200 };
    struct loop loop = {0};
    assert_true(begin_loop(&loop, *state));
    committer_submit(loop.committer, new_table(1));
    await_good(&loop);
    atomic_store(&loop.groups, 0);
    /* Another program holds the lock for a moment; meanwhile all the others queue up. */
    struct other other = hold(*state);
    for (uint32_t i = 1; i <= MANY; i++) committer_submit(loop.committer, new_event(1, i));
    assert_int_equal(committer_waiting(loop.committer), MANY);
    let_go(&other);
    for (uint32_t i = 1; i <= MANY; i++) await_good(&loop);
    committer_stop(loop.committer);
    assert_in_range(atomic_load(&loop.groups), 1, 2);
    end_loop(&loop);
    expect_events(*state, MANY);
}

static void stopping_commits_what_waits(void **state)
{
    struct loop loop = {0};
    struct bv_error error = {""};
    assert_true(begin_loop(&loop, *state));
    committer_submit(loop.committer, new_table(1));
    for (uint32_t i = 1; i <= 50; i++) committer_submit(loop.committer, new_event(1, i));
    committer_stop(loop.committer);
    expect_events(*state, 50);
    assert_int_equal(committer_waiting(loop.committer), 51);
    bool ok = false;
    struct batch *batch = NULL;
    assert_true(committer_collect(loop.committer, &batch, &ok, &error));
    assert_true(ok);
    store_batch_free(batch);
    committer_stop(loop.committer);
    end_loop(&loop); /* and frees the fifty that nobody has collected */
}

/* ---- Failures ------------------------------------------------------------------------------------------ */

static void await_failed(struct loop *loop, const struct batch *expected, const char *reason)
{
    bool ok = true;
    struct bv_error error = {""};
    struct batch *batch = await(loop, &ok, &error);
    assert_ptr_equal(batch, expected);
    assert_false(ok);
    if (!strstr(error.text, reason)) fail_msg("'%s' is not in: %s", reason, error.text);
}

static void a_failure_takes_with_it_all_that_may_build_on_it(void **state)
{
    struct loop loop = {0};
    struct batch *sent[4];
    assert_true(begin_loop(&loop, *state));
    committer_submit(loop.committer, new_table(1));
    committer_submit(loop.committer, new_table(2));
    await_good(&loop);
    await_good(&loop);
    const char *reason = database() ? "due to lock timeout" : "another program keeps it locked";
    if (!database())
        sqlite3_busy_timeout(sqlite_of(loop.store)->db, 20); /* the thread is unloaded */
    struct other other = hold(*state);
    for (uint32_t i = 0; i < 4; i++) sent[i] = new_event(1, i + 1);
    for (uint32_t i = 0; i < 3; i++) committer_submit(loop.committer, sent[i]);
    await_failed(&loop, sent[0], reason);
    /* The lock is gone, but the loop has not yet heard of all that failed: this would fit and must not be kept. */
    let_go(&other);
    struct batch *late = new_event(2, 1);
    committer_submit(loop.committer, late);
    await_failed(&loop, sent[1], reason);
    await_failed(&loop, sent[2], reason);
    await_failed(&loop, late, reason);
    store_batch_free(late);
    assert_int_equal(committer_waiting(loop.committer), 0);
    expect_events(*state, 0);
    /* Now all is known, and the same batches go in. */
    for (uint32_t i = 0; i < 4; i++) committer_submit(loop.committer, sent[i]);
    for (uint32_t i = 0; i < 4; i++) await_good(&loop);
    end_loop(&loop);
    expect_events(*state, 4);
}

static void it_reports_whether_another_node_was_faster(void **state)
{
    struct loop loop = {0};
    assert_true(begin_loop(&loop, *state));
    committer_submit(loop.committer, new_table(1));
    await_good(&loop);
    struct batch *late = new_table(1);
    committer_submit(loop.committer, late);
    await_failed(&loop, late, "does not fit what is stored");
    assert_true(committer_had_conflict(loop.committer));
    store_batch_free(late);
    end_loop(&loop);
}

/* However they were grouped: what came before is kept, what came after may build on what was lost. */
static void what_came_before_the_one_that_was_overtaken_is_kept(void **state)
{
    struct loop loop = {0};
    assert_true(begin_loop(&loop, *state));
    committer_submit(loop.committer, new_table(1));
    await_good(&loop);
    struct batch *late = new_table(1);
    struct batch *last = new_table(9);
    for (int64_t table = 2; table < 8; table++) committer_submit(loop.committer, new_table(table));
    committer_submit(loop.committer, late);
    committer_submit(loop.committer, last);
    for (int64_t table = 2; table < 8; table++) await_good(&loop);
    await_failed(&loop, late, "does not fit what is stored");
    assert_true(committer_had_conflict(loop.committer));
    await_failed(&loop, last, "does not fit what is stored");
    committer_submit(loop.committer, last);
    await_good(&loop);
    store_batch_free(late);
    end_loop(&loop);
}

static void after_a_full_disk_it_goes_on(void **state)
{
    struct loop loop = {0};
    struct bv_error error = {""};
    assert_true(begin_loop(&loop, *state));
    committer_submit(loop.committer, new_table(1));
    await_good(&loop);
    assert_true(sqlite_run(loop.store, "PRAGMA max_page_count = 40", &error)); /* it is unloaded */
    struct batch *large = store_batch_new();
    add_events(large, 1, 1, 5000);
    committer_submit(loop.committer, large);
    await_failed(&loop, large, "the disk is full");
    assert_false(committer_had_conflict(loop.committer));
    committer_submit(loop.committer, large);
    await_failed(&loop, large, "the disk is full");
    committer_submit(loop.committer, new_table(2)); /* small enough */
    await_good(&loop);
    assert_true(sqlite_run(loop.store, "PRAGMA max_page_count = 40000", &error));
    committer_submit(loop.committer, large);
    await_good(&loop);
    end_loop(&loop);
    expect_events(*state, 5000);
}

/* ---- Killed -------------------------------------------------------------------------------------------- */

/* Commits for ever and says into the pipe which event is on disk; it is killed while doing so. */
static void commit_until_killed(const char *folder, uint32_t from, int tell)
{
    struct loop loop = {0};
    must(begin_loop(&loop, folder), "cannot begin");
    uint32_t sent = from;
    uint32_t kept = from;
    for (;;) {
        while (sent < kept + 40) committer_submit(loop.committer, new_event(1, ++sent));
        bool ok = false;
        struct bv_error error = {""};
        struct batch *batch = await(&loop, &ok, &error);
        must(batch && ok, error.text);
        kept++;
        store_batch_free(batch);
        must(write(tell, &kept, sizeof kept) == sizeof kept, "cannot tell");
    }
}

/* Up to 60 ms, by the last digits of the clock. */
static void wait_at_random(void)
{
    struct timespec moment;
    clock_gettime(CLOCK_REALTIME, &moment);
    moment = (struct timespec){0, moment.tv_nsec / 1000 % 60 * 1000000};
    nanosleep(&moment, NULL);
}

/* What a killed program had under way in the database is over. */
static void settle(void)
{
    char sql[256];
    if (!database()) return;
    (void)snprintf(sql, sizeof sql,
                   "SELECT count(*) FROM pg_stat_activity WHERE application_name = 'bivouac %s'",
                   node_name());
    PGconn *connection = PQconnectdb(database());
    for (bool busy = true; busy;) {
        PGresult *result = PQexec(connection, sql);
        assert_int_equal(PQresultStatus(result), PGRES_TUPLES_OK);
        busy = strcmp(PQgetvalue(result, 0, 0), "0") != 0;
        PQclear(result);
    }
    PQfinish(connection);
}

static void what_is_reported_survives_a_kill(void **state)
{
    enum { ROUNDS = 10 };
    struct batch *batch = new_table(1);
    struct store *store = open_store(*state);
    commit(store, batch);
    store_close(store);
    store_batch_free(batch);
    uint32_t there = 0;
    for (int round = 0; round < ROUNDS; round++) {
        int tell[2];
        assert_int_equal(pipe(tell), 0);
        pid_t child = fork();
        if (child == 0) {
            close(tell[0]);
            commit_until_killed(*state, there, tell[1]);
        }
        close(tell[1]);
        uint32_t reported = 0;
        assert_int_equal(read(tell[0], &reported, sizeof reported), sizeof reported);
        wait_at_random();
        kill(child, SIGKILL);
        int status = 0;
        assert_int_equal(waitpid(child, &status, 0), child);
        assert_true(WIFSIGNALED(status));
        while (read(tell[0], &reported, sizeof reported) == sizeof reported) {
        }
        close(tell[0]);
        settle();
        struct bv_error error = {""};
        uint64_t tables = 0;
        uint64_t events = 0;
        if (!store_check(*state, &tables, &events, &error)) fail_msg("%s", error.text);
        assert_true(reported > there && events >= reported);
        there = (uint32_t)events;
        expect_events(*state, there);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        scratch_test(batches_come_back_in_order_and_on_disk),
        scratch_test(all_that_waits_is_one_transaction),
        scratch_test(stopping_commits_what_waits),
        scratch_test(a_failure_takes_with_it_all_that_may_build_on_it),
        scratch_test(it_reports_whether_another_node_was_faster),
        scratch_test(what_came_before_the_one_that_was_overtaken_is_kept),
        folder_test(after_a_full_disk_it_goes_on),
        scratch_test(what_is_reported_survives_a_kill),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

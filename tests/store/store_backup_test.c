/* Copies that hold: backup during play, and restore. */
#include <pthread.h>
#include <stdatomic.h>
#include <time.h>

#include "scratch.h"
#include "store/sqlite.h"

enum { TABLES = 20 };

/* ---- Backup during play -------------------------------------------------------------------------------- */

struct play {
    const char *folder;
    atomic_bool stop;
    atomic_uint committed; /* events of each table that are on disk */
};

/* Every commit adds an event to each table: a copy in which they differ would have caught half a commit. */
static void *play_on(void *argument)
{
    struct play *play = argument;
    struct bv_error error = {""};
    struct store *store = store_open(play->folder, STORE_WRITE, &error);
    struct batch *batch = store_batch_new();
    for (uint32_t number = 1; store && !atomic_load(&play->stop); number++) {
        batch_clear(batch);
        for (int table = 1; table <= TABLES; table++) add_events(batch, table, number, number);
        if (!store_commit(store, batch, &error)) break;
        atomic_store(&play->committed, number);
    }
    store_batch_free(batch);
    store_close(store);
    return NULL;
}

static void wait_for(struct play *play, uint32_t committed)
{
    for (int i = 0; i < 10000 && atomic_load(&play->committed) < committed; i++) {
        struct timespec moment = {0, 1000000};
        nanosleep(&moment, NULL);
    }
    assert_true(atomic_load(&play->committed) >= committed);
}

static void expect_one_moment(const char *folder, uint32_t at_least)
{
    struct bv_error error = {""};
    uint64_t tables = 0;
    uint64_t events = 0;
    if (!store_check(folder, &tables, &events, &error)) fail_msg("%s", error.text);
    assert_int_equal(tables, TABLES);
    assert_int_equal(events % TABLES, 0);
    assert_true(events >= (uint64_t)at_least * TABLES);
    struct store *store = open_store(folder);
    for (int table = 1; table <= TABLES; table++) {
        uint32_t count = 0;
        assert_true(events_of(store, table, &count));
        assert_int_equal(count, events / TABLES);
    }
    store_close(store);
}

static void a_backup_during_play_is_one_moment_of_it(void **state)
{
    struct bv_error error = {""};
    struct path folder = inside(*state, "store");
    struct path copy = inside(*state, "backup.db");
    struct path restored = inside(*state, "restored/store");
    struct store *store = open_store(folder.text);
    struct batch *batch = store_batch_new();
    for (int table = 1; table <= TABLES; table++) add_table(batch, table);
    commit(store, batch);
    store_batch_free(batch);
    store_close(store);

    struct play play = {.folder = folder.text};
    pthread_t thread;
    assert_int_equal(pthread_create(&thread, NULL, play_on, &play), 0);
    for (uint32_t round = 1; round <= 5; round++) {
        wait_for(&play, round * 10);
        uint32_t before = atomic_load(&play.committed);
        if (!store_backup(folder.text, copy.text, &error)) fail_msg("%s", error.text);
        if (!store_restore(copy.text, restored.text, &error)) fail_msg("%s", error.text);
        expect_one_moment(restored.text, before);
        remove_all(restored.text);
        (void)remove(copy.text);
    }
    uint32_t before = atomic_load(&play.committed);
    wait_for(&play, before + 10); /* the backups have stopped nobody */
    atomic_store(&play.stop, true);
    pthread_join(thread, NULL);
    expect_one_moment(folder.text, before + 10);
}

static void nothing_is_overwritten(void **state)
{
    struct bv_error error = {""};
    struct path folder = inside(*state, "store");
    struct path copy = inside(*state, "backup.db");
    store_close(open_store(folder.text));
    assert_true(store_backup(folder.text, copy.text, &error));
    assert_false(store_backup(folder.text, copy.text, &error));
    assert_non_null(strstr(error.text, "exists already; a backup goes into a new file"));
    assert_false(store_restore(copy.text, folder.text, &error));
    assert_non_null(strstr(error.text, "there is a store already; move it away first"));
    assert_false(store_restore("/nowhere/backup.db", folder.text, &error));
    struct path nowhere = inside(*state, "none/backup.db");
    assert_false(store_backup(folder.text, nowhere.text, &error));
    assert_non_null(strstr(error.text, "check that the folder exists"));
}

/* A copy is one file, and a copy that was cut short or is something else is refused and leaves nothing behind. */
static void a_damaged_backup_is_not_restored(void **state)
{
    struct bv_error error = {""};
    struct path folder = inside(*state, "store");
    struct path copy = inside(*state, "backup.db");
    struct path restored = inside(*state, "restored");
    struct store *store = open_store(folder.text);
    struct batch *batch = store_batch_new();
    add_table(batch, 1);
    add_events(batch, 1, 1, 1000);
    commit(store, batch);
    assert_true(store_backup(folder.text, copy.text, &error));
    assert_int_equal(access(inside(*state, "backup.db-wal").text, F_OK), -1);
    assert_int_equal(truncate(copy.text, 5 * 4096), 0);
    assert_false(store_restore(copy.text, restored.text, &error));
    assert_non_null(strstr(error.text, "is damaged"));
    assert_int_equal(truncate(copy.text, 0), 0);
    assert_false(store_restore(copy.text, restored.text, &error));
    assert_non_null(strstr(error.text, "is empty; there is no store in it"));
    assert_int_equal(rmdir(restored.text), 0);
    store_close(store);
    store_batch_free(batch);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        folder_test(a_backup_during_play_is_one_moment_of_it),
        folder_test(nothing_is_overwritten),
        folder_test(a_damaged_backup_is_not_restored),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

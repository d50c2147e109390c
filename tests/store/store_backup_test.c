/* Copies that hold: backup during play, restore, and stores of every schema that was ever released. */
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
    atomic_uint committed; /* entries of each table that are on disk */
};

/* Every commit adds an entry to each table: a copy in which they differ would have caught half a commit. */
static void *play_on(void *argument)
{
    struct play *play = argument;
    struct bv_error error = {""};
    struct store *store = store_open(play->folder, STORE_WRITE, &error);
    struct batch *batch = store_batch_new();
    for (uint32_t number = 1; store && !atomic_load(&play->stop); number++) {
        store_batch_clear(batch);
        for (int table = 1; table <= TABLES; table++) add_entries(batch, table, number, number);
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
    uint64_t entries = 0;
    if (!store_check(folder, &tables, &entries, &error)) fail_msg("%s", error.text);
    assert_int_equal(tables, TABLES);
    assert_int_equal(entries % TABLES, 0);
    assert_true(entries >= (uint64_t)at_least * TABLES);
    struct store *store = open_store(folder);
    for (int table = 1; table <= TABLES; table++) {
        uint32_t count = 0;
        assert_true(entries_of(store, table, &count));
        assert_int_equal(count, entries / TABLES);
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
    add_entries(batch, 1, 1, 1000);
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

/* ---- Older schemas ------------------------------------------------------------------------------------- */

/* The text of a fixture, which lies beside this file. */
static char *fixture(int schema)
{
    char path[SCRATCH_PATH];
    struct bv_out out = bv_out_into(path, sizeof path);
    bv_put_span(&out, (struct bv_span){__FILE__, (size_t)(strrchr(__FILE__, '/') - __FILE__)});
    bv_put(&out, "/fixtures/schema-");
    bv_put_number(&out, schema);
    bv_put(&out, ".sql");
    FILE *file = fopen(path, "r");
    char *text = calloc(1, 65536);
    if (!file) print_error("there must be a store of every released schema: %s\n", path);
    assert_true(file && text);
    size_t length = file ? fread(text, 1, 65535, file) : 0;
    assert_in_range(length, 1, 65534);
    if (file) (void)fclose(file);
    return text;
}

static void build(const char *folder, int schema)
{
    struct bv_error error = {""};
    struct path file = inside(folder, "bivouac.db");
    int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE;
    struct store *store = sqlite_connect(file.text, flags, &error);
    assert_non_null(store);
    char *text = fixture(schema);
    if (!sqlite_run(store, text, &error)) fail_msg("%s", error.text);
    free(text);
    store_close(store);
}

static bool remember_table(void *context, const struct stored_table *table)
{
    *(struct stored_table *)context = *table;
    ((struct stored_table *)context)->setup = strcmp(table->setup, "game=chars") == 0 ? "" : "?";
    return true;
}

static bool remember_line(void *context, int64_t table, const char *id, int64_t ended,
                          const char *summary)
{
    char *text = context;
    (void)snprintf(text, 64, "%lld %s %lld %s", (long long)table, id, (long long)ended, summary);
    return false;
}

/* The same three tables are in the fixture of every schema. */
static void expect_fixture(struct store *store)
{
    struct bv_error error = {""};
    struct stored_table table = {0};
    assert_true(store_table(store, "t2", 0, remember_table, &table, &error));
    assert_int_equal(table.table, 2);
    assert_int_equal(table.created, 1002);
    assert_int_equal(table.stage, TABLE_PLAYING);
    assert_int_equal(table.due, 7000);
    assert_int_equal(table.entries, 2);
    assert_string_equal(table.setup, "");
    uint32_t entries = 0;
    assert_true(entries_of(store, 1, &entries));
    assert_int_equal(entries, 3);
    table.table = 0;
    assert_true(store_joined(store, "ada", 1, remember_table, &table, &error));
    assert_int_equal(table.table, 2);
    char name[32];
    bool found = false;
    assert_true(store_person(store, "ada", name, sizeof name, &found, &error));
    assert_true(found);
    assert_string_equal(name, "Ada");
    assert_true(store_setting(store, "secret", name, sizeof name, &found, &error));
    assert_string_equal(name, "s1");
    char line[64] = "";
    struct store_search_query search = {.tag = {"game=chars", "player=ada"}, .tags = 2, .most = 5};
    assert_true(store_search(store, &search, remember_line, line, &error));
    assert_string_equal(line, "1 t1 6000 Ada beat Bob");
}

static void stores_of_every_schema_are_brought_up_to_date(void **state)
{
    for (int schema = 1; schema <= STORE_SCHEMA; schema++) {
        struct bv_error error = {""};
        char name[32];
        (void)snprintf(name, sizeof name, "schema-%d", schema);
        struct path folder = inside(*state, name);
        assert_int_equal(mkdir(folder.text, 0700), 0);
        build(folder.text, schema);
        struct store *store = open_store(folder.text);
        expect_fixture(store);
        struct batch *batch = store_batch_new();
        add_entries(batch, 2, 3, 3);
        store_batch_finished(batch, 2, 8000, "Bob beat Ada", "game=chars\nplayer=bob\n");
        commit(store, batch);
        store_batch_free(batch);
        store_close(store);
        uint64_t tables = 0;
        uint64_t entries = 0;
        if (!store_check(folder.text, &tables, &entries, &error)) fail_msg("%s", error.text);
        assert_int_equal(tables, 3);
        assert_int_equal(entries, 6);
    }
}

/* The schema that the migrations make and the one of the newest fixture are the same, word for word. */
static void a_new_store_has_the_schema_of_the_newest_fixture(void **state)
{
    struct bv_error error = {""};
    static const char differences[] =
        "SELECT count(*) FROM (SELECT sql FROM main.sqlite_schema WHERE sql IS NOT NULL"
        " EXCEPT SELECT sql FROM old.sqlite_schema)";
    build(*state, STORE_SCHEMA);
    struct path fresh = inside(*state, "fresh");
    struct store *store = open_store(fresh.text);
    char attach[SCRATCH_PATH + 64];
    (void)snprintf(attach, sizeof attach, "ATTACH '%s' AS old", inside(*state, "bivouac.db").text);
    if (!sqlite_run(store, attach, &error)) fail_msg("%s", error.text);
    int64_t different = -1;
    assert_true(sqlite_number(store, differences, &different, &error));
    assert_int_equal(different, 0);
    store_close(store);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        folder_test(a_backup_during_play_is_one_moment_of_it),
        folder_test(nothing_is_overwritten),
        folder_test(a_damaged_backup_is_not_restored),
        folder_test(stores_of_every_schema_are_brought_up_to_date),
        folder_test(a_new_store_has_the_schema_of_the_newest_fixture),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

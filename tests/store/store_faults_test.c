/* What the world does to a store: damage, a full disk, what may not be written, programs newer and older. */
#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>

#include "scratch.h"
#include "store/sqlite.h"

enum { PAGE = 4096, NOBODY = 65534 };

static void expect_text(const char *text, const char *part)
{
    if (!strstr(text, part)) fail_msg("'%s' is not in: %s", part, text);
    assert_null(strchr(text, '\n'));
}

/* A store of some 80 pages, closed. */
static void write_some(const char *folder)
{
    struct store *store = open_store(folder);
    struct batch *batch = store_batch_new();
    for (int table = 1; table <= 100; table++) {
        add_table(batch, table);
        add_events(batch, table, 1, 50);
        if (table % 2) store_batch_finished(batch, table, table, "won", "game=chars\nresult=V\n");
    }
    commit(store, batch);
    store_close(store);
    store_batch_free(batch);
}

/* ---- Damage -------------------------------------------------------------------------------------------- */

static bool pass_table(void *context, const struct stored_table *table)
{
    (void)context;
    return table->table > 0;
}

static bool pass_event(void *context, uint32_t number, int64_t at, struct bv_span line)
{
    (void)context;
    (void)number;
    (void)at;
    (void)line;
    return true;
}

static bool pass_line(void *context, int64_t table, const char *id, int64_t ended, const char *line)
{
    (void)context;
    (void)table;
    (void)id;
    (void)ended;
    (void)line;
    return true;
}

static bool read_everything(struct store *store, struct bv_error *error)
{
    struct store_search_query search = {.tag = {"result=V"}, .tags = 1, .most = 1000};
    struct store_cursor cursor = {0};
    bool good = store_unfinished(store, &cursor, pass_table, NULL, error) &&
                store_search(store, &search, pass_line, NULL, error);
    for (int table = 1; table <= 100 && good; table++)
        good = store_events(store, table, 0, pass_event, NULL, error) &&
               store_table(store, NULL, table, pass_table, NULL, error);
    return good;
}

/* Whatever it finds it says in one line about damage, whichever way the store is used. */
static void expect_damage(const char *folder)
{
    struct bv_error error = {""};
    uint64_t tables = 0;
    uint64_t events = 0;
    assert_false(store_check(folder, &tables, &events, &error));
    expect_text(error.text, "is damaged");
    struct path backup = inside(folder, "backup");
    assert_false(store_backup(folder, backup.text, &error));
    expect_text(error.text, "is damaged");
    assert_int_equal(access(backup.text, F_OK), -1);
    for (int mode = STORE_WRITE; mode <= STORE_READ; mode++) {
        struct store *store = store_open(folder, (enum store_mode)mode, &error);
        bool good = store && read_everything(store, &error);
        if (!good) expect_text(error.text, "is damaged");
        store_close(store);
    }
}

static void every_damaged_page_is_found(void **state)
{
    write_some(*state);
    struct path file = inside(*state, "bivouac.db");
    struct stat before;
    assert_int_equal(stat(file.text, &before), 0);
    assert_true(before.st_size > (off_t)50 * PAGE);
    char kept[PAGE];
    char garbage[PAGE];
    for (int i = 0; i < PAGE; i++) garbage[i] = (char)(i * 37 + 11);
    for (off_t at = 0; at < before.st_size; at += PAGE) {
        int fd = open(file.text, O_RDWR);
        assert_int_equal(pread(fd, kept, PAGE, at), PAGE);
        assert_int_equal(pwrite(fd, garbage, PAGE, at), PAGE);
        expect_damage(*state);
        assert_int_equal(pwrite(fd, kept, PAGE, at), PAGE);
        close(fd);
    }
    struct bv_error error;
    uint64_t tables = 0;
    uint64_t events = 0;
    assert_true(store_check(*state, &tables, &events, &error));
    assert_int_equal(tables, 100);
    assert_int_equal(events, 5000);
}

static void a_file_cut_short_is_found(void **state)
{
    write_some(*state);
    struct path file = inside(*state, "bivouac.db");
    struct stat before;
    assert_int_equal(stat(file.text, &before), 0);
    const off_t left[] = {before.st_size - PAGE, before.st_size / 2, 5 * PAGE + 100, PAGE, 50};
    for (size_t i = 0; i < BV_COUNT(left); i++) {
        assert_int_equal(truncate(file.text, left[i]), 0);
        expect_damage(*state);
    }
}

/* What only our own check can see: the pages are sound, the story is not. */
static void missing_events_are_found(void **state)
{
    struct bv_error error;
    uint64_t tables = 0;
    uint64_t events = 0;
    write_some(*state);
    struct store *store = open_store(*state);
    assert_true(sqlite_run(store, "DELETE FROM events WHERE table_key = 9 AND number = 5", &error));
    assert_false(store_check(*state, &tables, &events, &error));
    expect_text(error.text, "is damaged: events are missing (9)");
    store_close(store);
}

/* ---- Other programs ------------------------------------------------------------------------------------ */

static void set_and_expect(const char *folder, const char *sql, const char *says)
{
    struct bv_error error = {""};
    struct store *store = open_store(folder);
    assert_true(sqlite_run(store, sql, &error));
    store_close(store);
    for (int mode = STORE_WRITE; mode <= STORE_READ; mode++) {
        assert_null(store_open(folder, (enum store_mode)mode, &error));
        expect_text(error.text, says);
    }
    struct path backup = inside(folder, "backup");
    assert_false(store_backup(folder, backup.text, &error));
    expect_text(error.text, says);
}

static void a_new_store_has_schema_1(void **state)
{
    struct bv_error error = {""};
    int64_t version = 0;
    struct store *store = open_store(*state);
    assert_true(sqlite_number(store, "PRAGMA user_version", &version, &error));
    assert_int_equal(version, 1);
    store_close(store);
}

static void another_schema_is_refused(void **state)
{
    set_and_expect(*state, "PRAGMA user_version = 99",
                   "was written by another version of Bivouac (schema 99, this program knows 1); "
                   "nothing was changed. Run that version");
}

static void a_file_of_others_is_refused(void **state)
{
    set_and_expect(*state, "PRAGMA application_id = 5",
                   "is a database, but not a Bivouac store; choose another folder");
}

static void text_is_no_store(void **state)
{
    struct bv_error error = {""};
    struct path path = inside(*state, "bivouac.db");
    static const char diary[] = "Dear diary, this is a day without a store.";
    int fd = open(path.text, O_WRONLY | O_CREAT, 0600);
    for (int i = 0; i < 100; i++) assert_true(write(fd, diary, sizeof diary) > 0);
    close(fd);
    assert_null(store_open(*state, STORE_WRITE, &error));
    expect_text(error.text, "is damaged or not a store");
}

static void a_second_writer_waits_only_so_long(void **state)
{
    struct bv_error error = {""};
    struct store *one = open_store(*state);
    struct store *two = open_store(*state);
    struct batch *batch = store_batch_new();
    sqlite3_busy_timeout(sqlite_of(two)->db, 50); /* rather than seconds */
    add_table(batch, 1);
    assert_true(sqlite_run(one, "BEGIN IMMEDIATE", &error));
    assert_false(store_commit(two, batch, &error));
    expect_text(error.text, "another program keeps it locked");
    sqlite_roll_back(one);
    commit(two, batch);
    store_close(one);
    store_close(two);
    store_batch_free(batch);
}

static void open_and_close(const char *folder)
{
    struct bv_error error = {""};
    struct store *store = store_open(folder, STORE_WRITE, &error);
    must(store, error.text);
    store_close(store);
}

static void a_store_may_be_created_by_several_at_once(void **state)
{
    enum { ROUNDS = 10, PROGRAMS = 4 };
    for (int round = 0; round < ROUNDS; round++) {
        struct path folder = inside(*state, (const char[]){(char)('a' + round), '\0'});
        for (int i = 0; i < PROGRAMS; i++) {
            if (fork() != 0) continue;
            open_and_close(folder.text);
            _exit(0);
        }
        for (int i = 0; i < PROGRAMS; i++) {
            int status = -1;
            assert_true(wait(&status) > 0);
            assert_int_equal(status, 0);
        }
    }
}

/* ---- A full disk --------------------------------------------------------------------------------------- */

/* Fills table 1 until a commit fails, and sees that exactly what was committed is there. */
static uint32_t fill(struct store *store, uint32_t from, struct bv_error *error)
{
    struct batch *batch = store_batch_new();
    uint32_t last = from;
    for (;;) {
        batch_clear(batch);
        add_events(batch, 1, last + 1, last + 50);
        must(last < 1000000, "the disk never got full");
        if (!store_commit(store, batch, error)) break;
        last += 50;
    }
    uint32_t count = 0;
    must(events_of(store, 1, &count) && count == last, "what was committed is not all there");
    store_batch_free(batch);
    return last;
}

static struct store *begin_to_fill(const char *folder)
{
    struct bv_error error = {""};
    struct store *store = store_open(folder, STORE_WRITE, &error);
    must(store, error.text);
    struct batch *batch = store_batch_new();
    add_table(batch, 1);
    add_events(batch, 1, 1, 100);
    must(store_commit(store, batch, &error), error.text);
    store_batch_free(batch);
    return store;
}

static void after_the_disk_was_full(struct store *store, const char *folder, uint32_t last)
{
    struct bv_error error = {""};
    struct batch *batch = store_batch_new();
    add_events(batch, 1, last + 1, last + 500);
    must(store_commit(store, batch, &error), error.text);
    store_close(store);
    store_batch_free(batch);
    uint64_t tables = 0;
    uint64_t events = 0;
    must(store_check(folder, &tables, &events, &error), error.text);
    must(events == last + 500, "events were lost");
}

/* No file may grow beyond a size, as on a disk that is full: writes themselves fail. */
static void play_full_disk(const char *folder)
{
    struct bv_error error = {""};
    struct rlimit limit;
    struct store *store = begin_to_fill(folder);
    must(signal(SIGXFSZ, SIG_IGN) != SIG_ERR && getrlimit(RLIMIT_FSIZE, &limit) == 0, "limits");
    rlim_t room = limit.rlim_cur;
    uint32_t last = 100;
    for (int round = 1; round <= 3; round++) {
        limit.rlim_cur = (rlim_t)round * 300000 + 1000;
        must(setrlimit(RLIMIT_FSIZE, &limit) == 0, "setrlimit");
        last = fill(store, last, &error);
        must(strstr(error.text, "the disk could not be read or written; check its space"),
             error.text);
    }
    limit.rlim_cur = room;
    must(setrlimit(RLIMIT_FSIZE, &limit) == 0, "setrlimit");
    after_the_disk_was_full(store, folder, last);
}

static void play_full_database(const char *folder)
{
    struct bv_error error = {""};
    struct store *store = begin_to_fill(folder);
    must(sqlite_run(store, "PRAGMA max_page_count = 60", &error), error.text);
    uint32_t last = fill(store, 100, &error);
    must(strstr(error.text, "the disk is full") && strstr(error.text, "Free some space"),
         error.text);
    must(sqlite_run(store, "PRAGMA max_page_count = 100000", &error), error.text);
    after_the_disk_was_full(store, folder, last);
}

static void a_full_disk_loses_nothing(void **state)
{
    in_child(play_full_disk, *state);
}

static void a_full_database_loses_nothing(void **state)
{
    in_child(play_full_database, *state);
}

/* ---- What may not be written --------------------------------------------------------------------------- */

static void play_read_only(const char *folder)
{
    struct bv_error error = {""};
    must(geteuid() != 0 || setuid(NOBODY) == 0, "setuid");
    must(!store_open(folder, STORE_WRITE, &error), "opened what may not be written");
    must(strstr(error.text, "check owner and permissions"), error.text);
    struct path below = inside(folder, "below");
    must(!store_open(below.text, STORE_WRITE, &error), "made a folder");
    must(strstr(error.text, "the folder cannot be made; check permissions (Permission denied)"),
         error.text);
    struct path nowhere = inside(folder, "empty");
    must(!store_open(nowhere.text, STORE_WRITE, &error), "made a store");
    must(strstr(error.text, "cannot be opened; check"), error.text);
    /* Readers need a file beside the store in which they say what they read. */
    must(!store_open(folder, STORE_READ, &error), "read without saying so");
    must(strstr(error.text, "check owner and permissions of the file and its folder"), error.text);
    must(!store_backup(folder, inside(folder, "backup").text, &error), "made a backup");
    must(strstr(error.text, "check owner and permissions"), error.text);
}

static void what_may_not_be_written_is_said(void **state)
{
    write_some(*state);
    /* What others may read but not write; by itself a store is for its owner alone. */
    assert_int_equal(chmod(inside(*state, "bivouac.db").text, 0644), 0);
    struct path empty = inside(*state, "empty");
    assert_int_equal(mkdir(empty.text, 0555), 0);
    assert_int_equal(chmod(*state, 0555), 0);
    in_child(play_read_only, *state);
}

static void a_reader_cannot_write(void **state)
{
    struct bv_error error = {""};
    write_some(*state);
    struct store *store = store_open(*state, STORE_READ, &error);
    assert_non_null(store);
    struct batch *batch = store_batch_new();
    add_table(batch, 1000);
    assert_false(store_commit(store, batch, &error));
    expect_text(error.text, "cannot be written; check owner and permissions");
    assert_true(read_everything(store, &error));
    store_close(store);
    store_batch_free(batch);
}

static void a_store_that_is_not_there_is_said(void **state)
{
    struct bv_error error = {""};
    uint64_t count = 0;
    struct path none = inside(*state, "none");
    assert_null(store_open(none.text, STORE_READ, &error));
    expect_text(error.text, "there is no store here; check the folder's name");
    assert_false(store_check(none.text, &count, &count, &error));
    assert_false(store_backup(none.text, "/tmp/never", &error));
    assert_int_equal(access(none.text, F_OK), -1);
    char path[2000];
    memset(path, 'x', sizeof path);
    path[sizeof path - 1] = '\0';
    assert_null(store_open(path, STORE_WRITE, &error));
    expect_text(error.text, "the path is too long");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        folder_test(every_damaged_page_is_found),
        folder_test(a_file_cut_short_is_found),
        folder_test(missing_events_are_found),
        folder_test(a_new_store_has_schema_1),
        folder_test(another_schema_is_refused),
        folder_test(a_file_of_others_is_refused),
        folder_test(text_is_no_store),
        folder_test(a_second_writer_waits_only_so_long),
        folder_test(a_store_may_be_created_by_several_at_once),
        folder_test(a_full_disk_loses_nothing),
        folder_test(a_full_database_loses_nothing),
        folder_test(what_may_not_be_written_is_said),
        folder_test(a_reader_cannot_write),
        folder_test(a_store_that_is_not_there_is_said),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

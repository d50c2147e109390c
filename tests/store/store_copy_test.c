/* Moving server: there and back, nothing lost; not onto other data, not from a running server, and not half. */
#include "scratch.h"
#include "store/backend.h"
#include "store/copy.h"
#include "store/peers_channel.h"

static void expect_text(const char *text, const char *part)
{
    if (!strstr(text, part)) fail_msg("'%s' is not in: %s", part, text);
}

/* A store that holds something of everything. */
static void furnish(const char *where)
{
    static char large[DOCUMENT_MAX];
    struct store *store = open_store(where);
    struct batch *batch = store_batch_new();
    for (size_t i = 0; i < sizeof large; i++) large[i] = "\xC3\xA9x\n"[i % 4];
    store_batch_person(batch, "ada", "Ada \xE2\x99\x9E l'\xC3\xA9l\xC3\xA9gante", 10);
    store_batch_person(batch, "bob", "Bob \"; DROP TABLE people; --", INT64_MIN + 1);
    store_batch_setting(batch, "secret", "0123\\n%20");
    store_batch_setting(batch, "empty", "");
    for (int64_t table = 1; table <= 2500; table++) {
        add_table(batch, table);
        if (table % 3) store_batch_stage(batch, table, TABLE_PLAYING, table % 2 ? 1234567 : 0);
        if (table % 3 == 2) add_events(batch, table, 1, 5);
        if (table % 5 == 0) store_batch_join(batch, table % 2 ? "ada" : "bob", table);
        if (table % 7 == 0)
            store_batch_finished(batch, table, 1000 - table, "{\"result\":\"V\"}",
                                 table % 2 ? "game=chars\nplayer=ada\n" : "game=chars\nvé=é\n");
    }
    store_batch_event(batch, 3, 1, -5, bv_span_of(""));
    store_batch_event(batch, 3, 2, 0, bv_span_of("say \xF0\x9F\x90\x8E 'tab\t' \\ \xC3\xA9"));
    commit(store, batch);
    store_batch_retag(batch, 7, 993, "{}", "player=ada\n", "player=eve\n");
    for (int i = 0; i < 120; i++) {
        char key[32];
        (void)snprintf(key, sizeof key, "%03d", i);
        store_batch_document(batch, "note", key, 0, i - 60, bv_span_of("{\"a\":1}"));
    }
    for (int i = 0; i < 60; i++) {
        char key[32];
        (void)snprintf(key, sizeof key, "large %d \xC3\xA9", i);
        store_batch_document(batch, "large", key, 0, INT64_MAX,
                             (struct bv_span){large, sizeof large});
    }
    commit(store, batch);
    store_batch_document(batch, "note", "007", 1, 5, bv_span_of("changed"));
    store_batch_document_gone(batch, "note", "008", 1);
    commit(store, batch);
    store_batch_free(batch);
    store_close(store);
}

static void must_move(const char *from, const char *to, struct store_copied *moved)
{
    struct bv_error error = {""};
    if (!store_copy(from, to, NULL, moved, &error)) fail_msg("%s", error.text);
}

/* Two folders around what is tested: the first is furnished. */
struct homes {
    struct path old, back;
};

static struct homes find_homes(void **folder)
{
    struct homes homes;
    assert_int_equal(make_folder(folder), 0);
    homes.old = inside(*folder, "old");
    homes.back = inside(*folder, "back");
    furnish(homes.old.text);
    return homes;
}

static void there_and_back_nothing_is_lost(void **state)
{
    void *folder = NULL;
    struct homes homes = find_homes(&folder);
    struct path new = inside(*state, database() ? "" : "new");
    struct store_copied there;
    struct store_copied back;
    struct bv_error error = {""};
    uint64_t tables = 0;
    uint64_t events = 0;
    must_move(homes.old.text, new.text, &there);
    must_move(new.text, homes.back.text, &back);
    static const uint64_t rows[STORE_COPY_PARTS] = {2, 2500, 2500, 4167, 500, 357, 1071, 2, 179};
    for (size_t i = 0; i < STORE_COPY_PARTS; i++)
        if (there.rows[i] != rows[i] || back.rows[i] != rows[i])
            fail_msg("%s: %d and %d, not %d", store_parts[i].name, (int)there.rows[i],
                     (int)back.rows[i], (int)rows[i]);
    assert_memory_equal(there.digest, back.digest, sizeof there.digest);
    if (!store_check(new.text, &tables, &events, &error)) fail_msg("%s", error.text);
    assert_int_equal(tables, 2500);
    assert_int_equal(events, 4167);
    if (!store_check(homes.back.text, &tables, &events, &error)) fail_msg("%s", error.text);
    /* It is lived in as if nothing had been: a document keeps its version, a table its number, keys go on. */
    struct store *store = open_store(new.text);
    struct batch *batch = store_batch_new();
    store_batch_document(batch, "note", "007", 2, 5, bv_span_of("again"));
    add_events(batch, 2, 6, 6);
    store_batch_finished(batch, 3, 5, "{}", "game=chars\n");
    commit(store, batch);
    int64_t last = 0;
    assert_true(store_last_key(store, &last, &error));
    assert_int_equal(last, 2500);
    store_batch_free(batch);
    store_close(store);
    assert_true(store_check(new.text, &tables, &events, &error));
    remove_folder(&folder);
}

static void a_store_with_data_is_not_overwritten(void **state)
{
    void *folder = NULL;
    struct homes homes = find_homes(&folder);
    struct path new = inside(*state, database() ? "" : "new");
    struct store_copied moved;
    struct bv_error error = {""};
    struct store *store = open_store(new.text);
    struct batch *batch = store_batch_new();
    store_batch_setting(batch, "secret", "theirs");
    commit(store, batch);
    store_close(store);
    store_batch_free(batch);
    assert_false(store_copy(homes.old.text, new.text, NULL, &moved, &error));
    expect_text(error.text, "there is a store already");
    store_close(open_store(new.text));
    remove_folder(&folder);
}

static void an_open_server_is_not_moved(void **state)
{
    void *folder = NULL;
    int lock = -1;
    struct homes homes = find_homes(&folder);
    struct path new = inside(*state, database() ? "" : "new");
    struct store_copied moved;
    struct bv_error error = {""};
    assert_true(store_lock(homes.old.text, &lock, &error));
    assert_false(store_copy(homes.old.text, new.text, NULL, &moved, &error));
    expect_text(error.text, "another bivouac serve keeps this folder already");
    close(lock);
    must_move(homes.old.text, new.text, &moved);
    struct peers_channel *node = database() ? peers_channel_open(new.text, &error) : NULL;
    if (database())
        assert_non_null(node);
    else
        assert_true(store_lock(new.text, &lock, &error));
    assert_false(store_copy(new.text, homes.back.text, NULL, &moved, &error));
    expect_text(error.text, database() ? "a server is open on it" : "another bivouac serve");
    peers_channel_close(node);
    close(lock);
    remove_folder(&folder);
}

static const char *stopping_at;

static void stop_there(const char *what)
{
    if (strcmp(what, stopping_at) == 0) _exit(9);
}

/* The mover is killed at every stage; what it left is refused, and does not hinder the next. */
static void half_a_server_is_never_opened(void **state)
{
    void *folder = NULL;
    struct homes homes = find_homes(&folder);
    struct path new = inside(*state, database() ? "" : "new");
    struct store_copied moved;
    struct bv_error error = {""};
    for (size_t i = 0; i <= STORE_COPY_PARTS; i++) {
        stopping_at = i < STORE_COPY_PARTS ? store_parts[i].name : "comparing";
        pid_t child = fork();
        if (child == 0) {
            store_copy(homes.old.text, new.text, stop_there, &moved, &error);
            _exit(0);
        }
        int status = 0;
        assert_int_equal(waitpid(child, &status, 0), child);
        assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 9);
        for (int mode = STORE_WRITE; mode <= STORE_READ; mode++) {
            assert_null(store_open(new.text, (enum store_mode)mode, &error));
            expect_text(error.text, "bivouac migrate has not finished filling it");
        }
        /* Nor is half of it taken for a whole server to be moved on. */
        assert_false(store_copy(new.text, homes.back.text, NULL, &moved, &error));
    }
    must_move(homes.old.text, new.text, &moved);
    store_close(open_store(new.text));
    remove_folder(&folder);
}

static const char *meddled_with;

static void meddle(const char *what)
{
    if (strcmp(what, "comparing") != 0) return;
    struct store *store = open_store(meddled_with);
    struct batch *batch = store_batch_new();
    store_batch_rename(batch, "ada", "Ada the second");
    commit(store, batch);
    store_batch_free(batch);
    store_close(store);
}

static void a_difference_is_found(void **state)
{
    void *folder = NULL;
    struct homes homes = find_homes(&folder);
    struct path new = inside(*state, database() ? "" : "new");
    struct store_copied moved;
    struct bv_error error = {""};
    meddled_with = homes.old.text;
    assert_false(store_copy(homes.old.text, new.text, meddle, &moved, &error));
    expect_text(error.text, "the copy is not like what was copied: people ada");
    assert_null(store_open(new.text, STORE_WRITE, &error));
    must_move(homes.old.text, new.text, &moved);
    remove_folder(&folder);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        scratch_test(there_and_back_nothing_is_lost),
        scratch_test(a_store_with_data_is_not_overwritten),
        scratch_test(an_open_server_is_not_moved),
        scratch_test(half_a_server_is_never_opened),
        scratch_test(a_difference_is_found),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

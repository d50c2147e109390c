/* The contract of the store: what is committed is read back, whole batches or nothing, and searches with pages. */
#include "scratch.h"

/* ---- What visitors saw, as one line of text ------------------------------------------------------------ */

struct seen {
    struct bv_out out;
    char text[4096];
    int most; /* visits before stopping; 0: no end */
    int visits;
};

static struct seen *look(struct seen *seen, int most)
{
    seen->out = bv_out_into(seen->text, sizeof seen->text);
    seen->most = most;
    seen->visits = 0;
    return seen;
}

static bool go_on(struct seen *seen)
{
    seen->visits++;
    return seen->most == 0 || seen->visits < seen->most;
}

static bool see_table(void *context, const struct stored_table *table)
{
    struct seen *seen = context;
    static const char *const stages[] = {"open", "playing", "over"};
    bv_put_number(&seen->out, table->table);
    bv_put(&seen->out, " ");
    bv_put(&seen->out, table->id);
    bv_put(&seen->out, " '");
    bv_put(&seen->out, table->setup);
    bv_put(&seen->out, "' ");
    bv_put_number(&seen->out, table->created);
    bv_put(&seen->out, " ");
    bv_put(&seen->out, stages[table->stage]);
    bv_put(&seen->out, " ");
    bv_put_number(&seen->out, table->due);
    bv_put(&seen->out, " ");
    bv_put_number(&seen->out, table->events);
    bv_put(&seen->out, "\n");
    return go_on(seen);
}

static bool see_event(void *context, uint32_t number, int64_t at, struct bv_span line)
{
    struct seen *seen = context;
    bv_put_number(&seen->out, number);
    bv_put(&seen->out, " ");
    bv_put_number(&seen->out, at);
    bv_put(&seen->out, " ");
    bv_put_excerpt(&seen->out, line, 100);
    bv_put(&seen->out, "\n");
    return go_on(seen);
}

static bool see_key(void *context, const struct stored_table *table)
{
    struct seen *seen = context;
    bv_put_number(&seen->out, table->table);
    bv_put(&seen->out, " ");
    return go_on(seen);
}

static bool see_line(void *context, int64_t table, const char *id, int64_t ended,
                     const char *summary)
{
    struct seen *seen = context;
    assert_true(id[0] == 't' && ended > 0 && summary[0] != '\0');
    bv_put_number(&seen->out, table);
    bv_put(&seen->out, " ");
    return go_on(seen);
}

/* ---- Writing and reading ------------------------------------------------------------------------------- */

static void expect_tables(struct store *store, const char *id, int64_t table, const char *text)
{
    struct seen seen;
    struct bv_error error;
    assert_true(store_table(store, id, table, see_table, look(&seen, 0), &error));
    assert_string_equal(seen.text, text);
}

static void expect_unfinished(struct store *store, const char *keys)
{
    struct seen seen;
    struct bv_error error;
    struct store_cursor cursor = {0};
    assert_true(store_unfinished(store, &cursor, see_key, look(&seen, 0), &error));
    assert_false(cursor.more);
    assert_string_equal(seen.text, keys);
}

static void expect_joined(struct store *store, const char *person, uint32_t most, const char *keys)
{
    struct seen seen;
    struct bv_error error;
    assert_true(store_tables_of(store, person, most, see_key, look(&seen, 0), &error));
    assert_string_equal(seen.text, keys);
}

static void expect_person(struct store *store, const char *id, const char *name)
{
    char text[64];
    bool found = false;
    struct bv_error error;
    assert_true(store_person(store, id, text, sizeof text, &found, &error));
    assert_int_equal(found, name != NULL);
    if (name) assert_string_equal(text, name);
}

static void expect_setting(struct store *store, const char *name, const char *value)
{
    char text[64];
    bool found = false;
    struct bv_error error;
    assert_true(store_setting(store, name, text, sizeof text, &found, &error));
    assert_int_equal(found, value != NULL);
    if (value) assert_string_equal(text, value);
}

static void what_is_committed_is_there_after_closing(void **state)
{
    struct bv_error error;
    /* A folder is made, with the folder it lies in. */
    struct path folder = inside(*state, database() ? "" : "a/b");
    struct store *store = open_store(folder.text);
    struct batch *batch = store_batch_new();
    store_batch_person(batch, "ada", "Ada", 77);
    store_batch_table(batch, 7, "qx3", "game=chars seats=2\nclock=1d", 1234567890123);
    store_batch_event(batch, 7, 1, 10, bv_span_of("S d2-d3"));
    store_batch_event(batch, 7, 2, 20, (struct bv_span){"\xc3\xa9t\xc3\xa9 and more", 5});
    store_batch_event(batch, 7, 3, 30, (struct bv_span){NULL, 0});
    store_batch_stage(batch, 7, TABLE_PLAYING, 999);
    store_batch_setting(batch, "secret", "s1");
    assert_int_equal(store_batch_count(batch), 7);
    commit(store, batch);
    assert_int_equal(store_batch_count(batch), 0);
    store_batch_rename(batch, "ada", "Countess");
    store_batch_setting(batch, "secret", "s2");
    commit(store, batch);
    commit(store, batch); /* nothing to do */
    store_close(store);

    store = store_open(folder.text, STORE_READ, &error);
    assert_non_null(store);
    const char *table = "7 qx3 'game=chars seats=2\nclock=1d' 1234567890123 playing 999 3\n";
    expect_tables(store, "qx3", 0, table);
    expect_tables(store, NULL, 7, table);
    expect_tables(store, "qx", 0, "");
    expect_tables(store, NULL, 8, "");
    expect_person(store, "ada", "Countess");
    expect_person(store, "bob", NULL);
    expect_setting(store, "secret", "s2");
    expect_setting(store, "other", NULL);
    struct seen seen;
    assert_true(store_events(store, 7, 0, see_event, look(&seen, 0), &error));
    assert_string_equal(seen.text, "1 10 S d2-d3\n2 20 ??t??\n3 30 \n");
    assert_true(store_events(store, 7, 2, see_event, look(&seen, 0), &error));
    assert_string_equal(seen.text, "3 30 \n");
    assert_true(store_events(store, 7, 0, see_event, look(&seen, 2), &error));
    assert_string_equal(seen.text, "1 10 S d2-d3\n2 20 ??t??\n");
    int64_t last = 0;
    assert_true(store_last_key(store, &last, &error));
    assert_int_equal(last, 7);
    store_close(store);
    store_batch_free(batch);
}

static void a_new_store_is_empty(void **state)
{
    struct bv_error error;
    struct seen seen;
    struct store_search_query all = {.most = 10};
    struct store *store = open_store(*state);
    int64_t last = 5;
    assert_true(store_last_key(store, &last, &error));
    assert_int_equal(last, 0);
    expect_unfinished(store, "");
    expect_joined(store, "ada", 10, "");
    assert_true(store_search(store, &all, see_line, look(&seen, 0), &error));
    assert_int_equal(seen.visits, 0);
    store_close(store);
}

static void a_text_that_does_not_fit_is_an_error(void **state)
{
    struct bv_error error = {""};
    struct store *store = open_store(*state);
    struct batch *batch = store_batch_new();
    store_batch_setting(batch, "secret", "0123456789");
    commit(store, batch);
    char value[10];
    bool found = false;
    assert_false(store_setting(store, "secret", value, sizeof value, &found, &error));
    assert_non_null(strstr(error.text, "'secret' is longer"));
    store_close(store);
    store_batch_free(batch);
}

/* ---- All or nothing ------------------------------------------------------------------------------------ */

/* A batch with a good beginning and one bad change; it must leave no trace. */
static void expect_refused(struct store *store, struct batch *batch, const char *reason)
{
    struct bv_error error = {""};
    store_batch_setting(batch, "trace", "left");
    assert_false(store_commit(store, batch, &error));
    if (!strstr(error.text, reason)) fail_msg("'%s' is not in: %s", reason, error.text);
    expect_setting(store, "trace", NULL);
    expect_tables(store, NULL, 1, "1 t1 'game=chars' 1001 open 0 2\n");
    expect_tables(store, NULL, 2, "");
    expect_person(store, "bob", NULL);
    batch_clear(batch);
}

static void good_beginning(struct batch *batch)
{
    store_batch_person(batch, "bob", "Bob", 1);
    add_table(batch, 2);
    store_batch_stage(batch, 1, TABLE_PLAYING, 50);
}

static void a_batch_that_does_not_fit_changes_nothing(void **state)
{
    struct store *store = open_store(*state);
    struct batch *batch = store_batch_new();
    store_batch_person(batch, "ada", "Ada", 1);
    add_table(batch, 1);
    add_events(batch, 1, 1, 2);
    commit(store, batch);

    good_beginning(batch);
    add_events(batch, 1, 2, 2);
    expect_refused(store, batch, "an event (table 1, number 2) does not fit");
    good_beginning(batch);
    add_events(batch, 1, 4, 4);
    expect_refused(store, batch, "an event (table 1, number 4) does not fit");
    good_beginning(batch);
    add_events(batch, 9, 1, 1);
    expect_refused(store, batch, "an event (table 9, number 1) does not fit");
    good_beginning(batch);
    store_batch_stage(batch, 9, TABLE_OVER, 0);
    expect_refused(store, batch, "what it builds on is missing");
    good_beginning(batch);
    store_batch_rename(batch, "eve", "Eve");
    expect_refused(store, batch, "what it builds on is missing");
    good_beginning(batch);
    store_batch_person(batch, "ada", "Ada again", 1);
    expect_refused(store, batch, "a new person does not fit");
    good_beginning(batch);
    add_table(batch, 1);
    expect_refused(store, batch, "a new table (table 1, number 0) does not fit");
    good_beginning(batch);
    store_batch_table(batch, 3, "t1", "", 1);
    expect_refused(store, batch, "a new table (table 3, number 0) does not fit");
    good_beginning(batch);
    store_batch_join(batch, "eve", 1);
    expect_refused(store, batch, "a person at a table (table 1, number 0) does not fit");
    good_beginning(batch);
    store_batch_finished(batch, 1, 5, "s", "");
    store_batch_finished(batch, 1, 6, "s", "");
    expect_refused(store, batch, "the end of a game (table 1, number 0) does not fit");

    /* And the same beginning with a good end is taken. */
    good_beginning(batch);
    add_events(batch, 1, 3, 3);
    commit(store, batch);
    expect_tables(store, NULL, 1, "1 t1 'game=chars' 1001 playing 50 3\n");
    store_close(store);
    store_batch_free(batch);
}

static void several_batches_are_committed_as_one(void **state)
{
    struct bv_error error;
    struct store *store = open_store(*state);
    struct batch *one = store_batch_new();
    struct batch *two = store_batch_new();
    const struct batch *both[] = {one, two};
    add_table(one, 1);
    add_events(two, 1, 2, 2);
    assert_false(store_commit_all(store, both, 2, &error));
    expect_tables(store, NULL, 1, "");
    batch_clear(two);
    add_events(two, 1, 1, 2);
    assert_true(store_commit_all(store, both, 2, &error));
    expect_tables(store, NULL, 1, "1 t1 'game=chars' 1001 open 0 2\n");
    store_close(store);
    store_batch_free(one);
    store_batch_free(two);
}

static void joining_twice_is_joining_once(void **state)
{
    struct store *store = open_store(*state);
    struct batch *batch = store_batch_new();
    store_batch_person(batch, "ada", "Ada", 1);
    store_batch_person(batch, "bob", "Bob", 1);
    for (int table = 1; table <= 5; table++) {
        add_table(batch, table);
        store_batch_join(batch, "ada", table);
        store_batch_join(batch, "ada", table);
        if (table % 2) store_batch_join(batch, "bob", table);
    }
    commit(store, batch);
    store_batch_join(batch, "bob", 3);
    commit(store, batch);
    expect_joined(store, "ada", 10, "5 4 3 2 1 ");
    expect_joined(store, "ada", 2, "5 4 ");
    expect_joined(store, "bob", 10, "5 3 1 ");
    store_close(store);
    store_batch_free(batch);
}

static void unfinished_tables_come_oldest_first(void **state)
{
    struct store *store = open_store(*state);
    struct batch *batch = store_batch_new();
    for (int table = 1; table <= 6; table++) add_table(batch, table);
    store_batch_stage(batch, 2, TABLE_PLAYING, 0);
    store_batch_stage(batch, 3, TABLE_OVER, 0);
    store_batch_stage(batch, 4, TABLE_PLAYING, 70);
    store_batch_finished(batch, 4, 80, "won", ""); /* over without being told so */
    commit(store, batch);
    expect_unfinished(store, "1 2 5 6 ");
    expect_tables(store, NULL, 4, "4 t4 'game=chars' 1004 over 0 0\n");
    store_close(store);
    store_batch_free(batch);
}

/* ---- Searching ----------------------------------------------------------------------------------------- */

/* Forty games, two of which end at the same time: every second is `even`, every fifth `five`, one is `once`. */
static struct store *forty_games(const char *folder)
{
    struct store *store = open_store(folder);
    struct batch *batch = store_batch_new();
    for (int table = 1; table <= 40; table++) {
        char tags[200];
        (void)snprintf(tags, sizeof tags, "game=chars\n%s%s%sgame=chars\n",
                       table % 2 == 0 ? "kind=even\n" : "", table % 5 == 0 ? "kind=five\n" : "",
                       table == 20 ? "kind=once\n" : "");
        add_table(batch, table);
        store_batch_finished(batch, table, 100 + table / 2, "a summary", tags);
    }
    commit(store, batch);
    store_batch_free(batch);
    return store;
}

static void expect_found(struct store *store, struct store_search_query search, const char *keys)
{
    struct seen seen;
    struct bv_error error;
    if (search.most == 0) search.most = 100;
    while (search.tags < 8 && search.tag[search.tags]) search.tags++;
    assert_true(store_search(store, &search, see_line, look(&seen, 0), &error));
    assert_string_equal(seen.text, keys);
}

static bool see_tag(void *context, const char *tag, int64_t games)
{
    struct bv_out *out = context;
    bv_put(out, tag);
    bv_put_char(out, ' ');
    bv_put_number(out, games);
    bv_put_char(out, ';');
    return true;
}

static void expect_tags(struct store *store, const char *prefix, uint32_t most, const char *wanted)
{
    char text[200];
    struct bv_error error;
    struct bv_out out = bv_out_into(text, sizeof text);
    assert_true(store_tags(store, prefix, most, see_tag, &out, &error));
    assert_string_equal(text, wanted);
}

static void tags_that_begin_alike_are_counted(void **state)
{
    struct store *store = forty_games(*state);
    expect_tags(store, "kind=", 10, "kind=even 20;kind=five 8;kind=once 1;");
    expect_tags(store, "kind=", 2, "kind=even 20;kind=five 8;");
    expect_tags(store, "kind=f", 10, "kind=five 8;");
    expect_tags(store, "kinds", 10, "");
    store_close(store);
}

static void a_search_finds_games_with_all_tags(void **state)
{
    struct store *store = forty_games(*state);
    const char *fives = "40 35 30 25 20 15 10 5 ";
    expect_found(store, (struct store_search_query){.tag = {"kind=five"}}, fives);
    expect_found(store, (struct store_search_query){.tag = {"game=chars", "kind=five"}}, fives);
    expect_found(store, (struct store_search_query){.tag = {"kind=five", "kind=even"}},
                 "40 30 20 10 ");
    expect_found(store, (struct store_search_query){.tag = {"kind=even", "kind=five"}},
                 "40 30 20 10 ");
    expect_found(store, (struct store_search_query){.tag = {"kind=even", "kind=once", "kind=five"}},
                 "20 ");
    expect_found(store, (struct store_search_query){.tag = {"kind=even", "kind=odd"}}, "");
    expect_found(store, (struct store_search_query){.tag = {"kind=eve"}}, "");
    expect_found(store, (struct store_search_query){.most = 3}, "40 39 38 ");
    expect_found(
        store,
        (struct store_search_query){.tag = {"kind=five", "kind=five", "kind=even", "game=chars",
                                            "game=chars", "game=chars", "game=chars", "kind=once"}},
        "20 ");
    store_close(store);
}

static void a_search_keeps_to_its_dates(void **state)
{
    struct store *store = forty_games(*state);
    expect_found(store, (struct store_search_query){.from = 118}, "40 39 38 37 36 ");
    expect_found(store, (struct store_search_query){.from = 103, .to = 105}, "9 8 7 6 ");
    expect_found(store, (struct store_search_query){.tag = {"kind=even"}, .from = 103, .to = 105},
                 "8 6 ");
    expect_found(store, (struct store_search_query){.from = 105, .to = 105}, "");
    /* A page goes on inside the dates, and a page before the dates' end changes nothing. */
    expect_found(
        store,
        (struct store_search_query){.from = 103, .to = 105, .before_ended = 104, .before_table = 9},
        "8 7 6 ");
    expect_found(store,
                 (struct store_search_query){
                     .from = 103, .to = 105, .before_ended = 105, .before_table = 11},
                 "9 8 7 6 ");
    store_close(store);
}

struct page {
    struct store_search_query search;
    int64_t last; /* the key before */
    int found;
};

static bool turn_page(void *context, int64_t table, const char *id, int64_t ended,
                      const char *summary)
{
    (void)id;
    (void)summary;
    struct page *page = context;
    assert_int_equal(table, page->last - 1);
    page->last = table;
    page->found++;
    page->search.before_ended = ended;
    page->search.before_table = table;
    return true;
}

static void pages_follow_each_other_without_gap(void **state)
{
    struct bv_error error;
    struct store *store = forty_games(*state);
    for (uint32_t most = 1; most <= 41; most += 3) {
        struct page page = {.search = {.tag = {"game=chars"}, .tags = 1, .most = most}, .last = 41};
        int before = -1;
        while (page.found > before) {
            before = page.found;
            struct store_search_query search = page.search;
            assert_true(store_search(store, &search, turn_page, &page, &error));
            assert_true(page.found - before <= (int)most);
        }
        assert_int_equal(page.found, 40);
    }
    store_close(store);
}

/* A visitor may ask other things meanwhile, and stop. */
static bool look_closer(void *context, int64_t table, const char *id, int64_t ended,
                        const char *summary)
{
    (void)ended;
    (void)summary;
    struct seen seen;
    struct bv_error error;
    assert_true(store_table(context, id, 0, see_key, look(&seen, 0), &error));
    assert_int_equal(seen.visits, 1);
    assert_int_equal(table, 40);
    return false;
}

static void a_visitor_may_read_and_stop(void **state)
{
    struct bv_error error;
    struct store *store = forty_games(*state);
    struct store_search_query search = {.most = 10};
    assert_true(store_search(store, &search, look_closer, store, &error));
    assert_true(store_search(store, &search, look_closer, store, &error));
    store_close(store);
}

static void readers_see_what_a_writer_has_committed(void **state)
{
    struct bv_error error;
    struct store *writer = open_store(*state);
    struct store *reader = store_open(*state, STORE_READ, &error);
    assert_non_null(reader);
    struct batch *batch = store_batch_new();
    for (int table = 1; table <= 20; table++) {
        add_table(batch, table);
        add_events(batch, table, 1, 3);
        commit(writer, batch);
        uint32_t events = 0;
        assert_true(events_of(reader, table, &events));
        assert_int_equal(events, 3);
    }
    store_close(reader);
    store_close(writer);
    store_batch_free(batch);
}

static bool count_row(void *context, const struct stored_table *table)
{
    int *count = context;
    (void)table;
    ++*count;
    return true;
}

static bool count_document(void *context, const struct store_document *document)
{
    int *count = context;
    (void)document;
    ++*count;
    return true;
}

/* The event loop reads them, so no call may bring them all. */
static void what_may_be_many_comes_in_pages(void **state)
{
    enum { PAGE = 1000, MORE = 3 };
    struct bv_error error;
    struct batch *batch = store_batch_new();
    struct store *store = open_store(*state);
    struct store_cursor tables = {0};
    struct store_cursor documents = {0};
    store_batch_person(batch, "ada", "Ada", 1);
    for (int i = 1; i <= PAGE + MORE; i++) {
        char id[16];
        snprintf(id, sizeof id, "t%04d", i);
        store_batch_table(batch, i, id, "{}", i);
        store_batch_document(batch, "note", id, 0, 0, bv_span_of("{}"));
    }
    commit(store, batch);
    for (int page = 0; page < 2; page++) {
        int counted[2] = {0};
        assert_true(store_unfinished(store, &tables, count_row, &counted[0], &error));
        assert_true(
            store_documents_page(store, "note", &documents, count_document, &counted[1], &error));
        for (int i = 0; i < 2; i++) assert_int_equal(counted[i], page ? MORE : PAGE);
        assert_int_equal(tables.more, !page);
        assert_int_equal(documents.more, !page);
    }
    assert_int_equal(tables.table, PAGE + MORE);
    assert_string_equal(documents.key, "t1003");
    store_close(store);
    store_batch_free(batch);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        scratch_test(what_is_committed_is_there_after_closing),
        scratch_test(a_new_store_is_empty),
        scratch_test(a_text_that_does_not_fit_is_an_error),
        scratch_test(a_batch_that_does_not_fit_changes_nothing),
        scratch_test(several_batches_are_committed_as_one),
        scratch_test(joining_twice_is_joining_once),
        scratch_test(unfinished_tables_come_oldest_first),
        scratch_test(what_may_be_many_comes_in_pages),
        scratch_test(tags_that_begin_alike_are_counted),
        scratch_test(a_search_finds_games_with_all_tags),
        scratch_test(a_search_keeps_to_its_dates),
        scratch_test(pages_follow_each_other_without_gap),
        scratch_test(a_visitor_may_read_and_stop),
        scratch_test(readers_see_what_a_writer_has_committed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

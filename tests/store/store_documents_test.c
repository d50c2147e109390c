/* Documents: versions that settle who was first, lists by key and by rank; and how a person is deleted. */
#include "scratch.h"

struct seen {
    char text[1024];
    struct bv_out out;
};

static struct seen *look(struct seen *seen)
{
    seen->out = bv_out_into(seen->text, sizeof seen->text);
    return seen;
}

static bool see_document(void *context, const struct store_document *document)
{
    struct seen *seen = context;
    bv_put(&seen->out, document->key);
    bv_put(&seen->out, " ");
    bv_put_number(&seen->out, document->version);
    bv_put(&seen->out, " ");
    bv_put_number(&seen->out, document->rank);
    bv_put(&seen->out, " ");
    bv_put_span(&seen->out, document->text);
    bv_put(&seen->out, "\n");
    return true;
}

static bool see_key(void *context, const struct store_document *document)
{
    struct seen *seen = context;
    bv_put(&seen->out, document->key);
    bv_put(&seen->out, " ");
    return true;
}

static bool see_person(void *context, const char *id)
{
    struct seen *seen = context;
    bv_put(&seen->out, id);
    bv_put(&seen->out, " ");
    return true;
}

static void put(struct batch *batch, const char *kind, const char *key, uint32_t version,
                int64_t rank, const char *text)
{
    store_batch_document(batch, kind, key, version, rank, bv_span_of(text));
}

static void expect_document(struct store *store, const char *key, const char *text)
{
    struct seen seen;
    struct bv_error error;
    assert_true(store_document_read(store, "note", key, see_document, look(&seen), &error));
    assert_string_equal(seen.text, text);
}

static void expect_refused(struct store *store, struct batch *batch)
{
    struct bv_error error = {""};
    assert_false(store_commit(store, batch, &error));
    assert_true(error.text[0] != '\0');
    batch_clear(batch);
}

static void a_document_is_replaced_by_who_knows_its_version(void **state)
{
    struct store *store = open_store(*state);
    struct batch *batch = store_batch_new();
    expect_document(store, "a", "");
    put(batch, "note", "a", 0, 5, "one");
    commit(store, batch);
    expect_document(store, "a", "a 1 5 one\n");
    put(batch, "note", "a", 1, 6, "two");
    put(batch, "note", "a", 2, 7, "three");
    commit(store, batch);
    expect_document(store, "a", "a 3 7 three\n");
    /* Too late, too early, and as if there were none: each fails its whole batch. */
    for (uint32_t version = 0; version < 6; version++) {
        if (version == 3) continue;
        put(batch, "note", "b", 0, 1, "with it");
        put(batch, "note", "a", version, 9, "four");
        expect_refused(store, batch);
    }
    store_batch_document_gone(batch, "note", "a", 2);
    expect_refused(store, batch);
    expect_document(store, "a", "a 3 7 three\n");
    expect_document(store, "b", "");
    store_batch_document_gone(batch, "note", "a", 3);
    commit(store, batch);
    expect_document(store, "a", "");
    put(batch, "note", "a", 0, 1, "again");
    commit(store, batch);
    expect_document(store, "a", "a 1 1 again\n");
    store_batch_free(batch);
    store_close(store);
}

static void expect_listed(struct store *store, const char *prefix, const char *after, uint32_t most,
                          const char *keys)
{
    struct seen seen;
    struct bv_error error;
    assert_true(store_documents(store, "note", prefix, after, most, see_key, look(&seen), &error));
    assert_string_equal(seen.text, keys);
}

static void expect_ranked(struct store *store, int64_t rank, const char *key, uint32_t most,
                          const char *keys)
{
    struct seen seen;
    struct bv_error error;
    assert_true(store_ranked(store, "note", rank, key, most, see_key, look(&seen), &error));
    assert_string_equal(seen.text, keys);
}

static void documents_are_listed_by_key_and_by_rank(void **state)
{
    static const char *const keys[] = {"ada/1", "ada/2", "ada/é", "ad", "bob/1", "b%", "b_"};
    struct store *store = open_store(*state);
    struct batch *batch = store_batch_new();
    for (size_t i = 0; i < BV_COUNT(keys); i++)
        put(batch, "note", keys[i], 0, (int64_t)(i % 4), "text");
    put(batch, "other", "ada/3", 0, 2, "text");
    commit(store, batch);
    expect_listed(store, "ada/", "", 10, "ada/1 ada/2 ada/é ");
    expect_listed(store, "ada/", "ada/1", 1, "ada/2 ");
    expect_listed(store, "b%", "", 10, "b% "); /* no pattern */
    expect_listed(store, "", "", 10, "ad ada/1 ada/2 ada/é b% b_ bob/1 ");
    expect_listed(store, "c", "", 10, "");
    expect_ranked(store, INT64_MAX, "", 10, "ad b_ ada/é b% ada/2 bob/1 ada/1 ");
    expect_ranked(store, 2, "b_", 2, "ada/é b% ");
    expect_ranked(store, 2, "ada/é", 2, "b% ada/2 ");
    struct bv_error error;
    int64_t count = -1;
    assert_true(store_above(store, "note", 1, &count, &error));
    assert_int_equal(count, 3);
    assert_true(store_above(store, "nothing", INT64_MIN, &count, &error));
    assert_int_equal(count, 0);
    store_batch_free(batch);
    store_close(store);
}

/* ---- Merging and deleting people ------------------------------------------------------------------------ */

static bool note_table(void *context, int64_t table, const char *id, int64_t ended,
                       const char *summary)
{
    struct seen *seen = context;
    (void)id;
    bv_put_number(&seen->out, table);
    bv_put(&seen->out, " ");
    bv_put_number(&seen->out, ended);
    bv_put(&seen->out, " ");
    bv_put(&seen->out, summary);
    return true;
}

static void expect_found(struct store *store, const char *tag, const char *text)
{
    struct seen seen;
    struct bv_error error;
    struct store_search_query search = {.tag = {tag}, .tags = 1, .most = 10};
    assert_true(store_search(store, &search, note_table, look(&seen), &error));
    assert_string_equal(seen.text, text);
}

static bool see_setup(void *context, const struct stored_table *table)
{
    assert_string_equal(table->setup, (const char *)context);
    return false;
}

static void expect_setup(struct store *store, int64_t table, const char *setup)
{
    struct bv_error error;
    char copy[64];
    struct bv_out out = bv_out_into(copy, sizeof copy);
    bv_put(&out, setup);
    assert_true(store_table(store, NULL, table, see_setup, copy, &error));
}

static void a_finished_game_is_filed_again(void **state)
{
    struct store *store = open_store(*state);
    struct batch *batch = store_batch_new();
    add_table(batch, 1);
    add_events(batch, 1, 1, 2);
    store_batch_finished(batch, 1, 50, "Ada won", "player=ada\ngame=chars\n");
    commit(store, batch);
    store_batch_rewrite(batch, 1, 2, bv_span_of("another line of which nothing is lost"));
    store_batch_retag(batch, 1, 50, "somebody won", "player=ada\ngame=chars\n",
                      "player=?\ngame=chars\n");
    commit(store, batch);
    expect_found(store, "player=ada", "");
    expect_found(store, "player=?", "1 50 somebody won");
    expect_found(store, "game=chars", "1 50 somebody won");
    uint32_t events = 0;
    assert_true(events_of(store, 1, &events));
    assert_int_equal(events, 2);
    store_batch_setup(batch, 1, "another setup");
    commit(store, batch);
    expect_setup(store, 1, "another setup");
    store_batch_setup(batch, 9, "of no table");
    expect_refused(store, batch);
    store_batch_rewrite(batch, 1, 3, bv_span_of("a line that was never there"));
    expect_refused(store, batch);
    store_batch_retag(batch, 2, 50, "a game that was never there", "", "");
    expect_refused(store, batch);
    store_batch_free(batch);
    /* A tag that no game has any more is not missed. */
    struct bv_error error = {""};
    uint64_t counts[2] = {0, 0};
    if (!store_check(*state, &counts[0], &counts[1], &error)) fail_msg("%s", error.text);
    store_close(store);
}

static void expect_idle_within(struct store *store, int64_t before, const char *after,
                               const char *until, const char *people)
{
    struct seen seen;
    struct bv_error error;
    struct store_idle_query idle = {
        .kind = "account", .before = before, .after = after, .until = until, .most = 10};
    assert_true(store_idle(store, &idle, see_person, look(&seen), &error));
    assert_string_equal(seen.text, people);
}

static void expect_idle(struct store *store, int64_t before, const char *people)
{
    expect_idle_within(store, before, "", "", people);
}

static void those_who_never_came_back_are_found_and_forgotten(void **state)
{
    struct store *store = open_store(*state);
    struct batch *batch = store_batch_new();
    struct bv_error error;
    static const char *const people[] = {"account", "idle", "new", "old", "playing"};
    for (size_t i = 0; i < BV_COUNT(people); i++)
        store_batch_person(batch, people[i], "Somebody", bv_equal(people[i], "new") ? 5000 : 100);
    put(batch, "account", "account", 0, 1, "{}");
    add_table(batch, 1); /* opened at 1001 */
    add_table(batch, 2);
    store_batch_finished(batch, 1, 1100, "over", "");
    store_batch_join(batch, "old", 1);
    store_batch_join(batch, "playing", 1);
    store_batch_join(batch, "playing", 2);
    commit(store, batch);
    expect_idle(store, 900, "idle ");
    expect_idle(store, 2000, "idle old ");
    expect_idle_within(store, 2000, "", "j", "idle ");
    expect_idle_within(store, 2000, "idle", "ola", "");
    expect_idle_within(store, 2000, "idle", "old", "old ");
    expect_idle_within(store, 2000, "idle", "", "old ");
    store_batch_leave(batch, "playing", 2);
    store_batch_person_gone(batch, "old");
    commit(store, batch);
    expect_idle(store, 2000, "idle playing ");
    char name[32];
    bool found = true;
    assert_true(store_person(store, "old", name, sizeof name, &found, &error));
    assert_false(found);
    store_batch_person_gone(batch, "old");
    expect_refused(store, batch);
    store_batch_free(batch);
    store_close(store);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        scratch_test(a_document_is_replaced_by_who_knows_its_version),
        scratch_test(documents_are_listed_by_key_and_by_rank),
        scratch_test(a_finished_game_is_filed_again),
        scratch_test(those_who_never_came_back_are_found_and_forgotten),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

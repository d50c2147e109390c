/* What servers on one store need of it: to know that another node was faster, keys of their own, jobs, names without secrets. */
#include "scratch.h"
#include "store/committer.h"
#include "store/node.h"

static void expect_failure(struct store *store, struct batch *batch, bool conflict)
{
    struct bv_error error = {""};
    assert_false(store_commit(store, batch, &error));
    if (store_had_conflict(store) != conflict) fail_msg("%s", error.text);
    batch_clear(batch);
}

static void the_second_writer_learns_it(void **state)
{
    struct store *store = open_store(*state);
    struct batch *batch = store_batch_new();
    add_table(batch, 1);
    add_events(batch, 1, 1, 3);
    store_batch_person(batch, "ada", "Ada", 1);
    store_batch_document(batch, "note", "a", 0, 0, bv_span_of("one"));
    commit(store, batch);
    assert_false(store_had_conflict(store));
    add_events(batch, 1, 3, 3);
    expect_failure(store, batch, true);
    add_events(batch, 1, 5, 5);
    expect_failure(store, batch, true);
    store_batch_document(batch, "note", "a", 0, 0, bv_span_of("two"));
    expect_failure(store, batch, true);
    store_batch_document(batch, "note", "a", 7, 0, bv_span_of("two"));
    expect_failure(store, batch, true);
    store_batch_document_gone(batch, "note", "a", 2);
    expect_failure(store, batch, true);
    add_table(batch, 1);
    expect_failure(store, batch, true);
    store_batch_person(batch, "ada", "Ada", 1);
    expect_failure(store, batch, true);
    add_events(batch, 1, 4, 4);
    commit(store, batch);
    assert_false(store_had_conflict(store));
    store_batch_free(batch);
    store_close(store);
}

static void the_name_of_a_node_stays(void **state)
{
    (void)state;
    const char *name = node_name();
    assert_int_equal(bv_length(name), NODE_SIZE - 1);
    assert_ptr_equal(node_name(), name);
}

static void expect_where(const char *where, const char *shown)
{
    char text[128];
    struct bv_out out = bv_out_into(text, sizeof text);
    store_put_where(&out, where);
    assert_string_equal(text, shown);
}

static void a_password_is_never_shown(void **state)
{
    (void)state;
    expect_where("/srv/a:b@c", "/srv/a:b@c");
    expect_where("sqlite:/srv/server", "sqlite:/srv/server");
    expect_where("postgresql://h1:5432,h2:5432/server", "postgresql://h1:5432,h2:5432/server");
    expect_where("postgresql://ada@h/server", "postgresql://ada@h/server");
    expect_where("postgres://ada:geheim@h:5432/server", "postgres://ada@h:5432/server");
    expect_where("postgresql:///server?host=/run&password=x", "postgresql:///server");
    assert_false(store_is_shared("/srv/postgresql://server"));
    assert_true(store_is_shared("postgres://h/server"));
    assert_true(store_is_shared("postgresql:///server"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        scratch_test(the_second_writer_learns_it),
        cmocka_unit_test(the_name_of_a_node_stays),
        cmocka_unit_test(a_password_is_never_shown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

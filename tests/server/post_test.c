/* The post: what is owed to one client while the disk is slow is bounded. */
#include "../store/scratch.h"

#include "server/post.h"

static void nothing_stored(void *context, int64_t table, uint32_t number)
{
    (void)context;
    (void)table;
    (void)number;
}

static void nothing_lost(void *context, int64_t table, bool overtaken)
{
    (void)context;
    (void)table;
    (void)overtaken;
}

static void no_bell(void *context)
{
    (void)context;
}

static void what_is_owed_to_a_client_is_bounded(void **state)
{
    static char text[64 * 1024];
    struct bv_store *store = open_store(*state);
    struct bv_post_handler handler = {
        .stored = nothing_stored, .lost = nothing_lost, .wake = no_bell};
    struct bv_post *post = bv_post_open(store, &handler);
    struct bv_client *greedy = bv_new(sizeof *greedy);
    struct bv_client *modest = bv_new(sizeof *modest);
    greedy->holders = modest->holders = 1;
    memset(text, 'x', sizeof text);
    for (int i = 0; i < 1000; i++)
        bv_post_reply(post, greedy, i, (struct bv_span){text, sizeof text});
    assert_true(greedy->owed >= BV_OWED_MAX);
    assert_true(greedy->owed < BV_OWED_MAX + 2 * sizeof text);
    bv_post_reply(post, modest, 1, bv_span_of("\"a\":1"));
    assert_true(modest->owed > 0);

    bv_post_depart(post); /* nothing is to be stored: it arrives at once */
    assert_int_equal(greedy->owed, 0);
    assert_int_equal(modest->owed, 0);
    bv_post_reply(post, greedy, 1, bv_span_of("\"a\":1"));
    assert_true(greedy->owed > 0);
    bv_post_close(post);
    assert_int_equal(greedy->holders, 1);
    bv_client_drop(greedy);
    bv_client_drop(modest);
    bv_store_close(store);
}

int main(void)
{
    const struct CMUnitTest tests[] = {scratch_test(what_is_owed_to_a_client_is_bounded)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

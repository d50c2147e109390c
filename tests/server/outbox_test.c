/* The outbox: what is owed to a client is bounded, and what was overtaken by another node, or only reads, is asked again. */
#include "documents_fixture.h"

#include <signal.h>
#include <sys/resource.h>

static void what_is_owed_to_a_client_is_bounded(void **state)
{
    static char text[64 * 1024];
    struct fixture *fixture = open_fixture(*state);
    struct outbox *outbox = fixture->outbox;
    struct client *greedy = memory_new(sizeof *greedy);
    struct client *modest = memory_new(sizeof *modest);
    greedy->holders = modest->holders = 1;
    memset(text, 'x', sizeof text);
    for (int i = 0; i < 1000; i++)
        outbox_reply(outbox, greedy, i, (struct bv_span){text, sizeof text});
    assert_true(greedy->own.owed >= OUTBOX_OWED_MAX);
    assert_true(greedy->own.owed < OUTBOX_OWED_MAX + 2 * sizeof text);
    outbox_reply(outbox, modest, 1, bv_span_of("\"a\":1"));
    assert_true(modest->own.owed > 0);

    outbox_commit(outbox); /* nothing is to be stored: it arrives at once */
    assert_int_equal(greedy->own.owed, 0);
    assert_int_equal(modest->own.owed, 0);
    outbox_reply(outbox, greedy, 1, bv_span_of("\"a\":1"));
    assert_true(greedy->own.owed > 0);
    close_fixture(fixture);
    assert_int_equal(greedy->holders, 1);
    client_drop(greedy);
    client_drop(modest);
}

/* ---- Two nodes on one store ------------------------------------------------------------------------------------ */

static void write_entry(struct fixture *fixture, uint32_t number, const char *line)
{
    store_batch_event(outbox_changes(fixture->outbox), 1, number, 1, bv_span_of(line));
    outbox_touches(fixture->outbox, 1, number);
}

static void ask(struct fixture *fixture, struct client *client, uint32_t number, const char *line)
{
    outbox_request_begin(fixture->outbox);
    write_entry(fixture, number, line);
    outbox_request_end(fixture->outbox,
                       &(struct outbox_request){.client = client, .message = bv_span_of(line)});
}

static void lay_table(struct fixture *fixture)
{
    store_batch_table(outbox_changes(fixture->outbox), 1, "table", "{}", 1);
    commit_and_deliver(fixture);
}

/* A client whose connection nobody uses: nothing is sent to it here. */
static struct client *new_client(void)
{
    struct client *client = memory_new(sizeof *client);
    client->holders = 1;
    client->connection = (struct connection *)client;
    return client;
}

/* Two nodes of which the other is the faster with the first entry of a table, and a client of the one. */
struct race {
    struct fixture *one, *other;
    struct client *client;
};

static struct race begin_race(const char *folder)
{
    struct race race = {open_fixture(folder), open_fixture(folder), new_client()};
    lay_table(race.one);
    write_entry(race.other, 1, "the other was faster");
    commit_and_deliver(race.other);
    assert_int_equal(race.other->stored, 1);
    return race;
}

static void end_race(struct race *race)
{
    close_fixture(race->one);
    close_fixture(race->other);
    assert_int_equal(race->client->holders, 1);
    client_drop(race->client);
}

static void a_transaction_that_was_overtaken_is_asked_again(void **state)
{
    struct outbox_request request;
    struct race race = begin_race(*state);
    struct fixture *one = race.one;
    struct client *client = race.client;
    ask(one, client, 1, "what was asked");
    ask(one, client, 2, "and built on it");
    commit_and_deliver(one);
    assert_int_equal(one->stored, 0);
    assert_int_equal(one->lost, 1);
    assert_int_equal(one->overtaken, 1);
    assert_int_equal(one->unanswered, 2);
    assert_string_equal(outbox_trouble(one->outbox), ""); /* nothing is wrong with the store */

    assert_true(outbox_retry(one->outbox, &request));
    assert_true(bv_span_is(request.message, "what was asked"));
    assert_ptr_equal(request.client, client);
    ask(one, client, 2, "what was asked");
    assert_true(outbox_retry(one->outbox, &request));
    assert_true(bv_span_is(request.message, "and built on it"));
    ask(one, client, 3, "and built on it");
    assert_false(outbox_retry(one->outbox, &request));
    commit_and_deliver(one);
    assert_int_equal(one->stored, 3);
    assert_false(outbox_retry(one->outbox, &request));
    end_race(&race);
}

static void who_has_gone_is_not_asked_again(void **state)
{
    struct outbox_request request;
    struct race race = begin_race(*state);
    struct fixture *one = race.one;
    struct client *client = race.client;
    ask(one, client, 1, "what was asked");
    client->connection = NULL;
    commit_and_deliver(one);
    assert_int_equal(one->overtaken, 1);
    assert_false(outbox_retry(one->outbox, &request));
    end_race(&race);
}

/* A transaction that never finds the number free fails in the end. */
static void nobody_is_asked_again_for_ever(void **state)
{
    enum { MANY = 100 };
    struct outbox_request request;
    struct race race = begin_race(*state);
    struct fixture *one = race.one;
    struct client *client = race.client;
    int tries = 0;
    ask(one, client, 1, "what was asked");
    commit_and_deliver(one);
    while (tries < MANY && outbox_retry(one->outbox, &request)) {
        ask(one, client, 1, "what was asked");
        commit_and_deliver(one);
        tries++;
    }
    assert_true(tries >= 10 && tries < MANY);
    assert_int_equal(one->lost, tries + 1);
    assert_int_equal(one->overtaken, tries); /* but for the last */
    end_race(&race);
}

/* As long as they cannot, the disk is full. */
static void let_files_grow(bool grow)
{
    struct rlimit limit;
    signal(SIGXFSZ, SIG_IGN);
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &limit), 0);
    limit.rlim_cur = grow ? limit.rlim_max : 0;
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &limit), 0);
}

/* A question goes with the same transaction as something that the store does not take. */
static void what_only_reads_is_asked_again_when_the_store_fails(void **state)
{
    struct outbox_request request;
    struct fixture *fixture = open_fixture(*state);
    struct client *reader = new_client();
    int tries = 0;
    let_files_grow(false);
    do {
        store_batch_setting(outbox_changes(fixture->outbox), "name", "value");
        outbox_request_begin(fixture->outbox);
        outbox_reply(fixture->outbox, reader, 1,
                     bv_span_of("")); /* nothing is sent: it is asked again */
        outbox_request_end(fixture->outbox,
                           &(struct outbox_request){.client = reader,
                                                    .message = bv_span_of("subscribe"),
                                                    .reads = true});
        if (++tries > 2) reader->connection = NULL;
        commit_and_deliver(fixture);
        assert_string_not_equal(outbox_trouble(fixture->outbox), "");
    } while (outbox_retry(fixture->outbox, &request) && bv_span_is(request.message, "subscribe") &&
             request.reads && request.client == reader);
    let_files_grow(true);
    assert_int_equal(tries, 3); /* until nobody is there who asks */
    close_fixture(fixture);
    assert_int_equal(reader->holders, 1);
    client_drop(reader);
}

static void what_neither_changes_anything_nor_is_answered_is_forgotten(void **state)
{
    struct fixture *fixture = open_fixture(*state);
    struct client *client = new_client();
    outbox_request_begin(fixture->outbox);
    outbox_request_end(fixture->outbox, &(struct outbox_request){.client = client,
                                                                 .message = bv_span_of("nothing")});
    assert_int_equal(client->holders, 1);
    close_fixture(fixture);
    client_drop(client);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        scratch_test(what_is_owed_to_a_client_is_bounded),
        scratch_test(a_transaction_that_was_overtaken_is_asked_again),
        scratch_test(who_has_gone_is_not_asked_again),
        scratch_test(nobody_is_asked_again_for_ever),
        scratch_test(what_only_reads_is_asked_again_when_the_store_fails),
        scratch_test(what_neither_changes_anything_nor_is_answered_is_forgotten),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

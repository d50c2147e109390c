/* The post: what is owed to a client is bounded, and what was overtaken by another node, or only reads, is asked again. */
#include "office.h"

#include <signal.h>
#include <sys/resource.h>

static void what_is_owed_to_a_client_is_bounded(void **state)
{
    static char text[64 * 1024];
    struct office *office = open_office(*state);
    struct bv_post *post = office->post;
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
    close_office(office);
    assert_int_equal(greedy->holders, 1);
    bv_client_drop(greedy);
    bv_client_drop(modest);
}

/* ---- Two nodes on one store ------------------------------------------------------------------------------------ */

static void write_entry(struct office *office, uint32_t number, const char *line)
{
    bv_batch_entry(bv_post_changes(office->post), 1, number, 1, bv_span_of(line));
    bv_post_touches(office->post, 1, number);
}

static void ask(struct office *office, struct bv_client *client, uint32_t number, const char *line)
{
    bv_post_asking(office->post);
    write_entry(office, number, line);
    bv_post_asked(office->post,
                  &(struct bv_petition){.client = client, .message = bv_span_of(line)});
}

static void lay_table(struct office *office)
{
    bv_batch_table(bv_post_changes(office->post), 1, "table", "{}", 1);
    fly(office);
}

/* A client whose connection nobody uses: nothing is sent to it here. */
static struct bv_client *new_client(void)
{
    struct bv_client *client = bv_new(sizeof *client);
    client->holders = 1;
    client->connection = (struct bv_connection *)client;
    return client;
}

/* Two nodes of which the other is the faster with the first entry of a table, and a client of the one. */
struct race {
    struct office *one, *other;
    struct bv_client *client;
};

static struct race begin_race(const char *folder)
{
    struct race race = {open_office(folder), open_office(folder), new_client()};
    lay_table(race.one);
    write_entry(race.other, 1, "the other was faster");
    fly(race.other);
    assert_int_equal(race.other->stored, 1);
    return race;
}

static void end_race(struct race *race)
{
    close_office(race->one);
    close_office(race->other);
    assert_int_equal(race->client->holders, 1);
    bv_client_drop(race->client);
}

static void whoever_was_overtaken_is_asked_again(void **state)
{
    struct bv_petition petition;
    struct race race = begin_race(*state);
    struct office *one = race.one;
    struct bv_client *client = race.client;
    ask(one, client, 1, "what was asked");
    ask(one, client, 2, "and built on it");
    fly(one);
    assert_int_equal(one->stored, 0);
    assert_int_equal(one->lost, 1);
    assert_int_equal(one->overtaken, 1);
    assert_int_equal(one->unheard, 2);
    assert_string_equal(bv_post_trouble(one->post), ""); /* nothing is wrong with the store */

    assert_true(bv_post_again(one->post, &petition));
    assert_true(bv_span_is(petition.message, "what was asked"));
    assert_ptr_equal(petition.client, client);
    ask(one, client, 2, "what was asked");
    assert_true(bv_post_again(one->post, &petition));
    assert_true(bv_span_is(petition.message, "and built on it"));
    ask(one, client, 3, "and built on it");
    assert_false(bv_post_again(one->post, &petition));
    fly(one);
    assert_int_equal(one->stored, 3);
    assert_false(bv_post_again(one->post, &petition));
    end_race(&race);
}

static void who_has_gone_is_not_asked_again(void **state)
{
    struct bv_petition petition;
    struct race race = begin_race(*state);
    struct office *one = race.one;
    struct bv_client *client = race.client;
    ask(one, client, 1, "what was asked");
    client->connection = NULL;
    fly(one);
    assert_int_equal(one->overtaken, 1);
    assert_false(bv_post_again(one->post, &petition));
    end_race(&race);
}

/* Somebody who never finds the number free is told so in the end: the flight then counts as failed. */
static void nobody_is_asked_again_for_ever(void **state)
{
    enum { MANY = 100 };
    struct bv_petition petition;
    struct race race = begin_race(*state);
    struct office *one = race.one;
    struct bv_client *client = race.client;
    int tries = 0;
    ask(one, client, 1, "what was asked");
    fly(one);
    while (tries < MANY && bv_post_again(one->post, &petition)) {
        ask(one, client, 1, "what was asked");
        fly(one);
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

/* A question goes with the same flight as something that the store does not take. */
static void what_only_reads_is_asked_again_when_the_store_fails(void **state)
{
    struct bv_petition petition;
    struct office *office = open_office(*state);
    struct bv_client *reader = new_client();
    int tries = 0;
    let_files_grow(false);
    do {
        bv_batch_setting(bv_post_changes(office->post), "name", "value");
        bv_post_asking(office->post);
        bv_post_reply(office->post, reader, 1,
                      bv_span_of("")); /* nothing is sent: it is asked again */
        bv_post_asked(office->post, &(struct bv_petition){.client = reader,
                                                          .message = bv_span_of("attend"),
                                                          .reads = true});
        if (++tries > 2) reader->connection = NULL;
        fly(office);
        assert_string_not_equal(bv_post_trouble(office->post), "");
    } while (bv_post_again(office->post, &petition) && bv_span_is(petition.message, "attend") &&
             petition.reads && petition.client == reader);
    let_files_grow(true);
    assert_int_equal(tries, 3); /* until nobody is there who asks */
    close_office(office);
    assert_int_equal(reader->holders, 1);
    bv_client_drop(reader);
}

static void what_neither_changes_anything_nor_is_answered_is_forgotten(void **state)
{
    struct office *office = open_office(*state);
    struct bv_client *client = new_client();
    bv_post_asking(office->post);
    bv_post_asked(office->post,
                  &(struct bv_petition){.client = client, .message = bv_span_of("nothing")});
    assert_int_equal(client->holders, 1);
    close_office(office);
    bv_client_drop(client);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        scratch_test(what_is_owed_to_a_client_is_bounded),
        scratch_test(whoever_was_overtaken_is_asked_again),
        scratch_test(who_has_gone_is_not_asked_again),
        scratch_test(nobody_is_asked_again_for_ever),
        scratch_test(what_only_reads_is_asked_again_when_the_store_fails),
        scratch_test(what_neither_changes_anything_nor_is_answered_is_forgotten),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

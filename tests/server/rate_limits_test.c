/* Limits: how many may be done at once, how they come back, and that nobody's are forgotten for a flood of others. */
#include "support.h"

#include <stdio.h>

#include "server/base/rate_limits.h"

static const rate_limit_times defaults = {
    [LIMIT_REQUESTS] = 50, [LIMIT_CHANGES] = 600, [LIMIT_MESSAGES] = 100, [LIMIT_TABLES] = 120,
    [LIMIT_GUESTS] = 120,  [LIMIT_LOGINS] = 20,   [LIMIT_CODES] = 20,     [LIMIT_FAILURES] = 20,
    [LIMIT_GUESSES] = 100, [LIMIT_CHATS] = 30,    [LIMIT_WORK] = 50000,
};

enum { NOW = 1000000 };

static bool take(struct rate_limits *limits, enum rate_limit kind, const char *who, int64_t now)
{
    int64_t wait;
    return rate_limits_take(limits, kind, bv_span_of(who), 1, now, &wait);
}

static int take_all(struct rate_limits *limits, enum rate_limit kind, const char *who, int64_t now)
{
    int count = 0;
    while (count < 100000 && take(limits, kind, who, now)) count++;
    return count;
}

static void a_bucket_holds_its_time_s_worth(void **unused)
{
    (void)unused;
    struct rate_limits *limits = rate_limits_new(defaults);
    assert_int_equal(take_all(limits, LIMIT_REQUESTS, "a", NOW), 200);
    assert_int_equal(take_all(limits, LIMIT_TABLES, "a", NOW), 120);
    assert_int_equal(take_all(limits, LIMIT_FAILURES, "a", NOW), 20);
    rate_limits_free(limits);
}

static void tokens_come_back_with_time(void **unused)
{
    (void)unused;
    int64_t wait = 0;
    struct rate_limits *limits = rate_limits_new(defaults);
    take_all(limits, LIMIT_CHATS, "a", NOW);
    assert_false(rate_limits_take(limits, LIMIT_CHATS, bv_span_of("a"), 1, NOW, &wait));
    assert_in_range(wait, 2000, 2001); /* thirty in a minute: one every two seconds */
    assert_int_equal(take_all(limits, LIMIT_CHATS, "a", NOW + wait - 2), 0);
    assert_int_equal(take_all(limits, LIMIT_CHATS, "a", NOW + wait), 1);
    assert_int_equal(take_all(limits, LIMIT_CHATS, "a", NOW + 3600 * 1000), 30);
    rate_limits_free(limits);
}

static void everybody_and_everything_is_counted_apart(void **unused)
{
    (void)unused;
    struct rate_limits *limits = rate_limits_new(defaults);
    take_all(limits, LIMIT_TABLES, "a", NOW);
    assert_false(take(limits, LIMIT_TABLES, "a", NOW));
    assert_true(take(limits, LIMIT_TABLES, "b", NOW));
    assert_true(take(limits, LIMIT_TABLES, "a longer name than eight", NOW));
    assert_true(take(limits, LIMIT_CHATS, "a", NOW));
    rate_limits_free(limits);
}

static void a_look_takes_nothing(void **unused)
{
    (void)unused;
    int64_t wait = 0;
    struct rate_limits *limits = rate_limits_new(defaults);
    for (int i = 0; i < 1000; i++)
        assert_true(rate_limits_peek(limits, LIMIT_FAILURES, bv_span_of("a"), 1, NOW, &wait));
    assert_int_equal(take_all(limits, LIMIT_FAILURES, "a", NOW), 20);
    assert_false(rate_limits_peek(limits, LIMIT_FAILURES, bv_span_of("a"), 1, NOW, &wait));
    assert_true(wait > 0);
    rate_limits_free(limits);
}

static void a_factor_makes_the_bucket_larger_and_nought_means_no_limit(void **unused)
{
    (void)unused;
    int count = 0;
    int64_t wait = 0;
    rate_limit_times times = {[LIMIT_LOGINS] = 3};
    struct rate_limits *limits = rate_limits_new(times);
    while (count < 1000 && rate_limits_take(limits, LIMIT_LOGINS, bv_span_of("a"), 100, NOW, &wait))
        count++;
    assert_int_equal(count, 300);
    assert_int_equal(take_all(limits, LIMIT_CHATS, "a", NOW), 100000);
    rate_limits_free(limits);
}

static void what_is_done_is_charged_and_may_be_owed(void **unused)
{
    (void)unused;
    int64_t wait = 0;
    struct bv_span who = bv_span_of("a");
    rate_limit_times times = {[LIMIT_WORK] = 1000}; /* two seconds' worth: 2000 */
    struct rate_limits *limits = rate_limits_new(times);
    rate_limits_charge(limits, LIMIT_WORK, who, 1, 1999, NOW);
    assert_true(rate_limits_peek(limits, LIMIT_WORK, who, 1, NOW, &wait));
    rate_limits_charge(limits, LIMIT_WORK, who, 1, 501, NOW);
    assert_false(rate_limits_peek(limits, LIMIT_WORK, who, 1, NOW, &wait));
    assert_in_range(wait, 500, 503);
    assert_true(rate_limits_peek(limits, LIMIT_WORK, who, 1, NOW + wait, &wait));
    /* However much it was, nobody waits for longer than another bucket takes. */
    rate_limits_charge(limits, LIMIT_WORK, who, 1, UINT64_MAX, NOW);
    assert_false(rate_limits_peek(limits, LIMIT_WORK, who, 1, NOW, &wait));
    assert_in_range(wait, 1990, 2010);
    /* Who has more of it owes less; nobody else owes anything; nought means no limit. */
    rate_limits_charge(limits, LIMIT_WORK, bv_span_of("b"), 4, 7000, NOW);
    assert_true(rate_limits_peek(limits, LIMIT_WORK, bv_span_of("b"), 4, NOW, &wait));
    assert_true(rate_limits_peek(limits, LIMIT_WORK, bv_span_of("c"), 1, NOW, &wait));
    rate_limits_charge(limits, LIMIT_CHATS, who, 1, UINT64_MAX, NOW);
    assert_true(rate_limits_peek(limits, LIMIT_CHATS, who, 1, NOW, &wait));
    rate_limits_free(limits);
}

static void a_clients_of_strangers_makes_nobody_s_failures_forgotten(void **unused)
{
    (void)unused;
    char name[32];
    struct rate_limits *limits = rate_limits_new(defaults);
    take_all(limits, LIMIT_FAILURES, "victim", NOW);
    for (int i = 0; i < 100000; i++) {
        snprintf(name, sizeof name, "stranger %d", i);
        take(limits, LIMIT_FAILURES, name, NOW);
    }
    assert_false(take(limits, LIMIT_FAILURES, "victim", NOW));
    rate_limits_free(limits);
}

static void what_is_given_back_can_be_taken_again(void **unused)
{
    (void)unused;
    struct rate_limits *limits = rate_limits_new(defaults);
    for (int i = 0; i < 1000; i++) {
        assert_true(take(limits, LIMIT_GUESSES, "a", NOW));
        rate_limits_give_back(limits, LIMIT_GUESSES, bv_span_of("a"));
    }
    rate_limits_give_back(limits, LIMIT_GUESSES, bv_span_of("nobody"));
    assert_int_equal(take_all(limits, LIMIT_GUESSES, "a", NOW), 100);
    rate_limits_free(limits);
}

/* ---- Together with other nodes ----------------------------------------------------------------------------------- */

struct told {
    struct rate_limits *other;
    int64_t now;
    int count;
};

static void tell_other(void *context, enum rate_limit kind, uint64_t key, int64_t microseconds)
{
    struct told *told = context;
    told->count++;
    rate_limits_receive(told->other, kind, key, microseconds, told->now);
}

static int tell(struct rate_limits *from, struct rate_limits *to, bool all, int64_t now)
{
    struct told told = {.other = to, .now = now};
    rate_limits_visit(from, all, now, tell_other, &told);
    return told.count;
}

struct pair {
    struct rate_limits *one, *other;
};

static struct pair new_pair(void)
{
    struct pair pair = {rate_limits_new(defaults), rate_limits_new(defaults)};
    rate_limits_share(pair.one, 42);
    rate_limits_share(pair.other, 42);
    return pair;
}

static void free_pair(struct pair pair)
{
    rate_limits_free(pair.one);
    rate_limits_free(pair.other);
}

static void failures_are_told_at_once_and_count_at_the_other_node(void **unused)
{
    (void)unused;
    struct pair pair = new_pair();
    for (int i = 0; i < 15; i++) take(pair.one, LIMIT_FAILURES, "victim", NOW);
    assert_true(rate_limits_press(pair.one));
    assert_int_equal(tell(pair.one, pair.other, false, NOW), 1);
    assert_false(rate_limits_press(pair.one));
    assert_int_equal(take_all(pair.other, LIMIT_FAILURES, "victim", NOW), 5);
    assert_int_equal(tell(pair.one, pair.other, true, NOW), 0);
    /* What was heard is not told again, or it would go round for ever. */
    assert_int_equal(tell(pair.other, pair.one, true, NOW), 1);
    assert_false(take(pair.one, LIMIT_FAILURES, "victim", NOW));
    free_pair(pair);
}

static void what_is_given_back_is_told_too(void **unused)
{
    (void)unused;
    struct pair pair = new_pair();
    for (int i = 0; i < 1000; i++) {
        assert_true(take(pair.one, LIMIT_GUESSES, "a", NOW));
        tell(pair.one, pair.other, false, NOW);
        rate_limits_give_back(pair.one, LIMIT_GUESSES, bv_span_of("a"));
        assert_true(rate_limits_press(pair.one));
        tell(pair.one, pair.other, false, NOW);
    }
    assert_int_equal(take_all(pair.other, LIMIT_GUESSES, "a", NOW), 100);
    free_pair(pair);
}

static void what_is_hardly_used_is_not_told(void **unused)
{
    (void)unused;
    struct pair pair = new_pair();
    for (int i = 0; i < 10; i++) take(pair.one, LIMIT_TABLES, "a", NOW);
    assert_false(rate_limits_press(pair.one));
    assert_int_equal(tell(pair.one, pair.other, true, NOW), 0);
    for (int i = 0; i < 10; i++) take(pair.one, LIMIT_TABLES, "a", NOW);
    assert_int_equal(tell(pair.one, pair.other, false, NOW), 0);
    assert_int_equal(tell(pair.one, pair.other, true, NOW), 1);
    assert_int_equal(take_all(pair.other, LIMIT_TABLES, "a", NOW), 100);
    free_pair(pair);
}

static void what_has_come_back_is_not_told(void **unused)
{
    (void)unused;
    struct pair pair = new_pair();
    int64_t now = NOW;
    for (int i = 0; i < 1000; i++, now += 60 * 1000) take(pair.one, LIMIT_TABLES, "a", now);
    for (int i = 0; i < 12; i++) take(pair.one, LIMIT_TABLES, "a", now);
    assert_int_equal(tell(pair.one, pair.other, true, now), 1);
    assert_int_equal(take_all(pair.other, LIMIT_TABLES, "a", now), 108);
    free_pair(pair);
}

static void more_than_a_bucket_holds_empties_it_and_no_more(void **unused)
{
    (void)unused;
    struct pair pair = new_pair();
    for (int i = 0; i < 4; i++) {
        struct pair others = new_pair();
        take_all(others.one, LIMIT_CHATS, "a", NOW);
        tell(others.one, pair.one, true, NOW);
        free_pair(others);
    }
    assert_int_equal(take_all(pair.one, LIMIT_CHATS, "a", NOW), 0);
    assert_int_equal(take_all(pair.one, LIMIT_CHATS, "a", NOW + 2000), 1);
    free_pair(pair);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_bucket_holds_its_time_s_worth),
        cmocka_unit_test(tokens_come_back_with_time),
        cmocka_unit_test(everybody_and_everything_is_counted_apart),
        cmocka_unit_test(a_look_takes_nothing),
        cmocka_unit_test(a_factor_makes_the_bucket_larger_and_nought_means_no_limit),
        cmocka_unit_test(what_is_done_is_charged_and_may_be_owed),
        cmocka_unit_test(a_clients_of_strangers_makes_nobody_s_failures_forgotten),
        cmocka_unit_test(failures_are_told_at_once_and_count_at_the_other_node),
        cmocka_unit_test(what_is_given_back_can_be_taken_again),
        cmocka_unit_test(what_is_given_back_is_told_too),
        cmocka_unit_test(what_is_hardly_used_is_not_told),
        cmocka_unit_test(what_has_come_back_is_not_told),
        cmocka_unit_test(more_than_a_bucket_holds_empties_it_and_no_more),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

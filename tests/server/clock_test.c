/* Clocks: what a side has left, when its time is over, and what does not count. */
#include "support.h"

#include "table/clock.h"

static struct table_clock clock_of(enum table_time_mode mode, int64_t budget, int64_t increment,
                                   int64_t vacation)
{
    struct table_clock clock;
    table_clock_set(&clock, &(struct table_time_control){mode, budget, increment, vacation});
    table_clock_advance(&clock, 1000000); /* the moment the table was opened */
    return clock;
}

static void only_the_running_side_loses_time(void **unused)
{
    (void)unused;
    struct table_clock clock = clock_of(TABLE_TIME_CLOCK, 60000, 0, 0);
    table_clock_run(&clock, 1);
    table_clock_advance(&clock, 1010000);
    assert_int_equal(table_clock_left(&clock, 0, 1010000), 50000);
    assert_int_equal(table_clock_left(&clock, 1, 1010000), 60000);
    table_clock_run(&clock, 2);
    assert_int_equal(table_clock_left(&clock, 1, 1015000), 55000);
    assert_int_equal(table_clock_left(&clock, 0, 1015000), 50000);
}

static void an_increment_is_given_for_a_turn_not_for_an_action(void **unused)
{
    (void)unused;
    struct table_clock clock = clock_of(TABLE_TIME_CLOCK, 60000, 5000, 0);
    table_clock_run(&clock, 1);
    table_clock_run(&clock, 1); /* another action of the same turn */
    table_clock_run(&clock, 1);
    assert_int_equal(clock.left[0], 60000);
    table_clock_run(&clock, 2);
    assert_int_equal(clock.left[0], 65000);
    assert_int_equal(clock.left[1], 60000);
}

static void the_flag_falls_when_nothing_is_left(void **unused)
{
    (void)unused;
    int side = -1;
    struct table_clock clock = clock_of(TABLE_TIME_CLOCK, 60000, 0, 0);
    assert_true(table_clock_due(&clock, &side) == INT64_MAX); /* nobody's time runs */
    table_clock_run(&clock, 2);
    assert_int_equal(table_clock_due(&clock, &side), 1060000);
    assert_int_equal(side, 1);
    assert_int_equal(table_clock_left(&clock, 1, 2000000), 0);
}

static void both_may_run_and_the_first_is_due(void **unused)
{
    (void)unused;
    int side = -1;
    struct table_clock clock = clock_of(TABLE_TIME_CLOCK, 60000, 0, 0);
    table_clock_credit(&clock, 0, 30000); /* before they did */
    table_clock_run(&clock, 3);
    assert_int_equal(table_clock_due(&clock, &side), 1060000);
    assert_int_equal(side, 1);
}

static void days_begin_anew_with_each_turn(void **unused)
{
    (void)unused;
    int side = -1;
    struct table_clock clock = clock_of(TABLE_TIME_DAYS, 3 * TABLE_DAY, 0, 0);
    table_clock_run(&clock, 1);
    table_clock_advance(&clock, 1000000 + 2 * TABLE_DAY);
    table_clock_run(&clock, 2);
    table_clock_advance(&clock, 1000000 + 4 * TABLE_DAY);
    table_clock_run(&clock, 1);
    assert_int_equal(table_clock_due(&clock, &side), 1000000 + 7 * TABLE_DAY);
    assert_int_equal(side, 0);
}

static void vacation_stops_the_days_of_one_side(void **unused)
{
    (void)unused;
    int side = -1;
    struct table_clock clock = clock_of(TABLE_TIME_DAYS, 3 * TABLE_DAY, 0, 10 * TABLE_DAY);
    table_clock_run(&clock, 1);
    table_clock_vacation(&clock, 0, 7 * TABLE_DAY);
    assert_int_equal(clock.vacation_left[0], 3 * TABLE_DAY);
    assert_int_equal(table_clock_due(&clock, &side), 1000000 + 10 * TABLE_DAY);
    table_clock_advance(&clock, 1000000 + 8 * TABLE_DAY); /* a day after its end */
    assert_int_equal(table_clock_left(&clock, 0, clock.moment), 2 * TABLE_DAY);
    table_clock_vacation(&clock, 0, 7 * TABLE_DAY); /* only three are left */
    assert_int_equal(clock.vacation_left[0], 0);
    assert_int_equal(table_clock_due(&clock, &side), 1000000 + 13 * TABLE_DAY);
}

static void vacation_is_one_sides_own(void **unused)
{
    (void)unused;
    int side = -1;
    struct table_clock clock = clock_of(TABLE_TIME_DAYS, 3 * TABLE_DAY, 0, 10 * TABLE_DAY);
    table_clock_run(&clock, 2);
    table_clock_vacation(&clock, 0, 7 * TABLE_DAY);
    assert_int_equal(table_clock_due(&clock, &side), 1000000 + 3 * TABLE_DAY);
}

static void a_secret_end_of_a_turn_does_not_show(void **unused)
{
    (void)unused;
    struct table_clock clock = clock_of(TABLE_TIME_CLOCK, 60000, 5000, 0);
    table_clock_run(&clock, 3);
    table_clock_advance(&clock, 1010000);
    table_clock_done(&clock, 2); /* which nobody knows */
    assert_int_equal(table_clock_left(&clock, 1, 1030000), 55000);
    assert_int_equal(table_clock_seems_left(&clock, 1, 1030000), 30000);
    assert_int_equal(table_clock_seems_left(&clock, 0, 1030000), 30000);
    table_clock_advance(&clock, 1030000);
    table_clock_run(&clock, 2); /* both are: what it waited for the other was not its own time */
    assert_int_equal(table_clock_left(&clock, 0, 1030000), 35000);
    assert_int_equal(table_clock_left(&clock, 1, 1030000), 55000);
}

/* Else one side would still run when the other had nothing left, and everybody would see that it was done. */
static void who_acts_at_the_same_time_has_one_time(void **unused)
{
    (void)unused;
    int side = -1;
    struct table_clock clock = clock_of(TABLE_TIME_CLOCK, 60000, 0, 0);
    table_clock_run(&clock, 3);
    table_clock_credit(&clock, 0, 30000);
    for (int i = 0; i < BV_SIDES_MAX; i++)
        assert_int_equal(table_clock_seems_left(&clock, i, 1000000), 90000);
    table_clock_done(&clock, 1); /* who is done is not flagged, and nobody earlier or later */
    assert_int_equal(table_clock_due(&clock, &side), 1090000);
    assert_int_equal(side, 1);
}

static void a_vacation_stops_the_days_of_who_acts_at_the_same_time(void **unused)
{
    (void)unused;
    int side = -1;
    struct table_clock clock = clock_of(TABLE_TIME_DAYS, 3 * TABLE_DAY, 0, 10 * TABLE_DAY);
    table_clock_run(&clock, 3);
    table_clock_done(&clock, 1);
    table_clock_vacation(&clock, 0, 7 * TABLE_DAY);
    assert_int_equal(clock.vacation_left[1], 10 * TABLE_DAY); /* it costs the other nothing */
    assert_int_equal(table_clock_due(&clock, &side), 1000000 + 10 * TABLE_DAY);
    table_clock_advance(&clock, 1000000 + 8 * TABLE_DAY);
    for (int i = 0; i < BV_SIDES_MAX; i++)
        assert_int_equal(table_clock_seems_left(&clock, i, clock.moment), 2 * TABLE_DAY);
    assert_int_equal(table_clock_left(&clock, 0, clock.moment), 3 * TABLE_DAY);
    table_clock_vacation(&clock, 1, 5 * TABLE_DAY);
    table_clock_run(&clock, 2); /* from now on a vacation is one side's own again */
    assert_int_equal(table_clock_due(&clock, &side), 1000000 + 16 * TABLE_DAY);
    table_clock_run(&clock, 1);
    assert_int_equal(table_clock_due(&clock, &side), 1000000 + 11 * TABLE_DAY);
}

static void time_that_is_skipped_does_not_count(void **unused)
{
    (void)unused;
    struct table_clock clock = clock_of(TABLE_TIME_CLOCK, 60000, 0, 0);
    table_clock_run(&clock, 1);
    table_clock_advance(&clock, 1010000);
    table_clock_skip(&clock, 9010000);
    assert_int_equal(table_clock_left(&clock, 0, 9020000), 40000);
}

static void a_clock_that_is_set_back_costs_nothing(void **unused)
{
    (void)unused;
    struct table_clock clock = clock_of(TABLE_TIME_CLOCK, 60000, 0, 0);
    table_clock_run(&clock, 1);
    table_clock_advance(&clock, 500000);
    assert_int_equal(clock.left[0], 60000);
    assert_int_equal(clock.moment, 1000000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(only_the_running_side_loses_time),
        cmocka_unit_test(an_increment_is_given_for_a_turn_not_for_an_action),
        cmocka_unit_test(the_flag_falls_when_nothing_is_left),
        cmocka_unit_test(both_may_run_and_the_first_is_due),
        cmocka_unit_test(days_begin_anew_with_each_turn),
        cmocka_unit_test(vacation_stops_the_days_of_one_side),
        cmocka_unit_test(vacation_is_one_sides_own),
        cmocka_unit_test(a_secret_end_of_a_turn_does_not_show),
        cmocka_unit_test(who_acts_at_the_same_time_has_one_time),
        cmocka_unit_test(a_vacation_stops_the_days_of_who_acts_at_the_same_time),
        cmocka_unit_test(time_that_is_skipped_does_not_count),
        cmocka_unit_test(a_clock_that_is_set_back_costs_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

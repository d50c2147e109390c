/* Game time: what counts, which jumps are noticed, and how long deadlines are held back from them. */
#include "support.h"

#include "store/game_time.h"

#define SECOND ((int64_t)1000)
#define MINUTE (60 * SECOND)
#define HOUR (60 * MINUTE)
#define LONGEST SECOND
#define BEGUN ((int64_t)1700000000000)

static struct game_time new_time(void)
{
    struct game_time time;
    game_time_confirm_after(10 * MINUTE);
    game_time_begin(&time, BEGUN);
    return time;
}

/* The loop turns four times a second, and both clocks go on evenly. */
static void go_on(struct game_time *time, int64_t milliseconds)
{
    for (; milliseconds > 0; milliseconds -= 250)
        assert_int_equal(game_time_advance(time, 250, LONGEST, time->wall + 250), 0);
}

static void game_time_goes_with_the_monotonic_clock(void **unused)
{
    (void)unused;
    struct game_time time = new_time();
    go_on(&time, HOUR);
    assert_int_equal(time.game, BEGUN + HOUR);
    assert_int_equal(time.wall, BEGUN + HOUR);
    assert_int_equal(time.opened, BEGUN);
    /* The wall clock drifts a little: neither noticed nor counted. */
    for (int i = 0; i < 1000; i++)
        assert_int_equal(game_time_advance(&time, 250, LONGEST, time.wall + 251), 0);
    assert_int_equal(time.game, BEGUN + HOUR + 250 * SECOND);
    assert_int_equal(time.held, 0);
}

static void a_step_of_the_wall_clock_is_noticed_and_not_counted(void **unused)
{
    (void)unused;
    static const int64_t steps[] = {HOUR, -HOUR, 24 * HOUR, SECOND, -SECOND};
    for (size_t i = 0; i < BV_COUNT(steps); i++) {
        struct game_time time = new_time();
        go_on(&time, MINUTE);
        int64_t jump = game_time_advance(&time, 250, LONGEST, time.wall + 250 + steps[i]);
        assert_int_equal(jump, steps[i]);
        assert_int_equal(time.game, BEGUN + MINUTE + 250);
        go_on(&time, MINUTE);
        assert_int_equal(time.game, BEGUN + 2 * MINUTE + 250);
        assert_int_equal(time.wall - time.game, steps[i]);
        assert_int_equal(time.opened, BEGUN);
    }
}

static void a_standstill_does_not_count(void **unused)
{
    (void)unused;
    struct game_time time = new_time();
    go_on(&time, MINUTE);
    /* Stopped for two seconds; closed for a night, with a machine that has started anew. */
    assert_int_equal(game_time_advance(&time, 2 * SECOND, LONGEST, time.wall + 2 * SECOND),
                     2 * SECOND);
    assert_int_equal(time.game, BEGUN + MINUTE + 1);
    assert_int_equal(time.opened, time.game);
    assert_int_equal(game_time_advance(&time, INT64_MAX, LONGEST, time.wall + 8 * HOUR), 8 * HOUR);
    assert_int_equal(time.game, BEGUN + MINUTE + 2);
    assert_int_equal(time.held, 8 * HOUR);
}

static void deadlines_are_held_back_until_a_jump_is_confirmed(void **unused)
{
    (void)unused;
    struct game_time time = new_time();
    game_time_advance(&time, 0, LONGEST, time.wall + GAME_TIME_JUMP_TRUSTED);
    assert_int_equal(time.held, 0); /* a few minutes are believed */
    game_time_advance(&time, 0, LONGEST, time.wall + HOUR);
    assert_int_equal(time.held, HOUR);
    go_on(&time, 9 * MINUTE);
    assert_int_equal(time.held, HOUR);
    /* Another one: the wait begins anew. */
    game_time_advance(&time, 0, LONGEST, time.wall + 5 * SECOND);
    go_on(&time, 9 * MINUTE);
    assert_int_equal(time.held, HOUR + 5 * SECOND);
    go_on(&time, MINUTE);
    assert_int_equal(time.held, 0);
}

static void a_clock_that_is_set_forward_and_back_again_has_not_jumped(void **unused)
{
    (void)unused;
    struct game_time time = new_time();
    game_time_advance(&time, 0, LONGEST, time.wall + 24 * HOUR);
    go_on(&time, MINUTE);
    game_time_advance(&time, 0, LONGEST, time.wall - 24 * HOUR);
    assert_int_equal(time.held, 0);
    /* What goes back at first holds nothing back, until it comes forward again. */
    game_time_advance(&time, 0, LONGEST, time.wall - HOUR);
    assert_int_equal(time.held, 0);
    game_time_advance(&time, 0, LONGEST, time.wall + HOUR);
    assert_int_equal(time.held, HOUR);
}

static void what_is_stored_is_read_again(void **unused)
{
    (void)unused;
    char text[GAME_TIME_TEXT];
    struct game_time time = new_time();
    struct game_time again;
    game_time_advance(&time, INT64_MAX, LONGEST, time.wall + HOUR);
    game_time_write(&time, text);
    assert_string_equal(text, "1700000000001 1700003600000 3600000 1700000000001 1700000000001");
    assert_true(game_time_read(&again, text));
    assert_memory_equal(&again, &time, sizeof time);
    static const char *const damaged[] = {"", "1 2 3 4", "1 2 3 4 5 6", "1 2 x 4 5", "1 -2 3 4 5"};
    for (size_t i = 0; i < BV_COUNT(damaged); i++) assert_false(game_time_read(&again, damaged[i]));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(game_time_goes_with_the_monotonic_clock),
        cmocka_unit_test(a_step_of_the_wall_clock_is_noticed_and_not_counted),
        cmocka_unit_test(a_standstill_does_not_count),
        cmocka_unit_test(deadlines_are_held_back_until_a_jump_is_confirmed),
        cmocka_unit_test(a_clock_that_is_set_forward_and_back_again_has_not_jumped),
        cmocka_unit_test(what_is_stored_is_read_again),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

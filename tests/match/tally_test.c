/* Counting: score, Elo and the sequential test, against figures worked out by hand. */
#include "support.h"

#include "match/tally.h"

static struct tally tally_of(int won, int drawn, int lost)
{
    struct tally tally = {0};
    for (int i = 0; i < won; i++) tally_add(&tally, i % 2, 2);
    for (int i = 0; i < drawn; i++) tally_add(&tally, i % 2, 1);
    for (int i = 0; i < lost; i++) tally_add(&tally, i % 2, 0);
    return tally;
}

static void expect_near(double value, double expected, double tolerance)
{
    if (value < expected - tolerance || value > expected + tolerance)
        fail_msg("%f is not near %f", value, expected);
}

static void games_are_counted_by_side(void **state)
{
    (void)state;
    struct tally tally = tally_of(3, 2, 1);
    assert_int_equal(tally_games(&tally), 6);
    assert_int_equal(tally.won[0], 2);
    assert_int_equal(tally.won[1], 1);
    assert_int_equal(tally.lost[0], 1);
    expect_near(tally_score(&tally), 4.0 / 6, 1e-9);
}

static void elo_follows_the_score(void **state)
{
    (void)state;
    struct tally even = tally_of(10, 5, 10);
    struct tally three_in_four = tally_of(75, 0, 25);
    struct tally clean = tally_of(20, 0, 0);
    expect_near(tally_elo(&even), 0, 1e-9);
    expect_near(tally_elo(&three_in_four), 190.8, 0.1); /* 400 log10 3 */
    expect_near(tally_elo_error(&three_in_four), 79, 8);
    assert_true(tally_elo(&clean) > 400 && tally_elo(&clean) < 1000);
}

static void the_sequential_test_decides_both_ways(void **state)
{
    (void)state;
    const struct tally_sprt sprt = {0.52, 0.60};
    struct tally few = tally_of(8, 0, 0);
    struct tally better = tally_of(200, 0, 90);
    struct tally not_better = tally_of(150, 0, 160);
    struct tally between = tally_of(56, 0, 44);
    assert_int_equal(tally_verdict(&few, sprt), TALLY_UNDECIDED);
    assert_int_equal(tally_verdict(&better, sprt), TALLY_BETTER);
    assert_int_equal(tally_verdict(&not_better, sprt), TALLY_NOT_BETTER);
    assert_int_equal(tally_verdict(&between, sprt), TALLY_UNDECIDED);
    /* (p1 - p0) (2s - p0 - p1) n / 2v with s = 0.65, v = 0.2275, n = 100, near enough. */
    struct tally known = tally_of(65, 0, 35);
    expect_near(tally_llr(&known, sprt), 100 * 0.08 * (1.30 - 1.12) / (2 * 0.2275), 0.15);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(games_are_counted_by_side),
        cmocka_unit_test(elo_follows_the_score),
        cmocka_unit_test(the_sequential_test_decides_both_ways),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

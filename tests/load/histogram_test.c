/* Times in boxes: exact where they are short, within two percent where they are long. */
#include "load/histogram.h"

#include "support.h"

static struct histogram histogram;

static void nothing_has_no_times(void **state)
{
    (void)state;
    histogram = (struct histogram){0};
    assert_int_equal(histogram_share(&histogram, 0.5), 0);
    assert_int_equal(histogram.count, 0);
}

static void short_times_are_exact(void **state)
{
    (void)state;
    histogram = (struct histogram){0};
    for (uint64_t time = 1; time <= 60; time++) histogram_add(&histogram, time);
    assert_int_equal(histogram_share(&histogram, 0.5), 30);
    assert_int_equal(histogram_share(&histogram, 0.9), 54);
    assert_int_equal(histogram_share(&histogram, 1), 60);
    assert_int_equal(histogram_share(&histogram, 0), 1);
    assert_int_equal(histogram.most, 60);
}

/* A share is never told too short, and never more than two percent too long. */
static void long_times_are_close(void **state)
{
    (void)state;
    for (uint64_t time = 50; time < UINT64_C(100000000000); time += time / 7) {
        histogram = (struct histogram){0};
        histogram_add(&histogram, time);
        histogram_add(&histogram, UINT64_C(1) << 50);
        uint64_t told = histogram_share(&histogram, 0.5);
        assert_true(told >= time);
        assert_true(told <= time + time / 50);
    }
}

static void the_longest_time_is_exact(void **state)
{
    (void)state;
    histogram = (struct histogram){0};
    for (uint64_t time = 1; time <= 100000; time++) histogram_add(&histogram, time);
    assert_int_equal(histogram.count, 100000);
    assert_int_equal(histogram.most, 100000);
    assert_int_equal(histogram_share(&histogram, 1), 100000);
    assert_in_range(histogram_share(&histogram, 0.5), 50000, 51000);
    assert_in_range(histogram_share(&histogram, 0.99), 99000, 100000);
}

static void a_time_beyond_all_boxes_is_kept(void **state)
{
    (void)state;
    histogram = (struct histogram){0};
    histogram_add(&histogram, UINT64_MAX);
    assert_int_equal(histogram.count, 1);
    assert_true(histogram.most == UINT64_MAX);
    assert_true(histogram_share(&histogram, 0.5) > UINT64_C(100000000000));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_has_no_times),
        cmocka_unit_test(short_times_are_exact),
        cmocka_unit_test(long_times_are_close),
        cmocka_unit_test(the_longest_time_is_exact),
        cmocka_unit_test(a_time_beyond_all_boxes_is_kept),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

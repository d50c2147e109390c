/* Random numbers: fixed for ever, and without bias. */
#include "support.h"

/* docs/random.md promises these words on every platform and in every version. */
static void the_stream_never_changes(void **state)
{
    (void)state;
    struct bv_random random = bv_random_seeded(2026);
    uint64_t first = bv_random_word(&random);
    uint64_t second = bv_random_word(&random);
    struct bv_random again = bv_random_seeded(2026);
    assert_true(first == bv_random_word(&again));
    assert_true(second == bv_random_word(&again));
    assert_true(first == UINT64_C(0x92e011592e98ae15));
    assert_true(second == UINT64_C(0x489f37946d6d18d8));
}

static void numbers_below_a_bound_are_even(void **state)
{
    (void)state;
    enum { BOUND = 6, DRAWS = 600000 };
    int seen[BOUND] = {0};
    struct bv_random random = bv_random_seeded(1);
    for (int i = 0; i < DRAWS; i++) {
        uint32_t number = bv_random_below(&random, BOUND);
        assert_true(number < BOUND);
        seen[number]++;
    }
    /* Each count has a standard deviation of 289. */
    for (int i = 0; i < BOUND; i++)
        assert_in_range(seen[i], DRAWS / BOUND - 1500, DRAWS / BOUND + 1500);
}

/* A bound just above 2^31 rejects almost half of all words: a biased method would show here. */
static void awkward_bounds_are_rejected_properly(void **state)
{
    (void)state;
    uint32_t bound = UINT32_C(0x80000001);
    struct bv_random random = bv_random_seeded(3);
    int low = 0;
    for (int i = 0; i < 100000; i++) {
        uint32_t number = bv_random_below(&random, bound);
        assert_true(number < bound);
        low += number < bound / 2;
    }
    assert_in_range(low, 49200, 50800);
    assert_int_equal(bv_random_below(&random, 1), 0);
}

static void seeds_give_different_streams(void **state)
{
    (void)state;
    struct bv_random a = bv_random_seeded(0);
    struct bv_random b = bv_random_seeded(1);
    assert_false(bv_random_word(&a) == bv_random_word(&b));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_stream_never_changes),
        cmocka_unit_test(numbers_below_a_bound_are_even),
        cmocka_unit_test(awkward_bounds_are_rejected_properly),
        cmocka_unit_test(seeds_give_different_streams),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Pairs at the least cost: against every way there is, and against the proof that prices are. */
#include "pairing/matching.h"

#include "core/random.h"
#include "support.h"

static struct matching matching;

static void draw_costs(struct bv_random *random, int count, uint32_t below)
{
    matching.count = count;
    for (int a = 0; a < count; a++)
        for (int b = 0; b < a; b++)
            matching.cost[a][b] = matching.cost[b][a] = bv_random_below(random, below);
}

/* Everybody has one partner, who says the same; the sum of the costs. */
static int64_t total(void)
{
    int64_t sum = 0;
    for (int a = 0; a < matching.count; a++) {
        int b = matching.partner[a];
        assert_in_range(b, 0, matching.count - 1);
        assert_int_not_equal(a, b);
        assert_int_equal(matching.partner[b], a);
        if (a < b) sum += matching.cost[a][b];
    }
    return sum;
}

static int64_t cheapest_by_trying_all(uint32_t free)
{
    if (free == 0) return 0;
    int first = __builtin_ctz(free);
    int64_t best = INT64_MAX;
    free &= free - 1;
    for (uint32_t rest = free; rest != 0; rest &= rest - 1) {
        int second = __builtin_ctz(rest);
        int64_t cost =
            matching.cost[first][second] + cheapest_by_trying_all(free & ~(1U << second));
        if (cost < best) best = cost;
    }
    return best;
}

static void small_fields_are_as_cheap_as_can_be(void **state)
{
    (void)state;
    static const uint32_t below[] = {2, 3, 10, 1000000};
    struct bv_random random = bv_random_seeded(7);
    for (int i = 0; i < 8000; i++) {
        int count = 2 + 2 * (int)bv_random_below(&random, i % 20 == 0 ? 5 : 4);
        draw_costs(&random, count, below[i % 4]);
        matching_solve(&matching);
        assert_int_equal(total(), cheapest_by_trying_all((1U << count) - 1));
    }
}

static bool holds(int flower, int person)
{
    return matching.node[flower].holder[person] >= 0;
}

/* What the prices prove no pairs can cost less than, doubled; and that the prices are allowed. */
static int64_t proven_least(void)
{
    int most = matching.count + matching.count / 2;
    int64_t sum = 0;
    for (int a = 0; a < matching.count; a++) {
        sum += matching.node[a].price;
        for (int b = 0; b < a; b++) {
            int64_t left =
                2 * matching.cost[a][b] - matching.node[a].price - matching.node[b].price;
            for (int x = matching.count; x < most; x++)
                if (matching.node[x].top >= 0 && holds(x, a) && holds(x, b))
                    left += matching.node[x].price;
            assert_true(left >= 0);
        }
    }
    for (int x = matching.count; x < most; x++) {
        if (matching.node[x].top < 0) continue;
        int people = 0;
        for (int a = 0; a < matching.count; a++) people += holds(x, a);
        assert_true(people % 2 == 1);
        assert_true(matching.node[x].price >= 0);
        sum -= matching.node[x].price * ((people - 1) / 2);
    }
    return sum;
}

static void large_fields_are_proven_cheapest(void **state)
{
    (void)state;
    static const uint32_t below[] = {2, 50, 1000000000};
    struct bv_random random = bv_random_seeded(8);
    for (int i = 0; i < 90; i++) {
        int count = i % 15 == 0 ? 256 : 12 + 2 * (int)bv_random_below(&random, 40);
        draw_costs(&random, count, below[i % 3]);
        matching_solve(&matching);
        assert_true(2 * total() == proven_least());
    }
}

/* Points of a plane in odd clusters: what makes flowers inside flowers. */
static void clusters_are_proven_cheapest(void **state)
{
    (void)state;
    struct bv_random random = bv_random_seeded(9);
    for (int i = 0; i < 60; i++) {
        int x[MATCHING_MOST];
        int y[MATCHING_MOST];
        matching.count = 30 + 2 * (int)bv_random_below(&random, 40);
        for (int a = 0; a < matching.count; a++) {
            x[a] = (a / 9) * 1000 + (a / 3) * 50 + (int)bv_random_below(&random, 20);
            y[a] = (a / 27) * 3000 + (int)bv_random_below(&random, 20);
            for (int b = 0; b < a; b++)
                matching.cost[a][b] = matching.cost[b][a] =
                    (x[a] - x[b]) * (x[a] - x[b]) + (y[a] - y[b]) * (y[a] - y[b]);
        }
        matching_solve(&matching);
        assert_true(2 * total() == proven_least());
    }
}

static void the_dearest_costs_are_exact(void **state)
{
    (void)state;
    struct bv_random random = bv_random_seeded(10);
    for (int i = 0; i < 500; i++) {
        draw_costs(&random, 8, 4);
        for (int a = 0; a < 8; a++)
            for (int b = 0; b < 8; b++)
                if (matching.cost[a][b] > 0)
                    matching.cost[a][b] = MATCHING_DEAREST / 4 + matching.cost[a][b];
        matching_solve(&matching);
        assert_true(total() == cheapest_by_trying_all(255));
    }
}

static void nobody_is_no_trouble(void **state)
{
    (void)state;
    matching.count = 0;
    matching_solve(&matching);
    assert_int_equal(total(), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(small_fields_are_as_cheap_as_can_be),
        cmocka_unit_test(large_fields_are_proven_cheapest),
        cmocka_unit_test(clusters_are_proven_cheapest),
        cmocka_unit_test(the_dearest_costs_are_exact),
        cmocka_unit_test(nobody_is_no_trouble),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

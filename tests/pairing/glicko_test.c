/* Ratings: the worked example of the document, and what must hold for any numbers. */
#include "pairing/glicko.h"

#include <math.h>

#include "core/random.h"
#include "support.h"

static void assert_near(double a, double b, double reach)
{
    if (!(fabs(a - b) <= reach)) fail_msg("%.6f is not within %g of %.6f", a, reach, b);
}

static double uniform(struct bv_random *random)
{
    return (double)(bv_random_word(random) >> 11) / 9007199254740992.0;
}

static struct glicko of(double rating, double deviation)
{
    return (struct glicko){rating, deviation, 0.06};
}

static void the_example_of_the_document(void **state)
{
    (void)state;
    const struct glicko opponents[] = {of(1400, 30), of(1550, 100), of(1700, 300)};
    const double results[] = {1, 0, 0};
    struct glicko after = glicko_rate(of(1500, 200), opponents, results, 3, 1);
    assert_near(after.rating, 1464.05, 0.01);
    assert_near(after.deviation, 151.51, 0.01);
    assert_near(after.volatility, 0.05999, 0.00001);
}

static void a_period_without_games_only_makes_less_sure(void **state)
{
    (void)state;
    struct glicko before = of(1620, 100);
    struct glicko after = glicko_rate(before, NULL, NULL, 0, 1);
    assert_near(after.rating, 1620, 0);
    assert_near(after.volatility, 0.06, 0);
    assert_near(after.deviation, sqrt(100 * 100 + pow(0.06 * 173.7178, 2)), 1e-9);
    assert_near(after.deviation, glicko_aged(before, 1).deviation, 0);
}

static void parts_of_a_period_add_up(void **state)
{
    (void)state;
    struct glicko days = of(1500, 80);
    for (int day = 0; day < 14; day++) days = glicko_aged(days, 1.0 / 7);
    assert_near(days.deviation, glicko_aged(of(1500, 80), 2).deviation, 1e-9);
    assert_near(glicko_aged(of(1500, 80), -3).deviation, 80, 0);
}

static void a_win_gives_what_a_loss_takes(void **state)
{
    (void)state;
    struct glicko pair[] = {of(1500, 120), of(1500, 120)};
    glicko_game(pair, 1);
    assert_true(pair[0].rating > 1500);
    assert_near(pair[0].rating - 1500, 1500 - pair[1].rating, 1e-9);
    assert_near(pair[0].deviation, pair[1].deviation, 1e-12);
    struct glicko exchanged[] = {of(1500, 120), of(1500, 120)};
    glicko_game(exchanged, 0);
    assert_near(exchanged[1].rating, pair[0].rating, 1e-9);
    assert_near(exchanged[0].rating, pair[1].rating, 1e-9);
    struct glicko drawn[] = {of(1500, 120), of(1500, 120)};
    glicko_game(drawn, 0.5);
    assert_near(drawn[0].rating, 1500, 1e-9);
    assert_true(drawn[0].deviation < 120);
}

static void who_is_sure_moves_less(void **state)
{
    (void)state;
    struct glicko pair[] = {of(1500, 300), of(1500, 50)};
    glicko_game(pair, 1);
    assert_true(pair[0].rating - 1500 > 10 * (1500 - pair[1].rating));
}

static void no_numbers_leave_the_bounds(void **state)
{
    (void)state;
    struct bv_random random = bv_random_seeded(1);
    for (int i = 0; i < 20000; i++) {
        struct glicko pair[2];
        for (int p = 0; p < 2; p++)
            pair[p] = (struct glicko){4000 * uniform(&random), 30 + 320 * uniform(&random),
                                      0.01 + 0.2 * uniform(&random)};
        double before = pair[0].rating;
        glicko_game(pair, bv_random_below(&random, 3) / 2.0);
        for (int p = 0; p < 2; p++) {
            pair[p] = glicko_aged(pair[p], 100 * uniform(&random));
            assert_true(isfinite(pair[p].rating));
            assert_true(pair[p].deviation >= 30 && pair[p].deviation <= 350);
            assert_true(pair[p].volatility > 0 && pair[p].volatility < 0.5);
        }
        assert_near(pair[0].rating, before, 800);
    }
    struct glicko busy = of(1500, 31);
    struct glicko pair[2];
    for (int i = 0; i < 500; i++) {
        pair[0] = busy;
        pair[1] = of(1500, 30);
        glicko_game(pair, i % 2);
        busy = pair[0];
    }
    assert_near(busy.deviation, 30, 0);
    assert_near(glicko_aged(busy, 1e9).deviation, 350, 0);
}

/* Twelve players whose strength lies 100 points apart play by it; the ratings find the distances. */
static void ratings_find_the_strength(void **state)
{
    (void)state;
    enum { PLAYERS = 12, GAMES = 6000 };
    struct glicko player[PLAYERS];
    struct bv_random random = bv_random_seeded(2);
    for (int i = 0; i < PLAYERS; i++) player[i] = glicko_new();
    for (int game = 0; game < GAMES; game++) {
        uint32_t a = bv_random_below(&random, PLAYERS);
        uint32_t b = (a + 1 + bv_random_below(&random, PLAYERS - 1)) % PLAYERS;
        double ahead = 100.0 * ((double)a - (double)b);
        double chance = 1 / (1 + pow(10, -ahead / 400));
        struct glicko pair[] = {player[a], player[b]};
        glicko_game(pair, uniform(&random) < chance);
        player[a] = pair[0];
        player[b] = pair[1];
    }
    double middle = 0;
    for (int i = 0; i < PLAYERS; i++) middle += player[i].rating / PLAYERS;
    for (int i = 0; i < PLAYERS; i++) {
        assert_near(player[i].rating - middle, 100 * (i - (PLAYERS - 1) / 2.0), 100);
        assert_true(player[i].deviation < 80);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_example_of_the_document),
        cmocka_unit_test(a_period_without_games_only_makes_less_sure),
        cmocka_unit_test(parts_of_a_period_add_up),
        cmocka_unit_test(a_win_gives_what_a_loss_takes),
        cmocka_unit_test(who_is_sure_moves_less),
        cmocka_unit_test(no_numbers_leave_the_bounds),
        cmocka_unit_test(ratings_find_the_strength),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

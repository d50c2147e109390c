/* Who meets whom among those who look for an opponent. */
#include "pairing/seeks.h"

#include <stdlib.h>

#include "support.h"

enum { CHARS = 1 << 2, PARIS = 1 << 3, EVERY_GAME = 0x1f };

static struct pairing_seek seek[SEEKS_MAX];
static struct seek_match match[SEEKS_MAX];
static int count;

static void looks(uint32_t games, enum seek_pace pace, int rating, int64_t since)
{
    struct pairing_seek *one = &seek[count++];
    *one = (struct pairing_seek){.games = games, .pace = pace, .since = since, .with = SEEK_ANYONE};
    for (int game = 0; game < SEEK_GAMES; game++) one->rating[game] = rating;
}

static bool everybody(void *context, int one, int other)
{
    (void)context;
    assert_int_not_equal(one, other);
    return true;
}

/* Two players who have blocked each other. */
static const int *blocked;
static bool unless_blocked(void *context, int one, int other)
{
    (void)context;
    return !(one == blocked[0] && other == blocked[1]);
}

static int match_at(int64_t now, seeks_may_meet *may)
{
    struct bv_random random = bv_random_seeded(7);
    return seeks_match(seek, count, now, may, NULL, &random, match, SEEKS_MAX);
}

static bool meet(int i, int one, int other)
{
    const int *player = match[i].player;
    return (player[0] == one && player[1] == other) || (player[0] == other && player[1] == one);
}

static int empty(void **state)
{
    (void)state;
    count = 0;
    return 0;
}

static void two_who_want_the_same_meet(void **state)
{
    (void)state;
    looks(CHARS, SEEK_LIVE, 0, 0);
    assert_int_equal(match_at(1, everybody), 0);
    looks(CHARS, SEEK_LIVE, 0, 1);
    assert_int_equal(match_at(1, everybody), 1);
    assert_true(meet(0, 0, 1));
    assert_int_equal(match[0].game, 2);
}

static void another_game_or_pace_does_not_fit(void **state)
{
    (void)state;
    looks(CHARS, SEEK_LIVE, 0, 0);
    looks(PARIS, SEEK_LIVE, 0, 0);
    looks(CHARS, SEEK_CORRESPONDENCE, 0, 0);
    assert_int_equal(match_at(1000000, everybody), 0);
}

static void any_game_fits_a_given_one(void **state)
{
    (void)state;
    looks(EVERY_GAME, SEEK_LIVE, 0, 0);
    looks(PARIS, SEEK_LIVE, 0, 0);
    assert_int_equal(match_at(0, everybody), 1);
    assert_int_equal(match[0].game, 3);
}

static void the_nearest_rating_is_chosen(void **state)
{
    (void)state;
    looks(CHARS, SEEK_LIVE, 1500, 0);
    looks(CHARS, SEEK_LIVE, 1680, 1);
    looks(CHARS, SEEK_LIVE, 1540, 2);
    assert_int_equal(match_at(2, everybody), 1);
    assert_true(meet(0, 0, 2));
}

static void far_ratings_meet_after_waiting(void **state)
{
    (void)state;
    looks(CHARS, SEEK_LIVE, 1500, 0);
    looks(CHARS, SEEK_LIVE, 1800, 4000);
    assert_int_equal(match_at(4900, everybody), 0);
    assert_int_equal(match_at(5000, everybody), 1);
    seek[1].rating[2] = 9000;
    assert_int_equal(match_at(59999, everybody), 0);
    assert_int_equal(match_at(60000, everybody), 1);
}

static void a_player_without_a_rating_meets_everybody(void **state)
{
    (void)state;
    looks(CHARS, SEEK_LIVE, 2400, 0);
    looks(CHARS, SEEK_LIVE, 0, 0);
    assert_int_equal(match_at(0, everybody), 1);
}

static void whom_one_wants_comes_before_the_nearest(void **state)
{
    (void)state;
    looks(CHARS, SEEK_LIVE, 2000, 0);
    looks(CHARS, SEEK_LIVE, 1210, 1);
    looks(CHARS, SEEK_LIVE, 1200, 2);
    seek[2].with = 0;
    assert_int_equal(match_at(2, everybody), 1);
    assert_true(meet(0, 0, 2));
}

static void a_blocked_pair_never_meets(void **state)
{
    (void)state;
    static const int pair[] = {0, 1};
    blocked = pair;
    looks(CHARS, SEEK_LIVE, 0, 0);
    looks(CHARS, SEEK_LIVE, 0, 0);
    assert_int_equal(match_at(1000000, unless_blocked), 0);
    looks(CHARS, SEEK_LIVE, 0, 0);
    assert_int_equal(match_at(1000000, unless_blocked), 1);
    assert_true(meet(0, 0, 2));
}

static void sides_and_games_are_drawn(void **state)
{
    (void)state;
    int first = 0;
    uint32_t games = 0;
    looks(EVERY_GAME, SEEK_LIVE, 0, 0);
    looks(EVERY_GAME, SEEK_LIVE, 0, 0);
    for (uint64_t seed = 0; seed < 200; seed++) {
        struct bv_random random = bv_random_seeded(seed);
        assert_int_equal(seeks_match(seek, 2, 0, everybody, NULL, &random, match, 1), 1);
        first += match[0].player[0] == 0;
        games |= UINT32_C(1) << match[0].game;
    }
    assert_in_range(first, 60, 140);
    assert_int_equal(games, EVERY_GAME);
}

/* A thousand at random: nobody twice, and nobody is left who would fit. */
static void nobody_is_matched_twice_or_left_over(void **state)
{
    (void)state;
    bool met[SEEKS_MAX] = {0};
    struct bv_random random = bv_random_seeded(3);
    for (int i = 0; i < SEEKS_MAX; i++)
        looks(UINT32_C(1) << bv_random_below(&random, 5),
              bv_random_below(&random, 2) ? SEEK_LIVE : SEEK_CORRESPONDENCE,
              (int)bv_random_below(&random, 100000), i);
    int matches = match_at(SEEKS_MAX, everybody);
    assert_true(matches > 0);
    for (int i = 0; i < matches; i++)
        for (int side = 0; side < 2; side++) {
            assert_false(met[match[i].player[side]]);
            met[match[i].player[side]] = true;
        }
    for (int i = 0; i < SEEKS_MAX; i++)
        for (int j = i + 1; j < SEEKS_MAX; j++) {
            if (met[i] || met[j] || seek[i].pace != seek[j].pace) continue;
            if (seek[i].games != seek[j].games) continue;
            int apart = abs(seek[i].rating[0] - seek[j].rating[0]);
            assert_true(apart > 200);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(two_who_want_the_same_meet, empty),
        cmocka_unit_test_setup(another_game_or_pace_does_not_fit, empty),
        cmocka_unit_test_setup(any_game_fits_a_given_one, empty),
        cmocka_unit_test_setup(the_nearest_rating_is_chosen, empty),
        cmocka_unit_test_setup(far_ratings_meet_after_waiting, empty),
        cmocka_unit_test_setup(a_player_without_a_rating_meets_everybody, empty),
        cmocka_unit_test_setup(whom_one_wants_comes_before_the_nearest, empty),
        cmocka_unit_test_setup(a_blocked_pair_never_meets, empty),
        cmocka_unit_test_setup(sides_and_games_are_drawn, empty),
        cmocka_unit_test_setup(nobody_is_matched_twice_or_left_over, empty),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

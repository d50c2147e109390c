/* Swiss tournaments of every size, by lot: no rematch, one bye, sides in balance, points close. */
#include "players.h"

static struct tournament e;

static void begin_swiss(int players, int rounds, uint64_t seed)
{
    begin(&e, (struct pairing_rules){.kind = PAIRING_SWISS, .rounds = rounds}, players, seed);
}

static int times_met(int a, int b, int before_round)
{
    int times = 0;
    for (int i = 0; i < e.tourney.games; i++) {
        const struct pairing_game *game = &e.tourney.game[i];
        if (game->round >= before_round) continue;
        times += (game->player[0] == a && game->player[1] == b) ||
                 (game->player[0] == b && game->player[1] == a);
    }
    return times;
}

static int byes_of(int player)
{
    int byes = 0;
    for (int i = 0; i < e.tourney.games; i++)
        byes +=
            e.tourney.game[i].result == PAIRING_GAME_BYE && e.tourney.game[i].player[0] == player;
    return byes;
}

/* Pairs a round: each one present is in it once, nobody else; returns how often the pairs had met before. */
static int pair_round(void)
{
    bool busy[PAIRING_PLAYERS] = {0};
    int first = e.tourney.games;
    int round = e.tourney.round;
    int met = 0;
    pair(&e);
    for (int i = first; i < e.tourney.games; i++) {
        const uint16_t *player = e.tourney.game[i].player;
        assert_int_equal(e.tourney.game[i].round, round);
        for (int side = 0; side < 2; side++) {
            if (player[side] == PAIRING_NONE) continue;
            assert_false(busy[player[side]]);
            busy[player[side]] = true;
        }
        if (player[1] != PAIRING_NONE) met += times_met(player[0], player[1], round);
    }
    for (int i = 0; i < e.tourney.players; i++)
        assert_int_equal(busy[i], !e.tourney.player[i].away);
    return met;
}

/* How far the sides of games that were played are from balance, and the longest run. */
static void assert_sides(int player, int most_ahead, int most_run)
{
    int ahead = 0;
    int run = 0;
    int last = 2;
    for (int i = 0; i < e.tourney.games; i++) {
        const struct pairing_game *game = &e.tourney.game[i];
        if (game->result > PAIRING_GAME_DRAWN) continue;
        if (game->player[0] != player && game->player[1] != player) continue;
        int side = game->player[1] == player;
        ahead += side == 0 ? 1 : -1;
        run = side == last ? run + 1 : 1;
        last = side;
        assert_in_range(ahead + most_ahead, 0, 2 * most_ahead);
        assert_in_range(run, 1, most_run);
    }
}

static void nobody_meets_again_nor_rests_twice(void **state)
{
    (void)state;
    for (int n = 2; n <= 40; n++)
        for (uint64_t seed = 0; seed < 8; seed++) {
            int rounds = (n + 1) / 2 < PAIRING_SWISS_ROUNDS ? (n + 1) / 2 : PAIRING_SWISS_ROUNDS;
            begin_swiss(n, rounds, 100 * seed + (uint64_t)n);
            while (!pairing_over(&e.tourney)) {
                assert_int_equal(pair_round(), 0);
                assert_int_equal(pair(&e), 0);
                end_round(&e);
            }
            assert_int_equal(e.tourney.round, rounds);
            for (int i = 0; i < n; i++) assert_in_range(byes_of(i), 0, 1);
            assert_rebuilt(&e);
        }
}

static void sides_are_in_balance(void **state)
{
    (void)state;
    for (int n = 8; n <= 40; n++)
        for (uint64_t seed = 0; seed < 8; seed++) {
            begin_swiss(n, (n + 2) / 3, 1000 + 100 * seed + (uint64_t)n);
            while (!pairing_over(&e.tourney)) {
                pair_round();
                end_round(&e);
            }
            for (int i = 0; i < n; i++) assert_sides(i, 2, 2);
        }
}

static void great_fields_too(void **state)
{
    (void)state;
    for (int n = 255; n <= PAIRING_PLAYERS; n++) {
        begin_swiss(n, 14, (uint64_t)n);
        while (!pairing_over(&e.tourney)) {
            assert_int_equal(pair_round(), 0);
            end_round(&e);
        }
        for (int i = 0; i < n; i++) {
            assert_in_range(byes_of(i), 0, 1);
            assert_sides(i, 2, 2);
        }
        assert_int_equal(pairing_join(&e.tourney, 1500), PAIRING_NONE);
    }
}

/* The fewest earlier meetings with which those in the set can be paired; one of an odd number rests. */
static int fewest_meetings(uint32_t free, int round)
{
    if (free == 0) return 0;
    int first = __builtin_ctz(free);
    bool odd = __builtin_popcount(free) % 2 == 1;
    free &= free - 1;
    int best = odd ? fewest_meetings(free, round) : INT_MAX;
    for (uint32_t rest = free; rest != 0; rest &= rest - 1) {
        int second = __builtin_ctz(rest);
        int met = times_met(first, second, round) + fewest_meetings(free & ~(1U << second), round);
        if (met < best) best = met;
    }
    return best;
}

/* Small fields beyond the rounds that are safe, with people who come and go: as few as can be. */
static void rematches_are_as_few_as_can_be(void **state)
{
    (void)state;
    int rounds = 0;
    int without = 0;
    for (uint64_t seed = 0; seed < 150; seed++) {
        begin_swiss(4 + (int)(seed % 4), 9, seed);
        while (!pairing_over(&e.tourney)) {
            uint32_t free = 0;
            for (int i = 0; i < e.tourney.players; i++)
                if (!e.tourney.player[i].away) free |= 1U << i;
            int least = fewest_meetings(free, e.tourney.round);
            assert_int_equal(pair_round(), least);
            end_round(&e);
            rounds++;
            without += least == 0;
            if (e.tourney.players < 9 && bv_random_below(&e.random, 4) == 0)
                pairing_join(&e.tourney, 1500);
            int comes_or_goes = (int)bv_random_below(&e.random, (uint32_t)e.tourney.players);
            pairing_set_away(&e.tourney, comes_or_goes, bv_random_below(&e.random, 3) == 0);
        }
        assert_rebuilt(&e);
    }
    assert_in_range(without, 100, rounds - 100); /* both kinds of round were seen */
}

static void the_first_round_folds_the_field(void **state)
{
    (void)state;
    begin_swiss(0, 3, 1);
    for (int i = 0; i < 10; i++) pairing_join(&e.tourney, 2000 - 50 * i);
    pair_round();
    for (int i = 0; i < 5; i++) {
        const uint16_t *player = e.tourney.game[i].player;
        int apart = player[0] - player[1];
        assert_int_equal(apart < 0 ? -apart : apart, 5);
    }
}

/* With eight, three rounds and the better always winning, winners meet winners. */
static void equals_meet_equals(void **state)
{
    (void)state;
    begin_swiss(0, 3, 1);
    for (int i = 0; i < 8; i++) pairing_join(&e.tourney, 2000 - 50 * i);
    while (!pairing_over(&e.tourney)) {
        int points[PAIRING_PLAYERS];
        int first = e.tourney.games;
        pairing_points(&e.tourney, points);
        pair_round();
        for (int i = first; i < e.tourney.games; i++) {
            const uint16_t *player = e.tourney.game[i].player;
            assert_int_equal(points[player[0]], points[player[1]]);
            end_game(&e.tourney, i,
                     player[0] < player[1] ? PAIRING_GAME_WON_0 : PAIRING_GAME_WON_1);
        }
    }
    struct pairing_standing standing[PAIRING_PLAYERS];
    pairing_standings(&e.tourney, standing);
    assert_int_equal(standing[0].player, 0);
    assert_int_equal(standing[0].measure[0], 6);
    assert_int_equal(standing[7].player, 7);
    assert_int_equal(standing[7].measure[0], 0);
}

static void the_last_has_the_bye(void **state)
{
    (void)state;
    begin_swiss(0, 3, 1);
    for (int i = 0; i < 5; i++) pairing_join(&e.tourney, 2000 - 50 * i);
    pair_round();
    assert_int_equal(byes_of(4), 1);
}

/* In the first round the upper half has won, with sides that leave the second free; both groups are odd. */
static void the_last_of_a_group_meets_the_first_of_the_next(void **state)
{
    (void)state;
    for (int half = 1; half <= 5; half++) {
        int group = 2 * half + 1;
        begin_swiss(0, 3, 1);
        for (int i = 0; i < 2 * group; i++) pairing_join(&e.tourney, 2000 - 20 * i);
        for (int i = 0; i < group; i++) {
            struct pairing_game game = {.result = PAIRING_GAME_WON_0};
            bool exchanged = i >= half && i < 2 * half;
            if (exchanged) game.result = PAIRING_GAME_WON_1;
            game.player[exchanged] = (uint16_t)i;
            game.player[!exchanged] = (uint16_t)(i + group);
            assert_true(pairing_add(&e.tourney, game));
        }
        pair_round();
        assert_int_equal(times_met(group - 1, group, 2), 1);
        assert_int_equal(times_met(0, half, 2), 1);
        assert_int_equal(times_met(group + 1, group + 1 + half, 2), 1);
    }
}

static void who_left_is_not_paired_and_few_end_it(void **state)
{
    (void)state;
    begin_swiss(4, 5, 1);
    pair_round();
    end_round(&e);
    pairing_set_away(&e.tourney, 0, true);
    pairing_set_away(&e.tourney, 1, true);
    assert_int_equal(pairing_join(&e.tourney, 1700), 4);
    pair_round(); /* of three: one rests */
    assert_int_equal(byes_of(2) + byes_of(3) + byes_of(4), 1);
    assert_false(pairing_over(&e.tourney));
    end_round(&e);
    pairing_set_away(&e.tourney, 2, true);
    pairing_set_away(&e.tourney, 3, true);
    assert_true(pairing_over(&e.tourney));
    assert_int_equal(pair(&e), 0);
    pairing_set_away(&e.tourney, 0, false);
    pair_round();
    assert_rebuilt(&e);
}

static void the_number_of_rounds_finds_one_winner(void **state)
{
    (void)state;
    static const int wanted[][2] = {{0, 1}, {2, 1}, {3, 2}, {8, 3}, {9, 4}, {256, 8}};
    for (size_t i = 0; i < BV_COUNT(wanted); i++)
        assert_int_equal(pairing_swiss_rounds_for(wanted[i][0]), wanted[i][1]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nobody_meets_again_nor_rests_twice),
        cmocka_unit_test(sides_are_in_balance),
        cmocka_unit_test(great_fields_too),
        cmocka_unit_test(rematches_are_as_few_as_can_be),
        cmocka_unit_test(the_first_round_folds_the_field),
        cmocka_unit_test(equals_meet_equals),
        cmocka_unit_test(the_last_has_the_bye),
        cmocka_unit_test(the_last_of_a_group_meets_the_first_of_the_next),
        cmocka_unit_test(who_left_is_not_paired_and_few_end_it),
        cmocka_unit_test(the_number_of_rounds_finds_one_winner),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

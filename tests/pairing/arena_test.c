/* Arenas: who waits plays, never with the opponent of a moment ago, and streaks count double. */
#include "players.h"

static struct tournament e;

static void begin_arena(int players, uint64_t seed)
{
    begin(&e, (struct pairing_rules){.kind = PAIRING_ARENA}, players, seed);
}

static bool plays(int player)
{
    for (int i = 0; i < e.tourney.games; i++)
        if (is_open(&e, i) &&
            (e.tourney.game[i].player[0] == player || e.tourney.game[i].player[1] == player))
            return true;
    return false;
}

/* The opponent of the last game before one. */
static int opponent_before(int player, int game)
{
    while (--game >= 0)
        for (int side = 0; side < 2; side++)
            if (e.tourney.game[game].player[side] == player)
                return e.tourney.game[game].player[1 - side];
    return PAIRING_NONE;
}

/* Pairs, and holds what must always hold; returns how many wait after it. */
static int pair_waiting(void)
{
    bool busy[PAIRING_PLAYERS];
    int waiting[PAIRING_PLAYERS];
    int count = 0;
    int present = 0;
    int first = e.tourney.games;
    for (int i = 0; i < e.tourney.players; i++) {
        busy[i] = plays(i);
        present += !e.tourney.player[i].away;
    }
    pair(&e);
    for (int i = first; i < e.tourney.games; i++) {
        const uint16_t *player = e.tourney.game[i].player;
        assert_int_not_equal(player[0], player[1]);
        for (int side = 0; side < 2; side++) {
            assert_false(e.tourney.player[player[side]].away);
            assert_false(busy[player[side]]);
            busy[player[side]] = true;
        }
        if (present > 2)
            assert_false(opponent_before(player[0], first) == player[1] &&
                         opponent_before(player[1], first) == player[0]);
    }
    for (int i = 0; i < e.tourney.players; i++)
        if (!busy[i] && !e.tourney.player[i].away) waiting[count++] = i;
    if (count >= 2) {
        assert_int_equal(count, 2);
        assert_int_equal(opponent_before(waiting[0], e.tourney.games), waiting[1]);
        assert_int_equal(opponent_before(waiting[1], e.tourney.games), waiting[0]);
    }
    return count;
}

static void end_some(uint32_t one_in)
{
    for (int i = 0; i < e.tourney.games; i++)
        if (is_open(&e, i) && bv_random_below(&e.random, one_in) == 0) end_by_lot(&e, i);
}

static void nobody_waits_while_another_waits(void **state)
{
    (void)state;
    for (int n = 2; n <= 40; n++)
        for (uint64_t seed = 0; seed < 6; seed++) {
            begin_arena(n, 100 * seed + (uint64_t)n);
            for (int turn = 0; turn < 25; turn++) {
                pair_waiting();
                end_some(3);
                if (bv_random_below(&e.random, 8) == 0) pairing_join(&e.tourney, 1500);
                int player = (int)bv_random_below(&e.random, (uint32_t)e.tourney.players);
                if (bv_random_below(&e.random, 4) == 0)
                    pairing_set_away(&e.tourney, player, !e.tourney.player[player].away);
            }
            assert_rebuilt(&e);
        }
}

static void great_arenas_too(void **state)
{
    (void)state;
    begin_arena(PAIRING_PLAYERS, 3);
    for (int turn = 0; turn < 12; turn++) {
        pair_waiting();
        end_some(2);
    }
    assert_true(e.tourney.games > 600);
}

static void two_alone_play_again(void **state)
{
    (void)state;
    begin_arena(2, 1);
    for (int game = 0; game < 6; game++) {
        assert_int_equal(pair_waiting(), 0);
        end_game(&e.tourney, game, PAIRING_GAME_WON_0);
    }
    for (int game = 1; game < 6; game++) /* and exchange sides */
        assert_int_equal(e.tourney.game[game].player[0], e.tourney.game[game - 1].player[1]);
}

static void two_who_just_played_wait_for_others(void **state)
{
    (void)state;
    begin_arena(4, 1);
    assert_int_equal(pair_waiting(), 0);
    end_game(&e.tourney, 0, PAIRING_GAME_DRAWN);
    assert_int_equal(pair_waiting(), 2);
    end_game(&e.tourney, 1, PAIRING_GAME_DRAWN);
    assert_int_equal(pair_waiting(), 0);
    assert_int_equal(e.tourney.games, 4);
}

static void add(int first, int second, enum pairing_result result)
{
    struct pairing_game game = {.player = {(uint16_t)first, (uint16_t)second},
                                .result = (uint8_t)result};
    assert_true(pairing_add(&e.tourney, game));
}

/* 0 had side 0 five times, then side 1 twice: balance comes before change. */
static void sides_come_into_balance(void **state)
{
    (void)state;
    begin_arena(3, 1);
    for (int i = 0; i < 7; i++) add(i < 5 ? 0 : 1, i < 5 ? 1 : 0, PAIRING_GAME_DRAWN);
    pairing_set_away(&e.tourney, 1, true);
    assert_int_equal(pair_waiting(), 0);
    assert_int_equal(e.tourney.game[7].player[1], 0);
}

/* Even when the one who waited is far behind all others. */
static void who_came_from_a_game_waits_first(void **state)
{
    (void)state;
    begin_arena(5, 1);
    for (int i = 0; i < 5; i++) {
        add(0, 1, PAIRING_GAME_DRAWN);
        add(2, 3, PAIRING_GAME_DRAWN);
    }
    assert_int_equal(pair_waiting(), 1);
    assert_true(plays(4) && plays(0) && plays(1));
}

/* 0 has last met 1, who has met 2 since; they have the same score, and yet. */
static void nobody_has_the_same_opponent_twice_running(void **state)
{
    (void)state;
    begin_arena(4, 1);
    add(0, 1, PAIRING_GAME_DRAWN);
    add(1, 2, PAIRING_GAME_FORFEIT_BOTH);
    assert_int_equal(pair_waiting(), 0);
    assert_int_equal(opponent_before(0, e.tourney.games), 2);
}

static void equals_are_paired(void **state)
{
    (void)state;
    begin_arena(0, 1);
    for (int i = 0; i < 8; i++) pairing_join(&e.tourney, 1500);
    /* 0, 1 and 4, 5 have won; all have met others than those near them. */
    static const uint16_t pairs[][2] = {{0, 2}, {1, 3}, {4, 6}, {5, 7}};
    for (int i = 0; i < 4; i++) add(pairs[i][0], pairs[i][1], PAIRING_GAME_WON_0);
    int points[PAIRING_PLAYERS];
    pairing_points(&e.tourney, points);
    assert_int_equal(pair_waiting(), 0);
    for (int i = 4; i < e.tourney.games; i++)
        assert_int_equal(points[e.tourney.game[i].player[0]], points[e.tourney.game[i].player[1]]);
}

/* The score of player 0 after these results, as letters: W, D, L, and f for a win without a game. */
static int score_of(const char *results)
{
    int points[PAIRING_PLAYERS];
    begin_arena(2, 1);
    for (; *results != '\0'; results++) {
        struct pairing_game game = {.player = {0, 1}};
        game.result = *results == 'W'   ? PAIRING_GAME_WON_0
                      : *results == 'D' ? PAIRING_GAME_DRAWN
                      : *results == 'f' ? PAIRING_GAME_FORFEIT_1
                                        : PAIRING_GAME_WON_1;
        assert_true(pairing_add(&e.tourney, game));
    }
    pairing_points(&e.tourney, points);
    return points[0];
}

static void streaks_count_double(void **state)
{
    (void)state;
    assert_int_equal(score_of("WW"), 4);
    assert_int_equal(score_of("WWW"), 8);
    assert_int_equal(score_of("WWWW"), 12);
    assert_int_equal(score_of("WWD"), 6);
    assert_int_equal(score_of("WWDW"), 8);
    assert_int_equal(score_of("WWLWW"), 8);
    assert_int_equal(score_of("WDWD"), 6);
    assert_int_equal(score_of("WfW"), 8);
    assert_int_equal(score_of("LDL"), 1);
}

static void a_full_arena_is_over(void **state)
{
    (void)state;
    begin_arena(6, 1);
    while (e.tourney.games < PAIRING_GAMES - 1)
        assert_true(pairing_add(
            &e.tourney, (struct pairing_game){.player = {0, 1}, .result = PAIRING_GAME_DRAWN}));
    assert_false(pairing_over(&e.tourney));
    assert_int_equal(pair(&e), 1);
    assert_false(pairing_over(&e.tourney));
    end_some(1);
    assert_true(pairing_over(&e.tourney));
    assert_int_equal(pair(&e), 0);
    assert_false(pairing_add(&e.tourney, (struct pairing_game){.player = {0, 1}}));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nobody_waits_while_another_waits),
        cmocka_unit_test(great_arenas_too),
        cmocka_unit_test(two_alone_play_again),
        cmocka_unit_test(two_who_just_played_wait_for_others),
        cmocka_unit_test(who_came_from_a_game_waits_first),
        cmocka_unit_test(nobody_has_the_same_opponent_twice_running),
        cmocka_unit_test(sides_come_into_balance),
        cmocka_unit_test(equals_are_paired),
        cmocka_unit_test(streaks_count_double),
        cmocka_unit_test(a_full_arena_is_over),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

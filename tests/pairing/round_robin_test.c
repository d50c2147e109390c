/* Round robins: everybody meets everybody, sides in balance; who goes forfeits. */
#include "players.h"

static struct tournament e;
static int met[PAIRING_PLAYERS][PAIRING_PLAYERS]; /* how often the first had side 0 */

static void count_meetings(void)
{
    bv_clear(met, sizeof met);
    for (int i = 0; i < e.tourney.games; i++)
        met[e.tourney.game[i].player[0]][e.tourney.game[i].player[1]]++;
}

/* Plays to the end; nobody plays twice in a round. */
static void play_out(void)
{
    while (!pairing_over(&e.tourney)) {
        bool busy[PAIRING_PLAYERS] = {0};
        int first = e.tourney.games;
        int round = e.tourney.round;
        int games = pair(&e);
        assert_int_equal(games, e.tourney.players / 2);
        assert_int_equal(e.tourney.round, round + 1);
        for (int i = first; i < first + games; i++)
            for (int side = 0; side < 2; side++) {
                int player = e.tourney.game[i].player[side];
                assert_int_equal(e.tourney.game[i].round, round);
                assert_false(busy[player]);
                busy[player] = true;
            }
        assert_int_equal(pair(&e), 0); /* not while games are open */
        end_round(&e);
    }
}

static void everybody_meets_everybody_once(void **state)
{
    (void)state;
    for (int n = 2; n <= PAIRING_ROUND_ROBIN_PLAYERS; n++) {
        begin(&e, (struct pairing_rules){.kind = PAIRING_ROUND_ROBIN, .legs = 1}, n, (uint64_t)n);
        play_out();
        count_meetings();
        assert_int_equal(e.tourney.round, n % 2 == 0 ? n - 1 : n);
        for (int a = 0; a < n; a++) {
            int ahead = 0;
            for (int b = 0; b < n; b++) {
                assert_int_equal(met[a][b] + met[b][a], a != b);
                ahead += met[a][b] - met[b][a];
            }
            assert_in_range(ahead + 1, n % 2, 2 - n % 2); /* odd fields are in perfect balance */
        }
        assert_rebuilt(&e);
    }
}

static void two_legs_exchange_sides(void **state)
{
    (void)state;
    for (int n = 2; n <= PAIRING_ROUND_ROBIN_PLAYERS; n++) {
        begin(&e, (struct pairing_rules){.kind = PAIRING_ROUND_ROBIN, .legs = 2}, n, (uint64_t)n);
        play_out();
        count_meetings();
        for (int a = 0; a < n; a++)
            for (int b = 0; b < n; b++) assert_int_equal(met[a][b], a != b);
        assert_rebuilt(&e);
    }
}

static void sides_hardly_repeat(void **state)
{
    (void)state;
    for (int n = 3; n <= PAIRING_ROUND_ROBIN_PLAYERS; n++) {
        begin(&e, (struct pairing_rules){.kind = PAIRING_ROUND_ROBIN, .legs = 1}, n, (uint64_t)n);
        play_out();
        for (int player = 0; player < n; player++) {
            int last = -1;
            int run = 0;
            for (int i = 0; i < e.tourney.games; i++) {
                const uint16_t *seat = e.tourney.game[i].player;
                if (seat[0] != player && seat[1] != player) continue;
                run = (seat[1] == player) == last ? run + 1 : 1;
                last = seat[1] == player;
                assert_in_range(run, 1, 2);
            }
        }
    }
}

static void who_goes_forfeits_the_rest(void **state)
{
    (void)state;
    begin(&e, (struct pairing_rules){.kind = PAIRING_ROUND_ROBIN, .legs = 1}, 6, 1);
    pair(&e);
    end_round(&e);
    int played = e.tourney.games;
    pairing_set_away(&e.tourney, 2, true);
    pairing_set_away(&e.tourney, 4, true);
    play_out();
    assert_int_equal(e.tourney.games, 15);
    int both = 0;
    for (int i = played; i < e.tourney.games; i++) {
        const struct pairing_game *game = &e.tourney.game[i];
        bool gone[2];
        for (int side = 0; side < 2; side++)
            gone[side] = game->player[side] == 2 || game->player[side] == 4;
        if (gone[0] && !gone[1]) assert_int_equal(game->result, PAIRING_GAME_FORFEIT_0);
        if (gone[1] && !gone[0]) assert_int_equal(game->result, PAIRING_GAME_FORFEIT_1);
        if (gone[0] && gone[1]) assert_int_equal(game->result, PAIRING_GAME_FORFEIT_BOTH);
        both += gone[0] && gone[1];
    }
    assert_int_equal(both, 1);
    assert_rebuilt(&e);
}

static void who_goes_before_a_game_begins_forfeits_it(void **state)
{
    (void)state;
    begin(&e, (struct pairing_rules){.kind = PAIRING_SWISS, .rounds = 3}, 6, 1);
    assert_int_equal(pair(&e), 3);
    const struct pairing_game *game = e.tourney.game;
    pairing_set_away(&e.tourney, game[0].player[0], true);
    pairing_set_away(&e.tourney, game[1].player[0], true);
    pairing_set_away(&e.tourney, game[1].player[1], true);
    assert_int_equal(pairing_forfeit(&e.tourney, 0), PAIRING_GAME_FORFEIT_0);
    assert_int_equal(pairing_forfeit(&e.tourney, 1), PAIRING_GAME_FORFEIT_BOTH);
    assert_int_equal(pairing_forfeit(&e.tourney, 2), PAIRING_GAME_OPEN);
    assert_int_equal(game[0].result, PAIRING_GAME_FORFEIT_0);
    assert_int_equal(game[2].result, PAIRING_GAME_OPEN);
    assert_rebuilt(&e);
}

static void nobody_joins_once_it_runs(void **state)
{
    (void)state;
    begin(&e, (struct pairing_rules){.kind = PAIRING_ROUND_ROBIN, .legs = 1}, 32, 1);
    assert_int_equal(pairing_join(&e.tourney, 1500), PAIRING_NONE);
    begin(&e, (struct pairing_rules){.kind = PAIRING_ROUND_ROBIN, .legs = 1}, 4, 1);
    pair(&e);
    assert_int_equal(pairing_join(&e.tourney, 1500), PAIRING_NONE);
}

static void one_alone_is_over_at_once(void **state)
{
    (void)state;
    begin(&e, (struct pairing_rules){.kind = PAIRING_ROUND_ROBIN, .legs = 2}, 1, 1);
    assert_true(pairing_over(&e.tourney));
    assert_int_equal(pair(&e), 0);
}

static void rules_out_of_bounds_are_refused(void **state)
{
    (void)state;
    static const struct pairing_rules wrong[] = {
        {.kind = PAIRING_ROUND_ROBIN, .legs = 0},
        {.kind = PAIRING_ROUND_ROBIN, .legs = 3},
        {.kind = PAIRING_SWISS, .rounds = 0},
        {.kind = PAIRING_SWISS, .rounds = PAIRING_SWISS_ROUNDS + 1},
        {.kind = (enum pairing_kind)9},
    };
    for (size_t i = 0; i < BV_COUNT(wrong); i++) assert_false(pairing_begin(&e.tourney, wrong[i]));
}

static void games_that_cannot_be_are_refused(void **state)
{
    (void)state;
    static const struct pairing_game wrong[] = {
        {.player = {0, 0}},
        {.player = {0, 4}},
        {.player = {4, 0}},
        {.player = {0, PAIRING_NONE}},
        {.player = {0, PAIRING_NONE}, .result = PAIRING_GAME_BYE}, /* a round robin has none */
        {.player = {0, 1}, .result = PAIRING_GAME_BYE},
        {.player = {0, 1}, .result = PAIRING_GAME_RESULTS},
        {.player = {0, 1}, .round = 3},
    };
    begin(&e, (struct pairing_rules){.kind = PAIRING_ROUND_ROBIN, .legs = 1}, 4, 1);
    for (size_t i = 0; i < BV_COUNT(wrong); i++) assert_false(pairing_add(&e.tourney, wrong[i]));
    assert_true(pairing_add(&e.tourney, (struct pairing_game){.player = {0, 1}, .round = 2}));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(everybody_meets_everybody_once),
        cmocka_unit_test(two_legs_exchange_sides),
        cmocka_unit_test(sides_hardly_repeat),
        cmocka_unit_test(who_goes_forfeits_the_rest),
        cmocka_unit_test(who_goes_before_a_game_begins_forfeits_it),
        cmocka_unit_test(nobody_joins_once_it_runs),
        cmocka_unit_test(one_alone_is_over_at_once),
        cmocka_unit_test(rules_out_of_bounds_are_refused),
        cmocka_unit_test(games_that_cannot_be_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

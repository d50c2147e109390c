/* Standings: tables worked out by hand, and an order that holds for any results. */
#include "players.h"

static struct tournament e;
static struct pairing_standing standing[PAIRING_PLAYERS];

struct row {
    int player, place;
    int measure[PAIRING_MEASURES];
};

static void assert_table(const struct row *rows, int count)
{
    assert_int_equal(pairing_standings(&e.tourney, standing), count);
    for (int i = 0; i < count; i++) {
        assert_int_equal(standing[i].player, rows[i].player);
        assert_int_equal(standing[i].place, rows[i].place);
        for (int k = 0; k < PAIRING_MEASURES; k++)
            assert_int_equal(standing[i].measure[k], rows[i].measure[k]);
    }
}

static void add(int round, int a, int b, enum pairing_result result)
{
    struct pairing_game game = {
        .player = {(uint16_t)a, (uint16_t)b}, .round = (uint8_t)round, .result = (uint8_t)result};
    assert_true(pairing_add(&e.tourney, game));
}

/* 0 beats 1 and 2, 3 beats 0; 1 beats 3, draws with 2; 2 beats 3. */
static void round_robin_by_hand(void **state)
{
    (void)state;
    begin(&e, (struct pairing_rules){.kind = PAIRING_ROUND_ROBIN, .legs = 1}, 4, 1);
    add(0, 0, 1, PAIRING_GAME_WON_0);
    add(0, 2, 3, PAIRING_GAME_WON_0);
    add(1, 2, 0, PAIRING_GAME_WON_1);
    add(1, 1, 3, PAIRING_GAME_WON_0);
    add(2, 0, 3, PAIRING_GAME_FORFEIT_0);
    add(2, 1, 2, PAIRING_GAME_DRAWN);
    /* Points 2, 1.5, 1.5, 1. Sonneborn-Berger: 0: 1.5 + 1.5; 1 and 2: 1 + 0.75; 3: 2. */
    static const struct row rows[] = {
        {0, 1, {4, 12, 0, 2}}, {1, 2, {3, 7, 1, 1}}, {2, 2, {3, 7, 1, 1}}, {3, 4, {2, 8, 0, 1}}};
    assert_table(rows, 4);
    assert_int_equal(standing[1].won + standing[1].drawn + standing[1].lost, 3);
}

/* Equal in points and in Sonneborn-Berger: the game between them decides. */
static void direct_encounter_decides(void **state)
{
    (void)state;
    begin(&e, (struct pairing_rules){.kind = PAIRING_ROUND_ROBIN, .legs = 1}, 4, 1);
    add(0, 0, 1, PAIRING_GAME_WON_1);
    add(0, 2, 3, PAIRING_GAME_DRAWN);
    add(1, 0, 2, PAIRING_GAME_WON_0);
    add(1, 1, 3, PAIRING_GAME_WON_1);
    add(2, 0, 3, PAIRING_GAME_DRAWN);
    add(2, 1, 2, PAIRING_GAME_DRAWN);
    /* Points 1.5, 1.5, 1, 2. Sonneborn-Berger of 0: 1 + 1; of 1: 1.5 + 0.5; 1 has beaten 0. */
    static const struct row rows[] = {
        {3, 1, {4, 11, 0, 1}}, {1, 2, {3, 8, 2, 1}}, {0, 3, {3, 8, 0, 1}}, {2, 4, {2, 7, 0, 0}}};
    assert_table(rows, 4);
}

/* Five, two rounds and a third under way: a bye counts as an opponent with one's own points, a missed round as none. */
static void swiss_by_hand(void **state)
{
    (void)state;
    begin(&e, (struct pairing_rules){.kind = PAIRING_SWISS, .rounds = 3}, 5, 1);
    add(0, 0, 1, PAIRING_GAME_WON_0);
    add(0, 2, 3, PAIRING_GAME_DRAWN);
    add(1, 0, 2, PAIRING_GAME_WON_1);
    add(1, 4, 3, PAIRING_GAME_FORFEIT_0); /* 4 came late, and then not */
    add(1, 1, PAIRING_NONE, PAIRING_GAME_BYE);
    /* Half points: 0: 2, 1: 2, 2: 3, 3: 3, 4: 0.
     * 0 met 2 and 3; 1 met 2 and itself; 2 met 3 and 2; 3 met 3 and itself; 4 met nobody. */
    static const struct row rows[] = {{3, 1, {3, 3, 6, 9}},
                                      {2, 2, {3, 3, 5, 7}},
                                      {0, 3, {2, 3, 5, 4}},
                                      {1, 4, {2, 2, 4, 4}},
                                      {4, 5, {0, 0, 0, 0}}};
    assert_table(rows, 5);
    assert_int_equal(standing[3].won, 0); /* a bye is no win */
    /* A game that is open changes nothing, nor takes away the round that is cut. */
    add(2, 2, 3, PAIRING_GAME_OPEN);
    pairing_standings(&e.tourney, standing);
    assert_int_equal(standing[0].player, 3);
    assert_int_equal(standing[0].measure[1], 3);
}

/* 2 came for the second round: the first is the one that is cut, and the opponent counts. */
static void a_round_missed_is_the_one_cut(void **state)
{
    (void)state;
    begin(&e, (struct pairing_rules){.kind = PAIRING_SWISS, .rounds = 3}, 3, 1);
    add(0, 0, 1, PAIRING_GAME_WON_0);
    add(1, 2, 0, PAIRING_GAME_WON_0);
    add(1, 1, PAIRING_NONE, PAIRING_GAME_BYE);
    static const struct row rows[] = {
        {0, 1, {2, 2, 4, 4}}, {1, 1, {2, 2, 4, 4}}, {2, 3, {2, 2, 2, 4}}};
    assert_table(rows, 3);
}

static void arena_by_hand(void **state)
{
    (void)state;
    assert_true(pairing_begin(&e.tourney, (struct pairing_rules){.kind = PAIRING_ARENA}));
    pairing_join(&e.tourney, 1600);
    pairing_join(&e.tourney, 1400);
    pairing_join(&e.tourney, 1500);
    pairing_join(&e.tourney, 1500);
    add(0, 0, 1, PAIRING_GAME_WON_0);
    add(0, 2, 1, PAIRING_GAME_DRAWN);
    add(0, 0, 2, PAIRING_GAME_DRAWN);
    add(0, 1, 2, PAIRING_GAME_FORFEIT_1);
    static const struct row rows[] = {{0, 1, {3, 1, 1700, 0}},
                                      {1, 2, {3, 1, 1300, 0}},
                                      {2, 3, {2, 0, 1500, 0}},
                                      {3, 4, {0, 0, 0, 0}}};
    assert_table(rows, 4);
}

static void every_measure_has_a_name(void **state)
{
    (void)state;
    static const int count[] = {4, 4, 3};
    for (int kind = PAIRING_ROUND_ROBIN; kind <= PAIRING_ARENA; kind++) {
        const struct pairing_measure *measure = pairing_measures((enum pairing_kind)kind);
        for (int i = 0; i < PAIRING_MEASURES; i++) {
            assert_int_equal(measure[i].id != NULL, i < count[kind]);
            if (i < count[kind]) assert_in_range(measure[i].unit, 1, 4);
        }
    }
}

/* Higher measures never stand below lower ones; equals share a place and stand in order of joining. */
static void assert_order(void)
{
    int points[PAIRING_PLAYERS];
    bool seen[PAIRING_PLAYERS] = {0};
    int count = pairing_standings(&e.tourney, standing);
    assert_int_equal(count, e.tourney.players);
    pairing_points(&e.tourney, points);
    for (int i = 0; i < count; i++) {
        const struct pairing_standing *own = &standing[i];
        assert_false(seen[own->player]);
        seen[own->player] = true;
        assert_int_equal(own->measure[0], points[own->player]);
        if (i == 0) {
            assert_int_equal(own->place, 1);
            continue;
        }
        const struct pairing_standing *above = &standing[i - 1];
        int k = 0;
        while (k < PAIRING_MEASURES && above->measure[k] == own->measure[k]) k++;
        if (k == PAIRING_MEASURES) {
            assert_int_equal(own->place, above->place);
            assert_true(above->player < own->player);
        } else {
            assert_int_equal(own->place, i + 1);
            assert_true(above->measure[k] > own->measure[k]);
        }
    }
}

static void the_order_is_total(void **state)
{
    (void)state;
    for (int n = 2; n <= 32; n++)
        for (int kind = PAIRING_ROUND_ROBIN; kind <= PAIRING_ARENA; kind++) {
            struct pairing_rules rules = {(enum pairing_kind)kind, 5, 1 + n % 2};
            begin(&e, rules, n, (uint64_t)n);
            for (int round = 0; round < 7; round++) {
                assert_order();
                pair(&e);
                assert_order();
                end_round(&e);
            }
            assert_order();
        }
}

/* Every point that was given is in the table: two halves a game that was played. */
static void points_add_up(void **state)
{
    (void)state;
    for (int n = 2; n <= 32; n++) {
        begin(&e, (struct pairing_rules){.kind = PAIRING_SWISS, .rounds = 6}, n, (uint64_t)n);
        int given = 0;
        int counted = 0;
        while (pair(&e) > 0) end_round(&e);
        for (int i = 0; i < e.tourney.games; i++)
            given += e.tourney.game[i].result == PAIRING_GAME_FORFEIT_BOTH ? 0 : 2;
        pairing_standings(&e.tourney, standing);
        for (int i = 0; i < n; i++) counted += standing[i].measure[0];
        assert_int_equal(counted, given);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(round_robin_by_hand), cmocka_unit_test(direct_encounter_decides),
        cmocka_unit_test(swiss_by_hand),       cmocka_unit_test(a_round_missed_is_the_one_cut),
        cmocka_unit_test(arena_by_hand),       cmocka_unit_test(every_measure_has_a_name),
        cmocka_unit_test(the_order_is_total),  cmocka_unit_test(points_add_up),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

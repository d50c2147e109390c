/* E14, E15, E20 and E21: the obligation, its oversight, and the seats. */
#include "chevaliers_tests.h"

/* Silver's Knight on d2 and Man on a3 can capture at once, the Knight on g2 after a canter over g3. */
#define DIRECT                                                                                     \
    ". . . . . . .\n"                                                                              \
    ". . . . . . m\n"                                                                              \
    ". . ~ . ~ . m\n"                                                                              \
    "m . . . . m .\n"                                                                              \
    "M . . m . . M\n"                                                                              \
    ". . . K . . K\n"                                                                              \
    ". . . . . . .\n"

/* Only the Knight on g2 can capture, after a canter over g3. */
#define CHARGE                                                                                     \
    ". . . . . . .\n"                                                                              \
    ". . . . . . m\n"                                                                              \
    ". . ~ . ~ . m\n"                                                                              \
    ". . . . . m .\n"                                                                              \
    "M . . . . . M\n"                                                                              \
    ". . . K . . K\n"                                                                              \
    ". . . . . . .\n"

/* ---- The obligation --------------------------------------------------------------------------------- */

static void E14_who_can_capture_must(void **state)
{
    struct session *s = south("", DIRECT, "S 0");
    (void)state;
    expect_menu(s, "S", "a3xa5 d2xd4 g2~g4xe4");
    session_end(s);
}

static void E14_for_gold_as_well(void **state)
{
    struct session *s = south("",
                              ". . . . . . .\n"
                              ". . . . . . .\n"
                              ". . ~ . ~ . .\n"
                              ". . . . . . .\n"
                              ". . . k M . .\n"
                              ". . . . . . .\n"
                              "m . . . . . .\n",
                              "O 0");
    (void)state;
    expect_menu(s, "O", "d3xf3");
    session_end(s);
}

static void E14_a_capture_after_a_canter_obliges_nobody(void **state)
{
    struct session *s = south("obligation=direct", CHARGE, "S 0");
    (void)state;
    expect_legal(s, "g2~g4xe4 g2~g4 a3-a4 d2-d3 g3-f3 g2-g1");
    session_end(s);
}

static void E14_any_capture_obliges_with_the_other_option(void **state)
{
    struct session *s = south("obligation=any", CHARGE, "S 0");
    (void)state;
    expect_menu(s, "S", "g2~g4xe4");
    session_end(s);
    s = south("obligation=any", DIRECT, "S 0");
    expect_menu(s, "S", "a3xa5 d2xd4 g2~g4xe4");
    session_end(s);
}

static void E14_nothing_to_capture_obliges_nobody(void **state)
{
    struct session *s = session("chevaliers", "obligation=any");
    (void)state;
    expect_legal(s, "d2-d1 b4-b5 d2~b2");
    session_end(s);
}

/* ---- Oversight -------------------------------------------------------------------------------------- */

static void E15_enforced_offers_only_captures_and_no_call(void **state)
{
    struct session *s = south("oversight=enforced", DIRECT, "S 0");
    (void)state;
    expect_illegal(s, "g2-g1 g2~g4 !");
    play(s, "a3xa5");
    expect_illegal(s, "!");
    session_end(s);
}

static void E15_at_the_table_every_move_is_offered(void **state)
{
    struct session *s = south("oversight=table", DIRECT, "S 0");
    (void)state;
    expect_menu(s, "S",
                "a3-b3 a3-b4 a3xa5 d2-c1 d2-c2 d2-c3 d2-d1 d2-e1 d2-e2 d2-e3 d2xd4 g2-f1 "
                "g2-f2 g2-f3 g2-g1 g2~g4 g2~g4xe4 g3-f3 g3-g4");
    session_end(s);
}

static void E15_a_capture_begun_is_still_carried_on(void **state)
{
    struct session *s = south("oversight=table",
                              ". . . . . . .\n"
                              ". . . . . . .\n"
                              ". . ~ . ~ . .\n"
                              ". . . . . . .\n"
                              ". . . . . . .\n"
                              ". . . . . . .\n"
                              "k . K m . m .\n",
                              "S 0");
    (void)state;
    expect_legal(s, "c1xe1xg1 c1-c2");
    expect_illegal(s, "c1xe1");
    session_end(s);
}

static void E15_the_opponent_may_call_the_fault_before_replying(void **state)
{
    struct session *s = south("oversight=table", DIRECT, "S 7");
    (void)state;
    play(s, "g2-g1");
    expect_to_act(s, "O");
    expect_legal(s, "! f4-f3");
    expect_position_has(s, " O 8 fault=g2-g1 before=7");
    play(s, "!");
    expect_to_act(s, "S");
    expect_position_has(s, "/M..m..M/...K..K/....... S 7 called=yes");
    expect_menu(s, "S", "a3xa5 d2xd4 g2~g4xe4");
    session_end(s);
}

static void E15_the_call_enforces_that_one_move_only(void **state)
{
    struct session *s = south("oversight=table", DIRECT, "S 7");
    (void)state;
    play(s, "d2-c2 ! a3xa5");
    expect_position_has(s, "/M.~.~.m/.....m./...m..M/...K..K/....... O 0");
    expect_illegal(s, "!");
    play(s, "g6-f6");
    expect_legal(s, "d2-c2 d2xd4 a5-a6");
    session_end(s);
}

static void E15_any_other_reply_lets_the_fault_stand(void **state)
{
    struct session *s = south("oversight=table", DIRECT, "S 7");
    (void)state;
    play(s, "g2-g1 a4xa2");
    expect_illegal(s, "!");
    play(s, "d2xd4");
    expect_illegal(s, "!");
    session_end(s);
}

static void E15_captures_are_no_fault(void **state)
{
    static const char *const capture[] = {"a3xa5", "d2xd4", "g2~g4xe4"};
    (void)state;
    for (size_t i = 0; i < BV_COUNT(capture); i++) {
        struct session *s = south("oversight=table", DIRECT, "S 0");
        play(s, capture[i]);
        expect_illegal(s, "!");
        session_end(s);
    }
}

static void E15_without_an_obligation_there_is_no_fault(void **state)
{
    struct session *s = south("oversight=table obligation=direct", CHARGE, "S 0");
    (void)state;
    play(s, "a3-a4");
    expect_illegal(s, "!");
    session_end(s);

    s = south("oversight=table obligation=any", CHARGE, "S 0");
    play(s, "a3-a4");
    expect_legal(s, "!");
    play(s, "!");
    expect_menu(s, "S", "g2~g4xe4");
    session_end(s);
}

static void E15_a_mans_faulty_advance_is_taken_back_with_the_count(void **state)
{
    struct session *s = south("oversight=table", DIRECT, "S 42");
    (void)state;
    play(s, "a3-b4");
    expect_position_has(s, "O 0 fault=a3-b4 before=42");
    play(s, "!");
    expect_position_has(s, "/m....m./M..m..M/...K..K/....... S 42 called=yes");
    session_end(s);
}

static void E15_a_knights_faulty_canter_is_taken_back(void **state)
{
    struct session *s = south("oversight=table", DIRECT, "S 3");
    (void)state;
    play(s, "g2~g4");
    expect_position_has(s, "O 4 fault=g2-g4 before=3");
    play(s, "!");
    expect_position_has(s, "/m....m./M..m..M/...K..K/....... S 3 called=yes");
    session_end(s);
}

static void E15_gold_may_be_at_fault_too(void **state)
{
    struct session *s = south("oversight=table",
                              ". . . . . . .\n"
                              ". . . . . . .\n"
                              ". . ~ . ~ . .\n"
                              ". . . . . . .\n"
                              ". . . k M . .\n"
                              ". . . . . . .\n"
                              "m . . . . . K\n",
                              "O 5");
    (void)state;
    play(s, "a1-b1");
    expect_position_has(s, "/...kM../......./.m....K S 6 fault=a1-b1 before=5");
    play(s, "!");
    expect_position_has(s, "/...kM../......./m.....K O 5 called=yes");
    expect_menu(s, "O", "d3xf3");
    session_end(s);
}

static void E15_the_repetitions_are_taken_back(void **state)
{
    struct session *s = south("oversight=table", DIRECT, "S 0");
    (void)state;
    play(s, "d2-c2 f4-f3");
    uint32_t before = s->past.count;
    uint64_t last = s->past.key[before - 1];
    play(s, "g2-g1 !");
    assert_int_equal(s->past.count, before);
    assert_true(s->past.key[before - 1] == last);
    session_end(s);
}

static void E15_a_call_without_a_past_is_possible(void **state)
{
    struct session *s = south("oversight=table", DIRECT, "S 0");
    (void)state;
    play(s, "g2-g1");
    s->past.count = 0; /* as in a game that begins from this position */
    play(s, "!");
    assert_int_equal(s->past.count, 0);
    session_end(s);
}

static void E15_a_call_is_no_move(void **state)
{
    struct session *s = south("oversight=table", DIRECT, "S 98");
    (void)state;
    play(s, "g2-g1 !");
    expect_running(s);
    expect_position_has(s, " S 98 called=yes");
    session_end(s);
}

static void E15_a_faulty_reply_may_be_called_in_its_turn(void **state)
{
    struct session *s = south("oversight=table",
                              ". . . . . . .\n"
                              ". . . . . . .\n"
                              ". . ~ . ~ . .\n"
                              ". . . . . . .\n"
                              ". . . k M . .\n"
                              ". . . m . . .\n"
                              "m . . . . . K\n",
                              "O 5");
    (void)state;
    play(s, "a1-b1"); /* Gold overlooks d3xf3 */
    play(s, "g1-g2"); /* Silver overlooks e3xc3, and the fault */
    expect_position_has(s, "O 7 fault=g1-g2 before=6");
    play(s, "!");
    expect_menu(s, "S", "e3xc3");
    session_end(s);
}

static void E15_a_faulty_move_that_ends_the_game_cannot_be_called(void **state)
{
    struct session *s = south("oversight=table",
                              ". . . . . . .\n"
                              ". . . . . . .\n"
                              ". . ~ . ~ . .\n"
                              ". . . . . . .\n"
                              ". . . . . . .\n"
                              ". K m . . . .\n"
                              ". . . k . . .\n",
                              "S 0");
    (void)state;
    play(s, "b2-b3");
    expect_over(s, "S 0 O 1 castle");
    expect_position_has(s, " O 1 over=castle");
    session_end(s);

    s = south("oversight=table", DIRECT, "S 99");
    play(s, "g2-g1");
    expect_over(s, "S 1/2 O 1/2 stalemate");
    expect_position_has(s, " O 100 over=stalemate");
    session_end(s);
}

/* ---- Seats ------------------------------------------------------------------------------------------ */

static void E20_one_partner_has_the_knights_the_other_the_men(void **state)
{
    struct session *s = session("chevaliers", "seats=4");
    (void)state;
    expect_to_act(s, "S.knights S.men");
    play(s, "S.men: b4-b5");
    expect_to_act(s, "O.knights O.men");
    expect_menu(s, "O.men",
                "b11-a10 b11-b10 c11-b10 c11-d10 c13-b13 d11-d10 e11-d10 e11-f10 e13-f13 f11-f10 "
                "f11-g10");
    expect_menu(s, "O.knights",
                "a11-a10 a11-b10 a11~a13 a12-a13 a12-b13 a12~a10 d13-c14 d13-d14 d13-e14 d13~b13 "
                "d13~f13 g11-f10 g11-g10 g11~g13 g12-f13 g12-g13 g12~g10");
    play(s, "O.knights: d13-d14");
    expect_to_act(s, "S.knights S.men");
    session_end(s);
}

static void E20_the_obligation_is_the_sides(void **state)
{
    struct session *s = south("seats=4", DIRECT, "S 0");
    (void)state;
    expect_to_act(s, "S.knights S.men");
    expect_menu(s, "S.knights", "d2xd4 g2~g4xe4");
    expect_menu(s, "S.men", "a3xa5");
    session_end(s);
}

static void E20_a_seat_without_a_legal_move_is_not_to_act(void **state)
{
    struct session *s = south("seats=4 obligation=any", CHARGE, "S 0");
    (void)state;
    expect_to_act(s, "S.knights"); /* only a Knight can capture */
    session_end(s);

    s = south("seats=4",
              ". . . . . . .\n"
              ". . . . . . .\n"
              ". . ~ . ~ . .\n"
              ". . . m . . .\n"
              ". . . M . . .\n"
              ". . . . . . .\n"
              "K . . . . . .\n",
              "S 0");
    expect_to_act(s, "S.men"); /* only a Man can capture */
    expect_menu(s, "S.men", "d3xd5");
    session_end(s);

    s = south("seats=4",
              ". . . . . . .\n"
              ". . . . . . .\n"
              ". . ~ . ~ . .\n"
              ". . . . . . .\n"
              ". . . M . . .\n"
              ". . . . . . .\n"
              "k . . . . . .\n",
              "S 0");
    expect_to_act(s, "S.men"); /* no Knight is left */
    play(s, "d3-d4");
    expect_to_act(s, "O.knights"); /* no Man is left */
    session_end(s);
}

static void E20_a_charge_keeps_the_knights_in_when_only_a_man_captures_at_once(void **state)
{
    struct session *s = south("seats=4",
                              ". . . . . . .\n"
                              ". . . . . . m\n"
                              ". . ~ . ~ . m\n"
                              "m . . . . m .\n"
                              "M . . . . . M\n"
                              ". . . . . . K\n"
                              ". . . . . . .\n",
                              "S 0");
    (void)state;
    expect_to_act(s, "S.knights S.men");
    expect_menu(s, "S.knights", "g2~g4xe4");
    expect_menu(s, "S.men", "a3xa5");
    session_end(s);
}

static void E20_a_knight_that_can_only_canter_or_only_step_may_act(void **state)
{
    struct session *s = south("seats=4",
                              ". . . . . . .\n"
                              ". . . . . . .\n"
                              ". . ~ . ~ . .\n"
                              ". . . . . . .\n"
                              "M . . . . . .\n"
                              "M M . . . . .\n"
                              "K M . . . . k\n",
                              "S 0");
    (void)state;
    expect_to_act(s, "S.knights S.men");
    expect_menu(s, "S.knights", "a1~c1 a1~c3");
    session_end(s);

    s = south("seats=4",
              ". . . . . . .\n"
              ". . . . . . .\n"
              ". . ~ . ~ . .\n"
              ". . . . . . .\n"
              "M . M . . . .\n"
              "M M . . . . .\n"
              "K M M . . . k\n",
              "S 0");
    expect_to_act(s, "S.men");
    session_end(s);
}

static void E20_at_the_table_a_knight_that_can_only_capture_may_act(void **state)
{
    struct session *s = south("seats=4 oversight=table",
                              ". . . . . . .\n"
                              ". . . . . . .\n"
                              ". . ~ . ~ . .\n"
                              ". . . . . . .\n"
                              ". . M . . . .\n"
                              "m M . . . . .\n"
                              "K M M . . . .\n",
                              "S 0");
    (void)state;
    expect_to_act(s, "S.knights S.men");
    expect_menu(s, "S.knights", "a1xa3");
    session_end(s);

    s = south("seats=4 oversight=table",
              ". . . . . . .\n"
              ". . . . . . .\n"
              ". m ~ . ~ . .\n"
              "K m . . . . .\n"
              "M m . . . . .\n"
              ". . . . . . .\n"
              ". . . . . . .\n",
              "S 0");
    expect_to_act(s, "S.knights S.men");
    expect_menu(s, "S.men", "a3xc3");
    session_end(s);
}

static void E20_a_call_belongs_to_both_partners(void **state)
{
    struct session *s = south("seats=4 oversight=table", DIRECT, "S 0");
    (void)state;
    play(s, "S.knights: g2-g1");
    expect_to_act(s, "O.knights O.men");
    expect_menu(s, "O.knights", "!"); /* even without a piece left */
    expect_legal(s, "f4-f3");
    play(s, "O.knights: !");
    expect_to_act(s, "S.knights S.men"); /* either partner may make good */
    expect_menu(s, "S.knights", "d2xd4 g2~g4xe4");
    expect_menu(s, "S.men", "a3xa5");
    session_end(s);
}

static void E20_after_a_call_only_who_can_capture_acts(void **state)
{
    struct session *s = south("seats=4 oversight=table",
                              ". . . . . . .\n"
                              ". . . . . . .\n"
                              ". . ~ . ~ . .\n"
                              ". . . m . . .\n"
                              ". . . M . . .\n"
                              ". . . . . . .\n"
                              "K . . . . . .\n",
                              "S 0");
    (void)state;
    expect_to_act(s, "S.knights S.men");
    play(s, "S.knights: a1-a2 O.men: !");
    expect_to_act(s, "S.men");
    session_end(s);
}

static void E21_a_new_game_begins_with_silver_whoever_won(void **state)
{
    struct session *s = south("",
                              ". . . . . . .\n"
                              ". . . . . . .\n"
                              ". . ~ . ~ . .\n"
                              ". . . . . . .\n"
                              ". . . . . . .\n"
                              ". . . . . . .\n"
                              "k M . . . . .\n",
                              "O 0");
    (void)state;
    play(s, "a1xc1");
    expect_over(s, "S 0 O 1 elimination");
    s->terms.game->start(&s->terms, &s->state); /* exchanging the sides is the players' affair */
    expect_to_act(s, "S");
    session_end(s);
}

int chevaliers_turn_tests(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(E14_who_can_capture_must),
        cmocka_unit_test(E14_for_gold_as_well),
        cmocka_unit_test(E14_a_capture_after_a_canter_obliges_nobody),
        cmocka_unit_test(E14_any_capture_obliges_with_the_other_option),
        cmocka_unit_test(E14_nothing_to_capture_obliges_nobody),
        cmocka_unit_test(E15_enforced_offers_only_captures_and_no_call),
        cmocka_unit_test(E15_at_the_table_every_move_is_offered),
        cmocka_unit_test(E15_a_capture_begun_is_still_carried_on),
        cmocka_unit_test(E15_the_opponent_may_call_the_fault_before_replying),
        cmocka_unit_test(E15_the_call_enforces_that_one_move_only),
        cmocka_unit_test(E15_any_other_reply_lets_the_fault_stand),
        cmocka_unit_test(E15_captures_are_no_fault),
        cmocka_unit_test(E15_without_an_obligation_there_is_no_fault),
        cmocka_unit_test(E15_a_mans_faulty_advance_is_taken_back_with_the_count),
        cmocka_unit_test(E15_a_knights_faulty_canter_is_taken_back),
        cmocka_unit_test(E15_gold_may_be_at_fault_too),
        cmocka_unit_test(E15_the_repetitions_are_taken_back),
        cmocka_unit_test(E15_a_call_without_a_past_is_possible),
        cmocka_unit_test(E15_a_call_is_no_move),
        cmocka_unit_test(E15_a_faulty_reply_may_be_called_in_its_turn),
        cmocka_unit_test(E15_a_faulty_move_that_ends_the_game_cannot_be_called),
        cmocka_unit_test(E20_one_partner_has_the_knights_the_other_the_men),
        cmocka_unit_test(E20_the_obligation_is_the_sides),
        cmocka_unit_test(E20_a_seat_without_a_legal_move_is_not_to_act),
        cmocka_unit_test(E20_a_charge_keeps_the_knights_in_when_only_a_man_captures_at_once),
        cmocka_unit_test(E20_a_knight_that_can_only_canter_or_only_step_may_act),
        cmocka_unit_test(E20_at_the_table_a_knight_that_can_only_capture_may_act),
        cmocka_unit_test(E20_a_call_belongs_to_both_partners),
        cmocka_unit_test(E20_after_a_call_only_who_can_capture_acts),
        cmocka_unit_test(E21_a_new_game_begins_with_silver_whoever_won),
    };
    return cmocka_run_group_tests_name("chevaliers: turn", tests, NULL, NULL);
}

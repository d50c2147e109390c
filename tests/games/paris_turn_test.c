/* P18 to P21 and P26: turns, summons, sorties, passes, seats. */
#include "paris_tests.h"

#include <stdio.h>
#include <string.h>

static void P18_garrison_white_garrison_black(void **state)
{
    struct session *s = paris_session("");
    (void)state;
    expect_to_act(s, "G");
    play(s, "G=S");
    expect_to_act(s, "G");
    play(s, "C=N");
    expect_to_act(s, "G");
    play(s, "S-f5");
    expect_to_act(s, "B");
    play(s, "b3-a4");
    expect_to_act(s, "G");
    play(s, "f5-S");
    expect_to_act(s, "N");
    play(s, "b14-a13");
    expect_to_act(s, "G");
    play(s, "S-f5");
    expect_to_act(s, "B");
    session_end(s);
}

static void P19_any_man_the_garrison_could_capture(void **state)
{
    struct session *s = paris("", "+d3 kc2 Ke4 Sl1 sa1", "B");
    (void)state;
    play(s, "l1-k2");
    expect_to_act(s, "B");
    expect_menu(s, "B", "!c2 !e4 .");
    paris_at(s, "+d3 kc2 Ke4 Sl1 sa3", "N");
    play(s, "a3-b4");
    expect_menu(s, "N", "!c2 !e4 .");
    paris_at(s, "+d3 kc2 kc1 Ke4 Sl1 sa3", "N");
    play(s, "a3-b4");
    expect_menu(s, "N", "!e4 .");
    paris_at(s, "@W +a1 KNW Sl1 sa3", "B");
    play(s, "l1-k2");
    expect_menu(s, "B", "!NW .");
    session_end(s);
}

static void P19_a_man_is_asked_for_once(void **state)
{
    struct session *s = paris("", "+d3 +f3 @e5 Ke4 Sl1 sa1", "B");
    (void)state;
    play(s, "l1-k2");
    expect_menu(s, "B", "!e4 .");
    play(s, "!e4");
    expect_menu(s, "G", "d3xe4 e5xe4 f3xe4");
    session_end(s);
}

static void P19_the_turn_ends_by_itself_where_nothing_can_be_asked(void **state)
{
    struct session *s = paris("", "+d3 kd4 Sl1 sa1", "B");
    (void)state;
    play(s, "l1-k2");
    expect_to_act(s, "G");
    paris_at(s, "+d3 Kc2 Kc1 Sl1 sa1", "B");
    play(s, "l1-k2");
    expect_to_act(s, "G");
    play(s, "d3-e4");
    expect_to_act(s, "N");
    session_end(s);
}

static void P19_the_summoned_garrison_must_capture_that_man(void **state)
{
    struct session *s = paris("", "+d3 kc2 Ke4 Sl1 sa1 @e5", "B");
    (void)state;
    play(s, "l1-k2 !e4");
    expect_to_act(s, "G");
    expect_position_has(s, " GN summoned=e4 ");
    expect_menu(s, "G", "d3xe4 e5xe4");
    play(s, "e5xe4");
    expect_to_act(s, "N");
    session_end(s);
}

static void P19_a_point_ends_the_turn_without_summons(void **state)
{
    struct session *s = paris("", "+d3 kc2 Ke4 Sl1 sa1", "B");
    (void)state;
    play(s, "l1-k2 .");
    expect_to_act(s, "G");
    expect_menu_of(s, "d3", "d3-c4 d3-e2 d3xc2 d3xe4");
    session_end(s);
}

static void P19_summons_moved(void **state)
{
    struct session *s = paris("summons=moved", "+d3 kc2 Ke4 Sl1 sa1", "B");
    (void)state;
    play(s, "l1-k2");
    expect_to_act(s, "G");
    paris_at(s, "+d3 +j3 kc2 Ke4 Sl1 sa1", "B");
    play(s, "l1-k2");
    expect_position_has(s, " B phase=summons moved=k2 ");
    expect_menu(s, "B", "!k2 .");
    play(s, "!k2");
    expect_menu(s, "G", "j3xk2");
    paris_at(s, "+d3 kc2 Ke3 Sl1 sa1", "B");
    play(s, "e3-e4");
    expect_menu(s, "B", "!e4 .");
    play(s, ".");
    expect_menu_of(s, "d3", "d3-c4 d3-e2 d3xc2 d3xe4");
    session_end(s);
}

static void P19_no_summons_after_a_pass(void **state)
{
    struct session *s = paris("", "+d3 kc2 sa1", "B");
    (void)state;
    expect_menu(s, "B", ".");
    play(s, ".");
    expect_to_act(s, "G");
    expect_menu_of(s, "d3", "d3-c4 d3-e2 d3-e4 d3xc2");
    session_end(s);
}

/* ---- P20 ------------------------------------------------------------------------------------------------- */

/* All four exit squares are held by besiegers who protect each other. */
#define SHUT "Kf5 Kg5 kf12 kg12 "

/* A Soldier of the garrison in the corner, and a protected besieger in its way. */
#define CORNERED "+a1 Cb2 Sb1 "

static void P20_board_inside_moves_do_not_count(void **state)
{
    struct session *s = paris("", SHUT CORNERED "Sl1 sa15", "B");
    (void)state;
    play(s, "l1-k2");
    expect_over(s, "G 0 BN 1 immobilised");
    session_end(s);
}

static void P20_officers_inside_moves_do(void **state)
{
    struct session *s = paris("sortie=officers", SHUT CORNERED "Sl1 sa15", "B");
    (void)state;
    play(s, "l1-k2");
    expect_menu(s, "G", "E-SE S-SE");
    paris_at(s, SHUT "Sl1 sa15", "B");
    play(s, "l1-k2");
    expect_over(s, "G 0 BN 1 immobilised");
    session_end(s);
}

/* The garrison's whole menu after White has made a move that matters to nobody. */
static void after_waiting(const char *settings, const char *men, const char *tokens)
{
    struct session *s = paris_session(settings);
    char all[160];
    snprintf(all, sizeof all, "Sl1 sa15 %s", men);
    paris_at(s, all, "B");
    play(s, "l1-k2");
    if (!strcmp(tokens, "immobilised")) {
        expect_over(s, "G 0 BN 1 immobilised");
    } else {
        expect_to_act(s, "G");
        expect_menu(s, "G", tokens);
    }
    session_end(s);
}

static void P20_board_a_move_that_ends_on_a_square(void **state)
{
    (void)state;
    after_waiting("", "Kg5 Kh5 kf12 kg12", "S-f5");
    after_waiting("", "Kf5 Ke5 kf12 kg12", "S-g5");
    after_waiting("", "Kf5 Kg5 kf12 ke12", "N-g12");
    after_waiting("", "Kf5 Kg5 kh12 kg12", "N-f12");
}

static void P20_board_a_move_that_begins_on_a_square(void **state)
{
    (void)state;
    after_waiting("", SHUT "+a1 Sb1", "E-SE S-SE a1-b2");
    after_waiting("", SHUT CORNERED, "immobilised");
}

/* The Soldier on f5 has protected besiegers before it; may it go back? */
static void P20_board_reentry_counts(void **state)
{
    const char *inside = "+SW +W +NW +N +NE @E %SE +f5 Ke4 Kd4 cg4 gh4 kf12 kg12 lg5";
    const char *beside = "+S +W +NW +N +NE @E %SE +f5 Ke4 Kd4 cg4 gh4 kf12 kg12 lg5";
    (void)state;
    after_waiting("", inside, "SE-S SW-S f5-S");
    after_waiting("", beside, "immobilised");
    after_waiting("sortie=officers", beside, "S-SW W-SW");
}

static void P20_board_captures_count(void **state)
{
    struct session *s = paris("", "%g12 kf12 ch12 gi12 Cg13 Gg14 Kf5 Kg5 Sl1 sa15", "B");
    (void)state;
    play(s, "l1-k2 .");
    expect_menu(s, "G", "E-SE Nxf12 S-SE g12xf12");
    paris_at(s, "%g12 kf12 ke12 ch12 gi12 Cg13 Gg14 Kf5 Kg5 Sl1 sa15", "B");
    play(s, "l1-k2");
    expect_over(s, "G 0 BN 1 immobilised");
    session_end(s);
}

static void P20_officers_only_who_has_no_move_at_all_is_immobilised(void **state)
{
    (void)state;
    after_waiting("sortie=officers", SHUT CORNERED, "E-SE S-SE");
    after_waiting("sortie=officers", SHUT, "immobilised");
}

static void due(const char *men, const char *tokens)
{
    after_waiting("", men, tokens);
    after_waiting("sortie=officers", men, tokens);
}

static void P20_an_officer_must_come_out_if_the_soldiers_are_stuck(void **state)
{
    (void)state;
    due(CORNERED "@S %W", "S-f5 S-g5");
    due(CORNERED "%S @W", "S-f5 S-g5");
    due(CORNERED "@S %N", "N-f12 N-g12 S-f5 S-g5");
    due(CORNERED "@S %l16", "S-f5 S-g5");
    due(CORNERED "@S %W Kg5 Kh5", "S-f5");
    due(CORNERED "+a16 cb15 sb16 @S %W", "S-f5 S-g5"); /* one stuck on each colour */
}

static void P20_a_sortie_may_capture(void **state)
{
    struct session *s = paris("", CORNERED "@S %W kf5 Sl1 sa15", "B");
    (void)state;
    play(s, "l1-k2 .");
    expect_menu(s, "G", "S-g5 Sxf5");
    session_end(s);
}

static void P20_nobody_need_come_out_otherwise(void **state)
{
    (void)state;
    /* the Soldier outside can move, with others stuck or not */
    due("+a1 Sb1 @S +N %W", "E-SE N-f12 N-g12 S-SE S-f5 S-g5 a1-b2");
    due(CORNERED "+l16 @S +N %W", "N-f12 N-g12 NE-E S-SE S-f5 S-g5 W-E l16-k15");
    /* no Soldier is outside */
    due("@a1 Cb2 Ka2 Sb1 %S +N", "E-SE N-f12 N-g12 S-SE S-f5 S-g5");
    /* no officer inside can step out */
    due(CORNERED "+S +N @W %E", "E-SE N-f12 N-g12 S-SE S-f5 S-g5");
}

static void P20_a_soldier_who_can_capture_or_come_back_is_not_stuck(void **state)
{
    struct session *s = paris("", "+a1 Cb2 @S +N %W Sl1 sa15", "B");
    (void)state;
    play(s, "l1-k2 .");
    expect_legal(s, "a1xb2 N-f12 S-SE");
    paris_at(s, "+f12 ke13 kd13 gg13 cg14 @S %W +SW +NW +NE +E +SE Sl1 sa15", "B");
    play(s, "l1-k2");
    expect_legal(s, "f12-N NW-N S-f5");
    session_end(s);
}

static void P20_the_summons_comes_first(void **state)
{
    struct session *s = paris("", CORNERED "@S %W +N kf12 Sl1 sa15", "B");
    (void)state;
    play(s, "l1-k2 !f12");
    expect_menu(s, "G", "Nxf12");
    paris_at(s, SHUT CORNERED "@W +SW LNW Sl1 sa15", "B");
    play(s, "l1-k2 .");
    expect_over(s, "G 0 BN 1 immobilised");
    paris_at(s, SHUT CORNERED "@W +SW LNW Sl1 sa15", "B");
    play(s, "l1-k2 !NW");
    expect_menu(s, "G", "NxNW WxNW");
    session_end(s);
}

static void P21_an_army_without_a_move_passes(void **state)
{
    struct session *s = paris("", "Ka16 kb16 sa15", "B");
    (void)state;
    expect_menu(s, "B", ".");
    play(s, ".");
    expect_to_act(s, "G");
    paris_at(s, "Ka16 kc16 sa15", "B");
    expect_menu(s, "B", "a16-b16");
    paris_at(s, "Sl1 sa1 +b2", "N");
    expect_menu(s, "N", ".");
    play(s, ".");
    expect_to_act(s, "G");
    paris_at(s, "Sl1", "N");
    expect_menu(s, "N", ".");
    session_end(s);
}

static void P26_two_or_three_players(void **state)
{
    static const char *const seats[] = {"seats=2", "seats=3"};
    (void)state;
    for (int i = 0; i < 2; i++) {
        struct session *s = paris(seats[i], "Sl1 sa15", "B");
        assert_int_equal(s->terms.form->players, i + 2);
        assert_int_equal(s->terms.form->seats, 3);
        assert_int_equal(bv_side_of(&s->terms, 0), 0);
        assert_int_equal(bv_side_of(&s->terms, 1), 1);
        assert_int_equal(bv_side_of(&s->terms, 2), 1);
        play(s, "B: l1-k2 G: S-f5 N: a15-b14");
        expect_to_act(s, "G");
        session_end(s);
    }
}

int paris_turn_tests(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(P18_garrison_white_garrison_black),
        cmocka_unit_test(P19_any_man_the_garrison_could_capture),
        cmocka_unit_test(P19_a_man_is_asked_for_once),
        cmocka_unit_test(P19_the_turn_ends_by_itself_where_nothing_can_be_asked),
        cmocka_unit_test(P19_the_summoned_garrison_must_capture_that_man),
        cmocka_unit_test(P19_a_point_ends_the_turn_without_summons),
        cmocka_unit_test(P19_summons_moved),
        cmocka_unit_test(P19_no_summons_after_a_pass),
        cmocka_unit_test(P20_board_inside_moves_do_not_count),
        cmocka_unit_test(P20_officers_inside_moves_do),
        cmocka_unit_test(P20_board_a_move_that_ends_on_a_square),
        cmocka_unit_test(P20_board_a_move_that_begins_on_a_square),
        cmocka_unit_test(P20_board_reentry_counts),
        cmocka_unit_test(P20_board_captures_count),
        cmocka_unit_test(P20_officers_only_who_has_no_move_at_all_is_immobilised),
        cmocka_unit_test(P20_an_officer_must_come_out_if_the_soldiers_are_stuck),
        cmocka_unit_test(P20_a_sortie_may_capture),
        cmocka_unit_test(P20_nobody_need_come_out_otherwise),
        cmocka_unit_test(P20_a_soldier_who_can_capture_or_come_back_is_not_stuck),
        cmocka_unit_test(P20_the_summons_comes_first),
        cmocka_unit_test(P21_an_army_without_a_move_passes),
        cmocka_unit_test(P26_two_or_three_players),
    };
    return cmocka_run_group_tests_name("paris: turns", tests, NULL, NULL);
}

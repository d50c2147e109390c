/* A1 to A14, clause by clause. */
#include "support.h"

#include <stdlib.h>

static void A1_diagonals_lead_from_even_points_only(void **state)
{
    struct session *s = session("assaut", "");
    (void)state;
    drawn(s, "~~...~~\n~~...~~\n.......\n...o...\nsssssss\n~~sss~~\n~~.s.~~\n", "O");
    expect_menu(s, "O", "d4-c4 d4-c5 d4-d5 d4-e4 d4-e5");
    drawn(s, "~~...~~\n~~...~~\n.......\n..o....\nsssssss\n~~sss~~\n~~.s.~~\n", "O");
    expect_menu(s, "O", "c4-b4 c4-c5 c4-d4");
    session_end(s);
}

static void A1_a_wrong_map_is_refused(void **state)
{
    (void)state;
    char *board = board_with("assaut", "classic", "s s o", "s s q");
    expect_bad_board("assaut", board, ":10: a row is 7 of");
    free(board);
    board = board_with("assaut", "classic", "~ ~ + + + ~ ~\n", "");
    expect_bad_board("assaut", board, "a map has 7 rows");
    free(board);
    board = board_with("assaut", "classic", "s s o", "s s +");
    expect_bad_board("assaut", board, "two Officers");
    free(board);
    expect_bad_board(
        "assaut",
        "game assaut\nname few\nmap:\n ~~+++~~\n ~~+++~~\n ..o+o..\n .......\n .......\n"
        " ~~sss~~\n ~~sss~~\n",
        "over at its start");
    board = board_with("assaut", "classic", "s s o + o s s", ". s o + o s .");
    struct session *s = session_on("assaut", "", board);
    expect_position_has(s, "/.so.os./");
    session_end(s);
    free(board);
}

static void A2_everybody_stands_at_their_posts(void **state)
{
    struct session *s = session("assaut", "");
    (void)state;
    expect_position(s, "~~...~~/~~...~~/sso.oss/sssssss/sssssss/~~sss~~/~~sss~~ S");
    session_end(s);
}

static void A3_soldiers_begin_and_sides_alternate(void **state)
{
    struct session *s = session("assaut", "");
    (void)state;
    expect_to_act(s, "S");
    play(s, "d4-d5");
    expect_to_act(s, "O");
    play(s, "c5-c6");
    expect_to_act(s, "S");
    session_end(s);
}

static void A4_soldiers_go_up_along_lines(void **state)
{
    struct session *s = session("assaut", "");
    (void)state;
    drawn(s, "~~o..~~\n~~..o~~\n.......\ns......\n..ss...\n~~sss~~\n~~sss~~\n", "S");
    expect_menu_of(s, "d3", "d3-d4");
    expect_menu_of(s, "c3", "c3-b4 c3-c4 c3-d4");
    expect_menu_of(s, "a4", "a4-a5");
    session_end(s);
}

static void A5_on_the_wings_they_go_towards_the_middle(void **state)
{
    struct session *s = session("assaut", "");
    (void)state;
    drawn(s, "~~o..~~\n~~..o~~\ns....s.\n.......\n...s...\n~~sss~~\n~~sss~~\n", "S");
    expect_menu_of(s, "a5", "a5-b5");
    expect_menu_of(s, "f5", "f5-e5");
    drawn(s, "~~s.o~~\n~~..o~~\n.......\n..s....\n...s...\n~~sss~~\n~~sss~~\n", "S");
    expect_illegal(s, "c7-d7"); /* not in the fortress */
    session_end(s);
}

static void A6_officers_go_anywhere(void **state)
{
    struct session *s = session("assaut", "");
    (void)state;
    drawn(s, "~~...~~\n~~.o.~~\n.......\n.......\nsssssss\n~~sss~~\n~~.s.~~\n", "O");
    expect_menu(s, "O", "d6-c5 d6-c6 d6-c7 d6-d5 d6-d7 d6-e5 d6-e6 d6-e7");
    session_end(s);
}

static void A7_officers_leap_straight_over_soldiers(void **state)
{
    struct session *s = session("assaut", "oversight=enforced");
    (void)state;
    drawn(s, "~~...~~\n~~...~~\n...o...\n..sss..\ns.....s\n~~sss~~\n~~sss~~\n", "O");
    expect_menu(s, "O", "d5xd3");
    play(s, "d5xd3");
    expect_position_has(s, "/..s.s../");
    drawn(s, "~~...~~\n~~...~~\n..o....\n.ssss..\nsssssss\n~~...~~\n~~...~~\n", "O");
    expect_illegal(s, "c5xc3 c5xa3 c5xe3");
    session_end(s);
}

static void A8_the_same_officer_leaps_on(void **state)
{
    struct session *s = session("assaut", "");
    (void)state;
    drawn(s, "~~o..~~\n~~...~~\ns..o..s\n...s...\n....s.s\n~~sss~~\n~~sss~~\n", "O");
    play(s, "d5xd3");
    expect_position_has(s, "O leaping=d3");
    expect_menu(s, "O", "d3xf3");
    play(s, "d3xf3");
    expect_to_act(s, "S");
    session_end(s);
}

static void A9_who_fails_to_capture_is_huffed(void **state)
{
    const char *rows = "~~o..~~\n~~...~~\n...o...\n...s...\nss...ss\n~~sss~~\n~~sss~~\n";
    struct session *s = session("assaut", "");
    (void)state;
    drawn(s, rows, "O");
    play(s, "d5-d6");
    expect_position_has(s, "~~o..~~/~~...~~/......./...s.../");
    drawn(s, rows, "O");
    play(s, "c7-c6");
    expect_position_has(s, "~~...~~/~~o..~~/......./...s.../");
    session_end(s);
    s = session("assaut", "oversight=enforced");
    drawn(s, rows, "O");
    expect_menu(s, "O", "d5xd3");
    session_end(s);
}

static void A10_a_full_fortress_is_stormed(void **state)
{
    struct session *s = session("assaut", "");
    (void)state;
    drawn(s, "~~sss~~\n~~sss~~\n..ss...\n....s..\n.......\n~~...~~\n~~o.o~~\n", "S");
    play(s, "e4-e5");
    expect_over(s, "S 1 O 0 stormed");
    session_end(s);
}

static void A11_without_officers_nothing_is_held(void **state)
{
    struct session *s = session("assaut", "");
    (void)state;
    drawn(s, "~~...~~\n~~...~~\n...o...\n...s...\nss...ss\n~~sss~~\n~~sss~~\n", "O");
    play(s, "d5-d6");
    expect_over(s, "S 1 O 0 disarmed");
    session_end(s);
}

static void A12_officers_that_cannot_move_are_trapped(void **state)
{
    struct session *s = session("assaut", "");
    (void)state;
    drawn(s, "~~oss~~\n~~ss.~~\n..s....\n...s...\n.......\n~~...~~\n~~sss~~\n", "S");
    play(s, "d4-e5");
    expect_over(s, "S 1 O 0 trapped");
    session_end(s);
}

static void A13_too_few_soldiers_are_repelled(void **state)
{
    struct session *s = session("assaut", "");
    (void)state;
    drawn(s, "~~o..~~\n~~...~~\n...o...\n...s...\n..s...s\n~~sss~~\n~~sss~~\n", "O");
    play(s, "d5xd3");
    expect_over(s, "S 0 O 1 repelled");
    expect_position_has(s, " S over=repelled"); /* though it could have leapt on */
    session_end(s);
}

static void A14_soldiers_that_cannot_move_are_halted(void **state)
{
    struct session *s = session("assaut", "");
    (void)state;
    drawn(s, "~~sss~~\n~~sss~~\ns.s.s..\n.o.....\n.......\n~~...~~\n~~...~~\n", "O");
    play(s, "b4-b5");
    expect_over(s, "S 0 O 1 halted");
    session_end(s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(A1_diagonals_lead_from_even_points_only),
        cmocka_unit_test(A1_a_wrong_map_is_refused),
        cmocka_unit_test(A2_everybody_stands_at_their_posts),
        cmocka_unit_test(A3_soldiers_begin_and_sides_alternate),
        cmocka_unit_test(A4_soldiers_go_up_along_lines),
        cmocka_unit_test(A5_on_the_wings_they_go_towards_the_middle),
        cmocka_unit_test(A6_officers_go_anywhere),
        cmocka_unit_test(A7_officers_leap_straight_over_soldiers),
        cmocka_unit_test(A8_the_same_officer_leaps_on),
        cmocka_unit_test(A9_who_fails_to_capture_is_huffed),
        cmocka_unit_test(A10_a_full_fortress_is_stormed),
        cmocka_unit_test(A11_without_officers_nothing_is_held),
        cmocka_unit_test(A12_officers_that_cannot_move_are_trapped),
        cmocka_unit_test(A13_too_few_soldiers_are_repelled),
        cmocka_unit_test(A14_soldiers_that_cannot_move_are_halted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

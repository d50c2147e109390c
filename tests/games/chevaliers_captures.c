/* E9 to E13: captures and charges. */
#include "chevaliers_tests.h"

#include <stdio.h>

static void E9_in_the_four_directions_never_diagonally(void **state)
{
    static const char piece[][2] = {"K", "M"};
    (void)state;
    for (int i = 0; i < 2; i++) {
        char ranks[64];
        snprintf(ranks, sizeof ranks,
                 ".......\n.......\n..~.~..\n..mmm..\n..m%sm..\n..mmm..\n.......\n", piece[i]);
        struct session *s = south("", ranks, "S 0");
        expect_menu_of(s, "d3xb3", "d3xb3");
        expect_menu_of(s, "d3xd1", "d3xd1");
        expect_menu_of(s, "d3xd5", "d3xd5");
        expect_menu_of(s, "d3xf3", "d3xf3");
        expect_menu(s, "S", "d3xb3 d3xd1 d3xd5 d3xf3");
        session_end(s);
    }
}

static void E9_both_kinds_are_captured_and_removed(void **state)
{
    struct session *s = south("",
                              ". . . . . . .\n"
                              ". . . . . . .\n"
                              ". . ~ . ~ . .\n"
                              ". . . m . . .\n"
                              ". . k K k . .\n"
                              ". . . m . . .\n"
                              ". . . . . . .\n",
                              "S 5");
    (void)state;
    play(s, "d3xf3");
    expect_position_has(s, "/...m.../..k..K./...m.../....... O 0");
    session_end(s);

    s = south("",
              ". . . . . . .\n"
              ". . . . . . .\n"
              ". . ~ . ~ . .\n"
              ". . . M . . .\n"
              ". . K k K . .\n"
              ". . . M . . .\n"
              ". . . . . . .\n",
              "O 5");
    expect_menu(s, "O", "d3xb3 d3xd1 d3xd5 d3xf3");
    play(s, "d3xd1");
    expect_position_has(s, "/...M.../..K.K../......./...k... S 0");
    session_end(s);
}

static void E9_only_adjacent_enemies_with_an_empty_square_beyond(void **state)
{
    struct session *s = south("",
                              ". . . . . . .\n"
                              ". . . m . . .\n"
                              ". . ~ m ~ . .\n"
                              ". . . . . . .\n"
                              ". M . K . m .\n"
                              ". . . m . . .\n"
                              ". . . M . . .\n",
                              "S 0");
    (void)state;
    expect_menu_of(s, "d3x", ""); /* d2: held behind; f3, d5: not adjacent; b3: a friend */
    expect_legal(s, "d3-d4");
    session_end(s);

    s = south("",
              ". . . . . . .\n"
              ". . . . . . .\n"
              ". . ~ . ~ . .\n"
              "K . . . . . m\n"
              "m . . . . . K\n"
              ". . . . . . .\n"
              "m K . . . K m\n",
              "S 0");
    expect_menu(s, "S", "a4xa2 g3xg5"); /* nothing is captured over the edge */
    session_end(s);
}

static void E9_nothing_wraps_round_the_edges_of_the_board(void **state)
{
    struct session *s = south("",
                              ". . . . . . .\n"
                              ". . . . . . .\n"
                              "m . ~ . ~ . .\n"
                              ". . . . . . K\n"
                              "m . . . . . .\n"
                              ". . . . . . .\n"
                              ". . . . . . .\n",
                              "S 0");
    (void)state;
    expect_menu(s, "S", "g4-f3 g4-f4 g4-f5 g4-g3 g4-g5");
    play(s, "g4-g5");
    expect_menu(s, "O", "a3-a2 a3-b2 a3-b3 a5-a4 a5-b4 a5-b5");
    session_end(s);
}

static void E9_several_in_a_row_turning_as_one_likes(void **state)
{
    struct session *s = south("",
                              ". . . . . . .\n"
                              ". . . . . . .\n"
                              ". . ~ . ~ m .\n"
                              ". . . . . . .\n"
                              ". . . . . m .\n"
                              "M m . m . . .\n"
                              "k . . . . . .\n",
                              "S 0");
    (void)state;
    expect_menu(s, "S", "a2xc2xe2");
    play(s, "a2xc2xe2");
    expect_position_has(s, "/.....m./....M../k...... O 0");
    session_end(s);

    s = south("",
              ". . . . . . .\n"
              ". . . . . . .\n"
              ". . ~ m ~ . .\n"
              ". . . . m . .\n"
              ". . . m . . .\n"
              "K m m . . . .\n"
              ". . . . . . k\n",
              "S 0");
    expect_legal(s, "a2-a3"); /* b2 is shielded by c2 */
    session_end(s);

    s = south("",
              ". . . . . . .\n"
              ". . . . . . .\n"
              ". . ~ . ~ . .\n"
              ". . . . m . .\n"
              "m . . m . . .\n"
              "K m . . . . .\n"
              ". . . . . . k\n",
              "S 0");
    expect_menu(s, "S", "a2xa4 a2xc2");
    session_end(s);
}

static void E9_a_long_way_with_turns(void **state)
{
    struct session *s = south("",
                              ". . . . . . .\n"
                              ". . . . . m .\n"
                              ". m ~ . ~ . .\n"
                              ". . . . . . .\n"
                              ". m . m . m .\n"
                              ". . m . . . .\n"
                              "K . . . . . k\n",
                              "S 0");
    (void)state;
    expect_legal(s, "a1-a2");
    play(s, "a1-a2 g1-f1 a2-a3 f1-e1");
    expect_menu(s, "S", "a3xc3xc1 a3xc3xe3xg3");
    play(s, "a3xc3xe3xg3");
    expect_position_has(s, "/.....m./.m~.~../......./......K/..m..../....k.. O 0");
    session_end(s);
}

static void E10_men_capture_backward_by_default(void **state)
{
    struct session *s = south("men-capture=all",
                              ". . . . . . .\n"
                              ". . . . . . .\n"
                              ". . ~ . ~ . .\n"
                              ". . . m . . .\n"
                              ". . m M m . .\n"
                              ". . . m . . .\n"
                              ". . . . . . .\n",
                              "S 0");
    (void)state;
    expect_menu(s, "S", "d3xb3 d3xd1 d3xd5 d3xf3");
    session_end(s);

    s = south("men-capture=all",
              ". . . . . . .\n"
              ". . . . . . .\n"
              ". . ~ . ~ . .\n"
              ". . . M . . .\n"
              ". . M m M . .\n"
              ". . . M . . .\n"
              ". . . . . . .\n",
              "O 0");
    expect_menu(s, "O", "d3xb3 d3xd1 d3xd5 d3xf3");
    session_end(s);
}

static void E10_men_never_capture_backward_without_retreat(void **state)
{
    struct session *s = south("men-capture=no-retreat",
                              ". . . . . . .\n"
                              ". . . . . . .\n"
                              ". . ~ . ~ . .\n"
                              ". . . m . . .\n"
                              ". . m M m . .\n"
                              ". . . m . . .\n"
                              ". . . . . . .\n",
                              "S 0");
    (void)state;
    expect_menu(s, "S", "d3xb3 d3xd5 d3xf3");
    session_end(s);

    s = south("men-capture=no-retreat",
              ". . . . . . .\n"
              ". . . . . . .\n"
              ". . ~ . ~ . .\n"
              ". . . M . . .\n"
              ". . M m M . .\n"
              ". . . M . . .\n"
              ". . . . . . .\n",
              "O 0");
    expect_menu(s, "O", "d3xb3 d3xd1 d3xf3");
    session_end(s);
}

static void E10_not_even_as_a_later_capture(void **state)
{
    static const char ranks[] = ". . . . . . .\n"
                                ". . . . . . .\n"
                                ". . ~ . ~ . .\n"
                                ". . . . . . .\n"
                                ". M m . . . .\n"
                                ". . . m . . .\n"
                                "k . . . . . .\n";
    struct session *s = south("men-capture=all", ranks, "S 0");
    (void)state;
    expect_menu(s, "S", "b3xd3xd1");
    session_end(s);
    s = south("men-capture=no-retreat", ranks, "S 0");
    expect_menu(s, "S", "b3xd3");
    session_end(s);
}

static void E10_a_capture_backward_obliges_nobody_without_retreat(void **state)
{
    static const char ranks[] = ". . . . . . .\n"
                                ". . . . . . .\n"
                                ". . ~ . ~ . .\n"
                                ". . . . . . .\n"
                                ". . . M . . .\n"
                                ". . . m . . .\n"
                                ". . . . . . .\n";
    struct session *s = south("men-capture=all", ranks, "S 0");
    (void)state;
    expect_menu(s, "S", "d3xd1");
    session_end(s);
    s = south("men-capture=no-retreat", ranks, "S 0");
    expect_menu(s, "S", "d3-c3 d3-c4 d3-d4 d3-e3 d3-e4");
    session_end(s);
}

static void E10_knights_always_capture_backward(void **state)
{
    struct session *s = south("men-capture=no-retreat",
                              ". . . . . . .\n"
                              ". . . . . . .\n"
                              ". . ~ . ~ . .\n"
                              ". . . m . . .\n"
                              ". . m K m . .\n"
                              ". . . m . . .\n"
                              ". . . . . . .\n",
                              "S 0");
    (void)state;
    expect_menu(s, "S", "d3xb3 d3xd1 d3xd5 d3xf3");
    session_end(s);
}

static void E11_a_charge_canters_first_and_captures_afterwards(void **state)
{
    struct session *s = south("",
                              ". . . . . . .\n"
                              ". . . . m . .\n"
                              ". . ~ m ~ . .\n"
                              ". . . . . . .\n"
                              ". . . M . . .\n"
                              ". . . K . . .\n"
                              ". . . . . . .\n",
                              "S 9");
    (void)state;
    expect_menu_of(s, "d2~", "d2~d4 d2~d4xd6xf6");
    play(s, "d2~d4xd6xf6");
    expect_over(s, "S 1 O 0 elimination");
    expect_position_has(s, "/.....K./..~.~../......./...M.../......./....... O 0 over=");
    session_end(s);
}

static void E11_no_canter_after_a_capture(void **state)
{
    struct session *s = south("",
                              ". . . . . . .\n"
                              ". . . . . . .\n"
                              ". . ~ . ~ . .\n"
                              ". . . . . . .\n"
                              ". . . M . . .\n"
                              "K m . . . . .\n"
                              ". . . . k . .\n",
                              "S 0");
    (void)state;
    expect_menu(s, "S", "a2xc2"); /* and not over d3 to e4 afterwards */
    session_end(s);
}

static void E11_men_do_not_charge(void **state)
{
    struct session *s = south("",
                              ". . . . . . .\n"
                              ". . . . m . .\n"
                              ". . ~ m ~ . .\n"
                              ". . . . . . .\n"
                              ". . . M . . .\n"
                              ". . . M . . .\n"
                              ". . . . . . .\n",
                              "S 0");
    (void)state;
    expect_menu_of(s, "d2", "d2-c2 d2-c3 d2-e2 d2-e3");
    session_end(s);
}

static void E11_from_every_end_of_the_canter(void **state)
{
    struct session *s = south("",
                              ". . . . . . .\n"
                              ". . . . . . .\n"
                              ". m ~ . ~ . .\n"
                              ". m . . . . .\n"
                              ". M . M . . .\n"
                              "K . . . . m .\n"
                              ". . . . . . .\n",
                              "S 0");
    (void)state;
    expect_menu_of(s, "a2~", "a2~c4 a2~c4xa4 a2~e2 a2~e2xg2");
    session_end(s);
}

static void E12_captured_pieces_are_removed_at_once(void **state)
{
    struct session *s = south("",
                              ". . . . . . .\n"
                              ". . . . . . .\n"
                              ". . ~ . ~ . .\n"
                              ". . . . . . .\n"
                              ". . . . . . .\n"
                              ". m . m . . .\n"
                              "M . . . . . k\n",
                              "S 0");
    (void)state;
    play(s, "a1-a2 g1-f1");
    /* b2 is captured once; coming back over d2 or b2 is not possible */
    expect_menu(s, "S", "a2xc2xe2");
    session_end(s);

    s = south("",
              ". . . . . . .\n"
              ". . . . . . .\n"
              "m m ~ . ~ . .\n"
              ". . . . . . .\n"
              "m K m . . . .\n"
              ". m . . . . .\n"
              "k . . . . . .\n",
              "S 0");
    expect_menu(s, "S", "b3xb1 b3xd3");
    play(s, "b3xd3");
    expect_position_has(s, "/mm~.~../......./m..K.../.m...../k...... O 0");
    session_end(s);
}

static void E12_a_figure_of_eight_takes_each_piece_once(void **state)
{
    struct session *s = south("",
                              ". . . . . . .\n"
                              ". . . . . . .\n"
                              ". . ~ . ~ . .\n"
                              ". m . m . . .\n"
                              "m . m . m . .\n"
                              "K m . m . . .\n"
                              ". . . . . . k\n",
                              "S 0");
    (void)state;
    expect_menu(s, "S",
                "a2xa4xc4xc2xa2 a2xa4xc4xc2xe2xe4xc4 a2xa4xc4xe4xe2xc2xa2 "
                "a2xa4xc4xe4xe2xc2xc4 a2xc2xc4xa4xa2 a2xc2xc4xe4xe2xc2 a2xc2xe2xe4xc4xa4xa2 "
                "a2xc2xe2xe4xc4xc2");
    session_end(s);
}

static void E13_a_capturing_piece_goes_on_as_long_as_it_can(void **state)
{
    struct session *s = south("",
                              ". . . . . . .\n"
                              ". . . . . . .\n"
                              ". . ~ . ~ . .\n"
                              ". . . m . . .\n"
                              ". . m . m . .\n"
                              ". . . . . . .\n"
                              ". . K m . . .\n",
                              "S 0");
    (void)state;
    expect_menu(s, "S", "c1xe1");
    session_end(s);

    s = south("",
              ". . . . . . .\n"
              ". . . . . . .\n"
              ". . ~ . ~ . .\n"
              ". . . . . . .\n"
              ". . . . . . .\n"
              ". . . . m . .\n"
              "k . K m . m .\n",
              "S 0");
    expect_menu(s, "S", "c1xe1xe3 c1xe1xg1"); /* its way is its own, but it may not stop on e1 */
    session_end(s);
}

static void E13_a_canter_may_stop_anywhere(void **state)
{
    struct session *s = south("",
                              ". . . . . . .\n"
                              ". . . . . . .\n"
                              ". . ~ m ~ . .\n"
                              ". . . m . . .\n"
                              ". M . M . . .\n"
                              "K . . . . . .\n"
                              "k . . . . . .\n",
                              "S 0");
    (void)state;
    /* on c4 it may stop although it could capture, or go on and capture, or go on to e2 */
    expect_menu_of(s, "a2~", "a2~c4 a2~c4xe4 a2~e2");
    session_end(s);
}

int chevaliers_capture_tests(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(E9_in_the_four_directions_never_diagonally),
        cmocka_unit_test(E9_both_kinds_are_captured_and_removed),
        cmocka_unit_test(E9_only_adjacent_enemies_with_an_empty_square_beyond),
        cmocka_unit_test(E9_nothing_wraps_round_the_edges_of_the_board),
        cmocka_unit_test(E9_several_in_a_row_turning_as_one_likes),
        cmocka_unit_test(E9_a_long_way_with_turns),
        cmocka_unit_test(E10_men_capture_backward_by_default),
        cmocka_unit_test(E10_men_never_capture_backward_without_retreat),
        cmocka_unit_test(E10_not_even_as_a_later_capture),
        cmocka_unit_test(E10_a_capture_backward_obliges_nobody_without_retreat),
        cmocka_unit_test(E10_knights_always_capture_backward),
        cmocka_unit_test(E11_a_charge_canters_first_and_captures_afterwards),
        cmocka_unit_test(E11_no_canter_after_a_capture),
        cmocka_unit_test(E11_men_do_not_charge),
        cmocka_unit_test(E11_from_every_end_of_the_canter),
        cmocka_unit_test(E12_captured_pieces_are_removed_at_once),
        cmocka_unit_test(E12_a_figure_of_eight_takes_each_piece_once),
        cmocka_unit_test(E13_a_capturing_piece_goes_on_as_long_as_it_can),
        cmocka_unit_test(E13_a_canter_may_stop_anywhere),
    };
    return cmocka_run_group_tests_name("chevaliers: captures", tests, NULL, NULL);
}

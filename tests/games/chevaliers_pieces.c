/* E1 to E8: the board, the pieces, steps and canters. */
#include "chevaliers_tests.h"

#define START                                                                                      \
    "......./..mkm../kmmmmmk/kmmmmmk/..~.~../......./......./"                                     \
    "......./......./..~.~../KMMMMMK/KMMMMMK/..MKM../......."

/* ---- The board -------------------------------------------------------------------------------------- */

static void E1_nobody_enters_a_pond(void **state)
{
    struct session *s = south("",
                              ". . . . . . .\n"
                              ". . . k . . .\n"
                              ". . ~ . ~ . .\n"
                              ". . . K . . .\n"
                              ". . . . . . .\n"
                              ". . . . . . .\n"
                              ". . . . . . .\n",
                              "S 0");
    (void)state;
    expect_menu_of(s, "d4", "d4-c3 d4-c4 d4-d3 d4-d5 d4-e3 d4-e4");
    play(s, "d4-d3");
    expect_menu_of(s, "d6", "d6-c6 d6-c7 d6-d5 d6-d7 d6-e6 d6-e7");
    session_end(s);
}

static void E1_men_enter_no_pond_either(void **state)
{
    struct session *s = south("",
                              ". . . . . . .\n"
                              ". . . . m . .\n"
                              ". . ~ . ~ . .\n"
                              ". . M . . . .\n"
                              ". . . . . . .\n"
                              ". . . . . . .\n"
                              ". . . . . . .\n",
                              "S 0");
    (void)state;
    expect_menu_of(s, "c4", "c4-b4 c4-b5 c4-d4 c4-d5");
    play(s, "c4-b4");
    expect_menu_of(s, "e6", "e6-d5 e6-d6 e6-f5 e6-f6");
    session_end(s);
}

static void E1_nobody_leaps_over_a_pond_or_lands_on_one(void **state)
{
    struct session *s = south("",
                              ". . K . . . .\n"
                              ". . m . . . .\n"
                              "K M ~ . ~ . .\n"
                              ". . K . . . .\n"
                              ". . . . . . .\n"
                              ". . . . . . .\n"
                              ". . . . . . k\n",
                              "S 0");
    (void)state;
    expect_menu_of(s, "a5~", "");
    expect_menu_of(s, "c4~", "c4~a4 c4~a6");
    expect_menu_of(s, "c7x", "");
    expect_legal(s, "c7-c8"); /* no capture: nobody is obliged */
    session_end(s);
}

static void E1_the_corridor_is_one_square_wide(void **state)
{
    struct session *s = south("",
                              ". . . . . . .\n"
                              ". . . . . . .\n"
                              ". . ~ m ~ . .\n"
                              ". . . K . . .\n"
                              ". . . . . . .\n"
                              ". . . . . . .\n"
                              ". . . . . . .\n",
                              "S 0");
    (void)state;
    expect_menu(s, "S", "d4xd6");
    session_end(s);
}

static void E2_the_default_board(void **state)
{
    struct session *s = session("chevaliers", "board=1969");
    (void)state;
    expect_position(s, START " S 0");
    assert_string_equal(s->terms.board, "1969");
    session_end(s);
}

static void E2_castles_may_be_used_by_both_sides(void **state)
{
    struct session *s = south("",
                              ". . . . . . .\n"
                              ". . . . . . .\n"
                              ". . ~ . ~ . .\n"
                              ". . . . . . .\n"
                              ". . . . . . .\n"
                              ". . K . . m .\n"
                              ". . . . . . .\n",
                              "S 0");
    (void)state;
    expect_legal(s, "c2-d1");
    play(s, "c2-c3 f2-e1 c3-c4");
    expect_legal(s, "e1-d1");
    session_end(s);

    s = north("",
              ". . . . . . .\n"
              ". . k . . M .\n"
              ". . . . . . .\n"
              ". . . . . . .\n"
              ". . ~ . ~ . .\n"
              ". . . . . . .\n"
              ". . . . . . .\n",
              "O 0");
    expect_legal(s, "c13-d14");
    play(s, "c13-c12 f13-e14 c12-c11");
    expect_legal(s, "e14-d14");
    session_end(s);
}

static void E3_the_pieces_at_the_start(void **state)
{
    struct session *s = session("chevaliers", "seats=4");
    (void)state;
    expect_position(s, START " S 0");
    expect_menu(s, "S.knights",
                "a3-a2 a3-b2 a3~a5 a4-a5 a4-b5 a4~a2 d2-c1 d2-d1 d2-e1 d2~b2 d2~f2 g3-f2 g3-g2 "
                "g3~g5 g4-f5 g4-g5 g4~g2");
    expect_menu(s, "S.men", "b4-a5 b4-b5 c2-b2 c4-b5 c4-d5 d4-d5 e2-f2 e4-d5 e4-f5 f4-f5 f4-g5");
    session_end(s);
}

static void E4_silver_starts_and_the_sides_alternate(void **state)
{
    struct session *s = session("chevaliers", "");
    (void)state;
    expect_to_act(s, "S");
    play(s, "a4-a5");
    expect_to_act(s, "O");
    play(s, "a11-a10");
    expect_to_act(s, "S");
    expect_position(s, "......./..mkm../kmmmmmk/.mmmmmk/k.~.~../......./......./"
                       "......./......./K.~.~../.MMMMMK/KMMMMMK/..MKM../....... S 2");
    session_end(s);
}

/* ---- Steps ------------------------------------------------------------------------------------------ */

static void E5_a_knight_steps_to_all_eight_neighbours(void **state)
{
    struct session *s = south("",
                              ". . . . . . k\n"
                              ". . . . . . .\n"
                              ". . ~ . ~ . .\n"
                              ". . . . . . .\n"
                              ". . . K . . .\n"
                              ". . . . . . .\n"
                              ". . . . . . .\n",
                              "S 0");
    (void)state;
    expect_menu(s, "S", "d3-c2 d3-c3 d3-c4 d3-d2 d3-d4 d3-e2 d3-e3 d3-e4");
    play(s, "d3-d2");
    expect_menu(s, "O", "g7-f6 g7-f7 g7-f8 g7-g6 g7-g8");
    session_end(s);
}

static void E5_a_knight_steps_only_to_empty_squares_of_the_board(void **state)
{
    struct session *s = south("",
                              ". . . . . . .\n"
                              ". . . . . . .\n"
                              ". . ~ . ~ . .\n"
                              ". . . . . . .\n"
                              ". . . . . . .\n"
                              "m m . . . . .\n"
                              "K M m . . . .\n",
                              "S 0");
    (void)state;
    expect_menu_of(s, "a1", "a1xa3");
    session_end(s);

    s = south("",
              ". . . . . . .\n"
              ". . . . . . .\n"
              ". . ~ . ~ . .\n"
              ". . . . . . .\n"
              ". . . . . . .\n"
              "M k m . . . .\n"
              "K . . . . . .\n",
              "S 0");
    expect_menu_of(s, "a1", "a1-b1 a1~a3");
    session_end(s);
}

static void E6_a_silver_man_never_steps_back(void **state)
{
    struct session *s = south("",
                              ". . . . . . k\n"
                              ". . . . . . .\n"
                              ". . ~ . ~ . .\n"
                              ". . . . . . .\n"
                              ". . . M . . .\n"
                              ". . . . . . .\n"
                              ". . . . . . .\n",
                              "S 0");
    (void)state;
    expect_menu(s, "S", "d3-c3 d3-c4 d3-d4 d3-e3 d3-e4");
    session_end(s);
}

static void E6_a_gold_man_goes_the_other_way(void **state)
{
    struct session *s = south("",
                              ". . . . . . K\n"
                              ". . . . . . .\n"
                              ". . ~ . ~ . .\n"
                              ". . . . . . .\n"
                              ". . . m . . .\n"
                              ". . . . . . .\n"
                              ". . . . . . .\n",
                              "O 0");
    (void)state;
    expect_menu(s, "O", "d3-c2 d3-c3 d3-d2 d3-e2 d3-e3");
    session_end(s);
}

static void E6_on_the_last_rank_a_man_steps_sideways(void **state)
{
    struct session *s = north("",
                              "M . . . . . .\n"
                              ". . . . . . .\n"
                              ". . . . . . .\n"
                              ". . . . . . .\n"
                              ". . ~ . ~ . .\n"
                              ". . . . . . m\n"
                              ". . . . . . .\n",
                              "S 0");
    (void)state;
    expect_menu(s, "S", "a14-b14");
    play(s, "a14-b14");
    expect_menu(s, "O", "g9-f8 g9-f9 g9-g8");
    session_end(s);

    s = south("",
              ". . . . . . K\n"
              ". . . . . . .\n"
              ". . ~ . ~ . .\n"
              ". . . . . . .\n"
              ". . . . . . .\n"
              ". . . . . . .\n"
              ". . . . . m .\n",
              "O 0");
    expect_menu(s, "O", "f1-e1 f1-g1");
    session_end(s);
}

/* ---- Canters ---------------------------------------------------------------------------------------- */

static void E7_a_knight_leaps_over_friends_in_all_eight_directions(void **state)
{
    struct session *s = south("",
                              ". . . . . . k\n"
                              ". . . . . . .\n"
                              ". . ~ . ~ . .\n"
                              ". . M M M . .\n"
                              ". . M K M . .\n"
                              ". . M M M . .\n"
                              ". . . . . . .\n",
                              "S 0");
    (void)state;
    expect_menu_of(s, "d3", "d3~b1 d3~b3 d3~b5 d3~d1 d3~d5 d3~f1 d3~f3 d3~f5");
    session_end(s);

    s = south("",
              ". . . . . . K\n"
              ". . . . . . .\n"
              ". . ~ k ~ . .\n"
              ". . m k m . .\n"
              ". . . . . . .\n"
              ". . . . . . .\n"
              ". . . . . . .\n",
              "O 0");
    expect_menu_of(s, "d4~", "d4~b4 d4~d6 d4~f4");
    expect_menu_of(s, "d5~", "d5~b3 d5~b5 d5~d3 d5~f3 d5~f5");
    session_end(s);
}

static void E7_each_direction_alone(void **state)
{
    static const struct {
        const char *ranks;
        const char *canter;
    } way[] = {
        {".......\n.......\n..~.~..\n...M...\n...K...\n.......\nk......\n", "d3~d5"},
        {".......\n.......\n..~.~..\n.......\n...K...\n...M...\nk......\n", "d3~d1"},
        {".......\n.......\n..~.~..\n.......\n..MK...\n.......\nk......\n", "d3~b3"},
        {".......\n.......\n..~.~..\n.......\n...KM..\n.......\nk......\n", "d3~f3"},
        {".......\n.......\n..~.~..\n....M..\n...K...\n.......\nk......\n", "d3~f5"},
        {".......\n.......\n..~.~..\n..M....\n...K...\n.......\nk......\n", "d3~b5"},
        {".......\n.......\n..~.~..\n.......\n...K...\n....M..\nk......\n", "d3~f1"},
        {".......\n.......\n..~.~..\n.......\n...K...\n..M....\nk......\n", "d3~b1"},
        {".......\n...M...\n..~K~..\n.......\n.......\n.......\nk......\n", "d5~d7"},
        {".......\n.......\n..~K~..\n...M...\n.......\n.......\nk......\n", "d5~d3"},
        {".......\n..MK...\n..~.~..\n.......\n.......\n.......\nk......\n", "d6~b6"},
        {".......\n...KM..\n..~.~..\n.......\n.......\n.......\nk......\n", "d6~f6"},
        {"....M..\n...K...\n..~.~..\n.......\n.......\n.......\nk......\n", "d6~f8"},
        {"..M....\n...K...\n..~.~..\n.......\n.......\n.......\nk......\n", "d6~b8"},
        {".......\n.......\n..~.~..\n...K...\n....M..\n.......\nk......\n", "d4~f2"},
        {".......\n.......\n..~.~..\n...K...\n..M....\n.......\nk......\n", "d4~b2"},
        {"...M...\n...K...\n..~.~..\n.......\n.......\n.......\nk......\n", "d6~d8"},
        {".......\n.......\n..~.~..\n...K...\n...M...\n.......\nk......\n", "d4~d2"},
    };
    (void)state;
    for (size_t i = 0; i < BV_COUNT(way); i++) {
        struct session *s = south("", way[i].ranks, "S 0");
        char from[4] = {way[i].canter[0], way[i].canter[1], '~', '\0'};
        expect_menu_of(s, from, way[i].canter);
        session_end(s);
    }
}

static void E7_only_over_an_adjacent_friend_to_the_empty_square_beyond(void **state)
{
    struct session *s = south("",
                              ". . . M . . .\n"
                              ". . . . . . .\n"
                              ". . ~ M ~ . .\n"
                              ". . M M . . .\n"
                              "M M . K m m .\n"
                              ". . . . . . .\n"
                              ". . . M . . .\n",
                              "S 0");
    (void)state;
    expect_menu_of(s, "d3~", "d3~b5"); /* not d5 (held), f3 (enemy between), b3 (nobody next) */
    session_end(s);
}

static void E7_as_many_leaps_as_wanted(void **state)
{
    struct session *s = south("",
                              ". . . . . . .\n"
                              ". M . M . . .\n"
                              ". . ~ . ~ . .\n"
                              ". M . . . M .\n"
                              ". . . . . . .\n"
                              ". M . . . M .\n"
                              "K . . . . . k\n",
                              "S 0");
    (void)state;
    /* a1 over b2 to c3, over b4 to a5, over b6 to c7; from there over d6 would be the pond on e5 */
    expect_menu_of(s, "a1~", "a1~a5 a1~c3 a1~c7");
    play(s, "a1~c7");
    expect_position_has(s, "/..K..../.M.M.../..~.~../.M...M./......./.M...M./......k O 1");
    session_end(s);
}

static void E7_over_knights_too_but_men_do_not_canter(void **state)
{
    struct session *s = south("",
                              ". . . . . . .\n"
                              ". . . . . . .\n"
                              ". . ~ . ~ . .\n"
                              ". . . . . . .\n"
                              ". . M K K M .\n"
                              ". . . . . . .\n"
                              "k . . . . . .\n",
                              "S 0");
    (void)state;
    expect_menu_of(s, "d3~", "d3~b3");
    expect_menu_of(s, "e3~", "e3~g3");
    expect_illegal(s, "c3~e3 c3~a3 f3~d3 c3~e5");
    session_end(s);

    s = south("",
              ". . . . . . .\n"
              ". . . . . . .\n"
              ". . ~ . ~ . .\n"
              ". . . . . . .\n"
              ". M K . . . .\n"
              ". . . . . . .\n"
              "k . . . . . .\n",
              "S 0");
    expect_menu_of(s, "b3~", "");
    expect_menu_of(s, "c3~", "c3~a3");
    session_end(s);
}

static void E8_a_canter_ends_on_another_square_than_it_began(void **state)
{
    struct session *s = south("",
                              ". . . . . . .\n"
                              ". . . . . . .\n"
                              ". M ~ M ~ . .\n"
                              ". . . . . . .\n"
                              ". M . M . . .\n"
                              ". . K . . . .\n"
                              ". . . . . . k\n",
                              "S 0");
    (void)state;
    expect_menu_of(s, "c2~", "c2~a4 c2~c6 c2~e4"); /* the round c2 a4 c6 e4 c2 is no move */
    session_end(s);
}

static void E8_captures_may_land_on_the_square_that_was_left(void **state)
{
    struct session *s = south("",
                              ". . . . . . .\n"
                              ". . . . . . .\n"
                              ". . ~ . ~ . .\n"
                              ". m . . . . .\n"
                              "m . m . . . .\n"
                              "K m . . . . .\n"
                              ". . . . . . k\n",
                              "S 0");
    (void)state;
    expect_menu(s, "S", "a2xa4xc4xc2xa2 a2xc2xc4xa4xa2");
    play(s, "a2xa4xc4xc2xa2");
    expect_position_has(s, "/......./......./K....../......k O 0");
    session_end(s);
}

static void E8_a_charge_may_capture_its_way_back_but_not_canter_there(void **state)
{
    struct session *s = south("",
                              ". . . . . . .\n"
                              ". . . . . . .\n"
                              ". . ~ . ~ . .\n"
                              ". m . . . . .\n"
                              "m M . . . . .\n"
                              "K M . . . . .\n"
                              "M M M . . . k\n",
                              "S 0");
    (void)state;
    expect_menu(s, "S", "a2xa4xc4 a2~a4xa2 a2~a4xc4 a2~c4xa4xa2 b3xb5");
    play(s, "a2~c4xa4xa2");
    expect_position_has(s, "/......./.M...../KM...../MMM...k O 0");
    session_end(s);
}

int chevaliers_piece_tests(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(E1_nobody_enters_a_pond),
        cmocka_unit_test(E1_men_enter_no_pond_either),
        cmocka_unit_test(E1_nobody_leaps_over_a_pond_or_lands_on_one),
        cmocka_unit_test(E1_the_corridor_is_one_square_wide),
        cmocka_unit_test(E2_the_default_board),
        cmocka_unit_test(E2_castles_may_be_used_by_both_sides),
        cmocka_unit_test(E3_the_pieces_at_the_start),
        cmocka_unit_test(E4_silver_starts_and_the_sides_alternate),
        cmocka_unit_test(E5_a_knight_steps_to_all_eight_neighbours),
        cmocka_unit_test(E5_a_knight_steps_only_to_empty_squares_of_the_board),
        cmocka_unit_test(E6_a_silver_man_never_steps_back),
        cmocka_unit_test(E6_a_gold_man_goes_the_other_way),
        cmocka_unit_test(E6_on_the_last_rank_a_man_steps_sideways),
        cmocka_unit_test(E7_a_knight_leaps_over_friends_in_all_eight_directions),
        cmocka_unit_test(E7_each_direction_alone),
        cmocka_unit_test(E7_only_over_an_adjacent_friend_to_the_empty_square_beyond),
        cmocka_unit_test(E7_as_many_leaps_as_wanted),
        cmocka_unit_test(E7_over_knights_too_but_men_do_not_canter),
        cmocka_unit_test(E8_a_canter_ends_on_another_square_than_it_began),
        cmocka_unit_test(E8_captures_may_land_on_the_square_that_was_left),
        cmocka_unit_test(E8_a_charge_may_capture_its_way_back_but_not_canter_there),
    };
    return cmocka_run_group_tests_name("chevaliers: pieces", tests, NULL, NULL);
}

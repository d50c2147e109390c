/* P1 to P13 and P17: the board, the men, and where they go. */
#include "paris_tests.h"

#include <stdio.h>
#include <stdlib.h>

#define START                                                                                      \
    ".g.k.l.l.k.c/s.s.s.s.s.s./.s.s.s.s.s.s/............/............/"                            \
    "...##o###.../...#o##o#.../...######.../...o####o.../...#o##o#.../...##o###.../"               \
    "............/............/.S.S.S.S.S.S/S.S.S.S.S.S./.C.K.L.L.K.G"

/* A garrison that leaves the fortress to others: three Soldiers on each colour, Colonel in a corner. */
#define OUTSIDE "+a13 +b14 +a15 +l13 +k14 +l15 "

/* Moves of one man, in canonical order, with whatever stands around. */
static void goes(const char *settings, const char *men, const char *turn, const char *prefix,
                 const char *tokens)
{
    struct session *s = paris(settings, men, turn);
    expect_menu_of(s, prefix, tokens);
    session_end(s);
}

static void P1_the_fortress_replaces_squares(void **state)
{
    struct session *s = paris("", "Kc6 Kj11 Cd5 Sb1", "B");
    (void)state;
    expect_menu_of(s, "c6-", "c6-b6 c6-c7");
    expect_menu_of(s, "j11-", "j11-j12 j11-k11");
    expect_menu_of(s, "d5-", "d5-b5 d5-c5 d5-e5 d5-f5");
    paris_at(s, "Kc5 Kj12 Cd12 Sb1", "B");
    expect_menu_of(s, "c5-", "c5-b5 c5-c6 c5-d5");
    expect_menu_of(s, "j12-", "j12-i12 j12-j13 j12-k12");
    expect_menu_of(s, "d12-", "d12-b12 d12-c12 d12-d13 d12-d14 d12-e12 d12-f12");
    session_end(s);
}

static void P1_the_board_ends_at_a_and_l_1_and_16(void **state)
{
    struct session *s = paris("", "+a1 +l1 +a16 +l16 Sb1", "GB");
    (void)state;
    expect_menu_of(s, "a1-", "a1-b2");
    expect_menu_of(s, "l1-", "l1-k2");
    expect_menu_of(s, "a16-", "a16-b15");
    expect_menu_of(s, "l16-", "l16-k15");
    session_end(s);
}

static void P1_a1_is_black(void **state)
{
    char *board = board_with("paris", "classique", "a1 black", "a1 white");
    struct bv_error error;
    struct session *s = paris_session("");
    (void)state;
    expect_bad_board("paris", board, "b16 is not of the colour");
    assert_false(
        bv_position_read(&s->terms, bv_span_of(paris_position("Sa1", "GB")), &s->state, &error));
    at(s, paris_position("sa1", "GB"));
    free(board);
    session_end(s);
}

static void P2_circles_are_joined_by_the_ring_and_W_E(void **state)
{
    static const char *const lines[][2] = {
        {"S", "S-SE S-SW S-f5 S-g5"},   {"SW", "SW-S SW-W"},
        {"W", "W-E W-NW W-SW"},         {"NW", "NW-N NW-W"},
        {"N", "N-NE N-NW N-f12 N-g12"}, {"NE", "NE-E NE-N"},
        {"E", "E-NE E-SE E-W"},         {"SE", "SE-E SE-S"},
    };
    struct session *s = paris_session("");
    (void)state;
    for (size_t i = 0; i < BV_COUNT(lines); i++) {
        char men[64], prefix[4];
        snprintf(men, sizeof men, OUTSIDE "%%f16 Sb1 @%s", lines[i][0]);
        snprintf(prefix, sizeof prefix, "%s-", lines[i][0]);
        paris_at(s, men, "GB");
        expect_menu_of(s, prefix, lines[i][1]);
    }
    session_end(s);
}

static void P3_each_exit_leads_to_a_white_and_a_black_square(void **state)
{
    (void)state;
    goes("", "@S Sb1", "GB", "S-", "S-f5 S-g5");
    goes("", "@N Sb1", "GB", "N-", "N-f12 N-g12");
    goes("", "@SW Sb1", "GB", "SW-", "");
    goes("", OUTSIDE "%f16 @f5 Sb1", "GB", "f5-", "f5-S f5-e4 f5-e5 f5-f4 f5-g4 f5-g5");
    goes("", OUTSIDE "%f16 @g5 Sb1", "GB", "g5-", "g5-S g5-f4 g5-f5 g5-g4 g5-h4 g5-h5");
    goes("", OUTSIDE "%f16 @f12 Sb1", "GB", "f12-",
         "f12-N f12-e12 f12-e13 f12-f13 f12-g12 f12-g13");
    goes("", OUTSIDE "%f16 @g12 Sb1", "GB", "g12-",
         "g12-N g12-f12 g12-f13 g12-g13 g12-h12 g12-h13");
}

static void P4_a_circle_has_no_neighbours_but_along_lines(void **state)
{
    (void)state;
    goes("", OUTSIDE "%f16 @e5 Sb1", "GB", "e5-", "e5-d4 e5-d5 e5-e4 e5-f4 e5-f5");
    goes("", OUTSIDE "%f16 @c8 Sb1", "GB", "c8-", "c8-b7 c8-b8 c8-b9 c8-c7 c8-c9");
    goes("", OUTSIDE "%f16 @c7 Sb1", "GB", "c7-", "c7-b6 c7-b7 c7-b8 c7-c6 c7-c8");
}

static void P5_the_armies_stand_as_the_leaflet_says(void **state)
{
    struct session *s = paris_session("");
    (void)state;
    expect_position(s, START " GB phase=general");
    session_end(s);
}

static void P6_the_garrison_places_its_officers_at_will(void **state)
{
    struct session *s = paris_session("");
    (void)state;
    expect_menu(s, "G", "G=E G=N G=NE G=NW G=S G=SE G=SW G=W");
    play(s, "G=SW");
    expect_menu(s, "G", "C=E C=N C=NE C=NW C=S C=SE C=W");
    expect_position_has(s, "phase=colonel");
    play(s, "C=N");
    expect_position_has(s, "/...##%###.../...#+##+#.../...######.../...+####+.../...#@##+#.../"
                           "...##+###.../");
    expect_menu(s, "G", "N-f12 N-g12 S-f5 S-g5");
    session_end(s);
}

static void P7_the_general_goes_up_to_three_squares(void **state)
{
    (void)state;
    goes("", "Ge3 Sb1", "B", "e3-",
         "e3-b3 e3-b6 e3-c3 e3-c5 e3-d3 e3-d4 e3-e4 e3-e5 e3-f3 e3-f4 e3-g3 e3-g5 e3-h3");
    goes("", "ge14 Sb1", "N", "e14-",
         "e14-b11 e14-b14 e14-c12 e14-c14 e14-d13 e14-d14 e14-e12 e14-e13 e14-f13 e14-f14 e14-g12 "
         "e14-g14 e14-h14");
    goes("", "Gb1 Sl1", "B", "b1-",
         "b1-a1 b1-a2 b1-b2 b1-b3 b1-b4 b1-c1 b1-c2 b1-d1 b1-d3 b1-e1 b1-e4");
}

static void P7_the_general_goes_over_empty_squares_only(void **state)
{
    (void)state;
    goes("", "Ge2 Kd2 Kg2 ke3 Lc4 Sh5", "B", "e2-", "e2-d3 e2-f2 e2-f3 e2-g4");
    goes("", "Ge2 Kb2 Kh2 ke5 Lb5 Sf3", "B", "e2-",
         "e2-c2 e2-c4 e2-d2 e2-d3 e2-e3 e2-e4 e2-f2 e2-g2");
    goes("", "Ge2 kc2 kg2 ge4 cc4 Lg4 Sb1", "B", "e2-", "e2-d2 e2-d3 e2-e3 e2-f2 e2-f3");
}

static void P8_the_colonel_goes_up_to_two_squares(void **state)
{
    (void)state;
    goes("", "Ce2 Sb1", "B", "e2-", "e2-c2 e2-d2 e2-e3 e2-e4 e2-f2 e2-g2");
    goes("", "ce15 Sb1", "N", "e15-", "e15-c15 e15-d15 e15-e13 e15-e14 e15-f15 e15-g15");
    goes("", "Ce2 Kd2 Kg2 ke3 Sb1", "B", "e2-", "e2-f2");
}

static void P8_the_captain_goes_one_square(void **state)
{
    (void)state;
    goes("", "Ke2 Sb1", "B", "e2-", "e2-d2 e2-e3 e2-f2");
    goes("", "ke15 Sb1", "N", "e15-", "e15-d15 e15-e14 e15-f15");
    goes("", "Ke2 Kf2 Sb1", "B", "", "b1-a2 b1-c2 e2-d2 e2-e3 f2-f3 f2-g2");
    goes("", "Ke2 Kd2 ke3 Sb1", "B", "e2-", "e2-f2");
}

static void P9_lieutenants_and_soldiers_go_diagonally(void **state)
{
    (void)state;
    goes("", "Le4 Sb1", "B", "e4-", "e4-c2 e4-c6 e4-d3 e4-d5 e4-f3 e4-f5 e4-g2");
    goes("", "Le4 Ld5 Sf3 Sb1", "B", "e4-", "e4-c2 e4-d3 e4-f5");
    goes("", "Le4 Lc6 Sg2 Sb1", "B", "e4-", "e4-c2 e4-d3 e4-d5 e4-f3 e4-f5");
    goes("", "La2 Le4 Sb1", "B", "e4-", "e4-c2 e4-c6 e4-d3 e4-d5 e4-f3 e4-f5 e4-g2");
    goes("", "Lk4 Le4 Sb1", "B", "k4-", "k4-i2 k4-j3 k4-j5 k4-l3 k4-l5");
    goes("", "ld14 Sb1", "N", "d14-",
         "d14-b12 d14-b16 d14-c13 d14-c15 d14-e13 d14-e15 d14-f12 d14-f16");
    goes("", "Se4", "B", "e4-", "e4-d3 e4-d5 e4-f3 e4-f5");
    goes("", "sd14", "N", "d14-", "d14-c13 d14-c15 d14-e13 d14-e15");
    goes("", "Se4 Sd5 Sf3", "B", "e4-", "e4-d3 e4-f5");
}

static void P10_diagonals_forward(void **state)
{
    const char *forward = "diagonals=forward";
    (void)state;
    goes(forward, "Le4 Sb1", "B", "e4-", "e4-c6 e4-d5 e4-f5");
    goes(forward, "ld14 Sb1", "N", "d14-", "d14-b12 d14-c13 d14-e13 d14-f12");
    goes(forward, "Se4", "B", "e4-", "e4-d5 e4-f5");
    goes(forward, "sd14", "N", "d14-", "d14-c13 d14-e13");
    goes(forward, "+d4 Sb1", "GB", "d4-", "d4-c3 d4-c5 d4-e3 d4-e5");
    goes(forward, "Ge3 Sb1", "B", "e3-d", "e3-d3 e3-d4");
}

static void P11_whoever_stands_by_an_exit_may_enter(void **state)
{
    static const char *const ways[][3] = {
        {"Gf5", "B", "f5-S"},   {"Gg5", "B", "g5-S"},   {"Gf12", "B", "f12-N"},
        {"Gg12", "B", "g12-N"}, {"Cf12", "B", "f12-N"}, {"Kg12", "B", "g12-N"},
        {"Lf5", "B", "f5-S"},   {"Sf5", "B", "f5-S"},   {"Lg12", "B", "g12-N"},
        {"Sg12", "B", "g12-N"}, {"gf5", "N", "f5-S"},   {"cg5", "N", "g5-S"},
        {"kf12", "N", "f12-N"}, {"lf12", "N", "f12-N"}, {"sg5", "N", "g5-S"},
        {"sf12", "N", "f12-N"}};
    (void)state;
    for (size_t i = 0; i < BV_COUNT(ways); i++)
        for (int forward = 0; forward < 2; forward++) {
            char men[80];
            struct session *s = paris_session(forward ? "diagonals=forward" : "");
            snprintf(men, sizeof men, "+a15 +l15 @SW %%NW +W +NE +E +SE Sb1 sa1 %s", ways[i][0]);
            paris_at(s, men, ways[i][1]);
            expect_legal(s, ways[i][2]);
            session_end(s);
        }
}

static void P11_only_from_an_exit_square_and_only_along_its_line(void **state)
{
    struct session *s = paris("", "+a15 +l15 @SW %NW +W +NE +E +SE Sb1 Ge5 Kh5 Cf4 Ke12", "B");
    (void)state;
    expect_illegal(s, "e5-S h5-S f4-S e12-N e5-N e5-SW");
    paris_at(s, "+a15 +l15 @SW %NW +W +NE +E +SE Sb1 Gf5 Kg12", "B");
    expect_illegal(s, "f5-N f5-SW f5-SE f5-W g12-S g12-NW");
    session_end(s);
}

static void P11_an_entry_is_the_whole_move(void **state)
{
    struct session *s = paris("", "+a15 +l15 @SW %NW +W +NE +E +SE Sb1 Gf4 Cg3", "B");
    (void)state;
    expect_legal(s, "f4-f5 g3-g5");
    expect_illegal(s, "f4-S g3-S f4-f6");
    session_end(s);
}

static void P3_the_exits_of_each_board(void **state)
{
    (void)state;
    goes("board=classique", OUTSIDE "@f16 %S Sb1", "GB", "S-", "S-SE S-SW S-f5 S-g5");
    goes("board=classique", OUTSIDE "@f16 %N Sb1", "GB", "N-", "N-NE N-NW N-f12 N-g12");
    goes("board=large", OUTSIDE "@f16 %S Sb1", "GB", "S-", "S-SE S-SW S-e5 S-h5");
    goes("board=large", OUTSIDE "@f16 %N Sb1", "GB", "N-", "N-NE N-NW N-e12 N-h12");
    goes("board=portes", OUTSIDE "@f16 %S Sb1", "GB", "S-", "S-SE S-SW S-f5 S-h5");
    goes("board=portes", OUTSIDE "@f16 %N Sb1", "GB", "N-", "N-NE N-NW N-f12 N-h12");
    goes("board=portes", OUTSIDE "@f16 %f15 SN Sb1", "B", "N-", "N-NE N-NW");
    goes("board=portes", OUTSIDE "@f16 %f15 sN Sb1", "N", "N-", "N-NE N-NW N-f12 N-h12");
}

static void P13b_nobody_comes_back_where_exits_are_sorties(void **state)
{
    (void)state;
    goes("return=free", OUTSIDE "%g5 @f16 Sb1", "GB", "g5", "g5-S g5-f5 g5-g4 g5-h5");
    goes("return=never", OUTSIDE "%g5 @f16 Sb1", "GB", "g5", "g5-f5 g5-g4 g5-h5");
    goes("return=never", OUTSIDE "@g5 %f16 Sb1", "GB", "g5", "g5-f4 g5-f5 g5-g4 g5-h4 g5-h5");
    goes("return=never", "+g5 +a13 +b14 +l15 +l13 +k14 @SW %SE Sb1", "GB", "g5", "g5-f4 g5-h4");
    goes("return=free", OUTSIDE "@f16 %g5 KS Sb1", "GB", "g5", "g5-f5 g5-g4 g5-h5 g5xS");
    goes("return=never", OUTSIDE "@f16 %g5 KS Sb1", "GB", "g5", "g5-f5 g5-g4 g5-h5");
    goes("return=never", OUTSIDE "@f16 %S KSW Sb1", "GB", "S", "S-SE S-f5 S-g5 SxSW");
}

static void P11_inside_a_besieger_goes_one_circle(void **state)
{
    (void)state;
    goes("", OUTSIDE "@f16 %f15 GW Sb1", "B", "W-", "W-E W-NW W-SW");
    goes("", OUTSIDE "@f16 %f15 SNW Sb1", "B", "NW-", "NW-N NW-W");
    goes("", OUTSIDE "@f16 %f15 gE Sb1", "N", "E-", "E-NE E-SE E-W");
    goes("diagonals=forward", OUTSIDE "@f16 %f15 sSW Sb1", "N", "SW-", "SW-S SW-W");
    goes("", OUTSIDE "@E %f15 GW Sb1", "B", "W-", "W-NW W-SW");
}

static void P11_out_again_to_an_empty_square_of_ones_colour(void **state)
{
    (void)state;
    goes("", OUTSIDE "@f16 %f15 GS Sb1", "B", "S-", "S-SE S-SW S-f5 S-g5");
    goes("", OUTSIDE "@f16 %f15 CS Sb1", "B", "S-", "S-SE S-SW S-f5 S-g5");
    goes("", OUTSIDE "@f16 %f15 KS Sb1", "B", "S-", "S-SE S-SW S-f5 S-g5");
    goes("", OUTSIDE "@f16 %f15 LS Sb1", "B", "S-", "S-SE S-SW S-f5");
    goes("", OUTSIDE "@f16 %f15 SS Sb1", "B", "S-", "S-SE S-SW S-f5");
    goes("", OUTSIDE "@f16 %f15 SN Sb1", "B", "N-", "N-NE N-NW N-g12");
    goes("", OUTSIDE "@f16 %f15 gN Sb1", "N", "N-", "N-NE N-NW N-f12 N-g12");
    goes("", OUTSIDE "@f16 %f15 lN Sb1", "N", "N-", "N-NE N-NW N-f12");
    goes("", OUTSIDE "@f16 %f15 sN Sb1", "N", "N-", "N-NE N-NW N-f12");
    goes("diagonals=forward", OUTSIDE "@f16 %f15 sS Sb1", "N", "S-", "S-SE S-SW S-g5");
    goes("", OUTSIDE "@f5 %f15 GS Sb1", "B", "S-", "S-SE S-SW S-g5");
    goes("", OUTSIDE "@f16 %f15 GS Kg5 Sb1", "B", "S-", "S-SE S-SW S-f5");
}

static void P12_besiegers_never_enter_an_occupied_point(void **state)
{
    struct session *s = paris("", "Ge3 Ke4 sd4 +f3 +f4 cd3 Sb1", "B");
    (void)state;
    expect_menu_of(s, "e3-", "");
    expect_menu_of(s, "e4-", "e4-e5");
    paris_at(s, "Gf5 Sb1", "B");
    expect_illegal(s, "f5-S f5xS");
    paris_at(s, OUTSIDE "@f16 %f15 Gf5 sS Sb1", "B");
    expect_illegal(s, "f5-S");
    paris_at(s, OUTSIDE "@f16 %f15 Gf5 Sb1", "B");
    expect_legal(s, "f5-S");
    paris_at(s, OUTSIDE "@f16 %f15 GW KE sSW Sb1", "B");
    expect_menu_of(s, "W-", "W-NW");
    paris_at(s, "Se4 gd5 Sf5 +d3 +f3", "B");
    expect_menu_of(s, "e4-", "");
    session_end(s);
}

static void P13_the_garrison_goes_one_step(void **state)
{
    (void)state;
    goes("", "@d3 Sb1", "GB", "d3-", "d3-c2 d3-c3 d3-c4 d3-d2 d3-d4 d3-e2 d3-e3 d3-e4");
    goes("", "%d3 Sb1", "GB", "d3-", "d3-c3 d3-d2 d3-d4 d3-e3");
    goes("", "+d3 Sb1", "GB", "d3-", "d3-c2 d3-c4 d3-e2 d3-e4");
    goes("", "+d4 Sb1", "GN", "d4-", "d4-c3 d4-c5 d4-e3 d4-e5");
    goes("", "@d3 %d4 +c4 +e4 Sb1", "GB", "d3-", "d3-c2 d3-c3 d3-d2 d3-e2 d3-e3");
}

static void P13_inside_and_through_the_exits_along_lines(void **state)
{
    (void)state;
    goes("", OUTSIDE "%S @f16 Sb1", "GB", "S-", "S-SE S-SW S-f5 S-g5");
    goes("", OUTSIDE "%g5 @f16 Sb1", "GB", "g5-", "g5-S g5-f5 g5-g4 g5-h5");
    goes("", "+g5 +a1 +b2 @SW %SE Sb1", "GB", "g5-", "g5-f4 g5-h4");
    goes("", "+g5 @b3 +a1 +b2 %SE Sb1", "GB", "g5-", "g5-f4 g5-h4");
    goes("", "+g5 +a13 +b14 +l15 +l13 +k14 @SW %SE Sb1", "GB", "g5-", "g5-S g5-f4 g5-h4");
    goes("", "+f12 +a13 +b14 +l15 +l13 +k14 @SW %SE Sb1", "GB", "f12-", "f12-N f12-e13 f12-g13");
    goes("", "@SW %SE +NW +W +a1 +b2 +c3 +b1 sj14", "GB", "SW-", "SW-S");
}

static void P17_garrison_men_are_never_captured(void **state)
{
    struct session *s = paris("", "Ge3 +e4 %d3 @f3 Sb1 se15", "B");
    (void)state;
    expect_illegal(s, "e3xe4 e3xd3 e3xf3 e3-e4 e3-d3 e3-f3");
    expect_menu_of(s, "e3", "e3-b6 e3-c5 e3-d4 e3-f4 e3-g5");
    paris_at(s, "+d4 +e5 @c5 %d5 Sb1", "GB");
    expect_illegal(s, "d4xe5 d4xc5 d5xc5 d5xd4 c5xd4 d4-e5 c5-d4");
    session_end(s);
}

int paris_moves_tests(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(P1_the_fortress_replaces_squares),
        cmocka_unit_test(P1_the_board_ends_at_a_and_l_1_and_16),
        cmocka_unit_test(P1_a1_is_black),
        cmocka_unit_test(P2_circles_are_joined_by_the_ring_and_W_E),
        cmocka_unit_test(P3_each_exit_leads_to_a_white_and_a_black_square),
        cmocka_unit_test(P4_a_circle_has_no_neighbours_but_along_lines),
        cmocka_unit_test(P5_the_armies_stand_as_the_leaflet_says),
        cmocka_unit_test(P6_the_garrison_places_its_officers_at_will),
        cmocka_unit_test(P7_the_general_goes_up_to_three_squares),
        cmocka_unit_test(P7_the_general_goes_over_empty_squares_only),
        cmocka_unit_test(P8_the_colonel_goes_up_to_two_squares),
        cmocka_unit_test(P8_the_captain_goes_one_square),
        cmocka_unit_test(P9_lieutenants_and_soldiers_go_diagonally),
        cmocka_unit_test(P10_diagonals_forward),
        cmocka_unit_test(P11_whoever_stands_by_an_exit_may_enter),
        cmocka_unit_test(P11_only_from_an_exit_square_and_only_along_its_line),
        cmocka_unit_test(P11_an_entry_is_the_whole_move),
        cmocka_unit_test(P3_the_exits_of_each_board),
        cmocka_unit_test(P13b_nobody_comes_back_where_exits_are_sorties),
        cmocka_unit_test(P11_inside_a_besieger_goes_one_circle),
        cmocka_unit_test(P11_out_again_to_an_empty_square_of_ones_colour),
        cmocka_unit_test(P12_besiegers_never_enter_an_occupied_point),
        cmocka_unit_test(P13_the_garrison_goes_one_step),
        cmocka_unit_test(P13_inside_and_through_the_exits_along_lines),
        cmocka_unit_test(P17_garrison_men_are_never_captured),
    };
    return cmocka_run_group_tests_name("paris: men and moves", tests, NULL, NULL);
}

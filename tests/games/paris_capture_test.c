/* P14 to P16: what the garrison captures, and what it may not. */
#include "paris_tests.h"

#include <stdio.h>

static void captures(const char *men, const char *prefix, const char *tokens)
{
    struct session *s = paris("", men, "GB");
    expect_menu_of(s, prefix, tokens);
    session_end(s);
}

static void P14_on_squares_as_it_moves(void **state)
{
    (void)state;
    captures("@d3 Gc2 Ke2 kd4 Sl1", "d3x", "d3xc2 d3xd4 d3xe2");
    captures("@d3 Kc3 Gd2 ke4 Sl1", "d3x", "d3xc3 d3xd2 d3xe4");
    captures("@d3 kc4 Ge3 Sl1", "d3x", "d3xc4 d3xe3");
    captures("%d3 Kc3 kd4 Gb1 Sl1", "d3x", "d3xc3 d3xd4");
    captures("%d3 Ke3 kd2 Gc4 Sl1", "d3x", "d3xd2 d3xe3");
    captures("%d3 Ke4 kc2 Sl1", "d3x", "");
    captures("+d3 Ke4 kc2 gc4 Ge2 Sl1", "d3x", "d3xc2 d3xc4 d3xe2 d3xe4");
    captures("+d3 Kd4 kc3 Sl1", "d3x", "");
    captures("+d3 Sc2 Le4 Sl1", "d3x", "d3xc2 d3xe4");
}

static void P14_the_captured_man_is_gone(void **state)
{
    struct session *s = paris("", "+d3 Ke4 kc2 Sl1 sa1", "GB");
    (void)state;
    play(s, "d3xe4");
    expect_position(s, paris_position("+e4 kc2 Sl1 sa1", "B"));
    session_end(s);
}

static void P14_in_circles_and_through_the_exits(void **state)
{
    (void)state;
    captures("@W KNW +a1 Sl1", "W", "WxNW");
    captures("@W gE +a1 Sl1", "W", "WxE");
    captures("%S Kf5 Sl1", "S-", "S-g5");
    captures("%S Kf5 Sl1", "Sx", "Sxf5");
    captures("+S kg5 Sl1", "Sx", "Sxg5");
    captures("@f5 KS Sl1", "f5x", "f5xS");
    captures("+f12 KN Sl1", "f12x", "f12xN");
    captures("%N Kf12 Sl1", "N", "N-g12 Nxf12");
}

static void P14_a_soldier_inside_is_never_captured(void **state)
{
    (void)state;
    captures("@W SNW +a1 Sl1", "Wx", "");
    captures("@W sNW +a1 Sl1", "Wx", "");
    captures("@W LNW +a1 Sl1", "Wx", "WxNW");
    captures("@W KNW +a1 Sl1", "Wx", "WxNW");
    captures("@f5 SS Sl1", "f5x", "");
    captures("@S Sf5 Sl1", "Sx", "Sxf5");
}

/* a1 b2 c3 and c1 are black, b1 c2 a2 and l1 are white. */
static void P15_at_most_three_soldiers_on_a_colour(void **state)
{
    (void)state;
    captures("+a1 +b2 +S @SE %SW Sl1", "S-", "S-f5 S-g5");
    captures("+a1 +b2 +c3 +S @SE %SW Sl1", "S-", "S-f5");
    captures("+b1 +c2 +S @SE %SW Sl1", "S-", "S-f5 S-g5");
    captures("+b1 +c2 +a2 +S @SE %SW Sl1", "S-", "S-g5");
    captures("+b1 +c2 +N @NE %NW Sl1", "N-", "N-f12 N-g12");
    captures("+b1 +c2 +a2 +N @NE %NW Sl1", "N-", "N-f12");
    captures("+a1 +b2 +c3 +N @NE %NW Sl1", "N-", "N-g12");
    captures("+a1 +b2 +c3 +b1 +c2 +N @NE %NW Sl1", "N-", "N-g12");
    captures("+a1 +b2 +c2 +b1 +N @NE %NW Sl1", "N-", "N-f12 N-g12");
}

static void P15_captures_count_too(void **state)
{
    (void)state;
    captures("+a1 +b2 +S @SE %SW kg5 Sl1", "Sx", "Sxg5");
    captures("+a1 +b2 +c3 +S @SE %SW kg5 Sl1", "Sx", "");
    captures("+b1 +c2 +S @SE %SW Kf5 Sl1", "Sx", "Sxf5");
    captures("+b1 +c2 +a2 +S @SE %SW Kf5 Sl1", "Sx", "");
    captures("+a1 +b2 +c3 +S @SE %SW Kf5 Sl1", "Sx", "Sxf5");
}

static void P15_officers_and_men_already_outside_are_free(void **state)
{
    (void)state;
    captures("+a1 +b2 +c3 @S %N Sl1", "S-f", "S-f5");
    captures("+a1 +b2 +c3 @S %N Sl1", "S-g", "S-g5");
    captures("+a1 +b2 +c3 @S %N Sl1", "N-f", "N-f12");
    captures("+a1 +b2 +c3 @S kg5 Sl1", "Sx", "Sxg5");
    captures("+a1 +b2 +c3 Sl1", "c3-", "c3-b4 c3-d2 c3-d4");
    captures("+a1 +b2 +f4 kg5 Sl1", "f4x", "f4xg5");
    captures("+a1 +b2 +f4 Sl1", "f4-", "f4-e3 f4-e5 f4-g3 f4-g5");
}

static void P15_a_soldier_inside_has_no_colour(void **state)
{
    struct session *s = paris("", "+g5 +a13 +b14 +l13 +k14 +W @f16 %f15 sa1 Sl1", "GB");
    (void)state;
    play(s, "g5-S l1-k2");
    expect_legal(s, "S-f5 S-g5");
    play(s, "S-f5 a1-b2");
    expect_menu_of(s, "f5-", "f5-S f5-e4 f5-g4");
    session_end(s);
}

/* ---- P16 ------------------------------------------------------------------------------------------------- */

static const char *const protections[] = {"orthogonal", "adjacent", "reach", "either"};

/*
 * Whether the capture is forbidden because of the guard, for each value of the rule option in turn: `p` protected, `-`
 * not.
 */
static void guarded(const char *diagonals, const char *men, const char *guard, const char *capture,
                    const char *expected)
{
    for (int i = 0; i < 4; i++) {
        char settings[80], all[120];
        snprintf(settings, sizeof settings, "diagonals=%s protection=%s", diagonals,
                 protections[i]);
        snprintf(all, sizeof all, "%s %s", men, guard);
        struct session *s = paris(settings, all, "GB");
        if (expected[i] == 'p')
            expect_illegal(s, capture);
        else
            expect_legal(s, capture);
        session_end(s);
    }
}

static void any_way(const char *men, const char *guard, const char *capture, const char *expected)
{
    guarded("any", men, guard, capture, expected);
    guarded("forward", men, guard, capture, expected);
}

/* A black Soldier on e5, below the fortress; a Soldier of the garrison on f4 would take it. */
static void below(const char *guard, const char *expected)
{
    any_way("se5 +f4 Sl1", guard, "f4xe5", expected);
}

/* A white Soldier on e12, above it; f13 would take it. */
static void above(const char *guard, const char *expected)
{
    any_way("Se12 +f13 Sl1", guard, "f13xe12", expected);
}

static void P16_alone_is_not_protected(void **state)
{
    (void)state;
    below("", "----");
    above("", "----");
}

static void P16_neighbours(void **state)
{
    (void)state;
    below("Sd5", "pp-p");
    below("Sf5", "pp-p");
    below("Se4", "pp-p");
    below("Kd4", "-p--");
    above("se13", "pp-p");
    above("sf12", "pp-p");
    above("sd12", "pp-p");
    above("kf11", "----");
    any_way("se13 +f12 Sl1", "Ke14", "f12xe13", "pp-p");
    any_way("se13 +f12 Sl1", "Ce12", "f12xe13", "pppp");
    any_way("se13 +f12 Sl1", "kd12", "f12xe13", "-p--");
    any_way("se13 +f12 Sl1", "kd14", "f12xe13", "-p--");
    any_way("se13 +f12 Sl1", "kf14", "f12xe13", "-p--");
    any_way("se13 +d12 Sl1", "kf12", "d12xe13", "-p--");
}

static void P16_reach_of_the_general(void **state)
{
    (void)state;
    below("Ge4", "pppp");
    below("Ge3", "--pp");
    below("Ge2", "--pp");
    below("Ge1", "----");
    below("Gd5", "pppp");
    below("Gc5", "--pp");
    below("Gb5", "--pp");
    below("Ga5", "----");
    below("Gh5", "--pp");
    below("Gi5", "----");
    below("Gd4", "-ppp");
    below("Gb2", "--pp");
    below("Ga1", "----");
    below("ge4", "pp-p");
    below("ge3", "----");
    below("gd4", "-p--");
    below("gc3", "----");
    below("gb5", "--pp");
    above("ge13", "pppp");
    above("ge15", "--pp");
    above("ge16", "----");
    above("gd13", "-ppp");
    above("gb15", "--pp");
    above("ga16", "----");
    above("gh12", "--pp");
    above("Ge13", "pp-p");
    above("Ge14", "----");
    above("Gd13", "-p--");
    above("Gb12", "--pp");
}

static void P16_reach_of_colonel_and_captain(void **state)
{
    (void)state;
    below("Ce4", "pppp");
    below("Ce3", "--pp");
    below("Ce2", "----");
    below("Cc5", "--pp");
    below("Cb5", "----");
    below("Cg5", "--pp");
    below("Cd4", "-p--");
    below("ce4", "pp-p");
    below("ce3", "----");
    above("ce14", "--pp");
    above("ce15", "----");
    above("Ce14", "----");
    below("Ke4", "pppp");
    below("Ke3", "----");
    below("Kd5", "pppp");
    below("Kc5", "----");
    below("Kd4", "-p--");
    below("ke4", "pp-p");
    above("ke13", "pppp");
    above("ke14", "----");
    above("Ke13", "pp-p");
}

static void P16_reach_of_lieutenant_and_soldier(void **state)
{
    (void)state;
    guarded("any", "se5 +f4 Sl1", "ld4", "f4xe5", "-ppp");
    guarded("any", "se5 +f4 Sl1", "lc3", "f4xe5", "--pp");
    below("lb2", "----");
    guarded("forward", "se5 +f4 Sl1", "ld4", "f4xe5", "-p--");
    guarded("forward", "se5 +f4 Sl1", "lc3", "f4xe5", "----");
    guarded("any", "se5 +f4 Sl1", "sd4", "f4xe5", "-ppp");
    guarded("forward", "se5 +f4 Sl1", "sd4", "f4xe5", "-p--");
    below("sc3", "----");
    below("Le4", "pp-p");
    below("Se4", "pp-p");
    below("Sd3", "----");
    below("le3", "----");
    guarded("any", "Se12 +f13 Sl1", "Ld13", "f13xe12", "-ppp");
    guarded("forward", "Se12 +f13 Sl1", "Ld13", "f13xe12", "-p--");
    guarded("any", "Se12 +f13 Sl1", "Lc14", "f13xe12", "--pp");
    guarded("forward", "Se12 +f13 Sl1", "Sd13", "f13xe12", "-p--");
    guarded("any", "Se12 +f13 Sl1", "Sd13", "f13xe12", "-ppp");
    any_way("Se4 +f5 Sl1", "Ld3", "f5xe4", "-ppp");
    any_way("Se4 +f5 Sl1", "Lc2", "f5xe4", "--pp");
    any_way("Se4 +f5 Sl1", "Lb1", "f5xe4", "----");
    any_way("Se4 +f5 Sl1", "Sd3", "f5xe4", "-ppp");
    any_way("Se4 +f5 Sl1", "Sc2", "f5xe4", "----");
    any_way("sc13 +b12 Sl1", "sd14", "b12xc13", "-ppp");
    any_way("sc13 +b12 Sl1", "ld14", "b12xc13", "-ppp");
    any_way("sc13 +b12 Sl1", "le15", "b12xc13", "--pp");
}

static void P16_reach_goes_over_empty_squares(void **state)
{
    (void)state;
    below("Gb5 kc5", "----");
    below("Gb5 +c5", "----");
    below("Gc5 kd4", "-ppp");
    below("Ge2 @e3", "----");
    below("Ge3 %e4", "----");
    below("Gh2", "----"); /* the capturing piece stands in the way */
    any_way("se5 @e4 Sl1", "Gh2", "e4xe5", "--pp");
    any_way("se5 @e4 Sl1", "Ge2", "e4xe5", "----");
    any_way("se5 @e4 Sl1", "Gc3", "e4xe5", "--pp");
}

static void P16_along_the_lines_onto_an_exit_square(void **state)
{
    const char *men = "Sf5 +e4 Sl1";
    (void)state;
    any_way(men, "GS", "e4xf5", "pppp");
    any_way(men, "gS", "e4xf5", "pppp");
    any_way(men, "KS", "e4xf5", "pppp");
    any_way(men, "LS", "e4xf5", "pppp");
    any_way(men, "SS", "e4xf5", "pppp");
    any_way(men, "lS", "e4xf5", "pp-p");
    any_way(men, "sS", "e4xf5", "pp-p");
    any_way(men, "KN +k15", "e4xf5", "----");
    any_way("sg5 +h4 Sl1", "SS", "h4xg5", "pp-p");
    any_way("sg5 +h4 Sl1", "sS", "h4xg5", "pppp");
    any_way("kf12 +e13 Sl1", "cN", "e13xf12", "pppp");
    any_way("kf12 +e13 Sl1", "SN", "e13xf12", "pp-p");
}

static void P16_along_the_lines_onto_a_circle(void **state)
{
    (void)state;
    any_way("gN @NW +k15 Sl1", "", "NWxN", "----");
    any_way("gN @NW +k15 Sl1", "kf12", "NWxN", "pppp");
    any_way("gN @NW +k15 Sl1", "sf12", "NWxN", "pppp");
    any_way("gN @NW +k15 Sl1", "Sg12", "NWxN", "pppp");
    any_way("gN @NW +k15 Sl1", "Ke12", "NWxN", "----");
    any_way("gN @NW +k15 Sl1", "Kf13", "NWxN", "----");
    any_way("gN @NW +k15 +j2 Sl1", "KNE", "NWxN", "pppp");
    any_way("gN @NW +k15 +j2 Sl1", "sNE", "NWxN", "pppp");
    any_way("gN @NW +k15 +j2 Sl1", "KE", "NWxN", "----");
    any_way("KW @SW +k15 +j2 Sl1", "cE", "SWxW", "pppp");
    any_way("KW @SW +k15 +j2 Sl1", "cN", "SWxW", "----");
}

int paris_capture_tests(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(P14_on_squares_as_it_moves),
        cmocka_unit_test(P14_the_captured_man_is_gone),
        cmocka_unit_test(P14_in_circles_and_through_the_exits),
        cmocka_unit_test(P14_a_soldier_inside_is_never_captured),
        cmocka_unit_test(P15_at_most_three_soldiers_on_a_colour),
        cmocka_unit_test(P15_captures_count_too),
        cmocka_unit_test(P15_officers_and_men_already_outside_are_free),
        cmocka_unit_test(P15_a_soldier_inside_has_no_colour),
        cmocka_unit_test(P16_alone_is_not_protected),
        cmocka_unit_test(P16_neighbours),
        cmocka_unit_test(P16_reach_of_the_general),
        cmocka_unit_test(P16_reach_of_colonel_and_captain),
        cmocka_unit_test(P16_reach_of_lieutenant_and_soldier),
        cmocka_unit_test(P16_reach_goes_over_empty_squares),
        cmocka_unit_test(P16_along_the_lines_onto_an_exit_square),
        cmocka_unit_test(P16_along_the_lines_onto_a_circle),
    };
    return cmocka_run_group_tests_name("paris: captures", tests, NULL, NULL);
}

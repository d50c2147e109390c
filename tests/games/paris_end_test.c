/* P22 to P25b: how a game ends. */
#include "paris_tests.h"

#include <stdio.h>

/* The garrison all outside, three Soldiers on each colour. */
#define OUTSIDE "+a13 +b14 +a15 +l13 +k14 +l15 @f16 %f15 "

/* What the last of some tokens leads to: a result, or "" if the game goes on. */
static void leads_to(const char *settings, const char *men, const char *fields, const char *tokens,
                     const char *result)
{
    struct session *s = paris(settings, men, fields);
    play(s, tokens);
    if (*result)
        expect_over(s, result);
    else
        expect_running(s);
    session_end(s);
}

/* ---- P22 to P24 ------------------------------------------------------------------------------------------ */

static const char stormed[] = "G 0 BN 1 stormed";

static void P22_two_soldiers_and_an_officer_inside(void **state)
{
    (void)state;
    leads_to("", OUTSIDE "SSW SE Kf5 Sl1", "B", "f5-S", stormed);
    leads_to("", OUTSIDE "SSW sE Kf5 Sl1", "B", "f5-S", stormed);
    leads_to("", OUTSIDE "sSW sE Kf5 Sl1", "B", "f5-S", stormed);
    leads_to("", OUTSIDE "SSW gE sf12 Sl1", "N", "f12-N", stormed);
    leads_to("", OUTSIDE "SSW LE Sf5 Sl1", "B", "f5-S", stormed);
    leads_to("", OUTSIDE "sSW sE sW Gf5 Sl1", "B", "f5-S", stormed);
    leads_to("", OUTSIDE "sSW GE CW kf12 Sl1 sg5", "N", "g5-S", stormed);
}

static void P22_not_with_less(void **state)
{
    (void)state;
    leads_to("", OUTSIDE "SSW Kf5 Sl1", "B", "f5-S", "");
    leads_to("", OUTSIDE "SSW SE Sf5 Sl1", "B", "f5-S", "");
    leads_to("", OUTSIDE "SSW GE Kf5 Sl1", "B", "f5-S", "");
    leads_to("", OUTSIDE "GSW gE CW kNE Kf5 Sl1", "B", "f5-S", "");
    leads_to("", OUTSIDE "SSW SE Ke5 Sl1", "B", "e5-f5", "");
}

static void P22_only_besiegers_count(void **state)
{
    (void)state;
    leads_to("", "+SW +E @W %NE +NW +a13 +b14 +l13 Kf5 Sl1", "B", "f5-S", "");
}

static void P22_immobilised(void **state)
{
    (void)state;
    leads_to("", "Kf5 Kg5 kf12 kg12 Sl1", "B", "l1-k2", "G 0 BN 1 immobilised");
    leads_to("", "Kf5 Kg5 kf12 ke12 sa1", "N", "e12-d12", "");
    leads_to("", "Kf5 Kg5 kf12 kh12 sa1", "N", "h12-g12", "G 0 BN 1 immobilised");
    leads_to("sortie=officers", "Kf5 Kg5 kf12 kh12 sa1", "N", "h12-g12", "G 0 BN 1 immobilised");
}

#define SIX "Gj1 Ch1 Kf1 Lk2 gj16 ch16 "

static const char annihilated[] = "G 1 BN 0 annihilated";

static void P23_every_soldier_and_six_officers_captured(void **state)
{
    (void)state;
    leads_to("", SIX "Sc2 +d3", "GB", "d3xc2", annihilated);
    leads_to("", SIX "kd16 Sc2 +d3", "GB", "d3xc2", "");
    leads_to("", SIX "Sc2 Sa4 +d3", "GB", "d3xc2", "");
    leads_to("", SIX "kc2 +d3", "GN", "d3xc2", annihilated);
    leads_to("", SIX "kd16 kc2 +d3", "GN", "d3xc2", "");
    leads_to("", "Gj1 Sc2 +d3", "GB", "d3xc2", annihilated);
    leads_to("", "Sc2 +d3", "GB", "d3xc2", annihilated);
    leads_to("", SIX "Sc2 +d3", "B", "k2-l3 !c2 d3xc2", annihilated);
}

static const char denied[] = "G 1/2 BN 1/2 denied";

static void P24_a_single_soldier_inside_denies_the_win(void **state)
{
    (void)state;
    leads_to("", SIX "SSE Sc2 +d3", "GB", "d3xc2", denied);
    leads_to("", SIX "sSE Sc2 +d3", "GB", "d3xc2", denied);
    leads_to("", SIX "sSE kc2 +d3", "GB", "d3xc2", denied);
    leads_to("", SIX "sSE kd16 Sc2 +d3", "GB", "d3xc2", "");
    leads_to("", SIX "sSE Sc2 Sa4 +d3", "GB", "d3xc2", "");
    leads_to("", SIX "sSE sE Sc2 +d3 +d5", "GB", "d3xc2", "");
    leads_to("", SIX "Sa4 Sc2 +d3", "GB", "d3xc2", "");
}

static void P24_also_by_entering(void **state)
{
    (void)state;
    leads_to("", OUTSIDE SIX "Sf5", "B", "f5-S", denied);
    leads_to("", OUTSIDE SIX "kd16 Sf5", "B", "f5-S", "");
    leads_to("", OUTSIDE SIX "Sf5 sa1", "B", "f5-S", "");
}

/* ---- P25 ------------------------------------------------------------------------------------------------- */

static const char repetition[] = "G 1/2 BN 1/2 repetition";
static const char stalemate[] = "G 1/2 BN 1/2 stalemate";

#define ROUND "S-f5 l1-k2 f5-S a1-b2 S-f5 k2-l1 f5-S "

static void P25_the_third_occurrence(void **state)
{
    struct session *s = paris("", "Sl1 sa1", "GB");
    (void)state;
    play(s, ROUND "b2-a1 " ROUND);
    expect_running(s);
    play(s, "b2-a1");
    expect_over(s, repetition);
    /* the same, begun in the middle of a turn's cycle */
    paris_at(s, "Sl1 sa1 +f5 +SW +W +NW +N +NE @E %SE", "B");
    play(s, "l1-k2 f5-S a1-b2 S-f5 k2-l1 f5-S b2-a1 S-f5");
    play(s, "l1-k2 f5-S a1-b2 S-f5 k2-l1 f5-S b2-a1");
    expect_running(s);
    play(s, "S-f5");
    expect_over(s, repetition);
    session_end(s);
}

static void P25_the_first_turn_is_the_first_occurrence(void **state)
{
    struct session *s = paris_session("");
    (void)state;
    play(s, "G=SW C=NE S-f5 b3-a4 f5-S b14-a13 S-f5 a4-b3 f5-S a13-b14");
    play(s, "S-f5 b3-a4 f5-S b14-a13 S-f5 a4-b3 f5-S");
    expect_running(s);
    play(s, "a13-b14");
    expect_over(s, repetition);
    session_end(s);
}

static void P25_another_placement_is_another_position(void **state)
{
    struct session *s = paris("", "Sl1 sa1", "GB");
    (void)state;
    play(s, ROUND "b2-a1 " ROUND "b2-c1");
    expect_running(s);
    session_end(s);
}

/* Nobody but the garrison's General can move; he goes round in threes, the turns in fours. */
static void P25_the_turn_of_the_cycle_is_part_of_the_position(void **state)
{
    struct session *s = paris("", "Sl1 +k2 sa1 +b2 @d3", "GB");
    (void)state;
    for (int i = 0; i < 3; i++) play(s, "d3-d4 . d4-e4 . e4-d3 .");
    expect_running(s);
    play(s, "d3-d4 . d4-e4 . e4-d3");
    expect_running(s);
    play(s, ".");
    expect_over(s, repetition);
    session_end(s);
}

#define ASKED "S-f5 l1-k2 . f5-S a1-b2 . S-f5 k2-l1 . f5-S b2-a1 "

static void P25_the_summoned_point_is_part_of_the_position(void **state)
{
    struct session *s = paris("", "Sl1 sa1 ke4 +d3", "GB");
    (void)state;
    play(s, ASKED ". " ASKED);
    expect_running(s);
    play(s, ".");
    expect_over(s, repetition);
    paris_at(s, "Sl1 sa1 ke4 +d3", "GB");
    play(s, ASKED ". " ASKED "!e4");
    expect_running(s);
    expect_menu(s, "G", "d3xe4");
    session_end(s);
}

/* White's General goes round through the fortress: what he advances does not stay behind him. */
static void P25_a_position_recurs_through_the_fortress(void **state)
{
    static const char *const lap[] = {"g12-N", "N-NE",  "NE-E",   "E-SE",    "SE-S",    "S-g5",
                                      "g5-j5", "j5-j8", "j8-j11", "j11-j12", "j12-h12", "h12-g12"};
    struct session *s = paris("", OUTSIDE "Gg12 Sl1 sa1", "B");
    (void)state;
    for (size_t i = 0; i < 2 * BV_COUNT(lap); i++) {
        expect_running(s);
        play(s, lap[i % BV_COUNT(lap)]);
        play(s, i % 2 ? "f16-e16 b2-a1" : "f16-e16 a1-b2");
        expect_running(s);
        play(s, "e16-f16");
    }
    expect_over(s, repetition);
    session_end(s);
}

static void P25_two_hundred_quiet_moves(void **state)
{
    (void)state;
    leads_to("", "Sl1 sa1", "B moves=401 quiet=199 since=199", "l1-k2", stalemate);
    leads_to("", "Sl1 sa1", "B moves=401 quiet=198 since=198", "l1-k2", "");
    leads_to("", "Sl1 sa1", "N moves=403 quiet=199 since=199", "a1-b2", stalemate);
    leads_to("", "Sl1 sa1", "GB moves=400 quiet=199 since=199", "S-f5", stalemate);
    leads_to("", "Sl1 sa1", "GB moves=400 quiet=198 since=198", "S-f5", "");
    leads_to("", "Sl1 sa1 +b2", "N moves=403 quiet=199 since=199", ".", stalemate);
    leads_to("", "Sl1 sa1 +b2", "N moves=403 quiet=198 since=198", ".", "");
}

static void P25_sixty_quiet_moves_lift_the_siege(void **state)
{
    static const char lifted[] = "G 1 BN 0 lifted";
    (void)state;
    leads_to("impasse=lifted", "Sl1 sa1", "B moves=401 quiet=59 since=59", "l1-k2", lifted);
    leads_to("impasse=lifted", "Sl1 sa1", "B moves=401 quiet=58 since=58", "l1-k2", "");
    leads_to("impasse=lifted", "Sl1 sa1", "GB moves=400 quiet=59 since=59", "S-f5", lifted);
    leads_to("impasse=lifted", "Sl1 kc2 +d3", "GB moves=400 quiet=59 since=59", "d3xc2", "");
    leads_to("impasse=lifted", "Sl1 sa1", "N moves=1999 quiet=59 since=59", "a1-b2", lifted);
    leads_to("impasse=lifted", "Sl1 sa1", "N moves=1999", "a1-b2", stalemate);
    leads_to("impasse=lifted", "Sl1 sa1", "GB moves=400 quiet=44 since=44",
             ROUND "b2-a1 " ROUND "b2-a1", repetition);
    leads_to("impasse=lifted", "Kf5 Kg5 kf12 kg12 Sl1", "B moves=401 quiet=59 since=59", "l1-k2",
             "G 0 BN 1 immobilised");
}

static void expect_quiet(struct session *session, int quiet)
{
    expect_running(session);
    assert_int_equal(session->state.paris.quiet, quiet);
}

/* With 199 quiet moves behind, either the count begins again or the game is over. */
static void set_back(const char *settings, const char *men, const char *turn, const char *token,
                     const char *result)
{
    char fields[64];
    snprintf(fields, sizeof fields, "%s moves=%d quiet=199 since=199", turn,
             *turn == 'B'   ? 401
             : *turn == 'N' ? 403
                            : 400);
    struct session *s = paris(settings, men, fields);
    play(s, token);
    if (*result)
        expect_over(s, result);
    else
        expect_quiet(s, 0);
    session_end(s);
}

static void P25_a_capture_sets_the_count_back(void **state)
{
    (void)state;
    set_back("", "Sl1 kc2 +d3 sa15", "GB", "d3xc2", "");
    set_back("", "Sl1 kc2 +d3 sa15", "GB", "d3-c4", stalemate);
}

static void P25_an_entry_sets_the_count_back(void **state)
{
    (void)state;
    set_back("", OUTSIDE "Kf5 Sl1", "B", "f5-S", "");
    set_back("", OUTSIDE "Sf5 Sl1", "B", "f5-S", "");
    set_back("", OUTSIDE "sf12 Sl1", "N", "f12-N", "");
    set_back("", OUTSIDE "KS Sl1", "B", "S-SE", stalemate);
    set_back("", OUTSIDE "KS Sl1", "B", "S-f5", stalemate);
    set_back("diagonals=forward", OUTSIDE "SS Sl1", "B", "S-f5", stalemate);
    set_back("", OUTSIDE "kS Sl1", "N", "S-f5", stalemate);
    set_back("", "+a13 +b14 +a15 +l13 +k14 +l15 @f12 %f15 Sl1", "GB", "f12-N", stalemate);
}

static void P25_an_advance_of_who_cannot_go_back_sets_it_back(void **state)
{
    (void)state;
    set_back("", "Gd1 Sl1", "B", "d1-d4", "");
    set_back("", "Gd1 Sl1", "B", "d1-e2", "");
    set_back("", "Gd1 Sl1", "B", "d1-e1", stalemate);
    set_back("", "Cd1 Sl1", "B", "d1-d2", "");
    set_back("", "Cd1 Sl1", "B", "d1-c1", stalemate);
    set_back("", "Kd1 Sl1", "B", "d1-d2", "");
    set_back("", "Le2 Sl1", "B", "e2-f3", stalemate);
    set_back("", "Sl1", "B", "l1-k2", stalemate);
    set_back("", "gd16 Sl1", "N", "d16-d15", "");
    set_back("", "gd16 Sl1", "N", "d16-e16", stalemate);
    set_back("", "kd16 Sl1", "N", "d16-d15", "");
    set_back("", "sd16 Sl1", "N", "d16-e15", stalemate);
    set_back("diagonals=forward", "Le2 Sl1", "B", "e2-f3", "");
    set_back("diagonals=forward", "Sl1", "B", "l1-k2", "");
    set_back("diagonals=forward", "sd16 Sl1", "N", "d16-e15", "");
    set_back("diagonals=forward", "Sl1 +d3", "GB", "d3-e4", stalemate);
    set_back("diagonals=forward", "Kd3 Sl1", "B", "d3-e3", stalemate);
}

static void P25_two_thousand_moves_in_all(void **state)
{
    (void)state;
    leads_to("", "Sl1 sa1", "N moves=1999", "a1-b2", stalemate);
    leads_to("", "Sl1 sa1", "GN moves=1998", "S-f5", "");
    leads_to("", "Kl1 Sb1", "B moves=1997", "l1-l2", "");
}

/* ---- P25b ------------------------------------------------------------------------------------------------ */

static void P25b_the_men_are_counted_first(void **state)
{
    (void)state;
    leads_to("", OUTSIDE "SSW SE kf5 Sl1", "N moves=1999", "f5-S", stormed);
    leads_to("", SIX "Sc2 +d3", "GN moves=1998", "d3xc2", annihilated);
    leads_to("", OUTSIDE SIX "sg5", "N moves=1999", "g5-S", denied);
}

static void P25b_then_the_garrison_is_looked_at(void **state)
{
    (void)state;
    leads_to("", "Kf5 Kg5 kf12 kg12 Sl1", "B moves=401 quiet=199 since=199", "l1-k2",
             "G 0 BN 1 immobilised");
    leads_to("", "Kf5 Kg5 kf12 kg12 sa1 Sl1", "N moves=1999", "a1-b2", "G 0 BN 1 immobilised");
}

static void P25b_then_repetition_then_the_limits(void **state)
{
    const char *rounds = ROUND "b2-a1 " ROUND "b2-a1";
    (void)state;
    leads_to("", "Sl1 sa1", "GB moves=400 quiet=184 since=184", rounds, repetition);
    leads_to("", "Sl1 sa1", "GB moves=1984", rounds, repetition);
    leads_to("", "Sl1 sa1", "GB moves=400 quiet=185 since=185", ROUND "b2-a1 " ROUND, stalemate);
}

static void P25b_the_limits_wait_for_the_next_turn(void **state)
{
    struct session *s = paris("", "Sl1 kc2 +d3 sa15", "B moves=401 quiet=199 since=199");
    (void)state;
    play(s, "l1-k2");
    expect_menu(s, "B", "!c2 .");
    play(s, ".");
    expect_over(s, stalemate);
    paris_at(s, "Sl1 kc2 +d3 sa15", "N moves=1999");
    play(s, "a15-b14");
    expect_menu(s, "N", "!c2 .");
    play(s, "!c2");
    expect_over(s, stalemate);
    session_end(s);
}

int paris_end_tests(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(P22_two_soldiers_and_an_officer_inside),
        cmocka_unit_test(P22_not_with_less),
        cmocka_unit_test(P22_only_besiegers_count),
        cmocka_unit_test(P22_immobilised),
        cmocka_unit_test(P23_every_soldier_and_six_officers_captured),
        cmocka_unit_test(P24_a_single_soldier_inside_denies_the_win),
        cmocka_unit_test(P24_also_by_entering),
        cmocka_unit_test(P25_the_third_occurrence),
        cmocka_unit_test(P25_the_first_turn_is_the_first_occurrence),
        cmocka_unit_test(P25_another_placement_is_another_position),
        cmocka_unit_test(P25_the_turn_of_the_cycle_is_part_of_the_position),
        cmocka_unit_test(P25_the_summoned_point_is_part_of_the_position),
        cmocka_unit_test(P25_a_position_recurs_through_the_fortress),
        cmocka_unit_test(P25_two_hundred_quiet_moves),
        cmocka_unit_test(P25_sixty_quiet_moves_lift_the_siege),
        cmocka_unit_test(P25_a_capture_sets_the_count_back),
        cmocka_unit_test(P25_an_entry_sets_the_count_back),
        cmocka_unit_test(P25_an_advance_of_who_cannot_go_back_sets_it_back),
        cmocka_unit_test(P25_two_thousand_moves_in_all),
        cmocka_unit_test(P25b_the_men_are_counted_first),
        cmocka_unit_test(P25b_then_the_garrison_is_looked_at),
        cmocka_unit_test(P25b_then_repetition_then_the_limits),
        cmocka_unit_test(P25b_the_limits_wait_for_the_next_turn),
    };
    return cmocka_run_group_tests_name("paris: endings", tests, NULL, NULL);
}

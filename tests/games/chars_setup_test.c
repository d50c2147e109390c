/* C1–C9: the board and the secret set-up. */
#include "chars_suites.h"

static void play_all(struct session *s, const char *seat, const char *tokens)
{
    char line[256];
    snprintf(line, sizeof line, "%s: %s", seat, tokens);
    play(s, line);
}

static const char green_depots[] = "A=11 B=22 C=33";
static const char green_tanks[] = "1=1 2=2 3=3 4=4 5=5 6=6";
static const char grey_depots[] = "A=90 B=79 C=68";
static const char grey_tanks[] = "1=100 2=99 3=98 4=97 5=96 6=95";

void set_up_both(struct session *s)
{
    play_all(s, "V", green_depots);
    play_all(s, "V", green_tanks);
    play_all(s, "V", "G=12 G=13 G=14 G=15 G=16 M=41 M=42");
    play_all(s, "G", grey_depots);
    play_all(s, "G", grey_tanks);
    play_all(s, "G", "G=81 G=82 G=83 G=84 G=85 M=51 M=52");
}

static void C1_green_has_ranks_1_to_5_and_grey_6_to_10(void **state)
{
    (void)state;
    struct session *s = session("chars", "");
    play_all(s, "V", green_depots);
    play_all(s, "V", green_tanks);
    play_all(s, "V", "G=46 G=47 G=48 G=49");
    expect_menu(s, "V", "G=50");
    play_all(s, "G", grey_depots);
    play_all(s, "G", grey_tanks);
    expect_legal(s, "G=51");
    expect_illegal(s, "G=49");
    session_end(s);
}

static void C2_squares_are_numbered_leftwards_and_upwards(void **state)
{
    (void)state;
    struct session *s = session("chars", "");
    drawn(s,
          "G6 G5 .  .  .  .  .  .  .  .\n"
          ".  .  .  .  .  .  .  .  .  .\n"
          ".  C  .  .  .  .  .  .  .  .\n"
          ".  .  .  .  .  .  .  .  .  .\n"
          ".  .  .  .  .  .  .  .  .  G4\n"
          ".  .  .  .  .  .  .  .  .  .\n"
          "V3 .  .  .  .  .  .  .  .  .\n"
          ".  C  .  .  .  .  .  .  .  .\n"
          ".  .  .  .  .  .  .  .  .  V2\n"
          ".  .  .  .  .  .  .  .  V1 .\n",
          "V move");
    /* Nothing steps over the edge from 11 to 10 or from 40 to 41. */
    expect_menu(s, "V", "11-12 11-21 2-1 2-12 2-3 40-39 40-50");
    drawn(s,
          "G6 G5 .  .  .  .  .  .  .  .\n"
          ".  .  .  .  .  .  .  .  .  .\n"
          ".  C  .  .  .  .  .  .  .  .\n"
          ".  .  .  .  .  .  .  .  .  .\n"
          ".  .  .  .  .  .  .  .  .  G4\n"
          ".  .  .  .  .  .  .  .  .  .\n"
          "V3 .  .  .  .  .  .  .  .  .\n"
          ".  C  .  .  .  .  .  .  .  .\n"
          ".  .  .  .  .  .  .  .  .  V2\n"
          ".  .  .  .  .  .  .  .  V1 .\n",
          "G move");
    expect_menu(s, "G", "100-90 51-41 51-52 99-89 99-98");
    session_end(s);
}

static void C3_each_side_has_its_pieces_and_the_die_its_faces(void **state)
{
    (void)state;
    struct session *s = session("chars", "");
    set_up_both(s);
    expect_position(s, "G1G2G3G4G5G6..../A....ooooo/.B......../..C......./........../"
                       "........../.......C../........B./....oooooA/....V6V5V4V3V2V1 "
                       "V move blanks=2 mines=41,42,51,52 swept=1,2,3,4,5,6,95,96,97,98,99,100");
    put(s, "45:V1 35:o 100:G1 33:V2 31:V3", "G plot");
    put(s, "65:V1 75:o 100:G1 33:V2 31:V3", "V fight");
    play(s, "65x75");
    bv_menu_make(&s->terms, &s->state, BV_CHANCE, &s->menu);
    assert_int_equal(s->menu.count, 2);
    assert_string_equal(bv_menu_token(&s->menu, 0), "#b");
    assert_int_equal(s->menu.item[0].weight, 5);
    assert_int_equal(s->menu.item[1].weight, 1);
    session_end(s);
}

static void C4_installations_keep_off_the_back_rank(void **state)
{
    (void)state;
    struct session *s = session("chars", "");
    expect_menu(s, "V",
                "A=11 A=12 A=13 A=14 A=15 A=16 A=17 A=18 A=19 A=20 A=21 A=22 A=23 A=24 A=25 "
                "A=26 A=27 A=28 A=29 A=30 A=31 A=32 A=33 A=34 A=35 A=36 A=37 A=38 A=39 A=40 "
                "A=41 A=42 A=43 A=44 A=45 A=46 A=47 A=48 A=49 A=50");
    expect_legal(s, "A=51 A=90");
    expect_illegal(s, "A=10 A=91 A=1 A=100");
    session_end(s);
}

static void C4_installations_have_different_ranks_and_files(void **state)
{
    (void)state;
    struct session *s = session("chars", "");
    play(s, "V: A=23");
    expect_illegal(s, "B=21 B=30 B=13 B=43 B=23");
    expect_legal(s, "B=12 B=34 B=50");
    play(s, "V: B=35");
    expect_menu(s, "V",
                "C=11 C=12 C=14 C=16 C=17 C=18 C=19 C=20 C=41 C=42 C=44 C=46 C=47 C=48 C=49 "
                "C=50");
    session_end(s);
}

static void C5_tanks_begin_on_six_squares_of_the_back_rank(void **state)
{
    (void)state;
    struct session *s = session("chars", "");
    play_all(s, "V", green_depots);
    expect_menu(s, "V", "1=1 1=10 1=2 1=3 1=4 1=5 1=6 1=7 1=8 1=9");
    play_all(s, "V", "1=4 2=9");
    expect_menu(s, "V", "3=1 3=10 3=2 3=3 3=5 3=6 3=7 3=8");
    play_all(s, "G", grey_depots);
    expect_menu(s, "G", "1=100 1=91 1=92 1=93 1=94 1=95 1=96 1=97 1=98 1=99");
    session_end(s);
}

static void C6_guns_stand_on_free_squares_of_the_camp(void **state)
{
    (void)state;
    struct session *s = session("chars", "");
    play_all(s, "V", green_depots);
    play_all(s, "V", green_tanks);
    expect_menu(s, "V",
                "G=10 G=12 G=13 G=14 G=15 G=16 G=17 G=18 G=19 G=20 G=21 G=23 G=24 G=25 G=26 "
                "G=27 G=28 G=29 G=30 G=31 G=32 G=34 G=35 G=36 G=37 G=38 G=39 G=40 G=41 G=42 "
                "G=43 G=44 G=45 G=46 G=7 G=8 G=9");
    session_end(s);
}

static void C7_mines_lie_on_free_squares_of_the_camp(void **state)
{
    (void)state;
    struct session *s = session("chars", "");
    play_all(s, "V", green_depots);
    play_all(s, "V", green_tanks);
    play_all(s, "V", "G=7 G=8 G=9 G=10 G=12");
    expect_menu(s, "V",
                "M=13 M=14 M=15 M=16 M=17 M=18 M=19 M=20 M=21 M=23 M=24 M=25 M=26 M=27 M=28 "
                "M=29 M=30 M=31 M=32 M=34 M=35 M=36 M=37 M=38 M=39 M=40 M=41 M=42 M=43 M=44 "
                "M=45 M=46 M=47 M=48 M=49");
    play_all(s, "V", "M=48");
    expect_menu(s, "V", "M=49 M=50");
    session_end(s);
}

static void C8_things_are_placed_in_one_order(void **state)
{
    (void)state;
    struct session *s = session("chars", "");
    expect_to_act(s, "V G");
    expect_illegal(s, "B=22 1=1 G=12 M=12 .");
    play_all(s, "V", "A=11 B=22");
    expect_menu_of(s, "1", "");
    play_all(s, "V", "C=33");
    expect_illegal(s, "2=1 G=12");
    play_all(s, "V", green_tanks);
    expect_illegal(s, "M=12 6=7");
    play_all(s, "V", "G=12 G=13 G=14 G=15");
    expect_illegal(s, "M=20");
    expect_legal(s, "G=16");
    play_all(s, "V", "G=16");
    expect_illegal(s, "G=17");
    play_all(s, "V", "M=17");
    expect_to_act(s, "V G");
    play_all(s, "V", "M=18");
    expect_to_act(s, "G");
    session_end(s);
}

static void C8_guns_and_mines_increase_and_leave_room_for_the_rest(void **state)
{
    (void)state;
    struct session *s = session("chars", "");
    play_all(s, "G", grey_depots);
    play_all(s, "G", grey_tanks);
    /* Free at the top: 87, 88, 89 and 91 to 94; the depot on 90 and the tanks from 95 are not. */
    expect_legal(s, "G=89");
    expect_illegal(s, "G=90 G=91 G=92");
    play_all(s, "G", "G=88");
    expect_menu(s, "G", "G=89 G=91");
    play_all(s, "G", "G=91");
    expect_menu(s, "G", "G=92");
    play_all(s, "G", "G=92 G=93");
    expect_menu(s, "G", "G=94");
    play_all(s, "G", "G=94");
    expect_legal(s, "M=51 M=87");
    expect_illegal(s, "M=89 M=90 M=94");
    play_all(s, "G", "M=87");
    expect_menu(s, "G", "M=89");
    session_end(s);
}

static void C8_the_first_mine_leaves_a_square_for_the_second(void **state)
{
    (void)state;
    struct session *s = session("chars", "");
    play_all(s, "G", grey_depots);
    play_all(s, "G", grey_tanks);
    play_all(s, "G", "G=51 G=52 G=53 G=54 G=55");
    expect_legal(s, "M=93 M=56");
    expect_illegal(s, "M=94 M=55");
    play_all(s, "G", "M=93");
    expect_menu(s, "G", "M=94");
    session_end(s);
}

static void C9_nothing_is_shown_before_both_are_done(void **state)
{
    (void)state;
    struct session *s = session("chars", "");
    union bv_state view, empty;
    bv_state_copy(s->terms.game, &empty, &s->state);
    play_all(s, "V", green_depots);
    play_all(s, "V", green_tanks);
    play_all(s, "V", "G=12 G=13 G=14 G=15 G=16 M=41 M=42");
    s->terms.game->view(&s->terms, &s->state, 1, &view);
    assert_true(bv_state_same(s->terms.game, &view, &empty));
    s->terms.game->view(&s->terms, &s->state, BV_WATCHER, &view);
    assert_true(bv_state_same(s->terms.game, &view, &empty));
    s->terms.game->view(&s->terms, &s->state, 0, &view);
    assert_true(bv_state_same(s->terms.game, &view, &s->state));
    session_end(s);
}

static void C9_pieces_are_shown_but_ranks_and_mines_stay_secret(void **state)
{
    (void)state;
    struct session *s = session("chars", "");
    union bv_state view;
    set_up_both(s);
    s->terms.game->view(&s->terms, &s->state, 1, &view);
    s->state = view;
    expect_position(s, "G1G2G3G4G5G6..../A....ooooo/.B......../..C......./........../"
                       "........../.......C../........B./....oooooA/....V?V?V?V?V?V? "
                       "V move blanks=2 mines=51,52 hidden=2,0 "
                       "swept=1,2,3,4,5,6,95,96,97,98,99,100");
    session_end(s);
}

int chars_setup_suite(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(C1_green_has_ranks_1_to_5_and_grey_6_to_10),
        cmocka_unit_test(C2_squares_are_numbered_leftwards_and_upwards),
        cmocka_unit_test(C3_each_side_has_its_pieces_and_the_die_its_faces),
        cmocka_unit_test(C4_installations_keep_off_the_back_rank),
        cmocka_unit_test(C4_installations_have_different_ranks_and_files),
        cmocka_unit_test(C5_tanks_begin_on_six_squares_of_the_back_rank),
        cmocka_unit_test(C6_guns_stand_on_free_squares_of_the_camp),
        cmocka_unit_test(C7_mines_lie_on_free_squares_of_the_camp),
        cmocka_unit_test(C8_things_are_placed_in_one_order),
        cmocka_unit_test(C8_guns_and_mines_increase_and_leave_room_for_the_rest),
        cmocka_unit_test(C8_the_first_mine_leaves_a_square_for_the_second),
        cmocka_unit_test(C9_nothing_is_shown_before_both_are_done),
        cmocka_unit_test(C9_pieces_are_shown_but_ranks_and_mines_stay_secret),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

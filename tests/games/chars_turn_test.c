/* C27–C36: what follows a movement, and the end. */
#include "chars_suites.h"

/* Whether `piece` of the position's line stands on `square`. */
static bool has_tank(struct session *s, int square)
{
    bv_bits128 all = s->state.chars.tanks[0] | s->state.chars.tanks[1];
    return bv_has128(all, square - 1);
}

static void C27_a_tank_on_a_plotted_square_is_destroyed(void **state)
{
    (void)state;
    struct session *s = session("chars", "");
    put(s, "1:V1 3:V2 5:V3 100:G1 98:G2 96:G3", "V plot");
    play(s, "!11 !23 ?15 . 1-11 5-15 3-13 13-23");
    /* All three are struck, red or white alike. */
    expect_over(s, "V 0 G 1 elimination");
    put(s, "1:V1 3:V2 5:V3 100:G1 98:G2 96:G3", "V plot");
    play(s, "!11 ?15 . 1-11 5-15 3-13 13-23");
    assert_false(has_tank(s, 11));
    assert_false(has_tank(s, 15));
    assert_true(has_tank(s, 23));
    /* Its rank is not shown, the plot is cleared. */
    expect_position(s, "G1.G2.G3...../........../........../........../........../"
                       "........../........../.......V2../........../.......... "
                       "G plot spent=0,1");
    session_end(s);
}

static void C27_only_where_it_ends_its_move(void **state)
{
    (void)state;
    struct session *s = session("chars", "");
    put(s, "1:V1 3:V2 5:V3 100:G1 98:G2 96:G3", "V plot");
    play(s, "!11 !12 !13 . 1-11 11-21 3-4 5-15");
    assert_true(has_tank(s, 21));
    expect_position_has(s, "quiet=1");
    session_end(s);
}

static void C27_an_unmoved_tank_is_safe_and_a_blank_turn_has_no_shots(void **state)
{
    (void)state;
    struct session *s = session("chars", "");
    put(s, "11:V1 3:V2 5:V3 100:G1 98:G2 96:G3", "V plot");
    play(s, "!21 . 3-13 13-23 5-15 15-25");
    assert_true(has_tank(s, 11));
    expect_position_has(s, "quiet=1");
    session_end(s);
}

static void C28_a_mine_destroys_the_tank_that_ends_on_it(void **state)
{
    (void)state;
    struct session *s = session("chars", "");
    put(s, "45:V1 3:V2 5:V3 100:G1 98:G2 96:G3 83:A", "V move mines=55,62");
    play(s, "45-55 3-13 5-15 15-25");
    assert_false(has_tank(s, 55));
    /* The mine is gone with it, and its square is known to be safe. */
    expect_position_has(s, " mines=62 swept=55");
    expect_position_has(s, "G plot mines");
    session_end(s);
}

static void C28_passing_over_a_mine_is_safe(void **state)
{
    (void)state;
    struct session *s = session("chars", "");
    put(s, "45:V1 3:V2 5:V3 100:G1 98:G2 96:G3 83:A", "V move mines=55,62");
    play(s, "45-55 55-65 3-13 5-15");
    assert_true(has_tank(s, 65));
    expect_position_has(s, " mines=55,62");
    expect_position_has(s, "quiet=1");
    session_end(s);
}

static void C28_own_mines_never_hurt(void **state)
{
    (void)state;
    struct session *s = session("chars", "");
    put(s, "1:V1 3:V2 5:V3 22:A 100:G1 98:G2 96:G3 83:A", "V move mines=11,13,55,62");
    play(s, "1-11 3-13 5-15 15-25");
    assert_true(has_tank(s, 11));
    assert_true(has_tank(s, 13));
    expect_position_has(s, " mines=11,13,55,62");
    session_end(s);
}

static void C28_a_tank_that_was_shot_leaves_the_mine(void **state)
{
    (void)state;
    struct session *s = session("chars", "");
    put(s, "45:V1 3:V2 5:V3 100:G1 98:G2 96:G3 83:A", "V plot mines=55,62");
    play(s, "!55 . 45-55 3-13 5-15 15-25");
    assert_false(has_tank(s, 55));
    expect_position_has(s, " mines=55,62");
    session_end(s);
}

static void C28_survivors_show_where_no_mine_is(void **state)
{
    (void)state;
    struct session *s = session("chars", "");
    put(s, "45:V1 46:V2 5:V3 100:G1 98:G2 96:G3 83:A", "V plot mines=62,63");
    play(s, "!56 . 45-55 46-56 5-15 15-25");
    /* Nothing is learned about the square of the tank that was shot. */
    play(s, ". 96-86 86-76 98-88 88-78");
    play(s, ". 55-65 25-35 35-45 45-46");
    expect_position_has(s, " mines=62,63 swept=55");
    /* The last mine's end leaves nothing to remember. */
    put(s, "45:V1 46:V2 5:V3 100:G1 98:G2 96:G3 83:A", "V move mines=55");
    play(s, "45-55 46-56 5-15 15-25");
    assert_int_equal(s->state.chars.swept == 0, 1);
    session_end(s);
}

static void C29_a_tank_destroys_the_installation_it_stands_on(void **state)
{
    (void)state;
    struct session *s = session("chars", "");
    put(s, "55:V1 3:V2 5:V3 100:G1 98:G2 96:G3 65:C 83:A 72:B", "V move mines=58,62");
    play(s, "55-65 3-13 5-15 15-25");
    expect_position(s, "G1.G2.G3...../.......A../........B./.....V1..../........../"
                       "........../........../.....V3..../"
                       ".......V2../.......... G plot mines=58,62 swept=55");
    session_end(s);
}

static void C29_without_fuel_four_points_remain(void **state)
{
    (void)state;
    struct session *s = session("chars", "");
    put(s, "55:V1 3:V2 5:V3 33:C 100:G1 98:G2 96:G3 65:C", "V move");
    play(s, "55-65 3-13 13-23 5-15 15-25 25-35 .");
    assert_int_equal(s->state.chars.points, 4);
    put(s, "1:V1 3:V2 5:V3 36:C 100:G1 98:G2 96:G3 65:C 46:G4", "G move");
    play(s, "46-36 100-90 98-88 96-86 86-76 76-66 .");
    assert_int_equal(s->state.chars.points, 4);
    session_end(s);
}

static void C29_without_headquarters_the_mines_vanish(void **state)
{
    (void)state;
    struct session *s = session("chars", "");
    put(s, "55:V1 3:V2 5:V3 33:A 100:G1 98:G2 96:G3 65:A", "V move mines=41,42,57,82 swept=61");
    play(s, "55-65 3-13 5-15 15-25");
    expect_position_has(s, "G plot mines=41,42");
    assert_int_equal(s->state.chars.mines_left[1], 0);
    assert_int_equal(s->state.chars.mines_left[0], 2);
    assert_true(s->state.chars.swept == bv_bit128(32));
    session_end(s);
}

static void C29_other_installations_leave_the_mines(void **state)
{
    (void)state;
    struct session *s = session("chars", "");
    put(s, "55:V1 3:V2 5:V3 100:G1 98:G2 96:G3 65:B 83:A", "V move mines=57,82");
    play(s, "55-65 3-13 5-15 15-25");
    expect_position_has(s, " mines=57,82");
    /* And without ammunition Grey's three tanks have three reds. */
    play(s, ". 100-90 98-88 96-86 86-76 !50 !51 !52");
    expect_to_act(s, "G");
    expect_menu_of(s, "!", "");
    session_end(s);
}

static void C29_a_tank_that_was_shot_does_not(void **state)
{
    (void)state;
    struct session *s = session("chars", "own-fire=on");
    /* It is the plot that destroys the installation, after the mines (C30). */
    put(s, "55:V1 3:V2 5:V3 100:G1 98:G2 96:G3 65:B 83:A", "V plot mines=57,82");
    play(s, "!65 . 55-65 3-13 5-15 15-25");
    assert_false(has_tank(s, 65));
    assert_int_equal(s->state.chars.depot[1][1], CHARS_GONE);
    session_end(s);
}

static void C30_a_plotted_own_installation_is_destroyed(void **state)
{
    (void)state;
    struct session *s = session("chars", "own-fire=on");
    put(s, "45:V1 3:V2 5:V3 22:A 100:G1 98:G2 96:G3 65:A", "V plot quiet=7 mines=42,43,57,82");
    play(s, "!65 . 45-55 3-13 5-15 15-25");
    /* No tank came; the mines vanish all the same, and the turn is not quiet. */
    assert_int_equal(s->state.chars.depot[1][0], CHARS_GONE);
    expect_position_has(s, "G plot mines=42,43");
    assert_int_equal(s->state.chars.mines_left[1], 0);
    put(s, "45:V1 3:V2 5:V3 22:A 100:G1 98:G2 96:G3 65:A", "V plot mines=55,57");
    play(s, "?65 . 45-55 3-13 5-15 15-25");
    /* The mine came before: it destroyed the tank. */
    assert_false(has_tank(s, 55));
    assert_int_equal(s->state.chars.depot[1][0], CHARS_GONE);
    assert_int_equal(s->state.chars.depot[0][0], 21);
    session_end(s);
}

static void C31_fights_with_every_neighbour_tank_or_gun(void **state)
{
    (void)state;
    struct session *s = session("chars", "");
    put(s, "55:V6 3:V2 5:V3 66:o 75:G1 64:G2 63:G3", "V move");
    play(s, "55-65 3-13 5-15 15-25");
    expect_menu(s, "V", "65x64 65x66 65x75");
    /* The mover's order; each fight once. */
    play(s, "65x75");
    expect_menu(s, "V", "65x64 65x66");
    play(s, "65x66 #b");
    expect_menu(s, "V", "65x64");
    play(s, "65x64");
    expect_to_act(s, "V");
    expect_legal(s, "!64");
    session_end(s);
}

static void C31_all_four_sides_but_not_diagonally_nor_installations(void **state)
{
    (void)state;
    struct session *s = session("chars", "");
    put(s, "65:V6 55:G1 75:G2 64:G3 66:G4 74:G5 54:o 56:o 1:V1", "V fight");
    expect_menu(s, "V", "65x55 65x64 65x66 65x75");
    /* Across the edge of the board nobody is near. */
    put(s, "60:V6 61:G1 51:V1 50:G2 70:G3 73:A 74:V2 84:B 95:G4", "V fight");
    expect_menu(s, "V", "51x61 60x50 60x70");
    session_end(s);
}

static void C31_tanks_that_did_not_move_fight_too(void **state)
{
    (void)state;
    struct session *s = session("chars", "");
    put(s, "55:V6 65:G1 3:V2 5:V3 100:G5 98:G6", "V move");
    play(s, "3-13 13-23 5-15 15-25");
    expect_menu(s, "V", "55x65");
    session_end(s);
}

static void C31_only_the_movers_tanks_attack_and_only_enemies(void **state)
{
    (void)state;
    struct session *s = session("chars", "");
    /* Grey's tank stands next to Green's gun and to its own; Green's tanks next to each other. */
    put(s, "36:G1 35:o 1:V1 2:V2 3:V3 11:o 100:G2 90:o", "V move");
    play(s, "3-13 13-23 2-12 12-22");
    expect_to_act(s, "V");
    expect_legal(s, "!50");
    session_end(s);
}

static void C32_the_lower_rank_is_destroyed_and_both_are_known(void **state)
{
    (void)state;
    struct session *s = session("chars", "");
    put(s, "55:V4 65:G3 3:V2 100:G5 98:G6", "V fight");
    play(s, "55x65");
    expect_position(s, "G5.G6......./........../........../........../.....V4!..../"
                       "........../........../........../........../.......V2.. "
                       "G plot fallen=-,3");
    put(s, "55:V2 65:G3 3:V4 100:G5 98:G6", "V fight");
    play(s, "55x65");
    expect_position(s, "G5.G6......./........../........../.....G3!..../........../"
                       "........../........../........../........../.......V4.. "
                       "G plot fallen=2,-");
    session_end(s);
}

static void C32_equal_ranks_destroy_both(void **state)
{
    (void)state;
    struct session *s = session("chars", "");
    put(s, "55:V3 65:G3 3:V2 100:G5 98:G6", "V fight");
    play(s, "55x65");
    assert_false(has_tank(s, 55));
    assert_false(has_tank(s, 65));
    expect_position_has(s, "G plot fallen=3,3");
    session_end(s);
}

static void C33_red_destroys_the_tank(void **state)
{
    (void)state;
    struct session *s = session("chars", "");
    put(s, "65:V6 75:o 1:V1 100:G1", "V fight");
    play(s, "65x75");
    expect_to_act(s, "#");
    expect_position_has(s, "V roll attacker=65 target=75");
    play(s, "#r");
    assert_false(has_tank(s, 65));
    /* The gun stays, no white is lost, and no rank was announced. */
    expect_position(s, "G1........./........../.....o..../........../........../"
                       "........../........../........../........../.........V1 G plot");
    session_end(s);
}

static void C33_black_removes_the_gun_and_a_white_of_its_owner(void **state)
{
    (void)state;
    struct session *s = session("chars", "");
    put(s, "65:V6 75:o 1:V1 100:G1", "V fight");
    play(s, "65x75 #b");
    assert_true(has_tank(s, 65));
    expect_position(s, "G1........./........../........../.....V6..../........../"
                       "........../........../........../........../.........V1 G plot spent=0,1");
    put(s, "65:V6 75:o 1:V1 100:G1", "V fight spent=1,4");
    play(s, "65x75 #b");
    expect_position_has(s, "G plot spent=1,5");
    put(s, "65:V6 75:o 1:V1 100:G1", "V fight spent=2,5");
    play(s, "65x75 #b");
    expect_position_has(s, "G plot spent=2,5");
    put(s, "35:G6 25:o 1:V1 100:G1", "G fight");
    play(s, "35x25 #b");
    expect_position_has(s, "V plot spent=1,0");
    session_end(s);
}

static void C33_whites_of_the_plot_are_spent_before(void **state)
{
    (void)state;
    struct session *s = session("chars", "");
    put(s, "55:V6 75:o 1:V1 3:V2 100:G1", "V plot spent=0,4");
    play(s, "?50 . 55-65 1-11 3-13 13-23");
    expect_to_act(s, "V");
    play(s, "65x75 #b");
    expect_position_has(s, "spent=0,5");
    session_end(s);
}

static void C34_fights_of_a_destroyed_tank_lapse(void **state)
{
    (void)state;
    struct session *s = session("chars", "");
    put(s, "65:V2 64:G3 66:G1 1:V1 55:o", "V fight");
    play(s, "65x64");
    /* The fights against 66 and 55 are off. */
    expect_position_has(s, "G plot");
    put(s, "65:V6 64:G3 66:o 1:V1 63:V5 100:G6", "V fight");
    expect_menu(s, "V", "63x64 65x64 65x66");
    play(s, "63x64");
    expect_menu(s, "V", "65x66");
    session_end(s);
}

static void C35_the_last_tank_shot(void **state)
{
    (void)state;
    struct session *s = session("chars", "");
    put(s, "1:V1 100:G1 98:G2 83:A", "V plot mines=55,57");
    play(s, "!11 . 1-11 .");
    expect_over(s, "V 0 G 1 elimination");
    /* All is shown at the end. */
    union bv_state view;
    s->terms.game->view(&s->terms, &s->state, 0, &view);
    assert_true(bv_state_same(s->terms.game, &view, &s->state));
    put(s, "1:V1 33:B 100:G1 98:G2", "G plot");
    play(s, "!89 !90 . 100-90 98-88 88-89 .");
    expect_over(s, "V 1 G 0 elimination");
    session_end(s);
}

static void C35_the_last_tank_on_a_mine(void **state)
{
    (void)state;
    struct session *s = session("chars", "");
    put(s, "45:V1 100:G1 98:G2 83:A 65:B", "V plot mines=55,57");
    play(s, ". 45-55 .");
    expect_over(s, "V 0 G 1 elimination");
    session_end(s);
}

static void C35_shots_end_the_game_before_own_fire(void **state)
{
    (void)state;
    struct session *s = session("chars", "own-fire=on");
    put(s, "55:V1 100:G1 98:G2 83:A 65:B", "V plot");
    play(s, "!65 !83 . 55-65");
    expect_over(s, "V 0 G 1 elimination");
    assert_int_equal(s->state.chars.depot[1][0], 82);
    assert_int_equal(s->state.chars.depot[1][1], 64);
    session_end(s);
}

static void C35_the_last_tank_in_a_fight(void **state)
{
    (void)state;
    struct session *s = session("chars", "");
    put(s, "65:V6 64:G3 1:V1", "V fight");
    play(s, "65x64");
    expect_over(s, "V 1 G 0 elimination");
    put(s, "65:V2 64:G3 66:o", "V fight");
    play(s, "65x64");
    expect_over(s, "V 0 G 1 elimination");
    put(s, "65:V2 75:o 100:G3", "V fight");
    play(s, "65x75 #r");
    expect_over(s, "V 0 G 1 elimination");
    put(s, "65:V2 75:o 100:G3", "V fight");
    play(s, "65x75 #b");
    expect_running(s);
    put(s, "65:V3 64:G3", "V fight");
    play(s, "65x64");
    expect_over(s, "V 1/2 G 1/2 elimination");
    session_end(s);
}

static void C36_a_side_without_a_step_skips_its_movement(void **state)
{
    (void)state;
    struct session *s = session("chars", "");
    put(s, "1:V1 2:o 11:o 100:G1 98:G2", "V plot quiet=3");
    play(s, ".");
    /* Green's turn is over; now Green plots. */
    expect_position_has(s, "G plot quiet=4");
    expect_to_act(s, "V");
    /* What follows the movement still comes: the fight of a tank hemmed in by guns. */
    put(s, "100:V1 99:o 90:o 1:G1 3:G2", "V plot");
    play(s, "!50 .");
    expect_menu(s, "V", "100x90 100x99");
    session_end(s);
}

static void C36_two_blank_turns_can_be_skipped(void **state)
{
    (void)state;
    struct session *s = session("chars", "");
    put(s, "1:V1 2:o 11:o 100:G1 99:o 90:o", "V plot");
    play(s, ". .");
    expect_position_has(s, "V plot quiet=2");
    play(s, ". . . .");
    expect_position_has(s, "V plot quiet=6");
    session_end(s);
}

static void C36_sixty_quiet_turns_are_a_draw(void **state)
{
    (void)state;
    struct session *s = session("chars", "");
    put(s, "1:V1 3:V2 5:V3 100:G1 98:G2 96:G3", "V move quiet=58");
    play(s, "1-11 3-13 5-15 15-25");
    expect_running(s);
    expect_position_has(s, "quiet=59");
    play(s, ". 100-90 98-88 96-86");
    expect_running(s);
    play(s, "86-76");
    expect_over(s, "V 1/2 G 1/2 stalemate");
    session_end(s);
}

static void C36_blank_turns_count(void **state)
{
    (void)state;
    struct session *s = session("chars", "");
    set_up_both(s);
    play(s, "6-7 7-17 17-27 5-6 6-7 7-8");
    expect_position_has(s, "blanks=1 quiet=1");
    play(s, "95-94 94-93 93-92 96-86 86-76 76-66");
    expect_position_has(s, "V plot quiet=2");
    session_end(s);
}

static void C36_every_loss_begins_the_count_anew(void **state)
{
    (void)state;
    struct session *s = session("chars", "");
    put(s, "1:V1 3:V2 5:V3 100:G1 98:G2 96:G3", "V plot quiet=59");
    play(s, "!11 . 1-11 3-13 5-15 15-25");
    expect_running(s);
    assert_int_equal(s->state.chars.quiet, 0);
    put(s, "55:V1 3:V2 5:V3 100:G1 98:G2 96:G3 65:B", "V plot quiet=59");
    play(s, ". 55-65 3-13 5-15 15-25");
    expect_running(s);
    assert_int_equal(s->state.chars.quiet, 0);
    put(s, "65:V1 75:o 3:V2 5:V3 100:G1", "V fight quiet=59");
    play(s, "65x75 #b");
    expect_running(s);
    assert_int_equal(s->state.chars.quiet, 0);
    put(s, "65:V1 75:o 3:V2 5:V3 100:G1", "V fight quiet=59");
    play(s, "65x75 #r");
    assert_int_equal(s->state.chars.quiet, 0);
    put(s, "65:V1 75:G2 3:V2 5:V3 100:G1", "V fight quiet=59");
    play(s, "65x75");
    assert_int_equal(s->state.chars.quiet, 0);
    /* The loss of the turn before does not count for this one. */
    put(s, "1:V1 3:V2 5:V3 100:G1 98:G2 96:G3", "V plot quiet=59");
    play(s, "!11 . 1-11 3-13 5-15 15-25 . 100-90 98-88 96-86 86-76");
    assert_int_equal(s->state.chars.quiet, 1);
    session_end(s);
}

int chars_turn_suite(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(C27_a_tank_on_a_plotted_square_is_destroyed),
        cmocka_unit_test(C27_only_where_it_ends_its_move),
        cmocka_unit_test(C27_an_unmoved_tank_is_safe_and_a_blank_turn_has_no_shots),
        cmocka_unit_test(C28_a_mine_destroys_the_tank_that_ends_on_it),
        cmocka_unit_test(C28_passing_over_a_mine_is_safe),
        cmocka_unit_test(C28_own_mines_never_hurt),
        cmocka_unit_test(C28_a_tank_that_was_shot_leaves_the_mine),
        cmocka_unit_test(C28_survivors_show_where_no_mine_is),
        cmocka_unit_test(C29_a_tank_destroys_the_installation_it_stands_on),
        cmocka_unit_test(C29_without_fuel_four_points_remain),
        cmocka_unit_test(C29_without_headquarters_the_mines_vanish),
        cmocka_unit_test(C29_other_installations_leave_the_mines),
        cmocka_unit_test(C29_a_tank_that_was_shot_does_not),
        cmocka_unit_test(C30_a_plotted_own_installation_is_destroyed),
        cmocka_unit_test(C31_fights_with_every_neighbour_tank_or_gun),
        cmocka_unit_test(C31_all_four_sides_but_not_diagonally_nor_installations),
        cmocka_unit_test(C31_tanks_that_did_not_move_fight_too),
        cmocka_unit_test(C31_only_the_movers_tanks_attack_and_only_enemies),
        cmocka_unit_test(C32_the_lower_rank_is_destroyed_and_both_are_known),
        cmocka_unit_test(C32_equal_ranks_destroy_both),
        cmocka_unit_test(C33_red_destroys_the_tank),
        cmocka_unit_test(C33_black_removes_the_gun_and_a_white_of_its_owner),
        cmocka_unit_test(C33_whites_of_the_plot_are_spent_before),
        cmocka_unit_test(C34_fights_of_a_destroyed_tank_lapse),
        cmocka_unit_test(C35_the_last_tank_shot),
        cmocka_unit_test(C35_the_last_tank_on_a_mine),
        cmocka_unit_test(C35_shots_end_the_game_before_own_fire),
        cmocka_unit_test(C35_the_last_tank_in_a_fight),
        cmocka_unit_test(C36_a_side_without_a_step_skips_its_movement),
        cmocka_unit_test(C36_two_blank_turns_can_be_skipped),
        cmocka_unit_test(C36_sixty_quiet_turns_are_a_draw),
        cmocka_unit_test(C36_blank_turns_count),
        cmocka_unit_test(C36_every_loss_begins_the_count_anew),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* C10–C26: plotting and movement. Depot C is there where six points are wanted. */
#include "chars_suites.h"

/* ---- Turn order ------------------------------------------------------------------------------ */

static void C10_green_begins_and_each_first_move_is_blank(void **state)
{
    (void)state;
    struct session *s = session("chars", "");
    set_up_both(s);
    expect_to_act(s, "V");
    expect_legal(s, "6-7");
    play(s, "6-7 7-17 17-27 5-6 6-7 7-8");
    expect_to_act(s, "G");
    expect_legal(s, "95-94");
    expect_illegal(s, ". !50");
    play(s, "95-94 94-93 93-92 96-86 86-76 76-66");
    /* Now it is over with blanks: Grey plots before Green moves. */
    expect_to_act(s, "G");
    expect_legal(s, "!50 ?50 .");
    session_end(s);
}

static void C11_the_other_side_plots_then_the_side_moves(void **state)
{
    (void)state;
    struct session *s = session("chars", "");
    put(s, "1:V1 3:V2 5:V3 100:G1 98:G2 96:G3", "V plot");
    expect_to_act(s, "G");
    play(s, "!50 .");
    expect_to_act(s, "V");
    play(s, "1-11 3-13 5-15 15-25");
    expect_to_act(s, "V");
    expect_legal(s, "!50");
    play(s, ".");
    expect_to_act(s, "G");
    expect_legal(s, "100-90");
    session_end(s);
}

/* ---- Plotting -------------------------------------------------------------------------------- */

static const char plotters[] = "1:V1 3:V2 5:V3 33:B 41:o 100:G1 98:G2 96:G3 72:B 60:o";

static void C12_shots_are_plotted_on_free_squares(void **state)
{
    (void)state;
    struct session *s = session("chars", "");
    put(s, "1:V1 3:V2 5:V3 33:B 21:A 41:o 100:G1 98:G2 96:G3 72:B 83:A 60:o", "V plot mines=12,62");
    expect_illegal(s, "!1 !33 !41 !100 !72 !60 ?1 ?33 ?41 ?100 ?72 ?60");
    expect_legal(s, "!12 !62 ?12 ?62 !2 !99 ?2 ?99");
    session_end(s);
}

static void what_is_left_and_asked_is_said(void **state)
{
    (void)state;
    struct session *s = session("chars", "");
    expect_fact(s, "V", "Place the headquarters.\nIn your camp, not on the back rank");
    expect_why(s, "V", "", "95", "outside your camp");
    expect_why(s, "V", "", "5", "not on the back rank");
    play(s, "V: A=21");
    expect_fact(s, "V", "Place the ammunition depot.\n");
    expect_why(s, "V", "", "22", "an installation has this rank or file");
    play(s, "V: B=33 C=45");
    expect_fact(s, "V", "Place the tank of rank 1.\nOn your back rank.\n");
    expect_why(s, "V", "", "11", "tanks begin on the back rank");
    play(s, "V: 1=1 2=2 3=3 4=4 5=5 6=6");
    expect_fact(s, "V", "Place an anti-tank gun: 5 left.\n");
    play(s, "V: G=12");
    expect_why(s, "V", "", "11", "in increasing order of squares");
    expect_why(s, "V", "", "12", "occupied");
    play(s, "V: G=13 G=14 G=15 G=16");
    expect_fact(s, "V", "Place a mine: 2 left.\n");
    put(s, plotters, "V plot");
    expect_fact(
        s, "G",
        "Aim in secret where an enemy tank will stop, then end.\n6 red and 5 white shots left.\n");
    expect_fact(s, "V", "0/60 turns without a loss\n");
    expect_why(s, "G", "", "1", "occupied");
    play(s, "G: !10");
    expect_why(s, "G", "", "10", "already aimed at");
    play(s, "G: !11 !12 !13 !14 !15 ?21 ?22 ?23 ?24 ?25");
    expect_fact(s, "G", "All shots are plotted: end.\n");
    expect_why(s, "G", "", "50", "no shots left");
    expect_about(s, "G", "10", "6 a turn");
    expect_about(s, "V", "10", "[]");
    session_end(s);
}

static void what_is_asked_of_the_mover_is_said(void **state)
{
    (void)state;
    struct session *s = session("chars", "");
    put(s, "1:V1 3:V2 5:V3 22:C 41:o 100:G1 98:G2 96:G3 72:C 60:o", "V move");
    expect_fact(s, "V", "Move your tanks: 6 squares left.\nAt least one step must be forward.\n");
    expect_why(s, "V", "", "22", "does not move");
    expect_why(s, "V", "", "60", "the opponent's piece");
    expect_why(s, "V", "", "50", "choose a piece first");
    expect_why(s, "V", "1", "21", "square by square: forward or sideways");
    expect_why(s, "V", "1", "60", "fights come from beside, after the movement");
    expect_about(s, "V", "22", "moves 4 squares a turn instead of 6");
    play(s, "1-2 3-4 4-14 14-13");
    expect_fact(s, "V", "Move your tanks: 2 squares left.\n");
    expect_why(s, "V", "", "2", "has moved already");
    expect_why(s, "V", "", "13", "has moved already");
    session_end(s);
    s = session("chars", "");
    put(s, "57:V3 3:V2 5:V1 67:o 22:C 100:G1", "V fight");
    expect_fact(s, "V", "Choose the next fight.\nEvery tank beside an enemy fights: tank 57.\n");
    expect_why(s, "V", "", "3", "no enemy beside it");
    session_end(s);
}

static void C12_at_most_six_reds_in_increasing_squares(void **state)
{
    (void)state;
    struct session *s = session("chars", "");
    put(s, plotters, "V plot");
    play(s, "!2");
    expect_illegal(s, "!2 ?2");
    play(s, "!50");
    expect_illegal(s, "!49 !50 !4");
    play(s, "!51 !52 !53");
    expect_legal(s, "!54 ?54 .");
    play(s, "!54");
    expect_menu_of(s, "!", "");
    expect_legal(s, "?4 ?55 .");
    play(s, ".");
    expect_to_act(s, "V");
    session_end(s);
}

static void C12_whites_come_after_reds_in_increasing_squares(void **state)
{
    (void)state;
    struct session *s = session("chars", "");
    put(s, plotters, "V plot");
    play(s, "!50 ?40");
    expect_menu_of(s, "!", "");
    expect_illegal(s, "?39 ?40 ?50");
    expect_legal(s, "?42 ?51 .");
    play(s, "?42 ?43 ?44");
    expect_legal(s, "?45");
    play(s, "?99");
    expect_menu(s, "G", ".");
    session_end(s);
}

static void C12_only_whites_still_owned(void **state)
{
    (void)state;
    struct session *s = session("chars", "");
    put(s, plotters, "V plot spent=0,3");
    play(s, "?2 ?4");
    expect_menu(s, "G", ".");
    put(s, plotters, "V plot spent=0,5");
    expect_menu_of(s, "?", "");
    put(s, plotters, "V plot spent=5,0");
    expect_legal(s, "?2");
    session_end(s);
}

static void C12_the_dot_is_always_needed(void **state)
{
    (void)state;
    struct session *s = session("chars", "");
    put(s, plotters, "V plot spent=0,5");
    expect_legal(s, ".");
    play(s, "!2 !4 !6 !7 !8 !9");
    expect_menu(s, "G", ".");
    expect_to_act(s, "G");
    session_end(s);
}

static void C13_whites_are_spent_when_plotted_hit_or_miss(void **state)
{
    (void)state;
    struct session *s = session("chars", "");
    put(s, plotters, "V plot");
    play(s, "?50 ?51 .");
    expect_position_has(s, "white=50,51");
    play(s, "1-11 3-13 5-15 15-25");
    expect_position_has(s, "G plot quiet=1 spent=0,2");
    session_end(s);
}

static void C13_the_mover_sees_the_count_as_it_was(void **state)
{
    (void)state;
    struct session *s = session("chars", "");
    union bv_state before, after;
    put(s, plotters, "V plot");
    s->terms.game->view(&s->terms, &s->state, 0, &before);
    play(s, "!20 !22 ?50 ?51");
    s->terms.game->view(&s->terms, &s->state, 0, &after);
    assert_true(bv_state_same(s->terms.game, &before, &after));
    play(s, ".");
    s->terms.game->view(&s->terms, &s->state, 0, &after);
    put(s, plotters, "V plot");
    play(s, ".");
    s->terms.game->view(&s->terms, &s->state, 0, &before);
    assert_true(bv_state_same(s->terms.game, &before, &after));
    session_end(s);
}

static void C14_without_ammunition_as_many_reds_as_tanks(void **state)
{
    (void)state;
    struct session *s = session("chars", "");
    put(s, "1:V1 3:V2 33:B 100:G1 98:G2 96:G3", "V plot");
    play(s, "!50 !51");
    expect_legal(s, "!52");
    play(s, "!52");
    expect_menu_of(s, "!", "");
    put(s, "1:V1 3:V2 100:G1 98:G2 96:G3 72:B", "V plot");
    play(s, "!50 !51 !52 !53 !54");
    expect_legal(s, "!55");
    put(s, "1:V1 3:V2 33:B 100:G1 99:G2 98:G3 97:G4 96:G5 95:G6", "V plot");
    play(s, "!50 !51 !52 !53 !54");
    expect_legal(s, "!55");
    play(s, "!55");
    expect_menu_of(s, "!", "");
    session_end(s);
}

static void C14_more_tanks_than_reds_do_not_lift_the_limit(void **state)
{
    (void)state;
    char *board = board_with("chars", "1975", "red-shots 6", "red-shots 2");
    struct session *s = session_on("chars", "", board);
    put(s, "1:V1 3:V2 100:G1 98:G2 96:G3", "V plot");
    play(s, "!50 !51");
    expect_menu_of(s, "!", "");
    session_end(s);
    free(board);
}

static void C15_own_installations_only_under_own_fire(void **state)
{
    (void)state;
    static const char pieces[] = "1:V1 3:V2 5:V3 33:B 21:A 41:o 100:G1 98:G2 96:G3 72:B 83:A 60:o";
    struct session *s = session("chars", "own-fire=on");
    put(s, pieces, "V plot");
    expect_legal(s, "!72 !83 ?72 ?83");
    expect_illegal(s, "!33 !21 ?33 !1 !100 !41 !60");
    play(s, "!72");
    expect_illegal(s, "?72");
    put(s, pieces, "G plot");
    expect_legal(s, "!33 !21 ?33 ?21");
    expect_illegal(s, "!72 ?83");
    session_end(s);
    s = session("chars", "own-fire=off");
    put(s, pieces, "V plot");
    expect_illegal(s, "!72 !83 ?72 ?83");
    session_end(s);
}

/* ---- Movement -------------------------------------------------------------------------------- */

static const char far_grey[] = " 100:G1 98:G2 96:G3 73:C";

/* Green's tanks and depot C, and Grey far away. */
static void green_moves(struct session *s, const char *pieces, const char *fields)
{
    char line[512];
    snprintf(line, sizeof line, "%s%s", pieces, far_grey);
    put(s, line, fields);
}

static void C16_six_squares_in_all(void **state)
{
    (void)state;
    struct session *s = session("chars", "");
    green_moves(s, "1:V1 3:V2 5:V3 37:C", "V move");
    play(s, "1-11 11-21 21-31 3-13 13-23");
    expect_to_act(s, "V");
    expect_legal(s, "23-33 5-15");
    play(s, "5-15");
    expect_position_has(s, " G plot");
    session_end(s);
}

static void C16_four_without_fuel(void **state)
{
    (void)state;
    struct session *s = session("chars", "");
    green_moves(s, "1:V1 3:V2 5:V3 37:A", "V move");
    play(s, "1-11 11-21 3-13");
    expect_to_act(s, "V");
    expect_legal(s, "13-23 5-15");
    play(s, "13-23");
    expect_position_has(s, " G plot");
    session_end(s);
}

static void C17_forward_or_sideways_over_free_squares(void **state)
{
    (void)state;
    struct session *s = session("chars", "");
    drawn(s,
          "G1 .  G2 .  G3 .  .  .  .  .\n"
          ".  .  .  .  .  .  .  .  .  .\n"
          ".  .  .  .  .  .  .  .  .  C\n"
          ".  .  .  .  .  .  G4 .  .  .\n"
          ".  .  .  .  .  .  V4 .  .  .\n"
          ".  .  .  .  V5 .  .  .  .  .\n"
          ".  .  .  .  .  .  .  .  .  .\n"
          ".  .  o  .  C  .  .  .  .  .\n"
          ".  .  V1 .  V2 .  .  V3 o  .\n"
          ".  .  .  .  .  .  .  .  .  .\n",
          "V move");
    expect_menu(s, "V", "13-14 13-23 16-15 16-17 18-17 18-19 46-45 46-47 46-56 54-53 54-55");
    session_end(s);
}

static void C17_grey_goes_the_other_way(void **state)
{
    (void)state;
    struct session *s = session("chars", "");
    put(s, "1:V1 3:V2 5:V3 33:C 76:C 56:G1 66:G2 79:G3 67:o 84:G4", "G move");
    expect_menu(s, "G", "56-46 56-55 56-57 66-65 79-69 79-78 79-80 84-74 84-83 84-85");
    session_end(s);
}

static void C17_no_landing_on_any_tank_and_never_on_an_own_installation(void **state)
{
    (void)state;
    struct session *s = session("chars", "");
    /* 55 is Green's: an own tank ahead, an enemy's to the left, an enemy gun to the right. */
    put(s, "55:V1 65:V2 5:V3 56:G1 54:o 98:G2 96:G3 33:C", "V move");
    expect_menu(s, "V", "5-15 5-4 5-6 65-64 65-66 65-75");
    put(s, "34:V1 24:V2 5:V3 33:C 35:o 98:G2 96:G3", "V move");
    expect_menu(s, "V", "24-23 24-25 34-44 5-15 5-4 5-6");
    session_end(s);
}

static void C17_an_enemy_installation_may_be_entered(void **state)
{
    (void)state;
    struct session *s = session("chars", "");
    put(s, "55:V1 1:V2 5:V3 37:C 98:G2 96:G3 65:A 56:B 73:C", "V move");
    expect_illegal(s, "55-45");
    put(s, "55:V1 1:V2 5:V3 37:C 98:G2 96:G3 65:A 56:o 74:C", "V move");
    expect_legal(s, "55-65 55-54");
    expect_illegal(s, "55-56");
    put(s, "35:A 1:V2 5:V3 98:G2 96:G3 45:G4 73:C", "G move");
    expect_legal(s, "45-35");
    session_end(s);
}

static void C18_only_as_the_last_step(void **state)
{
    (void)state;
    struct session *s = session("chars", "");
    put(s, "55:V1 1:V2 5:V3 37:C 98:G2 96:G3 65:A", "V move");
    play(s, "55-65");
    expect_menu(s, "V", "1-11 1-2 5-15 5-4 5-6");
    put(s, "54:V1 1:V2 5:V3 37:C 98:G2 96:G3 65:A", "V move");
    play(s, "54-55 55-65");
    expect_menu(s, "V", "1-11 1-2 5-15 5-4 5-6");
    session_end(s);
}

static void C18_passing_through_is_not_allowed_even_to_a_lone_tank(void **state)
{
    (void)state;
    struct session *s = session("chars", "");
    put(s, "55:V1 37:C 98:G2 96:G3 65:A 74:C", "V move");
    play(s, "55-65");
    /* No step is left, so the movement is over. */
    expect_to_act(s, "V");
    expect_legal(s, "!55");
    session_end(s);
}

static void C19_at_most_three_squares_each(void **state)
{
    (void)state;
    struct session *s = session("chars", "");
    green_moves(s, "1:V1 3:V2 5:V3 37:C", "V move");
    play(s, "1-11 11-21");
    expect_legal(s, "21-31 21-22");
    play(s, "21-31");
    expect_menu(s, "V", "3-13 3-2 3-4 5-15 5-4 5-6");
    session_end(s);
}

static void C19_a_tanks_steps_are_consecutive(void **state)
{
    (void)state;
    struct session *s = session("chars", "");
    green_moves(s, "1:V1 3:V2 5:V3 37:C", "V move");
    play(s, "1-11 3-13");
    expect_menu(s, "V", "13-12 13-14 13-23 5-15 5-4 5-6");
    play(s, "5-6");
    expect_menu(s, "V", "6-16 6-7");
    session_end(s);
}

static void C20_never_back_to_a_square_stood_on(void **state)
{
    (void)state;
    struct session *s = session("chars", "");
    green_moves(s, "1:V1 3:V2 5:V3 37:C", "V move");
    play(s, "3-4");
    expect_menu(s, "V", "1-11 1-2 4-14 5-15 5-6");
    play(s, "4-14");
    expect_legal(s, "14-13 14-15");
    expect_illegal(s, "14-4");
    /* Another tank may take the square that was left. */
    play(s, "5-4");
    expect_legal(s, "4-3");
    session_end(s);
}

static void C20_not_in_a_ring_either(void **state)
{
    (void)state;
    struct session *s = session("chars", "");
    green_moves(s, "45:V1+ 3:V2 5:V3 37:C", "V move");
    play(s, "45-46 46-56");
    expect_legal(s, "56-55 56-47");
    expect_illegal(s, "56-45 56-46");
    session_end(s);
}

static void C21_the_last_point_goes_forward_if_none_did(void **state)
{
    (void)state;
    struct session *s = session("chars", "");
    green_moves(s, "1:V1 3:V2 5:V3", "V move");
    play(s, "1-2 5-6");
    expect_legal(s, "3-4 3-13 6-7 6-16");
    play(s, "6-7");
    expect_menu(s, "V", "3-13 7-17");
    green_moves(s, "1:V1 3:V2 5:V3", "V move");
    play(s, "1-11 5-6 6-7");
    expect_legal(s, "3-4 3-2 3-13 7-8 7-17");
    session_end(s);
}

static void C21_grey_too(void **state)
{
    (void)state;
    struct session *s = session("chars", "");
    put(s, "1:V1 3:V2 5:V3 100:G1 97:G2 94:G3", "G move");
    play(s, "100-99 97-98 94-95");
    expect_menu(s, "G", "95-85");
    put(s, "1:V1 3:V2 5:V3 100:G1 97:G2 94:G3", "G move");
    play(s, "100-90 97-98 94-95");
    expect_menu(s, "G", "95-85 95-96");
    session_end(s);
}

static void C21_unless_no_forward_step_exists(void **state)
{
    (void)state;
    struct session *s = session("chars", "");
    /* The other two have moved; a gun stands ahead of the third. */
    green_moves(s, "1:V1 3:V2 8:V3 19:o", "V move");
    play(s, "1-2 3-4 8-9");
    expect_menu(s, "V", "9-10");
    session_end(s);
}

static void C21_a_command_tanks_diagonal_counts_as_forward(void **state)
{
    (void)state;
    struct session *s = session("chars", "");
    /* Green's command tank on Grey's back rank has no forward step, only diagonals back. */
    put(s, "95:V1+ 3:V2 8:V3 13:o 18:o 1:G1 51:G2 61:G3", "V move");
    play(s, "95-96 3-4 8-9");
    expect_menu(s, "V", "9-19");
    put(s, "95:V1+ 3:V2 8:V3 13:o 14:o 18:o 19:o 1:G1 51:G2 61:G3", "V move");
    play(s, "3-4 8-9 95-96");
    expect_menu(s, "V", "96-85 96-87");
    put(s, "95:V1+ 3:V2 8:V3 13:o 14:o 18:o 19:o 1:G1 51:G2 61:G3", "V move");
    play(s, "3-4 95-84 8-9");
    expect_menu(s, "V", "9-10");
    put(s, "95:V1+ 3:V2 8:V3 13:o 14:o 18:o 19:o 1:G1 51:G2 61:G3", "V move");
    play(s, "3-4 95-85 8-9");
    expect_menu(s, "V", "9-10");
    session_end(s);
}

static void C22_all_points_must_be_used(void **state)
{
    (void)state;
    struct session *s = session("chars", "");
    green_moves(s, "1:V1 3:V2 5:V3 37:C", "V move");
    expect_illegal(s, ".");
    play(s, "1-11");
    expect_illegal(s, ".");
    session_end(s);
}

static void C22_without_a_step_the_movement_ends_by_itself(void **state)
{
    (void)state;
    struct session *s = session("chars", "");
    green_moves(s, "10:V1 9:V2 8:V3 20:o 19:o 18:o 17:o 6:o 37:C", "V move");
    expect_menu(s, "V", "8-7");
    play(s, "8-7 9-8");
    expect_menu(s, "V", "10-9");
    play(s, "10-9");
    expect_position_has(s, " G plot");
    session_end(s);
}

static void C23_one_or_two_tanks_have_no_limit_of_three(void **state)
{
    (void)state;
    struct session *s = session("chars", "");
    green_moves(s, "1:V1 5:V2 37:C", "V move");
    play(s, "1-11 11-21 21-31");
    expect_legal(s, "31-41");
    play(s, "31-41 41-51");
    expect_legal(s, "51-61 51-52 5-15");
    play(s, "51-61");
    expect_position_has(s, " G plot");
    put(s, "1:V1 5:V2 7:V3 98:G2 96:G3", "V move");
    play(s, "1-11 11-21 21-31");
    expect_illegal(s, "31-41");
    session_end(s);
}

static void C23_and_may_stop_after_a_forward_step(void **state)
{
    (void)state;
    struct session *s = session("chars", "");
    green_moves(s, "1:V1 5:V2 37:C", "V move");
    expect_illegal(s, ".");
    play(s, "1-2");
    expect_illegal(s, ".");
    play(s, "2-12");
    expect_legal(s, ". 12-22");
    play(s, ".");
    expect_position_has(s, " G plot");
    green_moves(s, "1:V1 37:C", "V move");
    expect_illegal(s, ".");
    play(s, "1-11");
    expect_legal(s, ".");
    green_moves(s, "1:V1 5:V2 7:V3 37:C", "V move");
    play(s, "1-11");
    expect_illegal(s, ".");
    session_end(s);
}

static void C23_or_when_no_forward_step_is_legal(void **state)
{
    (void)state;
    struct session *s = session("chars", "");
    green_moves(s, "1:V1 11:o 37:C", "V move");
    expect_menu(s, "V", ". 1-2");
    play(s, "1-2");
    expect_menu(s, "V", "2-12 2-3");
    green_moves(s, "1:V1 11:o 37:C", "V move");
    play(s, ".");
    expect_position_has(s, " G plot");
    session_end(s);
}

static void C23_the_number_of_tanks_is_the_movers(void **state)
{
    (void)state;
    struct session *s = session("chars", "");
    put(s, "1:V1 5:V2 7:V3 37:C 98:G2 96:G3 73:C", "V move");
    play(s, "1-11");
    expect_illegal(s, ".");
    put(s, "1:V1 5:V2 7:V3 37:C 98:G2 96:G3 73:C", "G move");
    play(s, "98-88");
    expect_legal(s, ".");
    session_end(s);
}

static void C23_a_command_tanks_diagonal_satisfies_it(void **state)
{
    (void)state;
    struct session *s = session("chars", "");
    put(s, "95:V1+ 37:C 1:G2 61:G3 73:C", "V move");
    expect_illegal(s, ".");
    play(s, "95-85");
    expect_illegal(s, ".");
    put(s, "95:V1+ 37:C 1:G2 61:G3 73:C", "V move");
    play(s, "95-84");
    expect_legal(s, ".");
    put(s, "98:G1 6:G2+ 37:C 91:V1 81:V2 71:V3 73:C", "G move");
    play(s, "6-17");
    expect_legal(s, ".");
    session_end(s);
}

static void C24_the_last_rank_makes_a_command_tank_at_the_end_of_the_turn(void **state)
{
    (void)state;
    struct session *s = session("chars", "");
    put(s, "85:V1 5:V2 7:V3 37:C 91:G2 100:G3", "V move");
    play(s, "85-95");
    /* Sideways along the rank, but neither back nor diagonally in this turn. */
    expect_menu(s, "V", "5-15 5-4 5-6 7-17 7-6 7-8 95-94 95-96");
    play(s, "5-15 15-25 25-35 7-8 8-9");
    expect_position_has(s, "/");
    expect_position(s, "G3....V1+...G2/........../........../........../........../"
                       "........../...C.V2..../........../........../.V3........ G plot quiet=1");
    play(s, ". 91-81 81-71");
    session_end(s);
}

static void C24_grey_on_rank_1_too_but_nobody_on_his_own(void **state)
{
    (void)state;
    struct session *s = session("chars", "");
    put(s, "15:G1 97:G2 99:G3 1:V2 10:V3 73:C", "G move");
    play(s, "15-5");
    expect_menu(s, "G", "5-4 5-6 97-87 97-96 97-98 99-100 99-89 99-98");
    play(s, "97-96 96-95 95-94 99-98 98-97");
    expect_position(s, "...G3..G2..."
                       "/........../.......C../........../........../........../........../"
                       "........../........../V3....G1+...V2 V plot quiet=1");
    session_end(s);
}

static void C24_before_the_end_of_the_turn_it_is_none(void **state)
{
    (void)state;
    struct session *s = session("chars", "");
    /* It arrives next to a gun, fights, wins and is a command tank afterwards. */
    put(s, "85:V1 5:V2 7:V3 94:o 91:G2 100:G3 37:C", "V move");
    play(s, "85-95 7-8 8-9 9-19 5-15 15-25");
    expect_position_has(s, "V1o");
    play(s, "95x94 #b");
    expect_position_has(s, "V1+.");
    session_end(s);
}

static void C25_a_command_tank_goes_everywhere(void **state)
{
    (void)state;
    struct session *s = session("chars", "");
    put(s, "55:V1+ 1:V2 4:V3 37:C 91:G2 100:G3", "V move");
    expect_menu(s, "V", "1-11 1-2 4-14 4-3 4-5 55-44 55-45 55-46 55-54 55-56 55-64 55-65 55-66");
    put(s, "55:G1+ 91:G2 94:G3 1:V2 4:V3 73:C", "G move");
    expect_menu(s, "G",
                "55-44 55-45 55-46 55-54 55-56 55-64 55-65 55-66 91-81 91-92 94-84 94-93 94-95");
    put(s, "55:V1 1:V2 4:V3 37:C 91:G2 100:G3", "V move");
    expect_illegal(s, "55-44 55-45 55-46 55-64 55-66");
    session_end(s);
}

static void C25_a_moving_command_tank_keeps_its_powers_and_the_edges_hold(void **state)
{
    (void)state;
    struct session *s = session("chars", "");
    put(s, "51:V1+ 1:V2 4:V3 37:C 97:G2 94:G3", "V move");
    play(s, "51-52 52-61");
    expect_menu(s, "V", "1-11 1-2 4-14 4-3 4-5 61-62 61-71 61-72");
    put(s, "100:V1+ 1:V2 4:V3 37:C 97:G2 94:G3", "V move");
    expect_menu(s, "V", "1-11 1-2 100-89 100-90 100-99 4-14 4-3 4-5");
    put(s, "91:V1+ 1:V2 4:V3 37:C 97:G2 94:G3", "V move");
    expect_menu(s, "V", "1-11 1-2 4-14 4-3 4-5 91-81 91-82 91-92");
    put(s, "10:G1+ 97:G2 94:G3 2:V2 5:V3 73:C", "G move");
    expect_menu(s, "G", "10-19 10-20 10-9 94-84 94-93 94-95 97-87 97-96 97-98");
    session_end(s);
}

static void C25_a_command_tank_alone_can_still_step(void **state)
{
    (void)state;
    struct session *s = session("chars", "");
    /* Hemmed in ahead and sideways, only one diagonal, or only the way back is free. */
    put(s, "100:V1+ 99:o 90:o 1:G2 3:G3 37:C", "V move");
    expect_menu(s, "V", "100-89");
    put(s, "100:V1+ 99:o 89:o 1:G2 3:G3 37:C", "V move");
    expect_menu(s, "V", ". 100-90");
    put(s, "91:V1+ 92:o 81:o 1:G2 3:G3 37:C", "V move");
    expect_menu(s, "V", "91-82");
    put(s, "10:G1+ 9:o 20:o 97:V2 94:V3 73:C", "G move");
    expect_menu(s, "G", "10-19");
    put(s, "1:G1+ 2:o 11:o 97:V2 94:V3 73:C", "G move");
    expect_menu(s, "G", "1-12");
    session_end(s);
}

static void C26_a_diagonal_needs_only_its_destination(void **state)
{
    (void)state;
    struct session *s = session("chars", "");
    /* All four sides are taken; of the corners one is free, one an enemy installation. */
    put(s, "65:V1+ 1:V2 4:V3 75:o 55:o 64:o 66:o 74:A 76:o 54:G4 97:G2 94:G3", "V move");
    expect_menu(s, "V", "1-11 1-2 4-14 4-3 4-5 65-56 65-74");
    play(s, "65-74");
    /* C18 holds for diagonals too. */
    expect_menu(s, "V", "1-11 1-2 4-14 4-3 4-5");
    session_end(s);
}

int chars_moves_suite(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(C10_green_begins_and_each_first_move_is_blank),
        cmocka_unit_test(C11_the_other_side_plots_then_the_side_moves),
        cmocka_unit_test(C12_shots_are_plotted_on_free_squares),
        cmocka_unit_test(what_is_left_and_asked_is_said),
        cmocka_unit_test(what_is_asked_of_the_mover_is_said),
        cmocka_unit_test(C12_at_most_six_reds_in_increasing_squares),
        cmocka_unit_test(C12_whites_come_after_reds_in_increasing_squares),
        cmocka_unit_test(C12_only_whites_still_owned),
        cmocka_unit_test(C12_the_dot_is_always_needed),
        cmocka_unit_test(C13_whites_are_spent_when_plotted_hit_or_miss),
        cmocka_unit_test(C13_the_mover_sees_the_count_as_it_was),
        cmocka_unit_test(C14_without_ammunition_as_many_reds_as_tanks),
        cmocka_unit_test(C14_more_tanks_than_reds_do_not_lift_the_limit),
        cmocka_unit_test(C15_own_installations_only_under_own_fire),
        cmocka_unit_test(C16_six_squares_in_all),
        cmocka_unit_test(C16_four_without_fuel),
        cmocka_unit_test(C17_forward_or_sideways_over_free_squares),
        cmocka_unit_test(C17_grey_goes_the_other_way),
        cmocka_unit_test(C17_no_landing_on_any_tank_and_never_on_an_own_installation),
        cmocka_unit_test(C17_an_enemy_installation_may_be_entered),
        cmocka_unit_test(C18_only_as_the_last_step),
        cmocka_unit_test(C18_passing_through_is_not_allowed_even_to_a_lone_tank),
        cmocka_unit_test(C19_at_most_three_squares_each),
        cmocka_unit_test(C19_a_tanks_steps_are_consecutive),
        cmocka_unit_test(C20_never_back_to_a_square_stood_on),
        cmocka_unit_test(C20_not_in_a_ring_either),
        cmocka_unit_test(C21_the_last_point_goes_forward_if_none_did),
        cmocka_unit_test(C21_grey_too),
        cmocka_unit_test(C21_unless_no_forward_step_exists),
        cmocka_unit_test(C21_a_command_tanks_diagonal_counts_as_forward),
        cmocka_unit_test(C22_all_points_must_be_used),
        cmocka_unit_test(C22_without_a_step_the_movement_ends_by_itself),
        cmocka_unit_test(C23_one_or_two_tanks_have_no_limit_of_three),
        cmocka_unit_test(C23_and_may_stop_after_a_forward_step),
        cmocka_unit_test(C23_or_when_no_forward_step_is_legal),
        cmocka_unit_test(C23_the_number_of_tanks_is_the_movers),
        cmocka_unit_test(C23_a_command_tanks_diagonal_satisfies_it),
        cmocka_unit_test(C24_the_last_rank_makes_a_command_tank_at_the_end_of_the_turn),
        cmocka_unit_test(C24_grey_on_rank_1_too_but_nobody_on_his_own),
        cmocka_unit_test(C24_before_the_end_of_the_turn_it_is_none),
        cmocka_unit_test(C25_a_command_tank_goes_everywhere),
        cmocka_unit_test(C25_a_moving_command_tank_keeps_its_powers_and_the_edges_hold),
        cmocka_unit_test(C25_a_command_tank_alone_can_still_step),
        cmocka_unit_test(C26_a_diagonal_needs_only_its_destination),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Ground, end, score, armistice, limits: B20–B22, B26–B29. The map is in the sheet. */
#include "belligerants_session.h"

#include "core/help.h"

static struct session *field(void)
{
    return session("belligerants", "armistice=off");
}

static struct session *parley(void)
{
    return session("belligerants", "");
}

/* ---- White, grey, black, green --------------------------------------------------------------- */

static void B20_the_wounded_move_only_on_the_devil(void **state)
{
    (void)state;
    struct session *s = field();
    static const char *const numbers[] = {"J move die=1", "J move die=2", "J move die=3",
                                          "J move die=4", "J move die=5"};
    for (size_t i = 0; i < BV_COUNT(numbers); i++) {
        stand(s, "PAe10 SOm1 soa15", numbers[i]);
        expect_menu_of(s, "e10", "");
        stand(s, "pae10 SOm1 soa15", (i == 0) ? "R move die=1" : "R move die=2");
        expect_menu_of(s, "e10", "");
    }
    stand(s, "PAe10 SOm1 soa15", "J move die=D");
    expect_legal(s, "e10-f10 e10-g10 e10-j10");
    session_end(s);
}

static void points_and_prisoners_are_said(void **state)
{
    (void)state;
    struct session *s = parley();
    expect_fact(s, "J", "Place the Staff.\nOn a free square of your camp.\n");
    stand(s, "PAf10 SOa15 soh10 som1", "J move die=2");
    expect_fact(s, "J",
                "Yellow: 0 prisoners, 200 points, 0 points of prisoners, 2 pawns on the board");
    expect_fact(s, "J", "Move a pawn 2 squares.\nTake, or lose one that could: Patrol f10.\n");
    play(s, "f10xh10");
    expect_fact(s, "J",
                "Yellow: 1 prisoner, 300 points, 100 points of prisoners, 2 pawns on the board");
    session_end(s);
}

static void what_is_asked_in_each_phase_is_said(void **state)
{
    (void)state;
    struct session *s = parley();
    stand(s, "PAf10 SOa15 soh10 som1", "J ask");
    expect_fact(s, "J", "Roll the die, or ask for an armistice.\n");
    expect_why(s, "J", "", "f10", "roll the die first");
    play(s, "A?");
    expect_fact(s, "R", "name the indemnity.\n");
    play(s, "A=3200");
    expect_fact(s, "J", "The price is 3200: accept?\n");
    stand(s, "PAf10 SOa15 soh10 som1", "J move die=D");
    expect_fact(s, "J", "The Devil: a pawn 1 to 5 squares, then you play again.\n");
    stand(s, "PAk10 som1 soh3", "J move die=2");
    expect_fact(s, "J", "No pawn can move that far: pass.\n");
    stand(s, "PAf10 SOa15 soh10 som1", "J move die=2");
    play(s, "f10-f12");
    expect_fact(s, "R", "choose your prisoner.\nOne of: Patrol f12.\n");
    expect_why(s, "R", "", "a15", "not one of the pawns to lose");
    session_end(s);
}

static void why_a_touch_does_nothing_is_said(void **state)
{
    (void)state;
    struct session *s = session("belligerants", "compulsion=forced");
    stand(s, "PAf10 SOk10 TKe10 ESd9 sof7 soh10 SEi9 tkb10 ama15", "J move die=2");
    expect_fact(s, "J", "You must take: Patrol f10.\n");
    expect_why(s, "J", "", "k10", "immobilised by the grey square until the Devil");
    expect_why(s, "J", "", "e10", "wounded: waits for the Devil or the Ambulance");
    expect_why(s, "J", "", "d9", "must take first");
    expect_why(s, "J", "", "h10", "the opponent's piece");
    expect_why(s, "J", "", "g10", "choose a piece first");
    expect_why(s, "J", "f10", "e10", "occupied");
    expect_why(s, "J", "f10", "b10", "safe on green");
    expect_why(s, "J", "f10", "a15", "this pawn does not take it");
    expect_why(s, "J", "f10", "f8", "this pawn cannot end on water");
    expect_why(s, "J", "f10", "m1", "nobody goes back into his own camp");
    expect_about(s, "J", "e10", "Worth 400 points");
    expect_about(s, "J", "e10", "\"id\":\"snow\"");
    stand(s, "PAf10 SOm1 seg10 soh10 soa15 tke10", "J move die=2");
    expect_why(s, "J", "f10", "h10", "guarded by its Sentinel");
    expect_why(s, "J", "f10", "e10", "wounded: only the Ambulance takes it");
    expect_why(s, "J", "f10", "a14", "leave your own camp first");
    session_end(s);
}

static void moves_that_cost_a_pawn_warn(void **state)
{
    (void)state;
    struct session *s = parley();
    static const char *const tokens[] = {"f10-f12", "f10xh10", "a10-c12"};
    static const char *const titles[] = {"You can take a pawn", NULL, "You can take a pawn"};
    stand(s, "PAf10 TKa10 soh10 som1", "J move die=2");
    for (size_t i = 0; i < BV_COUNT(tokens); i++) {
        bv_action action;
        struct bv_error error;
        assert_true(bv_token_action(&s->terms, &s->state, 0, bv_span_of(tokens[i]), &s->menu,
                                    &action, &error));
        const struct bv_warning *warning = bv_warning(&s->terms, &s->state, action);
        if (titles[i])
            assert_string_equal(warning->title.en, titles[i]);
        else
            assert_null(warning);
    }
    bv_action action;
    struct bv_error error;
    stand(s, "TKa10 som1 soh3", "J move die=2");
    assert_true(
        bv_token_action(&s->terms, &s->state, 0, bv_span_of("a10-c12"), &s->menu, &action, &error));
    assert_string_equal(bv_warning(&s->terms, &s->state, action)->title.en,
                        "This pawn will be destroyed");
    session_end(s);
}

static void B20_a_wounded_pawn_takes_only_on_the_devil(void **state)
{
    (void)state;
    struct session *s = field();
    stand(s, "PAe10 SOm1 sof10 soa15", "J move die=1");
    expect_illegal(s, "e10xf10");
    stand(s, "PAe10 SOm1 sof10 soa15", "J move die=D");
    expect_legal(s, "e10xf10");
    session_end(s);
}

static void B20_only_the_pawn_that_moves_is_freed(void **state)
{
    (void)state;
    struct session *s = field();
    stand(s, "PAe10 TKi6 SOm1 soa15", "J move die=D");
    play(s, "e10-f10 #1");
    expect_legal(s, "f10-g10");
    expect_menu_of(s, "i6", "");
    session_end(s);
}

static void B20_spies_and_ambulances_are_not_wounded(void **state)
{
    (void)state;
    struct session *s = field();
    stand(s, "ESe10 AMi6 SOm1 soa15", "J move die=1");
    expect_legal(s, "e10-f10 i6-i5");
    session_end(s);
}

static void B20_a_pawn_is_wounded_by_ending_on_white_not_by_passing(void **state)
{
    (void)state;
    struct session *s = field();
    stand(s, "PAf10 SOm1 soa15", "J move die=1");
    play(s, "f10-e10 #1 a15-b15 #1");
    expect_menu_of(s, "e10", "");
    stand(s, "PAf10 SOm1 soa15", "J move die=2");
    play(s, "f10-d10 #1 a15-b15 #1");
    expect_legal(s, "d10-c10");
    session_end(s);
}

static void B20_the_ambulance_brings_back_to_a_free_camp_square(void **state)
{
    (void)state;
    struct session *s = field();
    stand(s, "PAe10 AMf10 SOm1 TKl1 sol4 soa15", "J move die=1");
    expect_menu_of(s, "f10-e10",
                   "f10-e10@i1 f10-e10@j1 f10-e10@j2 f10-e10@k1 f10-e10@k2 f10-e10@k3 f10-e10@l2 "
                   "f10-e10@l3 f10-e10@m2 f10-e10@m3 f10-e10@m4 f10-e10@m5");
    play(s, "f10-e10@k2");
    expect_stand(s, "PAk2 AMe10 SOm1 TKl1 sol4 soa15");
    expect_position_has(s, " R roll moves=1");
    stand(s, "SOm1 pae10 amf10 soa15", "R move die=1");
    expect_legal(s, "f10-e10@a14 f10-e10@e15");
    expect_illegal(s, "f10-e10@m2 f10-e10@a15");
    session_end(s);
}

static void B20_the_ambulances_own_square_counts_as_free(void **state)
{
    (void)state;
    struct session *s = field();
    stand(s, "PAe1 AMi1 SOm1 soa15", "J move die=4");
    expect_legal(s, "i1-e1@i1 i1-e1@j1");
    expect_illegal(s, "i1-e1@m1 i1-e1@e1");
    play(s, "i1-e1@i1");
    expect_stand(s, "PAi1 AMe1 SOm1 soa15");
    session_end(s);
}

static void B20_without_a_free_square_nobody_is_picked_up(void **state)
{
    (void)state;
    struct session *s = field();
    const char *room = "PAe1 AMf2 EMi1 BOj1 ACj2 DCk1 MIk2 CNk3 TKl1 OFl2 ESl3 SEl4 SOm1 SOm2 SOm3 "
                       "som4 soa15";
    const char *none = "PAe1 AMf2 EMi1 BOj1 ACj2 DCk1 MIk2 CNk3 TKl1 OFl2 ESl3 SEl4 SOm1 SOm2 SOm3 "
                       "som4 som5 soa15";
    stand(s, room, "J move die=1");
    expect_menu_of(s, "f2-e1", "f2-e1@m5");
    stand(s, none, "J move die=1");
    expect_menu_of(s, "f2-e1", "");
    session_end(s);
}

static void B20_a_kept_pawn_comes_back_to_its_holders_camp(void **state)
{
    (void)state;
    struct session *s = field();
    stand(s, "TK'e10 AMf10 SOm1 soa15", "J move die=1");
    expect_legal(s, "f10-e10@m2");
    expect_illegal(s, "f10-e10@a14 f10xe10");
    session_end(s);
}

static void B20_the_enemys_ambulance_takes_prisoners(void **state)
{
    (void)state;
    struct session *s = field();
    stand(s, "AMf10 SOm1 eme10 soa15", "J move die=1");
    play(s, "f10xe10");
    expect_stand(s, "AMe10 SOm1 soa15");
    expect_position_has(s, " J=e");
    session_end(s);
}

static void B21_the_encircled_move_and_take_only_on_the_devil(void **state)
{
    (void)state;
    struct session *s = field();
    stand(s, "PAg11 SOm1 sof11 soa15", "J move die=1");
    expect_menu_of(s, "g11", "");
    stand(s, "PAg11 SOm1 sof11 soa15", "J move die=D");
    expect_legal(s, "g11xf11 g11-g10");
    stand(s, "ESg11 AMk10 SOm1 soa15", "J move die=1");
    expect_legal(s, "g11-g10 k10-k9");
    session_end(s);
}

static void B21_the_encircled_can_be_taken_and_the_taker_is_encircled(void **state)
{
    (void)state;
    struct session *s = field();
    stand(s, "PAf11 SOm1 sog11 soa15", "J move die=1");
    play(s, "f11xg11 #1 a15-b15 #1");
    expect_stand(s, "PAg11 SOm1 sob15");
    expect_menu_of(s, "g11", "");
    session_end(s);
}

static void B22_black_destroys_whoever_ends_there(void **state)
{
    (void)state;
    struct session *s = field();
    stand(s, "PAd11 SOm1 soa15", "J move die=1 moves=5 quiet=5");
    play(s, "d11-c12");
    expect_stand(s, "SOm1 soa15");
    expect_position(s, "s............/............./............./............./............./"
                       "............./............./............./............./............./"
                       "............./............./............./............./............S R "
                       "roll moves=6");
    stand(s, "ESd11 SOm1 soa15", "J move die=1");
    play(s, "d11-c12");
    expect_stand(s, "ESc12 SOm1 soa15");
    stand(s, "AMd11 SOm1 soa15", "J move die=1");
    play(s, "d11-c12");
    expect_stand(s, "AMc12 SOm1 soa15");
    stand(s, "BOd11 SOm1 soa15", "J move die=1");
    play(s, "d11-c12");
    expect_stand(s, "SOm1 soa15");
    session_end(s);
}

static void B22_a_pawn_taken_on_black_is_still_a_prisoner(void **state)
{
    (void)state;
    struct session *s = field();
    stand(s, "EMd11 SOm1 esc12 soa15", "J move die=1");
    play(s, "d11xc12");
    expect_stand(s, "SOm1 soa15");
    expect_position_has(s, " R roll moves=1 J=x");
    stand(s, "ESd11 SOm1 esc12 soa15", "J move die=1");
    play(s, "d11xc12");
    expect_stand(s, "ESc12 SOm1 soa15");
    session_end(s);
}

static void B22_passing_over_any_colour_is_free(void **state)
{
    (void)state;
    struct session *s = field();
    stand(s, "PAd11 SOm1 soa15", "J move die=2");
    expect_legal(s, "d11-f9");
    stand(s, "PAh10 SOm1 soa15", "J move die=2");
    play(s, "h10-j12");
    expect_stand(s, "PAj12 SOm1 soa15");
    stand(s, "PAh11 SOm1 soa15", "J move die=2");
    expect_legal(s, "h11-f11 h11-j11");
    stand(s, "PAf9 SOm1 soa15", "J move die=2");
    expect_legal(s, "f9-h9");
    session_end(s);
}

static void B22_on_green_pawns_rest_and_leave_as_on_brown(void **state)
{
    (void)state;
    struct session *s = field();
    stand(s, "PAg9 SOm1 soh9 soa15", "J move die=1");
    expect_legal(s, "g9xh9 g9-f9");
    session_end(s);
}

/* ---- End and score --------------------------------------------------------------------------- */

static void B26_the_game_ends_when_all_pawns_of_a_side_are_inside(void **state)
{
    (void)state;
    struct session *s = field();
    stand(s, "PAf14 SOa12 soa15", "J move die=1");
    play(s, "f14-e15");
    expect_over(s, "J 1 R 0 entered by=600");
    stand(s, "PAf14 SOa12 SOg10 soa15", "J move die=1");
    play(s, "f14-e15");
    expect_running(s);
    stand(s, "SOg10 pah2", "R move die=1");
    play(s, "h2-i1");
    expect_over(s, "J 0 R 1 entered by=400");
    session_end(s);
}

static void B26_or_when_a_side_has_none_left(void **state)
{
    (void)state;
    struct session *s = field();
    stand(s, "PAf10 SOm1 soh10", "J move die=2");
    play(s, "f10xh10");
    expect_over(s, "J 1 R 0 entered by=100");
    stand(s, "PAd11 soa15", "J move die=1");
    play(s, "d11-c12");
    expect_over(s, "J 1/2 R 1/2 entered by=0");
    stand(s, "SOm1 pad11", "R move die=1");
    play(s, "d11-c12");
    expect_over(s, "J 1/2 R 1/2 entered by=0");
    session_end(s);
}

/* Taking the last enemy outside its camp does not end the game if others are still at home. */
static void B26_pawns_at_home_are_not_inside(void **state)
{
    (void)state;
    struct session *s = field();
    stand(s, "PAf10 SOm1 soh10 soa15", "J move die=2");
    play(s, "f10xh10");
    expect_running(s);
    session_end(s);
}

static void B26_is_looked_at_again_after_a_forfeit(void **state)
{
    (void)state;
    struct session *s = field();
    stand(s, "PAf10 SOa12 soh10 soa15", "J move die=2");
    play(s, "f10-d10 !d10");
    expect_over(s, "J 1/2 R 1/2 entered by=0");
    stand(s, "PAf10 SOg9 SOa12 soh10 soa15", "J move die=2");
    play(s, "f10-d10 !d10");
    expect_running(s);
    session_end(s);
}

static void B27_twice_the_value_inside_and_the_value_of_prisoners(void **state)
{
    (void)state;
    struct session *s = field();
    stand(s, "EMf14 TKa12 SOb13 som1 sog10", "J move die=1 J=bs R=CS");
    play(s, "f14-e15");
    /* Yellow 2 × (1000 + 400 + 100) + 700 + 100, Pink 2 × 100 + 500 + 100. */
    expect_over(s, "J 1 R 0 entered by=3000");
    stand(s, "PAf14 som1 sog10", "J move die=1 R=CO");
    play(s, "f14-e15");
    expect_over(s, "J 0 R 1 entered by=700");
    session_end(s);
}

static void B27_equal_scores_are_a_draw(void **state)
{
    (void)state;
    struct session *s = field();
    stand(s, "PAf14 sem1 sog10", "J move die=1");
    play(s, "f14-e15");
    expect_over(s, "J 1/2 R 1/2 entered by=0");
    session_end(s);
}

static void B27_a_pawn_under_a_counter_counts_for_its_holder(void **state)
{
    (void)state;
    struct session *s = field();
    stand(s, "TK'f14 sog10", "J move die=1");
    play(s, "f14-e15");
    expect_over(s, "J 1 R 0 entered by=800");
    session_end(s);
}

static void B27_pawns_outside_or_at_home_count_nothing(void **state)
{
    (void)state;
    struct session *s = field();
    stand(s, "SOf14 ema15 boa14 acg10", "J move die=1");
    play(s, "f14-e15");
    expect_over(s, "J 1 R 0 entered by=200");
    session_end(s);
}

/* ---- Armistice ------------------------------------------------------------------------------- */

static void B28_before_rolling_a_side_may_ask(void **state)
{
    (void)state;
    struct session *s = parley();
    stand(s, "SOm1 soa15", "J ask");
    expect_to_act(s, "J");
    expect_menu(s, "J", "A? roll");
    play(s, "roll");
    expect_to_act(s, "#");
    play(s, "#1 m1-m2");
    expect_position_has(s, " R ask");
    expect_menu(s, "R", "A? roll");
    session_end(s);
}

static void B28_the_other_names_the_indemnity(void **state)
{
    (void)state;
    struct session *s = parley();
    stand(s, "SOm1 soa15", "J ask");
    play(s, "A?");
    expect_to_act(s, "R");
    expect_legal(s, "A=100 A=200 A=19900 A=20000");
    expect_illegal(s, "A=0 A=50 A=150 A=20100 A=20001");
    assert_int_equal(s->menu.count, 200);
    play(s, "A=12300");
    expect_to_act(s, "J");
    expect_menu(s, "J", "A+ A-");
    session_end(s);
}

static void B28_accepted_the_other_wins_by_it(void **state)
{
    (void)state;
    struct session *s = parley();
    stand(s, "SOm1 soa15", "J ask J=b");
    play(s, "A? A=12300 A+");
    expect_over(s, "J 0 R 1 armistice by=12300");
    stand(s, "SOm1 soa15", "R ask");
    play(s, "A? A=100 A+");
    expect_over(s, "J 1 R 0 armistice by=100");
    session_end(s);
}

static void B28_refused_the_die_is_rolled(void **state)
{
    (void)state;
    struct session *s = parley();
    stand(s, "SOm1 soa15", "J ask");
    play(s, "A? A=12300 A-");
    expect_to_act(s, "#");
    expect_position_has(s, " J roll wait=10/0");
    play(s, "#1");
    expect_to_act(s, "J");
    session_end(s);
}

static void B28_who_asked_may_ask_again_ten_turns_later(void **state)
{
    (void)state;
    struct session *s = parley();
    stand(s, "SOm1 soa15", "J ask");
    play(s, "A? A=100 A- #1 m1-m2");
    for (int turn = 1; turn < 10; turn++) {
        play(s, turn % 2 ? "roll #1 a15-a14" : "roll #1 a14-a15");
        expect_to_act(s, "#");
        play(s, turn % 2 ? "#1 m2-m1" : "#1 m1-m2");
    }
    play(s, "roll #1 a14-a13");
    expect_menu(s, "J", "A? roll");
    session_end(s);
}

static void B28_a_lost_turn_and_a_devils_chain_are_one_turn(void **state)
{
    (void)state;
    struct session *s = parley();
    stand(s, "SOg11 soa15", "R ask wait=2/0");
    play(s, "roll #1 a15-b15");
    expect_position_has(s, " J roll moves=1 quiet=1 wait=1/0");
    play(s, "#1 .");
    stand(s, "SOm1 soa15", "J roll wait=2/0");
    play(s, "#D m1-m2 #D m2-m1 #1 m1-m2");
    expect_position_has(s, " R ask moves=3 quiet=3 wait=2/0");
    session_end(s);
}

static void B28_never_before_a_devils_second_roll(void **state)
{
    (void)state;
    struct session *s = parley();
    stand(s, "SOm1 soa15", "J roll");
    play(s, "#D m1-m2");
    expect_to_act(s, "#");
    session_end(s);
}

static void B28_off_there_is_no_asking(void **state)
{
    (void)state;
    struct session *s = field();
    stand(s, "SOm1 soa15", "J move die=1");
    play(s, "m1-m2");
    expect_to_act(s, "#");
    expect_position_has(s, " R roll");
    session_end(s);
}

/* ---- Limits ---------------------------------------------------------------------------------- */

static void B29_after_150_quiet_moves_the_game_is_scored(void **state)
{
    (void)state;
    struct session *s = field();
    stand(s, "SOm1 soa15", "J move die=1 moves=200 quiet=148 J=b");
    play(s, "m1-m2");
    expect_running(s);
    expect_position_has(s, " quiet=149");
    play(s, "#1 a15-b15");
    expect_over(s, "J 1 R 0 stalemate by=700");
    session_end(s);
}

static void B29_after_1000_moves_the_game_is_scored(void **state)
{
    (void)state;
    struct session *s = field();
    stand(s, "SOm1 soa15", "J move die=1 moves=998 R=B");
    play(s, "m1-m2");
    expect_running(s);
    play(s, "#1 a15-b15");
    expect_over(s, "J 0 R 1 stalemate by=700");
    stand(s, "PAf10 SOm1 soh10 soa15", "J move die=2 moves=999");
    play(s, "f10xh10");
    expect_over(s, "J 1 R 0 stalemate by=100");
    session_end(s);
}

static void B29_what_happens_starts_the_count_again(void **state)
{
    (void)state;
    struct session *s = field();
    static const struct {
        const char *pawns;
        const char *move;
    } cases[] = {
        {"PAf10 SOm1 soh10 soa15", "f10xh10"},      /* a take */
        {"PAf10 SOm1 soh10 soa15", "f10-d10 !d10"}, /* a forfeit */
        {"PAf14 SOg10 soa15", "f14-d14"},           /* an entry */
        {"PAe10 AMg10 SOm1 soa15", "g10-e10@m2"},   /* a pick-up */
    };
    for (size_t i = 0; i < BV_COUNT(cases); i++) {
        stand(s, cases[i].pawns, "J move die=2 moves=149 quiet=149");
        play(s, cases[i].move);
        expect_position_has(s, " R roll moves=150");
        assert_int_equal(s->state.belligerants.quiet, 0);
    }
    stand(s, "PAd11 SOm1 soa15", "J move die=1 moves=149 quiet=149");
    play(s, "d11-c12"); /* a destruction */
    assert_int_equal(s->state.belligerants.quiet, 0);
    stand(s, "PAd14 SOg10 soa15", "J move die=1 moves=149 quiet=148");
    play(s, "d14-d15"); /* moving on inside is no entry */
    assert_int_equal(s->state.belligerants.quiet, 149);
    session_end(s);
}

static void B29_lost_turns_and_devils_moves_count(void **state)
{
    (void)state;
    struct session *s = field();
    stand(s, "SOg11 soa15", "J move die=1 moves=149 quiet=149");
    play(s, ".");
    expect_over(s, "J 1/2 R 1/2 stalemate by=0");
    stand(s, "SOm1 soa15", "J move die=D moves=149 quiet=149");
    play(s, "m1-m2"); /* no second roll at the limit */
    expect_over(s, "J 1/2 R 1/2 stalemate by=0");
    stand(s, "SOm1 soa15", "J move die=D moves=148 quiet=148");
    play(s, "m1-m2");
    expect_position_has(s, " J roll moves=149 quiet=149");
    session_end(s);
}

static void B29_a_forfeit_is_no_move_and_comes_before_the_limit(void **state)
{
    (void)state;
    struct session *s = field();
    stand(s, "PAf10 SOm1 soh10 soa15", "J move die=2 moves=300 quiet=149");
    play(s, "f10-d10");
    expect_to_act(s, "R");
    play(s, "!d10");
    expect_position_has(s, " R roll moves=301 R=P");
    stand(s, "PAf10 SOm1 soh10 soa15", "J move die=D moves=999");
    play(s, "f10-d10 !d10");
    expect_over(s, "J 0 R 1 stalemate by=200");
    session_end(s);
}

static void B29_is_looked_at_after_B26(void **state)
{
    (void)state;
    struct session *s = field();
    stand(s, "PAf14 soa15", "J move die=1 moves=999");
    play(s, "f14-e15");
    expect_over(s, "J 1 R 0 entered by=400");
    session_end(s);
}

int belligerants_ending(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(B20_the_wounded_move_only_on_the_devil),
        cmocka_unit_test(points_and_prisoners_are_said),
        cmocka_unit_test(what_is_asked_in_each_phase_is_said),
        cmocka_unit_test(why_a_touch_does_nothing_is_said),
        cmocka_unit_test(moves_that_cost_a_pawn_warn),
        cmocka_unit_test(B20_a_wounded_pawn_takes_only_on_the_devil),
        cmocka_unit_test(B20_only_the_pawn_that_moves_is_freed),
        cmocka_unit_test(B20_spies_and_ambulances_are_not_wounded),
        cmocka_unit_test(B20_a_pawn_is_wounded_by_ending_on_white_not_by_passing),
        cmocka_unit_test(B20_the_ambulance_brings_back_to_a_free_camp_square),
        cmocka_unit_test(B20_the_ambulances_own_square_counts_as_free),
        cmocka_unit_test(B20_without_a_free_square_nobody_is_picked_up),
        cmocka_unit_test(B20_a_kept_pawn_comes_back_to_its_holders_camp),
        cmocka_unit_test(B20_the_enemys_ambulance_takes_prisoners),
        cmocka_unit_test(B21_the_encircled_move_and_take_only_on_the_devil),
        cmocka_unit_test(B21_the_encircled_can_be_taken_and_the_taker_is_encircled),
        cmocka_unit_test(B22_black_destroys_whoever_ends_there),
        cmocka_unit_test(B22_a_pawn_taken_on_black_is_still_a_prisoner),
        cmocka_unit_test(B22_passing_over_any_colour_is_free),
        cmocka_unit_test(B22_on_green_pawns_rest_and_leave_as_on_brown),
        cmocka_unit_test(B26_the_game_ends_when_all_pawns_of_a_side_are_inside),
        cmocka_unit_test(B26_or_when_a_side_has_none_left),
        cmocka_unit_test(B26_pawns_at_home_are_not_inside),
        cmocka_unit_test(B26_is_looked_at_again_after_a_forfeit),
        cmocka_unit_test(B27_twice_the_value_inside_and_the_value_of_prisoners),
        cmocka_unit_test(B27_equal_scores_are_a_draw),
        cmocka_unit_test(B27_a_pawn_under_a_counter_counts_for_its_holder),
        cmocka_unit_test(B27_pawns_outside_or_at_home_count_nothing),
        cmocka_unit_test(B28_before_rolling_a_side_may_ask),
        cmocka_unit_test(B28_the_other_names_the_indemnity),
        cmocka_unit_test(B28_accepted_the_other_wins_by_it),
        cmocka_unit_test(B28_refused_the_die_is_rolled),
        cmocka_unit_test(B28_who_asked_may_ask_again_ten_turns_later),
        cmocka_unit_test(B28_a_lost_turn_and_a_devils_chain_are_one_turn),
        cmocka_unit_test(B28_never_before_a_devils_second_roll),
        cmocka_unit_test(B28_off_there_is_no_asking),
        cmocka_unit_test(B29_after_150_quiet_moves_the_game_is_scored),
        cmocka_unit_test(B29_after_1000_moves_the_game_is_scored),
        cmocka_unit_test(B29_what_happens_starts_the_count_again),
        cmocka_unit_test(B29_lost_turns_and_devils_moves_count),
        cmocka_unit_test(B29_a_forfeit_is_no_move_and_comes_before_the_limit),
        cmocka_unit_test(B29_is_looked_at_after_B26),
    };
    return cmocka_run_group_tests_name("belligerants: ending", tests, NULL, NULL);
}

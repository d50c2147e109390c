/* Set-up, die, paths, water and camps: B1–B11, B19, B23–B25. The map is in the sheet. */
#include "belligerants_session.h"

#include <stdlib.h>
#include <string.h>

static struct session *field(void)
{
    return session("belligerants", "armistice=off");
}

/* ---- Board and set-up ------------------------------------------------------------------------ */

static void B1_both_boards_have_camps_and_crossroads(void **state)
{
    (void)state;
    static const char *const boards[] = {"board=riviere", "board=plaine"};
    for (int i = 0; i < 2; i++) {
        struct session *s = session("belligerants", boards[i]);
        const struct belligerants_tables *t = &s->tables.belligerants;
        int camps[2] = {0};
        int stars = 0;
        for (int square = 0; square < BELL_SQUARES_MAX; square++) {
            camps[0] += (t->ground[square] & BELL_CAMP_J) != 0;
            camps[1] += (t->ground[square] & BELL_CAMP_R) != 0;
            stars += t->crossroads[square];
        }
        assert_int_equal(t->files, 13);
        assert_int_equal(t->ranks, i == 0 ? 15 : 13);
        assert_int_equal(camps[0], 15);
        assert_int_equal(camps[1], 15);
        assert_int_equal(stars, 18);
        session_end(s);
    }
}

static void B1_the_camp_is_at_the_owners_right_hand(void **state)
{
    (void)state;
    struct session *s = field();
    expect_legal(s, "EM=m1 EM=i1 EM=m5 EM=a15 EM=e15 EM=a11");
    expect_illegal(s, "EM=h1 EM=l5 EM=f15 EM=b11");
    session_end(s);
}

static void B4_the_die_has_five_numbers_and_the_devil(void **state)
{
    (void)state;
    struct session *s = field();
    stand(s, "SOm1 soa15", "J roll");
    expect_to_act(s, "#");
    expect_menu(s, "#", "#1 #2 #3 #4 #5 #D");
    for (uint32_t i = 0; i < s->menu.count; i++) assert_int_equal(s->menu.item[i].weight, 1);
    session_end(s);
}

static const char yellow_but_soldiers[] =
    "J: EM=m1 BO=i1 AC=j1 DC=j2 MI=k1 CN=k2 TK=k3 OF=l1 AM=l2 ES=l3 PA=l4 SE=m3";

static void B5_pawns_are_placed_in_the_order_of_the_table(void **state)
{
    (void)state;
    struct session *s = field();
    expect_to_act(s, "J R");
    expect_menu(s, "J",
                "EM=i1 EM=j1 EM=j2 EM=k1 EM=k2 EM=k3 EM=l1 EM=l2 EM=l3 EM=l4 EM=m1 EM=m2 EM=m3 "
                "EM=m4 EM=m5");
    play(s, "J: EM=k2");
    expect_menu(s, "J",
                "BO=i1 BO=j1 BO=j2 BO=k1 BO=k3 BO=l1 BO=l2 BO=l3 BO=l4 BO=m1 BO=m2 BO=m3 BO=m4 "
                "BO=m5");
    expect_menu(s, "R",
                "EM=a11 EM=a12 EM=a13 EM=a14 EM=a15 EM=b12 EM=b13 EM=b14 EM=b15 EM=c13 EM=c14 "
                "EM=c15 EM=d14 EM=d15 EM=e15");
    session_end(s);
}

static void B5_soldiers_go_down_in_increasing_order(void **state)
{
    (void)state;
    struct session *s = field();
    play(s, yellow_but_soldiers);
    expect_menu(s, "J", "SO=m2");
    play(s, "J: SO=m2");
    expect_menu(s, "J", "SO=m4");
    play(s, "J: SO=m4");
    expect_menu(s, "J", "SO=m5");
    play(s, "J: SO=m5");
    expect_to_act(s, "R");
    session_end(s);
}

/* With two patrols the order and the room for the second can be seen apart. */
static void B5_pawns_alike_leave_room_for_each_other(void **state)
{
    (void)state;
    char *board = board_with("belligerants", "riviere", "PA 1", "PA 2");
    memcpy(strstr(board, "SO 3"), "SO 2", 4);
    struct session *s = session_on("belligerants", "", board);
    play(s, "J: EM=m1 BO=i1 AC=j1 DC=j2 MI=k1 CN=k2 TK=k3 OF=l1 AM=l2 ES=l3");
    expect_menu(s, "J", "PA=l4 PA=m2 PA=m3 PA=m4");
    play(s, "J: PA=m2");
    expect_menu(s, "J", "PA=m3 PA=m4 PA=m5");
    play(s, "J: PA=m4");
    expect_menu(s, "J", "SE=l4 SE=m3 SE=m5");
    session_end(s);
    free(board);
}

static void expect_same_view(const struct session *s, const union bv_state *other, int seat)
{
    union bv_state a;
    union bv_state b;
    bv_view(&s->terms, &s->state, seat, &a);
    bv_view(&s->terms, other, seat, &b);
    assert_true(bv_state_same(s->terms.game, &a, &b));
}

static void B5_placings_are_secret_until_both_are_done(void **state)
{
    (void)state;
    struct session *s = field();
    union bv_state view;
    union bv_state drawn;
    struct bv_random random = bv_random_seeded(1);
    play(s, "R: EM=a15");
    union bv_state before = s->state;
    play(s, yellow_but_soldiers);
    expect_same_view(s, &before, BELL_R);
    expect_same_view(s, &s->state, BELL_J);
    bv_view(&s->terms, &s->state, BELL_J, &view);
    assert_int_equal(view.belligerants.placed[BELL_J], 12);
    assert_int_equal(view.belligerants.placed[BELL_R], 0);
    assert_int_equal(view.belligerants.place[BELL_ARMY], BELL_IN_HAND);
    assert_null(s->terms.game->check(&s->terms, &view));
    s->terms.game->determinise(&s->terms, &view, BELL_J, &random, &drawn);
    assert_true(bv_state_same(s->terms.game, &view, &drawn));
    bv_view(&s->terms, &s->state, BV_WATCHER, &view);
    assert_int_equal(view.belligerants.held[BELL_J] | view.belligerants.held[BELL_R], 0);
    session_end(s);
}

static void B5_everything_is_shown_when_both_are_done(void **state)
{
    (void)state;
    struct session *s = field();
    union bv_state view;
    play(s, yellow_but_soldiers);
    play(s, "J: SO=m2 SO=m4 SO=m5");
    play(s, "R: EM=a11 BO=a12 AC=a13 DC=a14 MI=a15 CN=b12 TK=b13 OF=b14 AM=b15 ES=c13 PA=c14 "
            "SE=c15 SO=d14 SO=d15");
    expect_to_act(s, "R");
    play(s, "R: SO=e15");
    expect_to_act(s, "#");
    bv_view(&s->terms, &s->state, BELL_J, &view);
    assert_true(bv_state_same(s->terms.game, &view, &s->state));
    session_end(s);
}

static void B6_lots_decide_who_starts(void **state)
{
    (void)state;
    struct session *s = field();
    const char *all =
        "EMm1 BOi1 ACj1 DCj2 MIk1 CNk2 TKk3 OFl1 AMl2 ESl3 PAl4 SEm3 SOm2 SOm4 SOm5 "
        "ema11 boa12 aca13 dca14 mia15 cnb12 tkb13 ofb14 amb15 esc13 pac14 sec15 sod14 "
        "sod15 soe15";
    stand(s, all, "J lots");
    expect_menu(s, "#", "#J #R");
    for (uint32_t i = 0; i < s->menu.count; i++) assert_int_equal(s->menu.item[i].weight, 1);
    play(s, "#R #1");
    expect_to_act(s, "R");
    stand(s, all, "J lots");
    play(s, "#J #1");
    expect_to_act(s, "J");
    session_end(s);
}

/* ---- Turn and paths -------------------------------------------------------------------------- */

static void B7_a_move_is_exactly_as_long_as_the_number(void **state)
{
    (void)state;
    struct session *s = field();
    stand(s, "PAg10 SOm1 soa15", "J move die=1");
    expect_menu_of(s, "g10", "g10-f10 g10-f11 g10-f9 g10-g11 g10-g9 g10-h10 g10-h11 g10-h9");
    stand(s, "PAg10 SOm1 soa15", "J move die=2");
    expect_menu_of(s, "g10", "g10-e10 g10-e12 g10-e8 g10-g12 g10-i10 g10-i12 g10-i8");
    session_end(s);
}

static void B7_on_the_devil_any_length_from_one_to_five(void **state)
{
    (void)state;
    struct session *s = field();
    stand(s, "PAf10 SOm1 soa15", "J move die=D");
    expect_legal(s, "f10-g10 f10-h10 f10-i10 f10-j10 f10-k10");
    expect_illegal(s, "f10-l10");
    stand(s, "PAf10 SOm1 soa15", "J move die=5");
    expect_legal(s, "f10-k10");
    expect_illegal(s, "f10-g10 f10-j10 f10-l10");
    session_end(s);
}

static void B7_after_a_devils_move_the_same_side_rolls_again(void **state)
{
    (void)state;
    struct session *s = session("belligerants", "");
    stand(s, "PAf10 SOm1 soa15", "J move die=D");
    play(s, "f10-g10");
    expect_to_act(s, "#");
    expect_position_has(s, " J roll");
    play(s, "#1");
    expect_to_act(s, "J");
    play(s, "g10-f10");
    expect_to_act(s, "R");
    session_end(s);
}

static void B7_one_own_pawn_moves(void **state)
{
    (void)state;
    struct session *s = field();
    stand(s, "PAf10 SOm1 sof11", "J move die=1");
    expect_menu_of(s, "f11", "");
    stand(s, "PAf10 SOm1 sof11", "R move die=1");
    expect_menu_of(s, "f10", "");
    expect_legal(s, "f11-g12");
    session_end(s);
}

static void B8_over_empty_squares_in_a_straight_line(void **state)
{
    (void)state;
    struct session *s = field();
    stand(s, "PAf10 SOm1 OFh10 emf12 soa15", "J move die=3");
    expect_illegal(s, "f10-i10 f10-f13");
    expect_legal(s, "f10-c10 f10-i13");
    stand(s, "PAf10 SOm1 OFi10 emf14 soa15", "J move die=3");
    expect_illegal(s, "f10-i10 f10xi10");
    expect_legal(s, "f10-f13");
    session_end(s);
}

static void B8_a_pawn_may_turn_on_a_crossroads_it_passes_over(void **state)
{
    (void)state;
    struct session *s = field();
    stand(s, "PAg11 SOm1 soa15", "J move die=D");
    expect_menu_of(s, "g11-h12",
                   "g11-h12 g11-h12-d12 g11-h12-e12 g11-h12-f12 g11-h12-f14 g11-h12-g12 "
                   "g11-h12-g13 g11-h12-h10 g11-h12-h11 g11-h12-h13 g11-h12-h14 g11-h12-h15 "
                   "g11-h12-h9 g11-h12-i11 g11-h12-i12 g11-h12-j10 g11-h12-j12 g11-h12-k12 "
                   "g11-h12-k9 g11-h12-l12 g11-h12-l8");
    session_end(s);
}

static void B8_a_pawn_turns_nowhere_else_and_not_straight_back(void **state)
{
    (void)state;
    struct session *s = field();
    stand(s, "ACf10 SOm1 soa15", "J move die=3");
    expect_illegal(s, "f10-g10-g12 f10-h12-g11");
    expect_legal(s, "f10-h12-h11");
    stand(s, "ACh12 SOm1 soa15", "J move die=2");
    expect_illegal(s, "h12-h12-h10 h12-h11-i10");
    session_end(s);
}

static void B8_a_turn_is_listed_only_where_the_direction_changes(void **state)
{
    (void)state;
    struct session *s = field();
    stand(s, "ACb7 SOm1 soa15", "J move die=5");
    expect_illegal(s, "b7-e7-g7 b7-b9-b12");
    expect_legal(s, "b7-g7 b7-e7-g9 b7-e7-e9");
    session_end(s);
}

static void B8_a_path_enters_no_square_twice(void **state)
{
    (void)state;
    struct session *s = session("belligerants", "armistice=off board=plaine");
    stand(s, "ESj9 SOm1 soa13", "J move die=3");
    expect_illegal(s, "j9-i9-j8-j9");
    expect_legal(s, "j9-i9-k7 j9-i9-j8-i8");
    stand(s, "ESk9 SOm1 soa13", "J move die=4");
    expect_illegal(s, "k9-i9-j8-j9");
    expect_legal(s, "k9-i9-j8-j7");
    stand(s, "ESk9 SOm1 soa13", "J move die=5");
    expect_illegal(s, "k9-i9-j8-j10");
    session_end(s);
}

static void B8_different_paths_are_different_tokens(void **state)
{
    (void)state;
    struct session *s = field();
    stand(s, "PAj4 SOm1 soa15", "J move die=D");
    expect_legal(s, "j4-k5 j4-j5-k5");
    session_end(s);
}

static void B9_aircraft_pass_over_pawns_and_turn_over_them(void **state)
{
    (void)state;
    struct session *s = field();
    static const char *const flyers[] = {"BOf10 SOm1 OFg10 emh12 soa15",
                                         "ACf10 SOm1 OFg10 emh12 soa15"};
    for (int i = 0; i < 2; i++) {
        stand(s, flyers[i], "J move die=3");
        expect_legal(s, "f10-i10 f10-i13 f10-h12-h11");
        expect_illegal(s, "f10-i10-i11");
        stand(s, flyers[i], "J move die=1");
        expect_illegal(s, "f10-g10 f10xg10");
    }
    stand(s, "ESf10 SOm1 OFg10 emh12 soa15", "J move die=3");
    expect_illegal(s, "f10-i10 f10-i13 f10-h12-h11");
    session_end(s);
}

static void B10_a_pawn_ends_on_an_empty_square_or_an_enemy_it_takes(void **state)
{
    (void)state;
    struct session *s = field();
    stand(s, "PAf10 OFg10 SOm1 dcf11 mie11 soa15", "J move die=1");
    expect_menu_of(s, "f10", "f10-e10 f10-e9 f10-f9 f10-g11 f10-g9 f10xf11");
    session_end(s);
}

static void B10_only_an_ambulance_ends_on_an_own_wounded_pawn(void **state)
{
    (void)state;
    struct session *s = field();
    stand(s, "AMf10 PAe10 OFg10 ESf9 SOm1 soa15", "J move die=1");
    expect_legal(s, "f10-e10@m2");
    expect_illegal(s, "f10-e10 f10xe10 f10-g10 f10-g10@m2");
    stand(s, "ESf10 PAe10 SOm1 soa15", "J move die=1");
    expect_illegal(s, "f10-e10 f10-e10@m2");
    stand(s, "AMf10 ESe10 SOm1 soa15", "J move die=1");
    expect_illegal(s, "f10-e10 f10-e10@m2");
    stand(s, "AMf9 OFf10 PAg10 SOm1 soa15", "J move die=1");
    expect_illegal(s, "f9-g10 f9-g10@m2");
    session_end(s);
}

static void B11_the_number_must_be_played(void **state)
{
    (void)state;
    struct session *s = field();
    stand(s, "PAf10 SOm1 soa15", "J move die=1");
    expect_illegal(s, ".");
    session_end(s);
}

static void B11_without_a_move_the_turn_is_lost(void **state)
{
    (void)state;
    struct session *s = field();
    stand(s, "SOg11 soa15", "J move die=3");
    expect_menu(s, "J", ".");
    play(s, ".");
    expect_to_act(s, "#");
    expect_position_has(s, " R roll moves=1 quiet=1");
    session_end(s);
}

static void B11_on_a_devil_the_new_roll_remains(void **state)
{
    (void)state;
    struct session *s = field();
    stand(s, "SOm1 eml1 bol2 acm2 soa15", "J move die=D");
    expect_menu(s, "J", ".");
    play(s, ".");
    expect_position_has(s, " J roll moves=1 quiet=1");
    session_end(s);
}

/* ---- Water ----------------------------------------------------------------------------------- */

static void B19_only_spies_and_ambulances_end_on_blue(void **state)
{
    (void)state;
    struct session *s = field();
    static const struct {
        const char *pawns;
        bool may;
    } cases[] = {
        {"ESg9 SOm1 soa15", true},  {"AMg9 SOm1 soa15", true},  {"BOg9 SOm1 soa15", false},
        {"ACg9 SOm1 soa15", false}, {"PAg9 SOm1 soa15", false}, {"EMg9 SOm1 soa15", false},
    };
    for (size_t i = 0; i < BV_COUNT(cases); i++) {
        stand(s, cases[i].pawns, "J move die=1");
        (cases[i].may ? expect_legal : expect_illegal)(s, "g9-g8");
        (cases[i].may ? expect_legal : expect_illegal)(s, "g9-f8");
    }
    session_end(s);
}

static void B19_nobody_else_ends_there_by_taking(void **state)
{
    (void)state;
    struct session *s = field();
    stand(s, "EMg9 SOm1 esg8 soa15", "J move die=1");
    expect_illegal(s, "g9xg8");
    stand(s, "ESg9 SOm1 esg8 soa15", "J move die=1");
    expect_legal(s, "g9xg8");
    session_end(s);
}

/* A board whose bombers take spies too, so that an aircraft finds an enemy on the water. */
static void B19_an_aircraft_does_not_take_on_blue(void **state)
{
    (void)state;
    char *board = board_with("belligerants", "riviere", "BO AC TK CN", "BO AC TK ES");
    struct session *s = session_on("belligerants", "armistice=off", board);
    stand(s, "BOg9 SOm1 esg8 soa15", "J move die=1");
    expect_illegal(s, "g9xg8 g9-g8");
    stand(s, "BOg9 SOm1 esf9 soa15", "J move die=1");
    expect_legal(s, "g9xf9");
    session_end(s);
    free(board);
}

static void B19_four_kinds_cross_water_the_others_do_not(void **state)
{
    (void)state;
    struct session *s = field();
    static const char *const crossing[] = {"BO", "AC", "ES", "AM"};
    static const char *const walking[] = {"EM", "DC", "MI", "CN", "TK", "OF", "PA", "SE", "SO"};
    char pawns[64];
    for (size_t i = 0; i < BV_COUNT(crossing) + BV_COUNT(walking); i++) {
        bool crosses = i < BV_COUNT(crossing);
        struct bv_out out = bv_out_into(pawns, sizeof pawns);
        bv_put(&out, crosses ? crossing[i] : walking[i - BV_COUNT(crossing)]);
        bv_put(&out, "h9 SOm1 soa15");
        stand(s, pawns, "J move die=2");
        (crosses ? expect_legal : expect_illegal)(s, "h9-h7");
        (crosses ? expect_legal : expect_illegal)(s, "h9-f7");
        expect_legal(s, "h9-j7");
    }
    session_end(s);
}

static void B19_walkers_use_the_bridges(void **state)
{
    (void)state;
    struct session *s = field();
    stand(s, "PAe10 SOm1 soa15", "J move die=D");
    expect_legal(s, "e10-e8 e10-e7 e10-e6");
    stand(s, "PAe9 SOm1 soa15", "J move die=2");
    expect_legal(s, "e9-e7");
    expect_illegal(s, "e9-c7 e9-g7");
    session_end(s);
}

static void B19_no_diagonal_step_between_two_blue_squares(void **state)
{
    (void)state;
    struct session *s = field();
    stand(s, "PAb4 SOm1 soa15", "J move die=1");
    expect_legal(s, "b4-a5 b4-c3"); /* one blue square beside the step */
    expect_illegal(s, "b4-a4 b4-b3");
    session_end(s);

    char *board = riviere();
    paint(board, "a9", "~");
    paint(board, "b10", "~");
    paint(board, "m7", "~");
    paint(board, "l6", "~");
    s = session_on("belligerants", "armistice=off", board);
    stand(s, "PAb9 SOm1 soa15", "J move die=1");
    expect_illegal(s, "b9-a10 b9-a9 b9-b10");
    expect_legal(s, "b9-c10");
    stand(s, "PAa10 SOm1 soa15", "J move die=1");
    expect_illegal(s, "a10-b9");
    stand(s, "BOb9 SOm1 soa15", "J move die=1");
    expect_legal(s, "b9-a10");
    stand(s, "ESa10 SOm1 soa15", "J move die=1");
    expect_legal(s, "a10-b9");
    session_end(s);
    free(board);
}

/* ---- Camps ----------------------------------------------------------------------------------- */

/* Camps in the open, four steps apart: paths lead through them and from one into the other. */
static struct session *islands(void)
{
    char *board = board_of("    .  .  .  .  .  .  .  .  .  .  .  .  .\n"
                           "    .* .  .  .  .  .  .  .  .  .  .  .  .*\n"
                           "    .  .  .  .  .  .  .  .  .  .  .  .  .\n"
                           "    .* .  .  .  R  R  R  R  R  .  .  .  .*\n"
                           "    .  .  .  .  R  R  R  R  R  .  .  .  .\n"
                           "    .* .  .  .  R  R  R  R  R  .  .  .  .*\n"
                           "    .  .  .* .  .  .  .  .  .  .  .* .  .\n"
                           "    .* .  .  .  .  .  .  .  .  .  .  .  .*\n"
                           "    .  .  .* .  .  .  .  .  .  .  .* .  .\n"
                           "    .* .  .  .  Y  Y  Y  Y  Y  .  .  .  .*\n"
                           "    .  .  .  .  Y  Y  Y  Y  Y  .  .  .  .\n"
                           "    .* .  .  .  Y  Y  Y  Y  Y  .  .  .  .*\n"
                           "    .  .  .  .  .  .  .  .  .  .  .  .  .\n"
                           "    .* .  .  .  .  .  .  .  .  .  .  .  .*\n"
                           "    .  .  .  .  .  .  .  .  .  .  .  .  .\n");
    struct session *s = session_on("belligerants", "armistice=off", board);
    free(board);
    return s;
}

static void B23_the_enemy_camp_opens_when_the_own_is_empty(void **state)
{
    (void)state;
    struct session *s = field();
    stand(s, "PAf14 SOg10 soa15", "J move die=2");
    expect_legal(s, "f14-d14");
    stand(s, "PAf14 SOm1 soa15", "J move die=2");
    expect_illegal(s, "f14-d14");
    stand(s, "SOm1 soa15 pah2", "R move die=1");
    expect_illegal(s, "h2-i1");
    stand(s, "SOm1 sog10 pah2", "R move die=1");
    expect_legal(s, "h2-i1");
    session_end(s);
}

static void B23_the_own_camp_is_looked_at_before_the_move(void **state)
{
    (void)state;
    struct session *s = islands();
    stand(s, "PAe6 SOk1 soe12", "J move die=4");
    expect_illegal(s, "e6-e10");
    stand(s, "PAe7 SOk1 soe12", "J move die=3");
    expect_legal(s, "e7-e10");
    stand(s, "PAe6 SOk1 ESg11 soe12", "J move die=4");
    expect_legal(s, "e6-e10");
    session_end(s);
}

static void B23_once_a_pawn_has_entered_the_camp_stays_open(void **state)
{
    (void)state;
    struct session *s = field();
    stand(s, "PAf14 SOm1 ESa12 soa15", "J move die=2");
    expect_legal(s, "f14-d14");
    session_end(s);
}

static void B23_one_may_enter_by_taking(void **state)
{
    (void)state;
    struct session *s = field();
    stand(s, "PAf14 SOg10 sod14", "J move die=2");
    expect_legal(s, "f14xd14");
    stand(s, "PAf14 SOm1 sod14", "J move die=2");
    expect_illegal(s, "f14xd14");
    session_end(s);
}

static void B23_a_pawn_inside_never_leaves_but_moves_on(void **state)
{
    (void)state;
    struct session *s = field();
    stand(s, "PAd14 SOg10 soa15", "J move die=1");
    expect_menu_of(s, "d14", "d14-c13 d14-c14 d14-c15 d14-d15 d14-e15");
    stand(s, "sej2 som1 SOg10 sog9", "R move die=2");
    expect_menu_of(s, "j2", "j2-l2 j2-l4");
    session_end(s);
}

static void B23_aircraft_inside_do_not_leave_either(void **state)
{
    (void)state;
    struct session *s = field();
    stand(s, "ACa11 SOg10 soe15", "J move die=2");
    expect_menu_of(s, "a11", "a11-a13 a11-c13");
    session_end(s);
}

static void B23_a_pawn_inside_takes_enemies_still_in_their_camp(void **state)
{
    (void)state;
    struct session *s = field();
    stand(s, "PAd14 SOg10 sod15", "J move die=1");
    expect_legal(s, "d14xd15");
    session_end(s);
}

static void B24_nobody_outside_enters_his_own_camp(void **state)
{
    (void)state;
    struct session *s = field();
    stand(s, "PAj3 SOm1 soa15", "J move die=1");
    expect_menu_of(s, "j3", "j3-i2 j3-i3 j3-i4 j3-j4 j3-k4");
    stand(s, "pad13 SOm1 soa15", "R move die=1");
    expect_menu_of(s, "d13", "d13-c12 d13-d12 d13-e12 d13-e13 d13-e14");
    session_end(s);
}

static void B24_an_open_camp_is_plain_ground(void **state)
{
    (void)state;
    struct session *s = session("belligerants", "armistice=off camp=open");
    stand(s, "PAj3 SOm1 soa15", "J move die=1");
    expect_menu_of(s, "j3", "j3-i2 j3-i3 j3-i4 j3-j2 j3-j4 j3-k2 j3-k3 j3-k4");
    stand(s, "PAj4 SOm1 soa15", "J move die=2");
    expect_legal(s, "j4-j3-k3 j4-j2");
    session_end(s);
}

static void B25_a_path_from_inside_may_cross_the_own_camp(void **state)
{
    (void)state;
    struct session *s = field();
    stand(s, "PAm1 SOk1 soa15", "J move die=3");
    expect_legal(s, "m1-m4 m1-j4");
    expect_illegal(s, "m1-j1");
    stand(s, "PAk2 SOm1 soa15", "J move die=3");
    expect_legal(s, "k2-k5 k2-h2");
    session_end(s);
}

static void B25_it_may_leave_and_end_inside_again(void **state)
{
    (void)state;
    struct session *s = field();
    stand(s, "PAj2 SOm1 soa15", "J move die=2");
    expect_legal(s, "j2-j3-k3 j2-j3-k2");
    stand(s, "PAj4 SOm1 soa15", "J move die=2");
    expect_illegal(s, "j4-j3-k3 j4-j2");
    session_end(s);
}

static void B25_a_path_from_outside_does_not_cross_the_own_camp(void **state)
{
    (void)state;
    struct session *s = islands();
    stand(s, "ACf3 SOk1 soe12", "J move die=4");
    expect_illegal(s, "f3-f7");
    expect_legal(s, "f3-j3 f3-b3");
    stand(s, "ACf4 SOk1 soe12", "J move die=3");
    expect_legal(s, "f4-f7");
    stand(s, "acf9 SOk1 soe12", "R move die=4");
    expect_illegal(s, "f9-f13");
    stand(s, "acf10 SOk1 soe12", "R move die=3");
    expect_legal(s, "f10-f13");
    session_end(s);
}

static void B25_the_enemy_camp_is_crossed_only_if_it_may_be_entered(void **state)
{
    (void)state;
    struct session *s = islands();
    stand(s, "ACf9 SOk1 soe12", "J move die=4");
    expect_legal(s, "f9-f13");
    stand(s, "ACf9 SOf4 soe12", "J move die=4");
    expect_illegal(s, "f9-f13");
    stand(s, "acf7 SOk1 sok2", "R move die=4");
    expect_legal(s, "f7-f3");
    stand(s, "acf7 SOk1 soe12", "R move die=4");
    expect_illegal(s, "f7-f3");
    stand(s, "ACf10 SOk1 soe12", "J move die=3");
    expect_illegal(s, "f10-f13 f10-f7");
    session_end(s);
}

int belligerants_marching(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(B1_both_boards_have_camps_and_crossroads),
        cmocka_unit_test(B1_the_camp_is_at_the_owners_right_hand),
        cmocka_unit_test(B4_the_die_has_five_numbers_and_the_devil),
        cmocka_unit_test(B5_pawns_are_placed_in_the_order_of_the_table),
        cmocka_unit_test(B5_soldiers_go_down_in_increasing_order),
        cmocka_unit_test(B5_pawns_alike_leave_room_for_each_other),
        cmocka_unit_test(B5_placings_are_secret_until_both_are_done),
        cmocka_unit_test(B5_everything_is_shown_when_both_are_done),
        cmocka_unit_test(B6_lots_decide_who_starts),
        cmocka_unit_test(B7_a_move_is_exactly_as_long_as_the_number),
        cmocka_unit_test(B7_on_the_devil_any_length_from_one_to_five),
        cmocka_unit_test(B7_after_a_devils_move_the_same_side_rolls_again),
        cmocka_unit_test(B7_one_own_pawn_moves),
        cmocka_unit_test(B8_over_empty_squares_in_a_straight_line),
        cmocka_unit_test(B8_a_pawn_may_turn_on_a_crossroads_it_passes_over),
        cmocka_unit_test(B8_a_pawn_turns_nowhere_else_and_not_straight_back),
        cmocka_unit_test(B8_a_turn_is_listed_only_where_the_direction_changes),
        cmocka_unit_test(B8_a_path_enters_no_square_twice),
        cmocka_unit_test(B8_different_paths_are_different_tokens),
        cmocka_unit_test(B9_aircraft_pass_over_pawns_and_turn_over_them),
        cmocka_unit_test(B10_a_pawn_ends_on_an_empty_square_or_an_enemy_it_takes),
        cmocka_unit_test(B10_only_an_ambulance_ends_on_an_own_wounded_pawn),
        cmocka_unit_test(B11_the_number_must_be_played),
        cmocka_unit_test(B11_without_a_move_the_turn_is_lost),
        cmocka_unit_test(B11_on_a_devil_the_new_roll_remains),
        cmocka_unit_test(B19_only_spies_and_ambulances_end_on_blue),
        cmocka_unit_test(B19_nobody_else_ends_there_by_taking),
        cmocka_unit_test(B19_an_aircraft_does_not_take_on_blue),
        cmocka_unit_test(B19_four_kinds_cross_water_the_others_do_not),
        cmocka_unit_test(B19_walkers_use_the_bridges),
        cmocka_unit_test(B19_no_diagonal_step_between_two_blue_squares),
        cmocka_unit_test(B23_the_enemy_camp_opens_when_the_own_is_empty),
        cmocka_unit_test(B23_the_own_camp_is_looked_at_before_the_move),
        cmocka_unit_test(B23_once_a_pawn_has_entered_the_camp_stays_open),
        cmocka_unit_test(B23_one_may_enter_by_taking),
        cmocka_unit_test(B23_a_pawn_inside_never_leaves_but_moves_on),
        cmocka_unit_test(B23_aircraft_inside_do_not_leave_either),
        cmocka_unit_test(B23_a_pawn_inside_takes_enemies_still_in_their_camp),
        cmocka_unit_test(B24_nobody_outside_enters_his_own_camp),
        cmocka_unit_test(B24_an_open_camp_is_plain_ground),
        cmocka_unit_test(B25_a_path_from_inside_may_cross_the_own_camp),
        cmocka_unit_test(B25_it_may_leave_and_end_inside_again),
        cmocka_unit_test(B25_a_path_from_outside_does_not_cross_the_own_camp),
        cmocka_unit_test(B25_the_enemy_camp_is_crossed_only_if_it_may_be_entered),
    };
    return cmocka_run_group_tests_name("belligerants: marching", tests, NULL, NULL);
}

/* E16 to E19: how the game ends. */
#include "chevaliers_tests.h"

#include <stdlib.h>

/* The board of 1969 with two ponds moved to b1 and f14: a Gold Man on a1 and a Silver Man on g14 are shut in. */
static struct session *shut_in(const char *settings, const char *rows, const char *fields)
{
    static const char board[] = "game chevaliers\n"
                                "name corners\n"
                                "quiet 100\n"
                                "map:\n"
                                "  . . . c . ~ .\n"
                                "  . . m k m . .\n"
                                "  k m m m m m k\n"
                                "  k m m m m m k\n"
                                "  . . ~ . . . .\n"
                                "  . . . . . . .\n"
                                "  . . . . . . .\n"
                                "  . . . . . . .\n"
                                "  . . . . . . .\n"
                                "  . . . . ~ . .\n"
                                "  K M M M M M K\n"
                                "  K M M M M M K\n"
                                "  . . M K M . .\n"
                                "  . ~ . C . . .\n";
    struct session *s = session_on("chevaliers", settings, board);
    drawn(s, rows, fields);
    return s;
}

#define BOTH_SHUT_IN                                                                               \
    ". . . . . ~ M\n"                                                                              \
    ". . . . . . .\n"                                                                              \
    ". . . . . . .\n"                                                                              \
    ". . . . . . .\n"                                                                              \
    ". . ~ . . . .\n"                                                                              \
    ". . . . . . .\n"                                                                              \
    ". . . . . . .\n"                                                                              \
    ". . . . . . .\n"                                                                              \
    ". . . . . . .\n"                                                                              \
    ". . . . ~ . .\n"                                                                              \
    ". . . . . . .\n"                                                                              \
    ". . . . . . .\n"                                                                              \
    ". . . . . . .\n"                                                                              \
    "m ~ . . . . .\n"

#define GOLD_SHUT_IN                                                                               \
    ". . . . . ~ .\n"                                                                              \
    ". . . . . . .\n"                                                                              \
    ". . . . . . .\n"                                                                              \
    ". . . . . . .\n"                                                                              \
    ". . ~ . . . .\n"                                                                              \
    ". . . . . . .\n"                                                                              \
    ". . . . . . .\n"                                                                              \
    ". . . . . . .\n"                                                                              \
    ". . . . . . .\n"                                                                              \
    ". . . . ~ . .\n"                                                                              \
    ". . . K . . .\n"                                                                              \
    ". . . . . . .\n"                                                                              \
    ". . . . . . .\n"                                                                              \
    "m ~ . . . . .\n"

/* Gold's Man on a2 cannot move but can be captured from a1. */
#define GOLD_SHUT_IN_AND_THREATENED                                                                \
    ". . . . . ~ .\n"                                                                              \
    ". . . . . . .\n"                                                                              \
    ". . . . . . .\n"                                                                              \
    ". . . . . . .\n"                                                                              \
    ". . ~ . . . .\n"                                                                              \
    ". . . . . . .\n"                                                                              \
    ". . . . . . .\n"                                                                              \
    ". . . . . . K\n"                                                                              \
    ". . . . . . .\n"                                                                              \
    ". . . . ~ . .\n"                                                                              \
    ". . . . . . .\n"                                                                              \
    ". . . . . . .\n"                                                                              \
    "m M M . . . .\n"                                                                              \
    "K ~ . . . . .\n"

/* Two Knights far from each other that can go to and fro. */
#define TWO_KNIGHTS                                                                                \
    ". . . . . . .\n"                                                                              \
    ". . . . . . .\n"                                                                              \
    ". . ~ . ~ . .\n"                                                                              \
    ". . . . . . .\n"                                                                              \
    ". . . . . . k\n"                                                                              \
    ". . . . . . .\n"                                                                              \
    "K . . . . . .\n"

/* ---- Castles ---------------------------------------------------------------------------------------- */

static void E16_a_castle_is_won_when_the_owners_next_turn_begins(void **state)
{
    struct session *s = south("",
                              ". . . . . . .\n"
                              ". . . . . . .\n"
                              ". . ~ . ~ . .\n"
                              ". . . . . . .\n"
                              ". . . . . . K\n"
                              ". . . . k . .\n"
                              ". . . . . . .\n",
                              "O 0");
    (void)state;
    play(s, "e2-d1");
    expect_running(s);
    expect_to_act(s, "S");
    play(s, "g3-g4");
    expect_over(s, "S 0 O 1 castle");
    session_end(s);
}

static void E16_silver_wins_the_other_castle_with_a_man(void **state)
{
    struct session *s = north("",
                              ". . . . . . .\n"
                              ". . . M . . .\n"
                              ". . . . . . k\n"
                              ". . . . . . .\n"
                              ". . ~ . ~ . .\n"
                              ". . . . . . .\n"
                              ". . . . . . .\n",
                              "S 0");
    (void)state;
    play(s, "d13-d14");
    expect_running(s);
    play(s, "g12-g11");
    expect_over(s, "S 1 O 0 castle");
    session_end(s);
}

static void E16_a_piece_captured_in_the_castle_wins_nothing(void **state)
{
    struct session *s = south("",
                              ". . . . . . .\n"
                              ". . . . . . .\n"
                              ". . ~ . ~ . .\n"
                              ". . . . . . .\n"
                              ". . . . . . m\n"
                              ". . . . k . .\n"
                              ". . K . . . .\n",
                              "O 0");
    (void)state;
    play(s, "e2-d1 c1xe1");
    expect_running(s);
    expect_to_act(s, "O");
    session_end(s);
}

static void E16_ones_own_castle_is_just_a_square(void **state)
{
    struct session *s = session("chevaliers", "");
    (void)state;
    play(s, "d2-d1 d13-d14 d1-d2 a11-a10");
    expect_running(s);
    session_end(s);
}

static void E16_a_piece_that_leaves_the_castle_in_time_has_won_already(void **state)
{
    struct session *s = south("",
                              ". . . . . . .\n"
                              ". . . . . . .\n"
                              ". . ~ . ~ . .\n"
                              ". . . . . . .\n"
                              ". . . . . . K\n"
                              ". . . . . . .\n"
                              ". . . k . . .\n",
                              "S 0");
    (void)state;
    play(s, "g3-g2");
    expect_over(s, "S 0 O 1 castle"); /* before it could move on */
    session_end(s);
}

/* ---- Elimination ------------------------------------------------------------------------------------ */

static void E17_a_side_with_no_piece_left_loses_at_once(void **state)
{
    struct session *s = south("",
                              ". . . . . . .\n"
                              ". . . . . . .\n"
                              ". . ~ . ~ . .\n"
                              ". . . . . . .\n"
                              ". . K k . k .\n"
                              ". . . . . . .\n"
                              ". . . . . . .\n",
                              "S 0");
    (void)state;
    play(s, "c3xe3xg3");
    expect_over(s, "S 1 O 0 elimination");
    expect_to_act(s, "");
    session_end(s);
}

static void E17_gold_may_win_so_too(void **state)
{
    struct session *s = south("",
                              ". . . . . . .\n"
                              ". . . . . . .\n"
                              ". . ~ . ~ . .\n"
                              ". . . . . . .\n"
                              ". . m M . . .\n"
                              ". . . . . . .\n"
                              ". . . . . . .\n",
                              "O 0");
    (void)state;
    play(s, "c3xe3");
    expect_over(s, "S 0 O 1 elimination");
    session_end(s);
}

static void E17_one_piece_left_is_enough(void **state)
{
    struct session *s = south("",
                              ". . . . . . .\n"
                              ". . . . . . .\n"
                              ". . ~ . ~ . .\n"
                              ". . . . . . .\n"
                              ". . K k . m m\n"
                              ". . . . . . .\n"
                              ". . . . . . .\n",
                              "S 0");
    (void)state;
    play(s, "c3xe3");
    expect_running(s);
    session_end(s);
}

/* ---- Passing ---------------------------------------------------------------------------------------- */

static void E18_a_side_without_a_legal_move_passes(void **state)
{
    struct session *s = shut_in("", GOLD_SHUT_IN, "O 3");
    (void)state;
    expect_menu(s, "O", ".");
    play(s, ".");
    expect_running(s);
    expect_position_has(s, " S 4 passed=yes");
    expect_illegal(s, "."); /* who can move may not pass */
    play(s, "d4-d5");
    expect_position_has(s, " O 5");
    play(s, ". d5-d4 .");
    expect_running(s); /* not both in a row */
    session_end(s);
}

static void E18_silver_may_be_shut_in_as_well(void **state)
{
    struct session *s = shut_in("",
                                ". . . . . ~ M\n"
                                ". . . . . . .\n"
                                ". . . . . . .\n"
                                ". . . . . . .\n"
                                ". . ~ . . . .\n"
                                ". . . . . . .\n"
                                ". . . . . . .\n"
                                ". . . . . . .\n"
                                ". . . . . . .\n"
                                ". . . . ~ . .\n"
                                ". . . k . . .\n"
                                ". . . . . . .\n"
                                ". . . . . . .\n"
                                ". ~ . . . . .\n",
                                "S 0");
    (void)state;
    expect_menu(s, "S", ".");
    play(s, ". d4-d3");
    expect_menu(s, "S", ".");
    session_end(s);
}

static void E18_both_passing_in_a_row_is_a_draw(void **state)
{
    struct session *s = shut_in("", BOTH_SHUT_IN, "S 0");
    (void)state;
    play(s, ".");
    expect_running(s);
    expect_menu(s, "O", ".");
    play(s, ".");
    expect_over(s, "S 1/2 O 1/2 blocked");
    session_end(s);
}

static void E18_beside_the_pass_a_fault_may_be_called(void **state)
{
    struct session *s = shut_in("oversight=table", GOLD_SHUT_IN_AND_THREATENED, "S 0");
    (void)state;
    play(s, "g7-g8");
    expect_menu(s, "O", "! .");
    play(s, ".");
    expect_position_has(s, " S 2 passed=yes"); /* the pass lets the fault stand */
    expect_illegal(s, "!");
    play(s, "g8-g7 !");
    expect_position_has(s, " S 2 called=yes");
    expect_menu(s, "S", "a1xa3 a1~a3xa1");
    session_end(s);
}

static void E18_and_E20_the_pass_belongs_to_either_partner(void **state)
{
    struct session *s = shut_in("seats=4 oversight=table", GOLD_SHUT_IN_AND_THREATENED, "S 0");
    (void)state;
    play(s, "S.knights: g7-g8");
    expect_to_act(s, "O.knights O.men");
    expect_menu(s, "O.knights", "! ."); /* no Knight is left */
    expect_menu(s, "O.men", "! .");
    play(s, "O.knights: .");
    expect_to_act(s, "S.knights S.men");
    session_end(s);

    s = shut_in("seats=4", GOLD_SHUT_IN, "O 0");
    expect_to_act(s, "O.knights O.men");
    expect_menu(s, "O.knights", ".");
    expect_menu(s, "O.men", ".");
    session_end(s);
}

static void E20_nobody_passes_while_the_partner_can_move(void **state)
{
    struct session *s = shut_in("seats=4 oversight=table",
                                ". . . . . ~ .\n"
                                ". . . . . . .\n"
                                ". . . . . . .\n"
                                ". . . . . . .\n"
                                ". . ~ . . . .\n"
                                ". . . . . . .\n"
                                ". . . . . . .\n"
                                ". . . . . . K\n"
                                ". . . . . . k\n"
                                ". . . . ~ . .\n"
                                ". . . . . . .\n"
                                ". . . . . . .\n"
                                ". . . . . . .\n"
                                "m ~ . . . . .\n",
                                "S 0");
    (void)state;
    play(s, "g7-f7");
    expect_to_act(s, "O.knights O.men");
    expect_menu(s, "O.men", "!");
    session_end(s);
}

/* ---- Repetition and quiet moves --------------------------------------------------------------------- */

static void E19_the_third_time_is_a_draw_and_the_start_counts(void **state)
{
    struct session *s = session("chevaliers", "");
    (void)state;
    play(s, "d2-d1 d13-d14 d1-d2 d14-d13"); /* the second time */
    expect_running(s);
    play(s, "d2-d1 d13-d14 d1-d2");
    expect_running(s);
    play(s, "d14-d13");
    expect_over(s, "S 1/2 O 1/2 repetition");
    session_end(s);
}

static void E19_the_same_side_must_be_to_move(void **state)
{
    struct session *s = south("", TWO_KNIGHTS, "S 0");
    (void)state;
    /* Gold loses a move by going round a triangle: the same squares with the other side to move */
    play(s, "a1-a2 g3-g4 a2-b1 g4-g3 b1-a1");       /* first with Gold to move */
    play(s, "g3-g4 a1-a2 g4-f4 a2-b2 f4-g3 b2-a1"); /* second with Gold to move */
    expect_running(s);
    play(s, "g3-f3 a1-b1 f3-g4 b1-b2 g4-g3 b2-a1"); /* third */
    expect_over(s, "S 1/2 O 1/2 repetition");
    session_end(s);

    s = south("", TWO_KNIGHTS, "S 0");
    play(s, "a1-a2 g3-g4 a2-b1 g4-g3 b1-a1"); /* S O: same squares, Gold to move */
    play(s, "g3-g4 a1-a2 g4-f4 a2-a1 f4-g3"); /* and Silver to move for the second time */
    expect_running(s);
    session_end(s);
}

static void E19_no_third_time_across_a_mans_advance(void **state)
{
    struct session *s = session("chevaliers", "");
    (void)state;
    play(s, "d2-d1 d13-d14 d1-d2 d14-d13");
    play(s, "b4-b5 d13-d14 d2-d1 d14-d13 d1-d2");
    play(s, "d13-d14 d2-d1 d14-d13");
    expect_running(s);
    play(s, "d1-d2");
    expect_over(s, "S 1/2 O 1/2 repetition");
    session_end(s);
}

static void E19_repetition_is_not_seen_without_a_past(void **state)
{
    struct session *s = session("chevaliers", "");
    bv_action list[BV_LIST_MAX];
    (void)state;
    for (int i = 0; i < 12; i++) {
        static const char *const token[] = {"d2-d1", "d13-d14", "d1-d2", "d14-d13"};
        struct bv_error error;
        bv_action action;
        assert_true(bv_token_action(&s->terms, &s->state, i % 2, bv_span_of(token[i % 4]), &s->menu,
                                    &action, &error));
        bv_apply(&s->terms, &s->state, i % 2, action, NULL);
    }
    expect_running(s);
    assert_int_equal(s->terms.game->legal(&s->terms, &s->state, 0, list), 28);
    session_end(s);
}

static void E19_a_pass_takes_part_in_repetition(void **state)
{
    struct session *s = shut_in("", GOLD_SHUT_IN, "S 0");
    (void)state;
    play(s, "d4-d5 . d5-d4 . d4-d5 . d5-d4");
    expect_running(s);
    play(s, ".");
    expect_over(s, "S 1/2 O 1/2 repetition");
    session_end(s);
}

static void E19_a_hundred_quiet_moves_are_a_draw(void **state)
{
    struct session *s = south("", TWO_KNIGHTS, "S 98");
    (void)state;
    play(s, "a1-a2");
    expect_running(s);
    expect_position_has(s, " O 99");
    play(s, "g3-g4");
    expect_over(s, "S 1/2 O 1/2 stalemate");
    session_end(s);
}

static void E19_a_pass_is_a_move(void **state)
{
    struct session *s = shut_in("", GOLD_SHUT_IN, "O 99");
    (void)state;
    play(s, ".");
    expect_over(s, "S 1/2 O 1/2 stalemate");
    session_end(s);
}

static void E19_a_capture_begins_the_count_anew(void **state)
{
    struct session *s = south("",
                              ". . . . . . .\n"
                              ". . . . . . .\n"
                              ". . ~ . ~ . .\n"
                              ". . . . . . .\n"
                              ". . K k . . .\n"
                              ". . . . . . .\n"
                              "m . . . . . .\n",
                              "S 99");
    (void)state;
    play(s, "c3xe3");
    expect_position_has(s, " O 0");
    session_end(s);
}

static void E19_a_mans_move_forward_or_diagonally_begins_the_count_anew(void **state)
{
    static const struct {
        const char *move;
        const char *after;
    } silver[] = {{"d3-d4", " O 0"},
                  {"d3-c4", " O 0"},
                  {"d3-e4", " O 0"},
                  {"d3-c3", " O 51"},
                  {"d3-e3", " O 51"}},
      gold[] = {{"d3-d2", " S 0"},
                {"d3-c2", " S 0"},
                {"d3-e2", " S 0"},
                {"d3-c3", " S 51"},
                {"d3-e3", " S 51"}};
    (void)state;
    for (size_t i = 0; i < BV_COUNT(silver); i++) {
        struct session *s =
            south("", ".......\n.......\n..~.~..\n.......\n...M...\n.......\nk......\n", "S 50");
        play(s, silver[i].move);
        expect_position_has(s, silver[i].after);
        session_end(s);
    }
    for (size_t i = 0; i < BV_COUNT(gold); i++) {
        struct session *s =
            south("", ".......\n.......\n..~.~..\n.......\n...m...\n.......\nK......\n", "O 50");
        play(s, gold[i].move);
        expect_position_has(s, gold[i].after);
        session_end(s);
    }
}

static void E19_knights_moves_are_quiet(void **state)
{
    struct session *s = session("chevaliers", "");
    (void)state;
    play(s, "a4-a5 d13~b13 g3~g5");
    expect_position_has(s, " O 3");
    session_end(s);
}

static void E19_the_limit_is_the_boards(void **state)
{
    char *board = board_with("chevaliers", "1969", "quiet 100", "quiet 3");
    struct session *s = session_on("chevaliers", "", board);
    (void)state;
    play(s, "a4-a5 a11-a10");
    expect_running(s);
    play(s, "a5-a4");
    expect_over(s, "S 1/2 O 1/2 stalemate");
    session_end(s);
    free(board);
}

static void E19_the_castle_comes_before_the_hundredth_move(void **state)
{
    struct session *s = south("",
                              ". . . . . . .\n"
                              ". . . . . . .\n"
                              ". . ~ . ~ . .\n"
                              ". . . . . . .\n"
                              ". . . . . . K\n"
                              ". . . . k . .\n"
                              ". . . . . . .\n",
                              "O 98");
    (void)state;
    play(s, "e2-d1 g3-g4");
    expect_over(s, "S 0 O 1 castle");
    session_end(s);
}

static void E19_the_castle_comes_before_both_passing(void **state)
{
    /* Silver, shut in on Gold's castle, has just passed, and Gold must pass */
    static const char board[] = "game chevaliers\n"
                                "name keep\n"
                                "quiet 100\n"
                                "map:\n"
                                "  . . . . . ~ c\n"
                                "  . . m k m . .\n"
                                "  k m m m m m k\n"
                                "  k m m m m m k\n"
                                "  . . ~ . . . .\n"
                                "  . . . . . . .\n"
                                "  . . . . . . .\n"
                                "  . . . . . . .\n"
                                "  . . . . . . .\n"
                                "  . . . . ~ . .\n"
                                "  K M M M M M K\n"
                                "  K M M M M M K\n"
                                "  . . M K M . .\n"
                                "  C ~ . . . . .\n";
    struct session *s = session_on("chevaliers", "", board);
    (void)state;
    at(s, ".....~M/......./......./......./..~..../......./......./"
          "......./......./....~../......./......./......./.~mmmmm O 1 passed=yes");
    play(s, ".");
    expect_over(s, "S 1 O 0 castle");
    session_end(s);
}

static void E19_both_passing_comes_before_the_hundredth_move(void **state)
{
    struct session *s = shut_in("", BOTH_SHUT_IN, "S 98");
    (void)state;
    play(s, ". .");
    expect_over(s, "S 1/2 O 1/2 blocked");
    session_end(s);
}

static void E19_repetition_comes_before_the_hundredth_move(void **state)
{
    struct session *s = south("", TWO_KNIGHTS, "S 92");
    (void)state;
    play(s, "a1-a2 g3-g4 a2-a1 g4-g3 a1-a2 g3-g4 a2-a1 g4-g3");
    expect_over(s, "S 1/2 O 1/2 repetition");
    session_end(s);
}

int chevaliers_end_tests(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(E16_a_castle_is_won_when_the_owners_next_turn_begins),
        cmocka_unit_test(E16_silver_wins_the_other_castle_with_a_man),
        cmocka_unit_test(E16_a_piece_captured_in_the_castle_wins_nothing),
        cmocka_unit_test(E16_ones_own_castle_is_just_a_square),
        cmocka_unit_test(E16_a_piece_that_leaves_the_castle_in_time_has_won_already),
        cmocka_unit_test(E17_a_side_with_no_piece_left_loses_at_once),
        cmocka_unit_test(E17_gold_may_win_so_too),
        cmocka_unit_test(E17_one_piece_left_is_enough),
        cmocka_unit_test(E18_a_side_without_a_legal_move_passes),
        cmocka_unit_test(E18_silver_may_be_shut_in_as_well),
        cmocka_unit_test(E18_both_passing_in_a_row_is_a_draw),
        cmocka_unit_test(E18_beside_the_pass_a_fault_may_be_called),
        cmocka_unit_test(E18_and_E20_the_pass_belongs_to_either_partner),
        cmocka_unit_test(E20_nobody_passes_while_the_partner_can_move),
        cmocka_unit_test(E19_the_third_time_is_a_draw_and_the_start_counts),
        cmocka_unit_test(E19_the_same_side_must_be_to_move),
        cmocka_unit_test(E19_no_third_time_across_a_mans_advance),
        cmocka_unit_test(E19_repetition_is_not_seen_without_a_past),
        cmocka_unit_test(E19_a_pass_takes_part_in_repetition),
        cmocka_unit_test(E19_a_hundred_quiet_moves_are_a_draw),
        cmocka_unit_test(E19_a_pass_is_a_move),
        cmocka_unit_test(E19_a_capture_begins_the_count_anew),
        cmocka_unit_test(E19_a_mans_move_forward_or_diagonally_begins_the_count_anew),
        cmocka_unit_test(E19_knights_moves_are_quiet),
        cmocka_unit_test(E19_the_limit_is_the_boards),
        cmocka_unit_test(E19_the_castle_comes_before_the_hundredth_move),
        cmocka_unit_test(E19_the_castle_comes_before_both_passing),
        cmocka_unit_test(E19_both_passing_comes_before_the_hundredth_move),
        cmocka_unit_test(E19_repetition_comes_before_the_hundredth_move),
    };
    return cmocka_run_group_tests_name("chevaliers: ends", tests, NULL, NULL);
}

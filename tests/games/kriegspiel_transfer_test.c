/* Transfers (K19 to K24). */
#include "kriegspiel_tests.h"

#include <stdio.h>

/* Two plates side by side, the first facing the second. */
static void pair(struct session *s, const char *giver, const char *receiver)
{
    char rows[256];
    snprintf(rows, sizeof rows,
             "5s1 ... ... ... ...\n"
             "  ... ... ... ...\n"
             "... ... %s %s ...\n"
             "  ... ... ... ...\n"
             "... ... ... ... 5S7\n",
             giver, receiver);
    drawn(s, rows, "F move");
}

static void K19_who_may_pass_figures_to_whom(void **state)
{
    struct session *s = on_rows("");
    (void)state;
    pair(s, "3S6", "3S9");
    expect_menu_of(s, "c3=", "c3=d3:1 c3=d3:2");
    pair(s, "1S6", "2C9");
    expect_menu_of(s, "c3=", "c3=d3:1");
    pair(s, "2C6", "2S9");
    expect_menu_of(s, "c3=", "c3=d3:1 c3=d3:2");
    pair(s, "1C6", "2C9");
    expect_menu_of(s, "c3=", "c3=d3:1");
    pair(s, "2R6", "1R9");
    expect_menu_of(s, "c3=", "c3=d3:1");
    session_end(s);
}

static void K19_never_soldiers_with_riders(void **state)
{
    struct session *s = on_rows("");
    (void)state;
    pair(s, "1S6", "1R9");
    expect_menu_of(s, "c3=", "");
    pair(s, "1R6", "1S9");
    expect_menu_of(s, "c3=", "");
    pair(s, "1R6", "1C9");
    expect_menu_of(s, "c3=", "");
    pair(s, "1C6", "1R9");
    expect_menu_of(s, "c3=", "");
    session_end(s);
}

static void K19_only_within_an_army_and_side_by_side(void **state)
{
    struct session *s = on_rows("");
    (void)state;
    pair(s, "1S6", "1s9");
    expect_menu_of(s, "c3=", "");
    pair(s, "1S6", "...");
    expect_menu_of(s, "c3=", "");
    pair(s, "1S6", "-C-");
    expect_menu_of(s, "c3=", "");
    pair(s, "1S6", "-c-");
    expect_menu_of(s, "c3=", "");
    drawn(s,
          "5s1 ... ... ... ...\n"
          "  ... ... ... ...\n"
          "... 2S6 ... 2S4 ...\n"
          "  ... ... ... ...\n"
          "... ... ... ... 5S7\n",
          "F move"); /* one hexagon between */
    expect_menu_of(s, "b3=", "");
    session_end(s);
}

static void K19_free_of_cost_and_any_number_of_times(void **state)
{
    struct session *s = on_rows("");
    (void)state;
    drawn(s,
          "5s1 ... ... ... ...\n"
          "  ... ... ... ...\n"
          "... 4S6 1S6 1S4 ...\n"
          "  ... ... ... ...\n"
          "... ... ... ... 5S7\n",
          "F move points=0,0,3");
    play(s, "b3=c3:3 c3=d3:3 d3=c3:1");
    expect_position_has(s, "/...1S62S63S4.../");
    expect_position_has(s, "points=0,0,3 given=b3=c3,c3=d3,d3=c3");
    expect_menu(s, "F", ".");
    session_end(s);
}

static void K19_the_english_transfer_alike(void **state)
{
    struct session *s = on_rows("");
    (void)state;
    drawn(s,
          "5S1 ... ... ... ...\n"
          "  ... ... ... ...\n"
          "1S6 1s6 0c6 1s4 1S4\n"
          "  ... ... ... ...\n"
          "... ... ... 1r6 1r7\n",
          "A move");
    expect_menu_of(s, "a3=", "");
    expect_menu_of(s, "b3=", "b3=c3:1");
    expect_menu_of(s, "c3=", "");
    expect_menu_of(s, "d3=", "d3=c3:1");
    expect_menu_of(s, "d1=", "d1=e1:1");
    play(s, "d3=c3:1 d1=e1:1");
    expect_cell(s, "c3", "1c6");
    expect_cell(s, "d3", "...");
    expect_cell(s, "e1", "2r7");
    session_end(s);
}

static void K20_the_giver_faces_the_receiver(void **state)
{
    struct session *s = on_rows("axis=both");
    const char *const others[] = {"3S9", "3S3", "3S1", "3S4", "3S7"};
    const char *const receivers[] = {"1S9", "1S6", "1S3", "1S1", "1S4", "1S7", "1S^"};
    (void)state;
    for (size_t i = 0; i < BV_COUNT(others); i++) {
        pair(s, others[i], "1S9");
        expect_menu_of(s, "c3=", "");
    }
    for (size_t i = 0; i < BV_COUNT(receivers); i++) {
        pair(s, "1S6", receivers[i]); /* the receiver's facing does not matter */
        expect_menu_of(s, "c3=", "c3=d3:1");
    }
    session_end(s);
}

static void K21_the_receiver_never_exceeds_its_maximum(void **state)
{
    struct session *s = on_rows("");
    (void)state;
    pair(s, "5S6", "1S9");
    expect_menu_of(s, "c3=", "c3=d3:1 c3=d3:2 c3=d3:3 c3=d3:4");
    pair(s, "5S6", "4S9");
    expect_menu_of(s, "c3=", "c3=d3:1");
    pair(s, "5S6", "5S9");
    expect_menu_of(s, "c3=", "");
    pair(s, "5S6", "0C9");
    expect_menu_of(s, "c3=", "c3=d3:1 c3=d3:2 c3=d3:3 c3=d3:4");
    pair(s, "5S6", "3C9");
    expect_menu_of(s, "c3=", "c3=d3:1");
    pair(s, "5S6", "4C9");
    expect_menu_of(s, "c3=", "");
    pair(s, "2R6", "1R9");
    expect_menu_of(s, "c3=", "c3=d3:1");
    pair(s, "2R6", "2R9");
    expect_menu_of(s, "c3=", "");
    pair(s, "1R6", "1R9");
    play(s, "c3=d3:1");
    expect_cell(s, "d3", "2R9");
    pair(s, "2S6", "1S9");
    expect_menu_of(s, "c3=", "c3=d3:1 c3=d3:2"); /* nor gives what it has not */
    session_end(s);
}

static void K22_an_empty_plate_is_taken_off(void **state)
{
    struct session *s = on_rows("");
    (void)state;
    pair(s, "2S6", "2S9");
    play(s, "c3=d3:1");
    expect_cell(s, "c3", "1S6");
    pair(s, "2S6", "2S9");
    play(s, "c3=d3:2");
    expect_cell(s, "c3", "...");
    expect_cell(s, "d3", "4S9");
    assert_int_equal(s->state.kriegspiel.plates[0][KRIEGSPIEL_SOLDIERS], 2);
    expect_menu_of(s, "c3", "");
    pair(s, "1R6", "1R9");
    play(s, "c3=d3:1");
    expect_cell(s, "c3", "...");
    assert_int_equal(s->state.kriegspiel.plates[0][KRIEGSPIEL_CAVALRY], 1);
    pair(s, "2S6", "0C9");
    play(s, "c3=d3:2");
    expect_cell(s, "c3", "...");
    expect_cell(s, "d3", "2C9");
    session_end(s);
}

static void K22_a_cannon_without_crew_stays_and_can_be_manned(void **state)
{
    struct session *s = on_rows("");
    (void)state;
    pair(s, "2C6", "2S4");
    play(s, "c3=d3:2");
    expect_cell(s, "c3", "0C6");
    expect_menu_of(s, "c3", "");
    expect_menu_of(s, "d3=", "d3=c3:1 d3=c3:2 d3=c3:3 d3=c3:4");
    play(s, "d3=c3:4");
    expect_cell(s, "c3", "4C6");
    expect_menu_of(s, "c3", "c3-d3 c3< c3>"); /* d3 gave its last */
    session_end(s);
}

static void K23_one_transfer_each_way_between_two_plates(void **state)
{
    struct session *s = on_rows("");
    (void)state;
    pair(s, "4S6", "2S4");
    play(s, "c3=d3:1");
    expect_menu_of(s, "c3=", "");
    expect_menu_of(s, "d3=", "d3=c3:1 d3=c3:2");
    play(s, "d3=c3:1");
    expect_menu_of(s, "c3=", "");
    expect_menu_of(s, "d3=", "");
    play(s, ". . . .");
    expect_legal(s, "c3=d3:1 d3=c3:1"); /* a new turn */
    pair(s, "4C6", "0C4");
    play(s, "c3=d3:1");
    expect_menu_of(s, "c3=", "");
    expect_menu_of(s, "d3=", "d3=c3:1");
    pair(s, "1R6", "1R4");
    expect_legal(s, "c3=d3:1 d3=c3:1");
    session_end(s);
}

static void K23_riders_too(void **state)
{
    struct session *s = on_rows("");
    (void)state;
    drawn(s,
          "5s1 ... ... ... ...\n"
          "  ... ... ... ...\n"
          "... 2R6 1R6 1R4 ...\n"
          "  ... ... ... ...\n"
          "1R9 ... ... ... 5S7\n",
          "F move");
    play(s, "b3=c3:1 c3=d3:1");
    expect_position_has(s, "given=b3=c3,c3=d3");
    expect_menu_of(s, "b3=", "");
    expect_menu_of(s, "c3=", "");
    expect_menu_of(s, "d3=", "d3=c3:1");
    session_end(s);
}

/*
 * The receiver walks round a third plate, which changes the order of plates, and is still the same.
 */
static void K23_the_plates_not_the_hexagons(void **state)
{
    struct session *s = on_rows("");
    const char *const boards[] = {
        "5s1 ... ... ... ...\n"
        "  ... ... ... ...\n"
        "... 4S6 1S4 1S4 ...\n"
        "  ... ... ... ...\n"
        "1S6 ... ... ... ...\n",
        "5s1 ... ... ... ...\n"
        "  ... ... ... ...\n"
        "... 2R6 1R4 1R4 ...\n"
        "  ... ... ... ...\n"
        "1R6 ... ... ... ...\n",
    };
    (void)state;
    for (size_t i = 0; i < BV_COUNT(boards); i++) {
        drawn(s, boards[i], "F move");
        play(s, "b3=c3:1 c3> c3-b4");
        expect_position_has(s, "given=b3=b4");
        play(s, "d3-c3"); /* another plate on that hexagon */
        expect_legal(s, "b3=c3:1");
        expect_position_has(s, "given=b3=b4");
    }
    drawn(s, boards[0], "F move");
    play(s, "b3=c3:1 c3> c3-b4 b3<");
    expect_menu_of(s, "b3=", ""); /* the same two plates elsewhere */
    session_end(s);
}

/* The giver walks past others, upwards and downwards. */
static void K23_a_giver_is_remembered_wherever_it_goes(void **state)
{
    struct session *s = on_rows("");
    (void)state;
    drawn(s,
          "5s1 ... ... ... ...\n"
          "  ... ... ... ...\n"
          "2S6 2S7 4S4 ... ...\n"
          "  ... ... ... ...\n"
          "1S6 ... ... ... ...\n",
          "F move");
    play(s, "c3=b3:1 a3=b3:1");
    expect_position_has(s, "given=a3=b3,c3=b3");
    play(s, "c3< c3-b2"); /* below a3 and b3 */
    expect_position_has(s, "given=b2=b3,a3=b3");
    play(s, "b3-a4"); /* above them all */
    expect_position_has(s, "given=b2=a4,a3=a4");
    drawn(s,
          "5s1 ... ... ... ...\n"
          "  ... ... ... ...\n"
          "1S6 ... ... ... ...\n"
          "  3S6 2S6 1S6 ...\n"
          "1S6 ... ... ... ...\n",
          "F move");
    play(s, "a2=b2:1 b2=c2:2 a2< a2-b3");
    expect_position_has(s, "given=b2=c2,b3=b2");
    session_end(s);
}

static void K23_taking_off_a_plate_forgets_only_that_plate(void **state)
{
    struct session *s = on_rows("");
    (void)state;
    drawn(s,
          "5s1 ... ... ... ...\n"
          "  ... ... ... ...\n"
          "... 1S6 3S6 1S6 1S4\n"
          "  ... ... ... ...\n"
          "... ... ... ... ...\n",
          "F move");
    play(s, "c3=d3:1 d3=e3:1 e3=d3:1 b3=c3:1"); /* b3, the lowest, is gone */
    expect_position_has(s, "/......3S62S61S4/");
    expect_position_has(s, "given=c3=d3,d3=e3,e3=d3");
    drawn(s,
          "5s1 ... ... ... ...\n"
          "  ... ... ... ...\n"
          "... 1S6 3S6 1S6 1S4\n"
          "  ... ... ... ...\n"
          "... ... ... ... ...\n",
          "F move");
    play(s, "c3=d3:1 b3=c3:1 d3=e3:2");
    expect_position_has(s, "/......3S6...3S4/");
    expect_illegal(s, "c3=d3:1");
    expect_position_has(s, "F move");
    for (int slot = 0; slot < KRIEGSPIEL_SLOTS; slot++)
        assert_int_equal(s->state.kriegspiel.given[slot], 0);
    session_end(s);
}

/* Cannons change order among themselves like the others. */
static void K23_cannons_too(void **state)
{
    struct session *s = on_rows("axis=both");
    (void)state;
    drawn(s,
          "5s1 ... ... ... ...\n"
          "  ... ... ... ...\n"
          "... 2S6 3C7 ... ...\n"
          "  ... 2C9 ... ...\n"
          "... ... ... ... 5S7\n",
          "F move");
    play(s, "b3=c3:1");
    expect_position_has(s, "given=b3=c3");
    play(s, "c3-c2"); /* backward; still above b2 */
    expect_position_has(s, "given=b3=c2");
    play(s, "c2-d1"); /* below b2 */
    expect_position_has(s, "moved=d1:2 given=b3=d1");
    play(s, "d1<");
    expect_position_has(s, "moved=d1:3 given=b3=d1");
    session_end(s);
}

static void K24_nothing_moves_once_the_phase_is_over(void **state)
{
    struct session *s = on_rows("axis=both");
    (void)state;
    drawn(s,
          "5s1 ... ... ... 1S^\n"
          "  ... ... ... ...\n"
          "... 2S6 3C7 ... ...\n"
          "  ... 2C9 ... ...\n"
          "... 1R6 1R4 ... ...\n",
          "F move");
    expect_legal(s, "b3< b3-a3 b3=c3:1 c3> b1=c1:1 e5^NE");
    play(s, ".");
    expect_menu(s, "F", ".");
    session_end(s);
}

int kriegspiel_transfer_tests(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(K19_who_may_pass_figures_to_whom),
        cmocka_unit_test(K19_never_soldiers_with_riders),
        cmocka_unit_test(K19_only_within_an_army_and_side_by_side),
        cmocka_unit_test(K19_free_of_cost_and_any_number_of_times),
        cmocka_unit_test(K19_the_english_transfer_alike),
        cmocka_unit_test(K20_the_giver_faces_the_receiver),
        cmocka_unit_test(K21_the_receiver_never_exceeds_its_maximum),
        cmocka_unit_test(K22_an_empty_plate_is_taken_off),
        cmocka_unit_test(K22_a_cannon_without_crew_stays_and_can_be_manned),
        cmocka_unit_test(K23_one_transfer_each_way_between_two_plates),
        cmocka_unit_test(K23_riders_too),
        cmocka_unit_test(K23_the_plates_not_the_hexagons),
        cmocka_unit_test(K23_a_giver_is_remembered_wherever_it_goes),
        cmocka_unit_test(K23_taking_off_a_plate_forgets_only_that_plate),
        cmocka_unit_test(K23_cannons_too),
        cmocka_unit_test(K24_nothing_moves_once_the_phase_is_over),
    };
    return cmocka_run_group_tests_name("kriegspiel: transfers", tests, NULL, NULL);
}

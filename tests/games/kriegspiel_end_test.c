/* The end (K33, K34) and the seats (K35). */
#include "kriegspiel_tests.h"

#include <stdio.h>

/* The French fire at the last English plate but what `left` says stands at e5; the throw is a 5. */
static void last_shot(struct session *s, const char *left)
{
    char text[256];
    snprintf(text, sizeof text,
             "... ... ... ... %s\n"
             "  ... ... ... ...\n"
             "5S6 1s4 ... ... ...\n"
             "  ... ... ... ...\n"
             "... ... ... ... ...\n",
             left);
    drawn(s, text, "F fire");
    play(s, "a3*b3 #5");
}

static void K33_an_army_is_beaten_when_it_can_do_nothing(void **state)
{
    struct session *s = on_rows("");
    (void)state;
    last_shot(s, "...");
    expect_over(s, "F 1 A 0 beaten");
    last_shot(s, "0c1");
    expect_over(s, "F 1 A 0 beaten");
    last_shot(s, "1c1"); /* a crew of 1 only fires where it points */
    expect_over(s, "F 1 A 0 beaten");
    last_shot(s, "-c-");
    expect_over(s, "F 1 A 0 beaten");
    last_shot(s, "2c1");
    expect_running(s);
    last_shot(s, "1r1");
    expect_running(s);
    last_shot(s, "1s1");
    expect_running(s);
    session_end(s);
}

static void K33_two_cannons_of_one_are_beaten_too(void **state)
{
    struct session *s = on_rows("");
    (void)state;
    drawn(s,
          "1c1 ... ... ... ...\n"
          "  ... ... ... ...\n"
          "5S6 1s4 ... ... 1c1\n"
          "  ... ... ... ...\n"
          "... ... ... ... ...\n",
          "F fire");
    play(s, "a3*b3 #1");
    expect_over(s, "F 1 A 0 beaten");
    drawn(s,
          "1c1 ... ... ... ...\n"
          "  ... ... ... ...\n"
          "5S6 1s4 ... ... 2c1\n"
          "  ... ... ... ...\n"
          "... ... ... ... ...\n",
          "F fire");
    play(s, "a3*b3 #1");
    expect_running(s); /* the second cannon counts as well */
    session_end(s);
}

static void K33_the_english_win_alike(void **state)
{
    struct session *s = on_rows("");
    (void)state;
    drawn(s,
          "1C1 ... ... ... ...\n"
          "  ... ... ... ...\n"
          "5s6 1R4 ... ... ...\n"
          "  ... ... ... ...\n"
          "... ... ... ... ...\n",
          "A fire");
    play(s, "a3*b3 #3");
    expect_running(s);
    drawn(s,
          "1C1 ... ... ... ...\n"
          "  ... ... ... ...\n"
          "5s6 1R4 ... ... ...\n"
          "  ... ... ... ...\n"
          "... ... ... ... ...\n",
          "A fire");
    play(s, "a3*b3 #4");
    expect_over(s, "F 0 A 1 beaten");
    expect_position_has(s, " A over");
    session_end(s);
}

/* The last soldier mans a cannon: that is seen at the end of the turn, not before. */
static void K33_a_transfer_alone_ends_nothing_before_the_turn(void **state)
{
    struct session *s = on_rows("");
    (void)state;
    drawn(s,
          "5s1 ... ... ... ...\n"
          "  ... ... ... ...\n"
          "1S6 0C6 ... ... ...\n"
          "  ... ... ... ...\n"
          "... ... ... ... ...\n",
          "F move");
    play(s, "a3=b3:1");
    expect_running(s);
    play(s, ".");
    expect_running(s);
    expect_menu(s, "F", ".");
    play(s, ".");
    expect_over(s, "F 0 A 1 beaten");
    drawn(s,
          "5s1 ... ... ... ...\n"
          "  ... ... ... ...\n"
          "1S6 1C6 ... ... ...\n"
          "  ... ... ... ...\n"
          "... ... ... ... ...\n",
          "F move");
    play(s, "a3=b3:1 . ."); /* a crew of 2 plays on */
    expect_to_act(s, "A");
    session_end(s);
}

static void K33_both_armies_are_looked_at_after_a_shot(void **state)
{
    struct session *s = on_rows("");
    (void)state;
    drawn(s,
          "... ... ... ... ...\n"
          "  ... ... ... ...\n"
          "1S6 0C6 1s4 ... 5s1\n"
          "  ... ... ... ...\n"
          "... ... ... ... ...\n",
          "F move");
    play(s, "a3=b3:1 . b3*c3 #0"); /* a miss: but the French are beaten */
    expect_over(s, "F 0 A 1 beaten");
    session_end(s);
}

static void K33_if_both_are_beaten_who_just_played_wins(void **state)
{
    struct session *s = on_rows("");
    (void)state;
    drawn(s,
          "... ... ... ... ...\n"
          "  ... ... ... ...\n"
          "1S6 0C6 1s4 ... 1c1\n"
          "  ... ... ... ...\n"
          "... ... ... ... ...\n",
          "F move");
    play(s, "a3=b3:1 . b3*c3 #1");
    expect_over(s, "F 1 A 0 beaten");
    drawn(s,
          "... ... ... ... ...\n"
          "  ... ... ... ...\n"
          "1s6 0c6 1S4 ... 1C1\n"
          "  ... ... ... ...\n"
          "... ... ... ... ...\n",
          "A move");
    play(s, "a3=b3:1 . b3*c3 #1");
    expect_over(s, "F 0 A 1 beaten");
    session_end(s);
}

static const char *const apart = "5s1 ... ... ... ...\n"
                                 "  ... ... ... ...\n"
                                 "... ... ... ... ...\n"
                                 "  ... ... ... ...\n"
                                 "... ... ... ... %s\n";

static void quiet_end(struct session *s, const char *cell, const char *fields)
{
    char text[256];
    snprintf(text, sizeof text, apart, cell);
    drawn(s, text, fields);
    play(s, ". .");
}

static void K34_forty_quiet_turns_end_the_game(void **state)
{
    struct session *s = on_rows("");
    (void)state;
    quiet_end(s, "5S9", "F move quiet=38");
    expect_running(s);
    expect_position_has(s, "A move quiet=39");
    play(s, ".");
    expect_running(s);
    play(s, "."); /* both armies' turns are counted */
    expect_over(s, "F 1/2 A 1/2 quiet");
    session_end(s);
}

static void K34_the_count_begins_with_the_game(void **state)
{
    struct session *s = session("kriegspiel", "");
    (void)state;
    play(s, "#A");
    for (int turn = 1; turn < 40; turn++) {
        play(s, ". .");
        expect_running(s);
    }
    play(s, ".");
    expect_running(s);
    play(s, ".");
    expect_over(s, "F 1/2 A 1/2 quiet");
    session_end(s);
}

static void K34_more_figures_win(void **state)
{
    struct session *s = on_rows("quiet=count");
    (void)state;
    quiet_end(s, "4S9", "F move quiet=39");
    expect_over(s, "F 0 A 1 quiet");
    quiet_end(s, "5S9", "F move quiet=39");
    expect_over(s, "F 1/2 A 1/2 quiet");
    quiet_end(s, "4C9", "F move quiet=39"); /* a crew of 4, and their cannon */
    expect_over(s, "F 1/2 A 1/2 quiet");
    quiet_end(s, "3C9", "A move quiet=39");
    expect_over(s, "F 0 A 1 quiet");
    drawn(s,
          "4s1 ... ... ... -c-\n"
          "  ... ... ... ...\n"
          "... ... ... ... ...\n"
          "  ... ... ... ...\n"
          "0C9 ... ... 2S9 2R9\n",
          "A fire quiet=39"); /* a destroyed cannon counts nothing, one without crew counts */
    play(s, ".");
    expect_over(s, "F 1 A 0 quiet");
    session_end(s);
}

static void K34_always_a_draw(void **state)
{
    struct session *s = on_rows("quiet=draw");
    (void)state;
    quiet_end(s, "4S9", "F move quiet=39");
    expect_over(s, "F 1/2 A 1/2 quiet");
    quiet_end(s, "5S9", "A move quiet=39");
    expect_over(s, "F 1/2 A 1/2 quiet");
    session_end(s);
}

static void K34_a_loss_begins_the_count_anew(void **state)
{
    struct session *s = on_rows("");
    const char *const rows = "... ... ... ... ...\n"
                             "  ... ... ... ...\n"
                             "5S6 3s4 ... ... ...\n"
                             "  ... ... ... ...\n"
                             "4C6 0c9 ... ... 5s9\n";
    (void)state;
    drawn(s, rows, "F fire quiet=39");
    play(s, "a3*b3 #1 .");
    expect_position_has(s, " A move");
    assert_int_equal(s->state.kriegspiel.quiet, 0);
    assert_int_equal(s->state.kriegspiel.loss, 0);
    play(s, ". .");
    expect_position_has(s, " F move quiet=1");
    drawn(s, rows, "F fire quiet=39");
    play(s, "a3*b3 #0 ."); /* a miss is quiet */
    expect_over(s, "F 1 A 0 quiet");
    drawn(s, rows, "F fire quiet=39");
    play(s, "a1*b1 #5 ."); /* a cannon destroyed counts, crew or not */
    expect_running(s);
    assert_int_equal(s->state.kriegspiel.quiet, 0);
    drawn(s, rows, "F fire quiet=39");
    play(s, "a1*b1 #4 .");
    expect_over(s, "F 1 A 0 quiet");
    session_end(s);
}

static void K34_the_beaten_are_looked_at_first(void **state)
{
    struct session *s = on_rows("quiet=draw");
    (void)state;
    drawn(s,
          "5s1 ... ... ... ...\n"
          "  ... ... ... ...\n"
          "1S6 0C6 ... ... ...\n"
          "  ... ... ... ...\n"
          "... ... ... ... ...\n",
          "F move quiet=39");
    play(s, "a3=b3:1 . .");
    expect_over(s, "F 0 A 1 beaten");
    session_end(s);
}

/* ---- Seats ----------------------------------------------------------------------------------- */

static const char *const three_commands = "5s1 ... 2r1 ... 4c1\n"
                                          "  ... ... ... ...\n"
                                          "... 2S6 3C4 ... ...\n"
                                          "  ... ... ... ...\n"
                                          "... 1R6 ... ... ...\n";

static void K35_each_seat_acts_with_its_own_plates(void **state)
{
    struct session *s = on_rows("axis=both seats=6");
    (void)state;
    drawn(s, three_commands, "F move");
    expect_to_act(s, "F.soldiers F.cavalry F.cannons");
    expect_menu(s, "F.soldiers", ". b3-a3 b3< b3=c3:1 b3>");
    expect_menu(s, "F.cavalry", ". b1-a1 b1-c1 b1< b1>");
    expect_menu(s, "F.cannons", ". c3< c3=b3:1 c3=b3:2 c3=b3:3 c3>");
    drawn(s, three_commands, "A move");
    expect_to_act(s, "A.soldiers A.cavalry A.cannons");
    expect_menu(s, "A.soldiers", ". a5< a5>");
    expect_menu(s, "A.cavalry", ". c5-b4 c5< c5>");
    expect_menu(s, "A.cannons", ". e5-d4 e5< e5>");
    session_end(s);
    s = on_rows("axis=both seats=2");
    drawn(s, three_commands, "F move");
    expect_to_act(s, "F");
    expect_menu(s, "F",
                ". b1-a1 b1-c1 b1< b1> b3-a3 b3< b3=c3:1 b3> c3< c3=b3:1 c3=b3:2 c3=b3:3 c3>");
    session_end(s);
}

static void K35_each_seat_fires_with_its_own_plates(void **state)
{
    struct session *s = on_rows("seats=6");
    (void)state;
    drawn(s,
          "... 5s1 ... 5s1 ...\n"
          "  5S9 ... 1R9 5s1\n"
          "... 5s1 ... ... 2R9\n"
          "  1C9 ... ... ...\n"
          "... ... ... ... ...\n",
          "F fire");
    expect_menu(s, "F.soldiers", ". a4*b5");
    expect_menu(s, "F.cavalry", ". c4*d5");
    expect_menu(s, "F.cannons", ". a2*b3");
    play(s, "F.soldiers: a4*b5 #: #1");
    expect_to_act(s, "F.soldiers F.cavalry F.cannons");
    expect_menu(s, "F.soldiers", ".");
    expect_menu(s, "F.cannons", ". a2*b3");
    session_end(s);
}

static void K35_a_phase_ends_when_every_seat_has_closed_it(void **state)
{
    struct session *s = on_rows("seats=6");
    (void)state;
    drawn(s, three_commands, "F move");
    play(s, "F.cavalry: .");
    expect_to_act(s, "F.soldiers F.cannons");
    expect_position_has(s, "F move closed=cavalry");
    play(s, "F.soldiers: b3< .");
    expect_to_act(s, "F.cannons");
    play(s, "F.cannons: .");
    expect_position_has(s, " F fire");
    expect_to_act(s, "F.soldiers F.cavalry F.cannons");
    play(s, "F.cannons: . F.soldiers: .");
    expect_to_act(s, "F.cavalry");
    play(s, "F.cavalry: .");
    expect_to_act(s, "A.soldiers A.cavalry A.cannons");
    play(s, "A.soldiers: . A.cavalry: . A.cannons: .");
    expect_position_has(s, " A fire");
    session_end(s);
}

static void K35_a_closed_seat_still_receives(void **state)
{
    struct session *s = on_rows("seats=6");
    (void)state;
    drawn(s, three_commands, "F move");
    play(s, "F.soldiers: . F.cannons: c3=b3:1");
    expect_to_act(s, "F.cavalry F.cannons");
    expect_cell(s, "b3", "3S6");
    session_end(s);
}

static void K35_a_shot_leaves_the_closed_seats_closed(void **state)
{
    struct session *s = on_rows("seats=6");
    (void)state;
    drawn(s,
          "... 5s1 ... 5s1 ...\n"
          "  5S9 ... 1R9 5s1\n"
          "... 5s1 ... ... 2R9\n"
          "  1C9 ... ... ...\n"
          "... ... ... ... ...\n",
          "F fire");
    play(s, "F.cannons: . F.soldiers: a4*b5");
    expect_to_act(s, "#");
    expect_position_has(s, "F die closed=cannons fired=soldiers shot=a4*b5");
    play(s, "#0");
    expect_to_act(s, "F.soldiers F.cavalry");
    session_end(s);
}

static void K35_a_command_without_plates_is_not_to_act(void **state)
{
    struct session *s = on_rows("seats=6");
    (void)state;
    drawn(s,
          "5s1 ... ... ... -c-\n"
          "  ... ... ... ...\n"
          "... ... ... ... -C-\n"
          "  ... ... ... ...\n"
          "... 1R6 ... ... ...\n",
          "F move"); /* destroyed cannons do not count */
    expect_to_act(s, "F.cavalry");
    play(s, ". .");
    expect_to_act(s, "A.soldiers");
    drawn(s,
          "5s1 ... ... ... ...\n"
          "  ... ... ... ...\n"
          "... ... ... ... 0C9\n"
          "  ... ... ... ...\n"
          "... 1R6 ... ... ...\n",
          "F move"); /* a cannon without crew does */
    expect_to_act(s, "F.cavalry F.cannons");
    expect_menu(s, "F.cannons", ".");
    session_end(s);
}

static void K35_giving_away_the_last_plate_closes(void **state)
{
    struct session *s = on_rows("seats=6");
    const char *const rows = "5s1 ... ... ... ...\n"
                             "  ... ... ... ...\n"
                             "... 1S6 2C4 ... ...\n"
                             "  ... ... ... ...\n"
                             "... 1R6 ... ... ...\n";
    (void)state;
    drawn(s, rows, "F move");
    play(s, "F.soldiers: b3=c3:1");
    expect_to_act(s, "F.cavalry F.cannons");
    expect_position_has(s, " F move");
    drawn(s, rows, "F move");
    play(s, "F.cavalry: . F.cannons: . F.soldiers: b3=c3:1");
    expect_position_has(s, " F fire"); /* the last to close */
    expect_to_act(s, "F.cavalry F.cannons");
    drawn(s,
          "5s1 ... ... ... ...\n"
          "  ... ... ... ...\n"
          "... 1S6 2C4 ... 1S9\n"
          "  ... ... ... ...\n"
          "... 1R6 ... ... ...\n",
          "F move");
    play(s, "F.cavalry: . F.cannons: . F.soldiers: b3=c3:1");
    expect_to_act(s, "F.soldiers"); /* it has another plate */
    session_end(s);
    s = on_rows("seats=2");
    drawn(s, rows, "F move");
    play(s, "b3=c3:1");
    expect_to_act(s, "F"); /* where one seat has all the commands nothing is closed */
    expect_position_has(s, " F move");
    session_end(s);
}

int kriegspiel_end_tests(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(K33_an_army_is_beaten_when_it_can_do_nothing),
        cmocka_unit_test(K33_two_cannons_of_one_are_beaten_too),
        cmocka_unit_test(K33_the_english_win_alike),
        cmocka_unit_test(K33_a_transfer_alone_ends_nothing_before_the_turn),
        cmocka_unit_test(K33_both_armies_are_looked_at_after_a_shot),
        cmocka_unit_test(K33_if_both_are_beaten_who_just_played_wins),
        cmocka_unit_test(K34_forty_quiet_turns_end_the_game),
        cmocka_unit_test(K34_the_count_begins_with_the_game),
        cmocka_unit_test(K34_more_figures_win),
        cmocka_unit_test(K34_always_a_draw),
        cmocka_unit_test(K34_a_loss_begins_the_count_anew),
        cmocka_unit_test(K34_the_beaten_are_looked_at_first),
        cmocka_unit_test(K35_each_seat_acts_with_its_own_plates),
        cmocka_unit_test(K35_each_seat_fires_with_its_own_plates),
        cmocka_unit_test(K35_a_phase_ends_when_every_seat_has_closed_it),
        cmocka_unit_test(K35_a_closed_seat_still_receives),
        cmocka_unit_test(K35_a_shot_leaves_the_closed_seats_closed),
        cmocka_unit_test(K35_a_command_without_plates_is_not_to_act),
        cmocka_unit_test(K35_giving_away_the_last_plate_closes),
    };
    return cmocka_run_group_tests_name("kriegspiel: end and seats", tests, NULL, NULL);
}

/* Movements (K12 to K18). */
#include "kriegspiel_tests.h"

#include <stdio.h>

static int points_left(struct session *s, int kind)
{
    return s->state.kriegspiel.points[kind];
}

static void K12_soldiers_share_four_points(void **state)
{
    struct session *s = on_rows("");
    (void)state;
    drawn(s,
          "5s1 ... ... ... ...\n"
          "  ... ... ... ...\n"
          "5S9 ... ... ... 2S7\n"
          "  ... ... ... ...\n"
          "... 2R9 ... 4C9 ...\n",
          "F move");
    play(s, "a3> e3< b1> a3-b3");
    assert_int_equal(points_left(s, KRIEGSPIEL_SOLDIERS), 1);
    expect_legal(s, "b3< b3> b3-c3 e3< e3> e3-d3");
    play(s, "d1> e3<");
    assert_int_equal(points_left(s, KRIEGSPIEL_SOLDIERS), 0);
    expect_menu_of(s, "b3", "");
    expect_menu_of(s, "e3", "");
    expect_menu(s, "F", ". b1-c1 b1< b1> d1-e1 d1< d1>");
    session_end(s);
}

static void K12_cavalry_shares_five_points(void **state)
{
    struct session *s = on_rows("");
    (void)state;
    drawn(s,
          "5s1 ... ... ... ...\n"
          "  ... ... ... ...\n"
          "2R6 ... ... ... 1R4\n"
          "  ... ... ... ...\n"
          "... 5S9 ... 4C9 ...\n",
          "F move");
    play(s, "a3-b3 e3-d3 b3> b3<");
    assert_int_equal(points_left(s, KRIEGSPIEL_CAVALRY), 1);
    expect_legal(s, "b3-c3 d3-c3 d3<");
    play(s, "d3<");
    expect_menu(s, "F", ". b1-b2 b1< b1> d1-d2 d1< d1>");
    session_end(s);
}

static void K12_cannons_share_three_points(void **state)
{
    struct session *s = on_rows("");
    (void)state;
    drawn(s,
          "5s1 ... ... ... ...\n"
          "  ... ... ... ...\n"
          "4C6 ... ... ... 4C4\n"
          "  ... ... ... ...\n"
          "... 5S9 ... ... 2R7\n",
          "F move");
    play(s, "a3-b3 e3<");
    assert_int_equal(points_left(s, KRIEGSPIEL_CANNONS), 1);
    expect_legal(s, "b3-c3 b3< e3< e3-d2");
    play(s, "b3-c3");
    expect_menu(s, "F", ". b1-b2 b1< b1> e1-d2 e1< e1>");
    play(s, ". . . .");
    assert_int_equal(points_left(s, KRIEGSPIEL_SOLDIERS), 4); /* all points again */
    assert_int_equal(points_left(s, KRIEGSPIEL_CAVALRY), 5);
    assert_int_equal(points_left(s, KRIEGSPIEL_CANNONS), 3);
    expect_legal(s, "c3-d3 b1<");
    session_end(s);
}

static void K13_a_rotation_is_one_direction_and_costs_one(void **state)
{
    struct session *s = on_rows("");
    (void)state;
    drawn(s,
          "5s1 ... ... ... ...\n"
          "  ... ... ... ...\n"
          "... ... 5S9 ... ...\n"
          "  ... ... ... ...\n"
          "... ... ... ... ...\n",
          "F move");
    expect_menu(s, "F", ". c3-c4 c3< c3>");
    play(s, "c3>"); /* clockwise: from NE to E */
    expect_cell(s, "c3", "5S6");
    expect_position_has(s, "points=3,5,3");
    play(s, "c3< c3<"); /* anticlockwise: over NE to NW */
    expect_cell(s, "c3", "5S7");
    expect_position_has(s, "points=1,5,3");
    session_end(s);
    s = on_columns("");
    drawn(s,
          "5s2     ...     ...\n"
          "... ... ... ... ...\n"
          "... ... 2R8 ... ...\n"
          "... ... ... ... ...\n"
          "... ... ... ... ...\n",
          "F move");
    play(s, "c3>");
    expect_position_has(s, "/......2R9....../");
    play(s, "c3< c3<");
    expect_position_has(s, "/......2R7....../");
    session_end(s);
}

static void K14_a_step_goes_to_the_empty_hexagon_faced(void **state)
{
    struct session *s = on_rows("");
    (void)state;
    drawn(s,
          "5s1 ... ... ... 5S9\n"
          "  ... ... ... ...\n"
          "... ... 5S1 ... ...\n"
          "  ... ... ... ...\n"
          "1S1 ... ... ... 2S6\n",
          "F move");
    expect_menu_of(s, "c3-", "c3-b2"); /* towards one's own camp too */
    expect_menu_of(s, "a1-", "");      /* not off the field */
    expect_menu_of(s, "e1-", "");
    expect_menu_of(s, "e5-", "");
    play(s, "c3-b2");
    expect_cell(s, "c3", "...");
    expect_cell(s, "b2", "5S1");
    expect_position_has(s, "points=3,5,3");
    expect_menu_of(s, "b2-", "b2-b1");
    session_end(s);
}

static void K14_the_english_step_alike(void **state)
{
    struct session *s = on_rows("");
    (void)state;
    drawn(s,
          "5s1 ... ... ... ...\n"
          "  ... ... ... ...\n"
          "... ... 2r9 ... ...\n"
          "  ... ... ... ...\n"
          "1S1 ... ... ... ...\n",
          "A move");
    expect_menu(s, "A", ". a5< a5> c3-c4 c3< c3>");
    play(s, "c3-c4 c4-d5");
    expect_cell(s, "d5", "2r9");
    expect_position_has(s, "points=4,3,3");
    session_end(s);
}

static void K15_forward_only_the_way_faced(void **state)
{
    struct session *s = on_rows("axis=forward");
    (void)state;
    drawn(s,
          "5s1 ... ... ... ...\n"
          "  ... ... ... ...\n"
          "... 4C6 5S9 ... ...\n"
          "  ... ... ... ...\n"
          "2R1 ... ... ... ...\n",
          "F move");
    expect_legal(s, "c3-c4");
    expect_illegal(s, "c3-b2 b3-a3 a1-a2");
    session_end(s);
}

static void K15_both_ways_along_the_axis(void **state)
{
    struct session *s = on_rows("axis=both");
    (void)state;
    drawn(s,
          "5s1 ... ... ... 5S^\n"
          "  ... ... ... ...\n"
          "... 4C4 5S9 ... ...\n"
          "  ... ... ... ...\n"
          "2R1 ... ... ... 3C4\n",
          "F move");
    expect_menu(s, "F", ". a1-a2 a1< a1> b3-a3 b3< b3> c3-b2 c3-c4 c3< c3> e1< e1> e5^NE e5^NW");
    play(s, "c3-b2");
    expect_cell(s, "b2", "5S9"); /* the facing is kept */
    expect_position_has(s, "points=3,5,3");
    play(s, "b2<");
    expect_menu_of(s, "b2-", "b2-c1"); /* a cannon stands before it, nothing behind */
    session_end(s);
}

static void K15_backward_needs_what_forward_needs(void **state)
{
    struct session *s = on_rows("axis=both");
    (void)state;
    drawn(s,
          "5s1 ... ... ... ...\n"
          "  ... ... ... ...\n"
          "... 4C4 5S9 ... ...\n"
          "  ... 5s9 ... ...\n"
          "2R7 ... ... ... ...\n",
          "F move");
    expect_menu_of(s, "b3-", "b3-a3"); /* c3 is taken */
    expect_menu_of(s, "c3-", "c3-c4"); /* b2 is taken */
    expect_menu_of(s, "a1-", "");      /* the field ends on both sides */
    drawn(s,
          "5s1 ... ... ... ...\n"
          "  ... ... ... ...\n"
          "4C4 ... 5S9 ... ...\n"
          "  ... ... ... ...\n"
          "... 2R9 ... 1R9 ...\n",
          "F move points=0,1,0 moved=a3:3");
    expect_menu(s, "F", ". b1-b2 b1< b1> d1-d2 d1< d1>");
    drawn(s,
          "5s1 ... ... ... ...\n"
          "  ... ... ... ...\n"
          "4C4 ... ... ... ...\n"
          "  ... 1R9 ... ...\n"
          "... ... ... ... ...\n",
          "F move points=4,0,3");
    expect_menu(s, "F", ". a3-b3 a3< a3>"); /* the cavalry has no points left */
    session_end(s);
}

static void K15_backward_in_every_direction(void **state)
{
    struct session *s = on_rows("axis=both");
    const char *const cells[] = {"2R9", "2R6", "2R3", "2R1", "2R4", "2R7"};
    const char *const menus[] = {"c3-b2 c3-c4", "c3-b3 c3-d3", "c3-b4 c3-c2",
                                 "c3-b2 c3-c4", "c3-b3 c3-d3", "c3-b4 c3-c2"};
    (void)state;
    for (int i = 0; i < 6; i++) {
        char rows[256];
        snprintf(rows, sizeof rows,
                 "5s1 ... ... ... ...\n"
                 "  ... ... ... ...\n"
                 "... ... %s ... ...\n"
                 "  ... ... ... ...\n"
                 "... ... ... ... ...\n",
                 cells[i]);
        drawn(s, rows, "F move");
        expect_menu_of(s, "c3-", menus[i]);
    }
    session_end(s);
}

/* A lone cannon with so many of crew in the middle of the field. */
static void cannon(struct session *s, int crew, const char *fields)
{
    char rows[256];
    snprintf(rows, sizeof rows,
             "5s1 ... ... ... ...\n"
             "  ... ... ... ...\n"
             "... ... %dC9 ... ...\n"
             "  ... ... ... ...\n"
             "... ... ... ... 1R9\n",
             crew);
    drawn(s, rows, fields);
}

static void K16_the_crew_decides_what_a_cannon_may_do(void **state)
{
    struct session *s = on_rows("");
    (void)state;
    cannon(s, 0, "F move");
    expect_menu_of(s, "c3", "");
    cannon(s, 1, "F move");
    expect_menu_of(s, "c3", "");
    cannon(s, 2, "F move");
    expect_menu_of(s, "c3", "c3< c3>");
    play(s, "c3<");
    expect_menu_of(s, "c3", "");
    cannon(s, 3, "F move");
    expect_menu_of(s, "c3", "c3< c3>");
    play(s, "c3<");
    expect_menu_of(s, "b4", "");
    expect_menu_of(s, "c3", "c3< c3>");
    play(s, "c3<");
    expect_menu_of(s, "c3", "");
    cannon(s, 4, "F move");
    expect_menu_of(s, "c3", "c3-c4 c3< c3>");
    play(s, "c3-c4");
    expect_menu_of(s, "c4", "c4-d5 c4< c4>");
    play(s, "c4< c4-c5");
    expect_menu_of(s, "c5", "");
    session_end(s);
}

static void K16_a_crew_of_one_fires_and_of_none_does_not(void **state)
{
    struct session *s = on_rows("");
    (void)state;
    drawn(s,
          "... ... ... 5s1 ...\n"
          "  ... ... ... ...\n"
          "... ... 1C9 ... ...\n"
          "  ... ... ... ...\n"
          "... ... ... ... 1R9\n",
          "F fire");
    expect_menu(s, "F", ". c3*d5");
    drawn(s,
          "... ... ... 5s1 ...\n"
          "  ... ... ... ...\n"
          "... ... 0C9 ... ...\n"
          "  ... ... ... ...\n"
          "... ... ... ... 1R9\n",
          "F fire");
    expect_menu(s, "F", ".");
    session_end(s);
}

static void K16_always_within_the_three_of_the_army(void **state)
{
    struct session *s = on_rows("");
    (void)state;
    drawn(s,
          "5s1 ... ... ... ...\n"
          "  ... ... ... ...\n"
          "... ... 4C9 ... ...\n"
          "  ... ... ... ...\n"
          "... ... ... ... 3C7\n",
          "F move");
    play(s, "c3< c3< e1<");
    expect_menu(s, "F", ".");
    session_end(s);
}

static void K17_the_crew_counts_at_each_movement(void **state)
{
    struct session *s = on_rows("");
    const char *const rows = "5s1 ... ... ... ...\n"
                             "  ... ... ... ...\n"
                             "... ... %s %s ...\n"
                             "  ... ... ... ...\n"
                             "... ... ... ... 4C^\n";
    char text[256];
    (void)state;
    /* Crew 4, two steps' worth of turns, two given away: a crew of 2 has had its one rotation. */
    snprintf(text, sizeof text, rows, "4C9", "1S4");
    drawn(s, text, "F move");
    play(s, "c3>");
    expect_position_has(s, "points=4,5,2 moved=c3:1");
    play(s, "c3=d3:2");
    expect_menu_of(s, "c3", "");
    /* A crew of 3 has one of its two left, but no step. */
    drawn(s, text, "F move");
    play(s, "c3> c3=d3:1");
    expect_menu_of(s, "c3", "c3< c3>");
    play(s, "c3>");
    expect_menu_of(s, "c3", "");
    /* A crew of 2 that has turned once and becomes 4 has two movements left. */
    snprintf(text, sizeof text, rows, "2C9", "5S4");
    drawn(s, text, "F move");
    play(s, "c3<");
    expect_menu_of(s, "c3", "");
    play(s, "d3=c3:2");
    expect_menu_of(s, "c3", "c3-b4 c3< c3>");
    play(s, "c3-b4 b4<");
    expect_position_has(s, "points=4,5,0 moved=b4:3");
    expect_menu_of(s, "b4", "");
    session_end(s);
}

static void K17_movements_follow_the_cannon_and_end_with_the_phase(void **state)
{
    struct session *s = on_rows("");
    (void)state;
    drawn(s,
          "5s1 ... ... ... ...\n"
          "  4C1 ... ... ...\n"
          "... 3C9 ... ... ...\n"
          "  ... ... ... ...\n"
          "... ... ... ... 1R9\n",
          "F move");
    play(s, "a4-a3"); /* from behind the other cannon to before it */
    expect_position_has(s, "moved=a3:1");
    play(s, "a3>");
    expect_position_has(s, "moved=a3:2");
    play(s, "b3>");
    expect_position_has(s, "moved=a3:2,b3:1");
    play(s, ".");
    expect_position_has(s, "F fire");
    for (int slot = 0; slot < KRIEGSPIEL_SLOTS; slot++)
        assert_int_equal(kriegspiel_moved(s->state.kriegspiel.plate[0][slot]), 0);
    play(s, ". . .");
    expect_legal(s, "a3> b3<");
    session_end(s);
}

static void K17_any_of_the_crew_may_be_given_away(void **state)
{
    struct session *s = on_rows("");
    (void)state;
    drawn(s,
          "5s1 ... ... ... ...\n"
          "  ... ... ... ...\n"
          "... 4C6 1S4 ... ...\n"
          "  ... ... ... ...\n"
          "1C6 3S9 ... ... ...\n",
          "F move");
    expect_menu_of(s, "b3=", "b3=c3:1 b3=c3:2 b3=c3:3 b3=c3:4");
    expect_menu_of(s, "a1=", "a1=b1:1");
    play(s, "b3=c3:4");
    expect_cell(s, "b3", "0C6");
    expect_menu_of(s, "b3", "");
    session_end(s);
}

static void K18_destroyed_cannons_never_move(void **state)
{
    struct session *s = on_rows("axis=both");
    (void)state;
    drawn(s,
          "5s1 ... ... ... ...\n"
          "  ... ... -C- ...\n"
          "... ... 5S9 ... ...\n"
          "  ... ... ... ...\n"
          "... ... -c- ... ...\n",
          "F move");
    expect_menu(s, "F", ". c3-b2 c3< c3>");
    play(s, "c3-b2 b2> b2>"); /* now facing c1 */
    expect_menu_of(s, "b2-", "b2-b3");
    play(s, ". . .");
    expect_cell(s, "c4", "-C-");
    expect_cell(s, "c1", "-c-");
    session_end(s);
}

int kriegspiel_move_tests(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(K12_soldiers_share_four_points),
        cmocka_unit_test(K12_cavalry_shares_five_points),
        cmocka_unit_test(K12_cannons_share_three_points),
        cmocka_unit_test(K13_a_rotation_is_one_direction_and_costs_one),
        cmocka_unit_test(K14_a_step_goes_to_the_empty_hexagon_faced),
        cmocka_unit_test(K14_the_english_step_alike),
        cmocka_unit_test(K15_forward_only_the_way_faced),
        cmocka_unit_test(K15_both_ways_along_the_axis),
        cmocka_unit_test(K15_backward_needs_what_forward_needs),
        cmocka_unit_test(K15_backward_in_every_direction),
        cmocka_unit_test(K16_the_crew_decides_what_a_cannon_may_do),
        cmocka_unit_test(K16_a_crew_of_one_fires_and_of_none_does_not),
        cmocka_unit_test(K16_always_within_the_three_of_the_army),
        cmocka_unit_test(K17_the_crew_counts_at_each_movement),
        cmocka_unit_test(K17_movements_follow_the_cannon_and_end_with_the_phase),
        cmocka_unit_test(K17_any_of_the_crew_may_be_given_away),
        cmocka_unit_test(K18_destroyed_cannons_never_move),
    };
    return cmocka_run_group_tests_name("kriegspiel: movements", tests, NULL, NULL);
}

/* Material, battlefield, facing, turn (K1 to K11), and the boards. */
#include "kriegspiel_tests.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const empty_rows = "5s1 ... ... ... ...\n"
                                      "  ... ... ... ...\n"
                                      "... ... %s ... ...\n"
                                      "  ... ... ... ...\n"
                                      "... ... ... ... 5S9\n";

/* Whether a plate drawn so in the middle of the field is accepted. */
static bool is_plate(struct session *s, const char *cell)
{
    char rows[256];
    char text[256];
    size_t length = 0;
    struct bv_error error;
    snprintf(rows, sizeof rows, empty_rows, cell);
    for (const char *c = rows; *c; c++)
        if (*c != ' ' && (*c != '\n' || c[1])) text[length++] = *c == '\n' ? '/' : *c;
    snprintf(text + length, sizeof text - length, " F move");
    return bv_position_read(&s->terms, bv_span_of(text), &s->state, &error);
}

static void K1_three_kinds_of_plates_and_what_they_hold(void **state)
{
    struct session *s = on_rows("");
    const char *const good[] = {"1S9", "5S9", "1R9", "2R9", "0C9",
                                "1C9", "4C9", "1s1", "2r1", "0c1"};
    const char *const bad[] = {"0S9", "6S9", "0R9", "3R9", "5C9",
                               "9C9", "1X9", "0s1", "3r1", "5c1"};
    (void)state;
    for (size_t i = 0; i < BV_COUNT(good); i++)
        if (!is_plate(s, good[i])) fail_msg("%s is a plate", good[i]);
    for (size_t i = 0; i < BV_COUNT(bad); i++)
        if (is_plate(s, bad[i])) fail_msg("%s is no plate", bad[i]);
    session_end(s);
}

static const char *const standard_start = "2r^2r^...4c^...4c^...2r^2r^/"
                                          "...5s^5s^5s^5s^5s^5s^.../"
                                          ".........................../"
                                          "......................../"
                                          ".........................../"
                                          "......................../"
                                          ".........................../"
                                          "......................../"
                                          ".........................../"
                                          "...5S^5S^5S^5S^5S^5S^.../"
                                          "2R^2R^...4C^...4C^...2R^2R^";

static void K2_each_army_has_every_plate_full(void **state)
{
    struct session *s = session("kriegspiel", "");
    char position[512];
    (void)state;
    snprintf(position, sizeof position, "%s - lots", standard_start);
    expect_position(s, position);
    assert_int_equal(kriegspiel_army(&s->state.kriegspiel, KRIEGSPIEL_FRENCH), 48);
    assert_int_equal(kriegspiel_army(&s->state.kriegspiel, KRIEGSPIEL_ENGLISH), 48);
    session_end(s);
}

/* Chance is to act with these tokens, all equally likely. */
static void expect_chance(struct session *s, const char *tokens, uint32_t count)
{
    expect_to_act(s, "#");
    expect_menu(s, "#", tokens);
    assert_int_equal(s->menu.weight, count);
    for (uint32_t i = 0; i < count; i++) assert_int_equal(s->menu.item[i].weight, 1);
}

static void K3_the_die_shows_nought_to_five(void **state)
{
    struct session *s = on_rows("");
    (void)state;
    drawn(s,
          "... ... ... ... ...\n"
          "  ... ... 5s1 ...\n"
          "... ... 5S9 ... ...\n"
          "  ... ... ... ...\n"
          "... ... ... ... ...\n",
          "F fire");
    play(s, "c3*c4");
    expect_chance(s, "#0 #1 #2 #3 #4 #5", 6);
    session_end(s);
}

/* The names of the neighbours of a hexagon, clockwise from a direction; `-` outside. */
static void expect_neighbours(struct session *s, const char *hexagon, const char *names)
{
    const struct kriegspiel_tables *tables = &s->tables.kriegspiel;
    struct bv_span span = bv_span_of(hexagon);
    char text[64];
    struct bv_out out = bv_out_into(text, sizeof text);
    int file, rank;
    assert_true(bv_take_square(&span, tables->files, tables->ranks, &file, &rank));
    for (unsigned direction = 0; direction < KRIEGSPIEL_DIRECTIONS; direction++) {
        unsigned at = kriegspiel_next(tables, tables->hexagon[rank][file], direction);
        if (direction) bv_put_char(&out, ' ');
        if (at == KRIEGSPIEL_OUTSIDE)
            bv_put_char(&out, '-');
        else
            s->terms.game->point(&s->terms, (int)at, &out);
    }
    assert_string_equal(text, names);
}

static void K4_a_hexagon_has_six_neighbours(void **state)
{
    struct session *s = on_rows("");
    (void)state;
    expect_neighbours(s, "c3", "c4 d3 c2 b2 b3 b4");
    expect_neighbours(s, "b2", "c3 c2 c1 b1 a2 b3");
    session_end(s);
}

static void K5_standard_is_eleven_rows(void **state)
{
    struct session *s = session("kriegspiel", "field=standard");
    (void)state;
    assert_int_equal(s->tables.kriegspiel.hexagons, 6 * 9 + 5 * 8);
    assert_int_equal(s->tables.kriegspiel.ranks, 11);
    /* NE E SE SW W NW */
    expect_neighbours(s, "a1", "a2 b1 - - - -");
    expect_neighbours(s, "i1", "- - - - h1 h2");
    expect_neighbours(s, "h2", "i3 - i1 h1 g2 h3");
    expect_neighbours(s, "a2", "b3 b2 b1 a1 - a3");
    expect_neighbours(s, "a11", "- b11 a10 - - -");
    expect_neighbours(s, "i11", "- - - h10 h11 -");
    expect_neighbours(s, "e6", "f7 f6 f5 e5 d6 e7");
    session_end(s);
}

static void K5_long_is_eleven_columns(void **state)
{
    struct session *s = session("kriegspiel", "field=long");
    (void)state;
    assert_int_equal(s->tables.kriegspiel.hexagons, 6 * 13 + 5 * 12);
    assert_int_equal(s->tables.kriegspiel.files, 11);
    /* N NE SE S SW NW */
    expect_neighbours(s, "a1", "a2 b1 - - - -");
    expect_neighbours(s, "b1", "b2 c2 c1 - a1 a2");
    expect_neighbours(s, "k1", "k2 - - - - j1");
    expect_neighbours(s, "b12", "- c13 c12 b11 a12 a13");
    expect_neighbours(s, "a13", "- - b12 a12 - -");
    expect_neighbours(s, "k13", "- - - k12 j12 -");
    expect_neighbours(s, "e6", "e7 f6 f5 e5 d5 d6");
    expect_position(s, "2r2............2r2/"
                       "...2r25s24c25s2...5s24c25s22r2.../"
                       ".........5s2.........5s2........./"
                       "................................./"
                       "................................./"
                       "................................./"
                       "................................./"
                       "................................./"
                       "................................./"
                       "................................./"
                       "................................./"
                       "......5S85S85S8...5S85S85S8....../"
                       "2R82R8...4C8.........4C8...2R82R8 - lots");
    session_end(s);
}

static void K6_one_plate_a_hexagon_and_no_pushing(void **state)
{
    struct session *s = on_rows("axis=both");
    (void)state;
    drawn(s,
          "... ... ... ... ...\n"
          "  ... ... 5s1 ...\n"
          "... ... 5S9 ... ...\n"
          "  ... 1S9 ... ...\n"
          "... ... ... ... ...\n",
          "F move");
    expect_illegal(s, "c3-c4 c3-d5 c3-b2");
    drawn(s,
          "... ... ... ... ...\n"
          "  ... ... -c- ...\n"
          "... ... 5S9 ... 5s1\n"
          "  ... -C- ... ...\n"
          "... ... ... ... ...\n",
          "F move");
    expect_menu(s, "F", ". c3< c3>");
    session_end(s);
}

static void K7_a_plate_faces_one_of_six_directions(void **state)
{
    struct session *s = on_rows("");
    char rows[256];
    const char *const cells[] = {"5S9", "5S6", "5S3", "5S1", "5S4", "5S7"};
    const char *const steps[] = {"c4", "d3", "c2", "b2", "b3", "b4"};
    (void)state;
    for (int i = 0; i < 6; i++) {
        char token[16];
        snprintf(rows, sizeof rows, empty_rows, cells[i]);
        drawn(s, rows, "F move");
        snprintf(token, sizeof token, "c3-%s", steps[i]);
        expect_menu_of(s, "c3-", token);
        play(s, "c3>");
        expect_cell(s, "c3", cells[(i + 1) % 6]);
        play(s, "c3<");
        expect_cell(s, "c3", cells[i]);
        play(s, "c3<");
        expect_cell(s, "c3", cells[(i + 5) % 6]);
    }
    assert_false(is_plate(s, "5S8"));
    assert_false(is_plate(s, "5S2"));
    session_end(s);
    s = on_columns("");
    expect_neighbours(s, "c3", "c4 d3 d2 c2 b2 b3");
    session_end(s);
}

static void K8_the_half_rotation_is_free_and_comes_first(void **state)
{
    struct session *s = on_rows("axis=both");
    (void)state;
    drawn(s,
          "5s^ ... ... ... ...\n"
          "  ... ... ... ...\n"
          "... ... ... ... ...\n"
          "  5S^ ... ... ...\n"
          "5S1 ... ... ... ...\n",
          "F move points=0,0,3");
    expect_menu(s, "F", ". a2^NE a2^NW"); /* free; no turn, step or transfer before it */
    play(s, "a2^NW");
    expect_cell(s, "a2", "5S7");
    expect_position_has(s, "points=0,0,3");
    expect_menu(s, "F", ".");
    play(s, ". .");
    expect_menu(s, "A", ". a5^SE a5^SW");
    play(s, "a5^SE");
    expect_cell(s, "a5", "5s3");
    session_end(s);
}

static void K8_it_gives_both_directions_of_either_army(void **state)
{
    struct session *s = session("kriegspiel", "");
    (void)state;
    play(s, "#F");
    expect_menu_of(s, "e2", "e2^NE e2^NW");
    expect_menu_of(s, "a1", "a1^NE a1^NW");
    expect_menu_of(s, "d1", "d1^NE d1^NW");
    play(s, "e2^NE");
    expect_menu_of(s, "e2", "e2-f3 e2< e2>");
    play(s, ". .");
    expect_menu_of(s, "e10", "e10^SE e10^SW");
    play(s, "e10^SW");
    expect_menu_of(s, "e10", "e10-e9 e10< e10>");
    session_end(s);
}

static void K8_a_plate_not_yet_turned_neither_fires_nor_gives(void **state)
{
    struct session *s = on_rows("");
    (void)state;
    drawn(s,
          "... ... ... ... ...\n"
          "  ... 5s^ 5s^ ...\n"
          "... ... 5S^ ... ...\n"
          "  ... 1S9 ... ...\n"
          "... ... ... ... ...\n",
          "F fire");
    expect_menu(s, "F", "."); /* the plate at b2 is behind a friend */
    drawn(s,
          "... ... ... ... ...\n"
          "  ... 5s^ 5s^ ...\n"
          "... ... 4S^ ... ...\n"
          "  ... 1S9 ... ...\n"
          "... ... ... ... ...\n",
          "F move");
    expect_menu(s, "F", ". b2< b2=c3:1 b2> c3^NE c3^NW"); /* it may receive */
    drawn(s,
          "... ... ... ... ...\n"
          "  ... ... 5s^ ...\n"
          "... ... 4S9 ... ...\n"
          "  ... ... ... ...\n"
          "... ... ... ... ...\n",
          "F fire");
    expect_menu(s, "F", ". c3*c4"); /* and be fired at */
    session_end(s);
}

static void K8_a_cannon_needs_one_of_crew_for_it(void **state)
{
    struct session *s = on_rows("");
    (void)state;
    drawn(s,
          "5s^ ... ... ... 5S9\n"
          "  ... ... ... ...\n"
          "0C^ ... 1C^ ... ...\n"
          "  ... ... ... ...\n"
          "... ... ... ... ...\n",
          "F move");
    expect_menu_of(s, "a3", "");
    expect_menu_of(s, "c3", "c3^NE c3^NW");
    play(s, "c3^NE");
    expect_menu_of(s, "c3", "");
    expect_position_has(s, "F move"); /* no movement for K16: all points left */
    assert_int_equal(s->state.kriegspiel.points[KRIEGSPIEL_CANNONS], 3);
    session_end(s);
}

static void K9_on_long_there_is_no_half_rotation(void **state)
{
    struct session *s = session("kriegspiel", "field=long");
    struct bv_error error;
    (void)state;
    play(s, "#F");
    expect_menu_of(s, "e2", "e2-e3 e2< e2>");
    expect_menu_of(s, "c2", "c2-c3 c2< c2>");
    play(s, ". .");
    expect_menu_of(s, "e12", "e12-e11 e12< e12>");
    session_end(s);
    s = on_columns("");
    assert_false(bv_position_read(&s->terms,
                                  bv_span_of("5s^....../.............../"
                                             ".............../.............../"
                                             "5S8............ F move"),
                                  &s->state, &error));
    session_end(s);
}

static void K10_lots_decide_who_starts(void **state)
{
    struct session *s = session("kriegspiel", "");
    (void)state;
    expect_chance(s, "#A #F", 2);
    play(s, "#F");
    expect_to_act(s, "F");
    expect_position_has(s, " F move");
    s->terms.game->start(&s->terms, &s->state);
    play(s, "#A");
    expect_to_act(s, "A");
    expect_position_has(s, " A move");
    session_end(s);
}

static void K11_two_phases_each_ended_by_a_point(void **state)
{
    struct session *s = session("kriegspiel", "");
    (void)state;
    play(s, "#F a1^NE .");
    expect_position_has(s, " F fire");
    expect_menu(s, "F", "."); /* needed even as the only token */
    assert_int_equal(s->menu.item[0].action, 0);
    play(s, ".");
    expect_position_has(s, " A move quiet=1");
    expect_legal(s, ".");
    play(s, ". .");
    expect_position_has(s, " F move quiet=2");
    session_end(s);
}

/* ---- Boards ---------------------------------------------------------------------------------- */

static void bad(const char *board, const char *from, const char *to, const char *part)
{
    char *text = board_with("kriegspiel", board, from, to);
    expect_bad_board("kriegspiel", text, part);
    free(text);
}

static void a_bad_board_is_named_with_its_line(void **state)
{
    (void)state;
    bad("standard", "hexagons rows", "hexagons diamonds", "test.board:8: 'hexagons' is 'rows' or");
    bad("standard", "hexagons rows\n", "", "'hexagons' is missing");
    bad("standard", "points 4 5 3", "points 4 5", "'points' needs three numbers from 1 to 9");
    bad("standard", "points 4 5 3", "points 4 5 3 1", "'points' needs three numbers");
    bad("standard", "points 4 5 3", "points 4 0 3", "'points' needs three numbers");
    bad("standard", "points 4 5 3", "points 4 5 10", "'points' needs three numbers");
    bad("standard", "range  2 1 3", "range 2 x 3", "'range' needs three numbers from 1 to 9");
    bad("standard", "quiet 40", "quiet 0", "'quiet' must be a number from 1 to 200");
    bad("standard", "quiet 40", "quiet 201", "'quiet' must be a number from 1 to 200");
    bad("standard", "quiet 40", "quiet 40\ncolour red", "unknown key 'colour'");
    bad("standard", "2r 2r .. 4c", "2r .. 4c", "this line has 8 hexagons and needs 9");
    bad("standard", ".. 5S 5S", ".. .. 5S 5S", "this line has 9 hexagons and needs 8");
    bad("standard", "2R 2R .. 4C", "2R 2R zz 4C",
        "c1: a hexagon is '..', '--' (none) or a plate such");
    bad("standard", "2R 2R .. 4C", "2R 2R 4C2 4C", "c1: a hexagon is '..',");
    bad("standard", "2R 2R .. 4C", "2R 3R .. 4C", "b1: a plate holds 1 to 5 soldiers");
    bad("standard", "2R 2R .. 4C", "2R 0R .. 4C", "b1: a plate holds 1 to 5 soldiers");
    bad("standard", "2R 2R .. 4C", "2R 2R .. 5C", "d1: a plate holds 1 to 5 soldiers");
    bad("standard", "2R 2R .. 4C", "2R 2R .. *C", "d1: a plate holds 1 to 5 soldiers");
    bad("standard", ".. 5S 5S 5S", "5S 5S 5S 5S", "g2: an army has at most 6 soldier");
    bad("standard", "2R 2R .. 4C", "2R 2R 4C 4C", "f1: an army has at most 6 soldier");
    bad("standard", "2R 2R .. 4C", "2R 1R .. 4C",
        "both armies have the same plates: here are 1 1R and 0 1r");
    bad("standard", "2R 2R .. 4C", "2R .. .. 4C",
        "both armies have the same plates: here are 3 2R and 4 2r");
    bad("standard", "2R 2R .. 4C", "2R 5S .. 4C", "g2: an army has at most 6 soldier");
    bad("standard", ".. .. .. .. .. .. .. .. ..\n", ".. .. .. .. 5s .. .. .. ..\n",
        "an army has at most");
    bad("long", "    2r    ..    ..", "    2r .. ..    ..", "this line has 7 hexagons and needs 6");
    bad("long", "..    2r\n", "..    ..\n", "here are 4 2R and 3 2r");
}

static void bad_map(const char *orientation, const char *map, const char *part)
{
    char text[2048];
    snprintf(
        text, sizeof text,
        "game kriegspiel\nname bad\nhexagons %s\npoints 4 5 3\nrange 2 1 3\nquiet 40\nmap:\n%s",
        orientation, map);
    expect_bad_board("kriegspiel", text, part);
}

static void a_map_of_the_wrong_shape_is_refused(void **state)
{
    char wide[2048] = "";
    (void)state;
    bad_map("rows", " 5s .. ..\n .. 5S\n", "test.board:8: the map has 3 to 15 lines");
    bad_map("rows", " 5s ..\n ..\n .. 5S\n", "test.board:10: the lowest line has 3 to 15 hexagons");
    bad_map("rows", " 1c .. ..\n .. ..\n .. .. 1C\n", "the armies are beaten before they start");
    bad_map("rows", " 5s .. ..\n .. ..\n 5s .. ..\n", "here are 0 5S and 2 5s");
    bad_map("rows", " 5s .. ..\n .. ..\n .. .. 2R\n", "here are 0 5S and 1 5s");
    for (int i = 0; i < 16; i++) strcat(wide, " ..\n");
    bad_map("rows", wide, "the map has 3 to 15 lines");
    strcpy(wide, " ..\n ..\n");
    for (int i = 0; i < 16; i++) strcat(wide, " ..");
    bad_map("rows", strcat(wide, "\n"), "the lowest line has 3 to 15 hexagons");
    strcpy(wide, "");
    for (int line = 0; line < 11; line++) {
        for (int i = 0; i < 15 - line % 2; i++) strcat(wide, " ..");
        strcat(wide, "\n");
    }
    bad_map("rows", wide, "the map has more than 143 hexagons");
}

/* An even number of rows, the lowest of them short, and a hole in the middle. */
static void K5_a_field_may_have_any_shape(void **state)
{
    (void)state;
    struct session *s = session_on("kriegspiel", "",
                                   "game kriegspiel\nname mine\nhexagons rows\n"
                                   "points 4 5 3\nrange 2 1 3\nquiet 40\nmap:\n"
                                   "   2r .. 5s .. 2r\n"
                                   " -- .. -- .. 5s --\n"
                                   "   .. .. .. .. ..\n"
                                   " -- 5S 2R 5S 2R --\n");
    assert_int_equal(s->tables.kriegspiel.hexagons, 17);
    play(s, "#F");
    expect_position_has(s,
                        "2r^...5s^...2r^/---...---...5s^---/.............../---5S^2R^5S^2R^--- ");
    play(s, "c1^NE c1-c2 c2<");
    expect_menu_of(s, "c2", "c2< c2>"); /* c3 is a hole */
    session_end(s);
}

static void a_board_of_ones_own_has_its_own_numbers(void **state)
{
    char *text = board_with("kriegspiel", "standard", "points 4 5 3", "points 2 1 9");
    struct session *s = session_on("kriegspiel", "", text);
    (void)state;
    play(s, "#F");
    assert_int_equal(s->state.kriegspiel.points[KRIEGSPIEL_SOLDIERS], 2);
    assert_int_equal(s->state.kriegspiel.points[KRIEGSPIEL_CAVALRY], 1);
    assert_int_equal(s->state.kriegspiel.points[KRIEGSPIEL_CANNONS], 9);
    play(s, "d1^NE d1< d1> d1<");
    expect_menu_of(s, "d1", ""); /* however many points, a crew of 4 moves its cannon three times */
    play(s, "f1^NE f1< f1<");
    expect_legal(s, "f1<");
    session_end(s);
    free(text);
}

int kriegspiel_field_tests(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(K1_three_kinds_of_plates_and_what_they_hold),
        cmocka_unit_test(K2_each_army_has_every_plate_full),
        cmocka_unit_test(K3_the_die_shows_nought_to_five),
        cmocka_unit_test(K4_a_hexagon_has_six_neighbours),
        cmocka_unit_test(K5_standard_is_eleven_rows),
        cmocka_unit_test(K5_long_is_eleven_columns),
        cmocka_unit_test(K6_one_plate_a_hexagon_and_no_pushing),
        cmocka_unit_test(K7_a_plate_faces_one_of_six_directions),
        cmocka_unit_test(K8_the_half_rotation_is_free_and_comes_first),
        cmocka_unit_test(K8_it_gives_both_directions_of_either_army),
        cmocka_unit_test(K8_a_plate_not_yet_turned_neither_fires_nor_gives),
        cmocka_unit_test(K8_a_cannon_needs_one_of_crew_for_it),
        cmocka_unit_test(K9_on_long_there_is_no_half_rotation),
        cmocka_unit_test(K10_lots_decide_who_starts),
        cmocka_unit_test(K11_two_phases_each_ended_by_a_point),
        cmocka_unit_test(a_bad_board_is_named_with_its_line),
        cmocka_unit_test(a_map_of_the_wrong_shape_is_refused),
        cmocka_unit_test(K5_a_field_may_have_any_shape),
        cmocka_unit_test(a_board_of_ones_own_has_its_own_numbers),
    };
    return cmocka_run_group_tests_name("kriegspiel: field", tests, NULL, NULL);
}

/* Fire (K25 to K32). */
#include "kriegspiel_tests.h"

#include <stdio.h>
#include <string.h>

static void K25_one_shot_of_each_kind_in_any_order(void **state)
{
    struct session *s = on_rows("");
    const char *const rows = "... 5s1 ... 5s1 ...\n"
                             "  5S9 ... 1R9 5s1\n"
                             "... 5s1 5s1 5S9 2R9\n"
                             "  1C9 2C9 ... ...\n"
                             "... ... ... ... ...\n";
    (void)state;
    drawn(s, rows, "F fire");
    expect_menu(s, "F", ". a2*b3 a4*b5 b2*c3 c4*d5 d3*d4");
    play(s, "a4*b5 #0");
    expect_menu(s, "F", ". a2*b3 b2*c3 c4*d5");
    expect_position_has(s, "F fire fired=soldiers");
    play(s, "a2*b3 #0");
    expect_menu(s, "F", ". c4*d5");
    play(s, "c4*d5 #0");
    expect_menu(s, "F", ".");
    expect_position_has(s, "F fire fired=soldiers,cavalry,cannons");
    drawn(s, rows, "F fire");
    play(s, "c4*d5 #1");
    expect_menu(s, "F", ". a2*b3 a4*b5 b2*c3 d3*d4");
    play(s, "b2*c3 #0 .");
    expect_position_has(s, " A move");
    play(s, ". . .");
    expect_legal(s, "b2*c3 c4*d5"); /* again in the next turn */
    drawn(s, rows, "F fire");
    play(s, "."); /* none is compulsory */
    expect_to_act(s, "A");
    session_end(s);
}

/* A plate at c3 facing so, the enemy all round it: what it may fire at. */
static void expect_shots(struct session *s, const char *rows, const char *cell, const char *who,
                         const char *tokens)
{
    char text[256];
    char fields[16];
    snprintf(text, sizeof text, rows, cell);
    snprintf(fields, sizeof fields, "%s fire", who);
    drawn(s, text, fields);
    expect_menu_of(s, "c3", tokens);
}

static void K26_never_towards_ones_own_camp(void **state)
{
    const char *const french = "... ... ... ... ...\n"
                               "  ... 5s1 5s1 ...\n"
                               "... 5s1 %s 5s1 ...\n"
                               "  ... 5s1 5s1 ...\n"
                               "... ... ... ... ...\n";
    const char *const english = "... ... ... ... ...\n"
                                "  ... 5S1 5S1 ...\n"
                                "... 5S1 %s 5S1 ...\n"
                                "  ... 5S1 5S1 ...\n"
                                "... ... ... ... ...\n";
    struct session *s = on_rows("");
    (void)state;
    expect_shots(s, french, "5S9", "F", "c3*c4");
    expect_shots(s, french, "5S7", "F", "c3*b4");
    expect_shots(s, french, "5S6", "F", "c3*d3");
    expect_shots(s, french, "5S4", "F", "c3*b3");
    expect_shots(s, french, "5S3", "F", "");
    expect_shots(s, french, "5S1", "F", "");
    expect_shots(s, english, "5s9", "A", "");
    expect_shots(s, english, "5s7", "A", "");
    expect_shots(s, english, "5s6", "A", "c3*d3");
    expect_shots(s, english, "5s4", "A", "c3*b3");
    expect_shots(s, english, "5s3", "A", "c3*c2");
    expect_shots(s, english, "5s1", "A", "c3*b2");
    session_end(s);
}

static void K26_three_directions_on_columns(void **state)
{
    const char *const french = "...     ...     ...\n"
                               "... ... 5s2 ... ...\n"
                               "... 5s2 %s 5s2 ...\n"
                               "... 5s2 5s2 5s2 ...\n"
                               "... ... ... ... ...\n";
    const char *const english = "...     ...     ...\n"
                                "... ... 5S2 ... ...\n"
                                "... 5S2 %s 5S2 ...\n"
                                "... 5S2 5S2 5S2 ...\n"
                                "... ... ... ... ...\n";
    struct session *s = on_columns("");
    (void)state;
    expect_shots(s, french, "4C8", "F", "c3*c4");
    expect_shots(s, french, "4C9", "F", "c3*d3");
    expect_shots(s, french, "4C7", "F", "c3*b3");
    expect_shots(s, french, "4C3", "F", "");
    expect_shots(s, french, "4C2", "F", "");
    expect_shots(s, french, "4C1", "F", "");
    expect_shots(s, english, "4c8", "A", "");
    expect_shots(s, english, "4c9", "A", "");
    expect_shots(s, english, "4c7", "A", "");
    expect_shots(s, english, "4c3", "A", "c3*d2");
    expect_shots(s, english, "4c2", "A", "c3*c2");
    expect_shots(s, english, "4c1", "A", "c3*b2");
    session_end(s);
}

/* A plate at a3 facing east, an enemy so many hexagons away. */
static void expect_range(struct session *s, const char *cell, int distance, bool reached)
{
    char text[256];
    char token[8];
    const char *row[] = {"...", "...", "...", "...", "..."};
    row[0] = cell;
    row[distance] = "5s1";
    snprintf(text, sizeof text,
             "... ... ... ... ...\n"
             "  ... ... ... ...\n"
             "%s %s %s %s %s\n"
             "  ... ... ... ...\n"
             "5S4 ... ... ... ...\n",
             row[0], row[1], row[2], row[3], row[4]);
    drawn(s, text, "F fire");
    snprintf(token, sizeof token, "a3*%c3", 'a' + distance);
    expect_menu_of(s, "a3", reached ? token : "");
}

static void K27_each_kind_has_its_range(void **state)
{
    struct session *s = on_rows("");
    (void)state;
    for (int distance = 1; distance <= 4; distance++) {
        expect_range(s, "2R6", distance, distance <= 1);
        expect_range(s, "1R6", distance, distance <= 1);
        expect_range(s, "5S6", distance, distance <= 2);
        expect_range(s, "1S6", distance, distance <= 2);
        expect_range(s, "4C6", distance, distance <= 3);
        expect_range(s, "1C6", distance, distance <= 3);
    }
    session_end(s);
}

/* A row of five before a French cannon at a3 facing east: what it may fire at. */
static void expect_target(struct session *s, const char *row, const char *token)
{
    char text[256];
    snprintf(text, sizeof text,
             "5s1 ... ... ... ...\n"
             "  ... ... ... ...\n"
             "%s\n"
             "  ... ... ... ...\n"
             "5S4 ... ... ... ...\n",
             row);
    drawn(s, text, "F fire");
    expect_menu_of(s, "a3", token);
}

static void K28_the_first_plate_met_is_the_target(void **state)
{
    struct session *s = on_rows("");
    (void)state;
    expect_target(s, "4C6 ... 1s1 2s1 ...", "a3*c3");
    expect_target(s, "4C6 2r1 1s1 2s1 ...", "a3*b3");
    expect_target(s, "4C6 1S4 1s1 ... ...", ""); /* a friend blocks */
    expect_target(s, "4C6 ... 1R4 1s1 ...", "");
    expect_target(s, "4C6 0C4 1s1 ... ...", ""); /* so does a friendly cannon without crew */
    expect_target(s, "4C6 0c4 1s1 ... ...", "a3*b3");
    expect_target(s, "5S6 0c4 1s1 ... ...", ""); /* an enemy cannon without crew blocks */
    expect_target(s, "4C6 -C- 1s1 ... ...", "a3*c3");
    expect_target(s, "4C6 -c- 1s1 ... ...", "a3*c3"); /* one fires over destroyed cannons */
    expect_target(s, "4C6 -c- -c- 1s1 ...", "a3*d3");
    expect_target(s, "4C6 -c- -C- ... 1s1", ""); /* which take up range all the same */
    expect_target(s, "5S6 -c- 1s1 ... ...", "a3*c3");
    expect_target(s, "5S6 -c- -c- 1s1 ...", "");
    expect_target(s, "2R6 -c- 1s1 ... ...", "");
    expect_target(s, "4C6 ... ... -c- ...", ""); /* and are no targets */
    expect_target(s, "4C6 -C- 1S4 1s1 ...", "");
    session_end(s);
}

static void K28_the_edge_ends_the_line(void **state)
{
    struct session *s = on_rows("");
    (void)state;
    drawn(s,
          "5s1 ... ... ... ...\n"
          "  5s1 ... ... ...\n"
          "... ... ... ... 4C6\n"
          "  5s1 ... ... ...\n"
          "5S4 ... ... ... ...\n",
          "F fire");
    expect_menu(s, "F", ".");
    session_end(s);
}

static void K29_a_shot_without_effect_is_not_offered(void **state)
{
    struct session *s = on_rows("");
    (void)state;
    expect_target(s, "5S6 0c1 ... ... ...", "");
    expect_target(s, "5S6 ... 0c1 ... ...", "");
    expect_target(s, "2R6 0c1 ... ... ...", "");
    expect_target(s, "5S6 1c1 ... ... ...", "a3*b3");
    expect_target(s, "2R6 1c1 ... ... ...", "a3*b3");
    expect_target(s, "1C6 0c1 ... ... ...", "a3*b3");
    session_end(s);
}

static void K30_a_cannon_needs_one_of_crew_to_fire(void **state)
{
    struct session *s = on_rows("");
    (void)state;
    expect_target(s, "0C6 ... 1s1 ... ...", "");
    expect_target(s, "1C6 ... 1s1 ... ...", "a3*c3");
    expect_target(s, "0C6 ... 1c1 ... ...", "");
    session_end(s);
}

/* For each throw of 0 to 5 what is left of the target: figures, or `-` for a destroyed cannon. */
static const struct {
    const char *shooter, *target, *left;
} shots[] = {
    {"1C6", "5s1", "543210"}, {"4C6", "5s1", "543210"}, {"4C6", "3s1", "321000"},
    {"2C6", "1s1", "100000"}, {"4C6", "2r1", "222210"}, {"1C6", "2r1", "222210"},
    {"4C6", "1r1", "111100"}, {"4C6", "4c1", "44444-"}, {"1C6", "1c1", "11111-"},
    {"3C6", "0c1", "00000-"},

    {"5S6", "5s1", "543210"}, {"4S6", "5s1", "543211"}, {"3S6", "5s1", "543222"},
    {"2S6", "5s1", "543333"}, {"1S6", "5s1", "544444"}, {"5S6", "2s1", "210000"},
    {"1S6", "1s1", "100000"}, {"5S6", "2r1", "222210"}, {"2S6", "2r1", "222210"},
    {"1S6", "2r1", "222211"}, {"5S6", "1r1", "111100"}, {"1S6", "1r1", "111100"},
    {"5S6", "4c1", "432100"}, {"3S6", "4c1", "432111"}, {"1S6", "4c1", "433333"},
    {"5S6", "1c1", "100000"},

    {"2R6", "5s1", "555543"}, {"1R6", "5s1", "555544"}, {"2R6", "1s1", "111100"},
    {"2R6", "2r1", "222210"}, {"1R6", "2r1", "222211"}, {"2R6", "1r1", "111100"},
    {"2R6", "4c1", "444432"}, {"1R6", "4c1", "444433"}, {"2R6", "1c1", "111100"},
    {"2R6", "2c1", "222210"}, {"1R6", "1r1", "111100"}, {"2R6", "2s1", "222210"},
};

static void K31_what_each_throw_puts_out(void **state)
{
    struct session *s = on_rows("");
    (void)state;
    for (size_t i = 0; i < BV_COUNT(shots); i++)
        for (int die = 0; die <= 5; die++) {
            char text[256];
            char cell[4];
            snprintf(text, sizeof text,
                     "5s1 ... ... ... ...\n"
                     "  ... ... ... ...\n"
                     "%s %s ... ... ...\n"
                     "  ... ... ... ...\n"
                     "... ... ... ... 5S7\n",
                     shots[i].shooter, shots[i].target);
            drawn(s, text, "F fire quiet=7");
            snprintf(text, sizeof text, "a3*b3 #%d", die);
            play(s, text);
            char left = shots[i].left[die];
            bool cannon = shots[i].target[1] == 'c';
            strcpy(cell, shots[i].target);
            cell[0] = left;
            if (left == '-') cell[2] = '-';
            if (left == '0' && !cannon) strcpy(cell, "...");
            expect_cell(s, "b3", cell);
            expect_cell(s, "a3", shots[i].shooter);
            bool loss = left != shots[i].target[0];
            expect_position_has(s, loss ? " loss=1" : " quiet=7");
        }
    session_end(s);
}

static void K31_the_english_fire_alike(void **state)
{
    struct session *s = on_rows("");
    (void)state;
    drawn(s,
          "... ... ... ... 5s1\n"
          "  ... ... ... ...\n"
          "4c6 4C7 ... ... ...\n"
          "  ... ... ... ...\n"
          "5S9 ... ... ... ...\n",
          "A fire");
    play(s, "a3*b3 #5");
    expect_cell(s, "b3", "-C-");
    expect_position_has(s, "A fire fired=cannons loss=1");
    expect_running(s);
    session_end(s);
}

static void K31_a_destroyed_cannon_stays_for_good(void **state)
{
    struct session *s = on_rows("");
    (void)state;
    drawn(s,
          "... ... ... ... 5s1\n"
          "  ... ... ... ...\n"
          "4C6 3c7 4c4 2S4 ...\n"
          "  ... ... ... ...\n"
          "... ... ... ... ...\n",
          "F fire");
    play(s, "a3*b3 #5");
    expect_cell(s, "b3", "-c-");
    expect_cell(s, "c3", "4c4"); /* the other one is untouched */
    assert_int_equal(s->state.kriegspiel.plates[1][KRIEGSPIEL_CANNONS], 1);
    play(s, ". . .");
    expect_cell(s, "b3", "-c-");
    expect_menu_of(s, "a3-", ""); /* an obstacle for its enemies as well */
    session_end(s);
}

static void K32_an_empty_plate_is_removed_at_once(void **state)
{
    struct session *s = on_rows("");
    (void)state;
    drawn(s,
          "5s1 ... ... ... ...\n"
          "  ... ... ... ...\n"
          "4C6 2s1 3s1 ... ...\n"
          "  5S9 ... ... ...\n"
          "... ... ... ... 5S7\n",
          "F fire");
    expect_menu_of(s, "a2", "a2*b3");
    play(s, "a3*b3 #2");
    expect_cell(s, "b3", "...");
    expect_menu_of(s, "a2", ""); /* b3 is gone within the phase, and c4 is empty */
    assert_int_equal(s->state.kriegspiel.plates[1][KRIEGSPIEL_SOLDIERS], 2);
    expect_cell(s, "c3", "3s1");
    session_end(s);
}

int kriegspiel_fire_tests(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(K25_one_shot_of_each_kind_in_any_order),
        cmocka_unit_test(K26_never_towards_ones_own_camp),
        cmocka_unit_test(K26_three_directions_on_columns),
        cmocka_unit_test(K27_each_kind_has_its_range),
        cmocka_unit_test(K28_the_first_plate_met_is_the_target),
        cmocka_unit_test(K28_the_edge_ends_the_line),
        cmocka_unit_test(K29_a_shot_without_effect_is_not_offered),
        cmocka_unit_test(K30_a_cannon_needs_one_of_crew_to_fire),
        cmocka_unit_test(K31_what_each_throw_puts_out),
        cmocka_unit_test(K31_the_english_fire_alike),
        cmocka_unit_test(K31_a_destroyed_cannon_stays_for_good),
        cmocka_unit_test(K32_an_empty_plate_is_removed_at_once),
    };
    return cmocka_run_group_tests_name("kriegspiel: fire", tests, NULL, NULL);
}

/* Board files and positions that must be refused, each with its reason. */
#include "chars_suites.h"

/* ---- Boards ---------------------------------------------------------------------------------- */

static void bad_board(const char *from, const char *to, const char *part)
{
    char *board = board_with("chars", "1975", from, to);
    expect_bad_board("chars", board, part);
    free(board);
}

static void bad_boards_are_refused(void **state)
{
    (void)state;
    bad_board("guns 5", "guns 0", "'guns' must be a number from 1 to 9");
    bad_board("guns 5", "guns five", "'guns' must be a number");
    bad_board("mines 2", "mines 6", "'mines' must be a number from 1 to 5");
    bad_board("quiet-turns 60\n", "", "'quiet-turns' is missing");
    bad_board("guns 5", "guns 5\nhorses 3", "unknown key 'horses'");
    bad_board("    g g g", "    q g g", "a square of the map is");
    bad_board("    g g g", "    gg g g", "a square of the map is");
    bad_board("    g g g", "    g g", "a rank of the map has 10 squares");
    bad_board("    g g g", "    g g g g", "a rank of the map has 10 squares");
    bad_board("    g g g g g g g g g g\n", "", "the map has 10 ranks");
    bad_board("    g g g g g g g g g g\n", "    g g g g g g g g g g\n    g g g g g g g g g g\n",
              "the map has 10 ranks");
    bad_board("    V V V V V V V V V V\n    v v v v v v v v v v\n",
              "    v v v v v v v v v v\n    V V V V V V V V V V\n",
              "test.board:18: square 10 cannot be V below v");
    bad_board("    G G G G G G G G G G\n    V V V V V V V V V V\n",
              "    . . . . . . . . . .\n    G G G G G G G G G G\n",
              "square 50 cannot be G below .: from the top every file is");
    bad_board("    V V V V V V V V V V\n    v", "    V V V V V g V V V V\n    v",
              "square 15 cannot be g below V");
}

static void C1_camps_are_equally_large(void **state)
{
    (void)state;
    bad_board("    G G G G G G G G G G\n    V V V V V V V V V V\n",
              "    G G G G G G G G G G\n    . . . . . . . . . .\n",
              "Grey's camp has 50 squares and Green's 40");
    bad_board("    G G G G G G G G G G\n    V V V V V V V V V V\n",
              "    G G G G G G G G G G\n    V V V V G V V V V V\n",
              "Grey's camp has 51 squares and Green's 49");
}

static void C5_a_back_rank_has_room_for_the_tanks(void **state)
{
    (void)state;
    bad_board("    v v v v v v v v v v\n", "    V V V V V V V V V V\n",
              "Green's back rank has fewer than 6 squares");
    bad_board("    g g g g g g g g g g\n", "    g g g G G G G G g g\n",
              "Grey's back rank has fewer than 6 squares");
}

static void C4_a_camp_has_room_for_the_installations(void **state)
{
    (void)state;
    static const char ranks[] = "    G G G G G G G G G G\n    G G G G G G G G G G\n"
                                "    V V V V V V V V V V\n    V V V V V V V V V V\n";
    static const char nobody[] = "    . . . . . . . . . .\n    . . . . . . . . . .\n"
                                 "    . . . . . . . . . .\n    . . . . . . . . . .\n";
    bad_board(ranks, nobody, "Green's camp must have room for three installations");
}

static void a_board_with_a_winding_river_plays(void **state)
{
    (void)state;
    char *board = corrected_board("chars");
    struct session *s = session_on("chars", "", board);
    expect_legal(s, "A=10 A=7 A=56 A=57 A=46");
    expect_illegal(s, "A=6 A=1 A=43 A=52 A=61");
    expect_drawn(s, "               ==========               =====\n60   59   58  |57   56  |55");
    session_end(s);
    free(board);
}

static void a_board_with_no_mans_land_plays(void **state)
{
    (void)state;
    char *board = board_with("chars", "1975", "    G G G G G G G G G G\n    V V V V V V V V V V\n",
                             "    . . . . . . . . . .\n    . . . . . . . . . .\n");
    struct session *s = session_on("chars", "", board);
    expect_legal(s, "A=11 A=40 A=61 A=90");
    expect_illegal(s, "A=41 A=60");
    session_end(s);
    free(board);
}

static void other_numbers_of_the_board_are_played(void **state)
{
    (void)state;
    char *board = board_with("chars", "1975", "points 6\n", "points 2\n");
    struct session *s = session_on("chars", "", board);
    put(s, "1:V1 3:V2 5:V3 33:C 100:G1", "V move");
    play(s, "1-11 3-13");
    expect_position_has(s, "G plot");
    session_end(s);
    free(board);
    board = board_with("chars", "1975", "quiet-turns 60", "quiet-turns 1");
    s = session_on("chars", "", board);
    set_up_both(s);
    play(s, "6-7 7-17 17-27 5-6 6-7 7-8");
    expect_over(s, "V 1/2 G 1/2 stalemate");
    session_end(s);
    free(board);
}

/* ---- Positions ------------------------------------------------------------------------------- */

static char *line_for(const char *pieces, const char *fields)
{
    static char line[BV_POSITION_MAX];
    char square[101][8] = {{0}};
    struct bv_span rest = bv_span_of(pieces);
    struct bv_span word;
    int length = 0;
    while (bv_take_word(&rest, &word)) {
        int n = 0;
        if (!bv_take_number(&word, 100, &n) || !bv_take_char(&word, ':') || word.length > 7)
            fail_msg("bad piece in %s", pieces);
        memcpy(square[n], word.text, word.length);
    }
    for (int n = 100; n >= 1; n--) {
        length += snprintf(line + length, sizeof line - (size_t)length, "%s%s",
                           square[n][0] ? square[n] : ".", n % 10 == 1 && n > 1 ? "/" : "");
    }
    snprintf(line + length, sizeof line - (size_t)length, " %s", fields);
    return line;
}

void put(struct session *s, const char *pieces, const char *fields)
{
    at(s, line_for(pieces, fields));
}

static void expect_refused(struct session *s, const char *position, const char *part)
{
    struct bv_error error = {""};
    union bv_state before = s->state;
    if (bv_position_read(&s->terms, bv_span_of(position), &s->state, &error))
        fail_msg("accepted: %s", position);
    if (!strstr(error.text, part)) fail_msg("expected '%s' in '%s'", part, error.text);
    assert_memory_equal(&before, &s->state, sizeof before);
}

static void refused(struct session *s, const char *pieces, const char *fields, const char *part)
{
    expect_refused(s, line_for(pieces, fields), part);
}

static void garbage_is_refused(void **state)
{
    (void)state;
    struct session *s = session("chars", "");
    expect_refused(s, "", "the position is empty");
    expect_refused(s, " ", "the map is wrong at square 100");
    expect_refused(s, "V", "the map is wrong at square 100");
    expect_refused(s, "......... V move", "the map is wrong at square 91");
    expect_refused(s, "V9", "the map is wrong");
    refused(s, "21:V1. 100:G1", "V plot", "the map is wrong at square 20");
    refused(s, "1:V1 100:G1 1:..", "V plot", "the map is too long");
    refused(s, "1:V1 2:V1 100:G1", "V plot", "the map is wrong at square 1");
    refused(s, "22:A 34:A 1:V1 100:G1", "V plot", "the map is wrong at square 22");
    refused(s, "1:V1 100:G1", "X plot", "whose turn");
    refused(s, "1:V1 100:G1", "V", "the third field");
    refused(s, "1:V1 100:G1", "V sleep", "the third field");
    refused(s, "1:V1 100:G1", "V plot  quiet=1", "a field is unknown");
    refused(s, "1:V1 100:G1", "V plot noise=1", "a field is unknown");
    refused(s, "1:V1 100:G1", "V plot quiet=1 quiet=1", "a field is unknown");
    refused(s, "1:V1 100:G1", "V plot spent=1,1 quiet=1", "a field is unknown");
    refused(s, "1:V1 100:G1", "V plot quiet", "a field is unknown");
    refused(s, "1:V1 100:G1", "V plot quiet=", "cannot read the value of 'quiet'");
    refused(s, "1:V1 100:G1", "V plot quiet=1x", "cannot read the value of 'quiet'");
    refused(s, "1:V1 100:G1", "V plot quiet=256", "cannot read the value of 'quiet'");
    refused(s, "1:V1 100:G1", "V plot spent=1", "cannot read the value of 'spent'");
    refused(s, "1:V1 100:G1", "V plot spent=1,", "cannot read the value of 'spent'");
    refused(s, "1:V1 100:G1", "V plot fallen=7,-", "cannot read the value of 'fallen'");
    refused(s, "1:V1 100:G1", "V plot red=5,4", "cannot read the value of 'red'");
    refused(s, "1:V1 100:G1", "V plot red=101", "cannot read the value of 'red'");
    refused(s, "1:V1 100:G1", "V plot red=0", "cannot read the value of 'red'");
    refused(s, "1:V1 100:G1", "V plot quiet=0", "not in canonical form");
    refused(s, "1:V1 100:G1", "V move points=4", "not in canonical form");
    session_end(s);
}

static void unsound_pieces_are_refused(void **state)
{
    (void)state;
    struct session *s = session("chars", "");
    refused(s, "1:V1 2:V? 100:G1", "V plot", "unannounced ranks are unknown all together");
    refused(s, "1:V1! 100:G1", "V plot fallen=1,-", "not in canonical form");
    refused(s, "1:V? 2:V? 3:V? 4:V3! 100:G1", "V plot fallen=124,-", "more tanks than ranks");
    refused(s, "1:V? 100:G1", "V over quiet=60", "ranks are hidden in this phase");
    refused(s, "1:V? 100:G1", "V setup", "ranks are hidden in this phase");
    refused(s, "1:V1 5:A 100:G1", "V plot", "outside its camp or on the back rank");
    refused(s, "1:V1 22:A 23:B 100:G1", "V plot", "share a rank or a file");
    refused(s, "1:V1 22:A 32:B 100:G1", "V plot", "share a rank or a file");
    refused(s, "1:V1 2:V? 3:V? 4:V? 5:V? 6:V? 7:V? 100:G1", "V plot", "unannounced");
    refused(s, "1:V? 2:V? 3:V? 4:V? 5:V? 6:V? 7:V? 100:G1", "V plot", "more tanks than ranks");
    refused(s, "11:o 12:o 13:o 14:o 15:o 16:o 1:V1 100:G1", "V plot", "too many guns");
    refused(s, "1:V1 22:A 100:G1", "V plot mines=31,32,33", "too many mines");
    refused(s, "1:V1 22:A 100:G1", "V plot hidden=3,0", "too many mines");
    refused(s, "1:V1 22:A 100:G1", "V over quiet=60 hidden=1,0", "mines are hidden at the end");
    refused(s, "1:V1 100:G1", "V plot mines=31", "mines without headquarters");
    refused(s, "1:V1 100:G1", "V plot swept=31", "swept though there is no mine");
    refused(s, "1:V1 100:G1", "V plot spent=6,0", "too many white shots");
    refused(s, "1:V1 22:A 100:G1 41:o", "V plot mines=41", "a mine is where none can be");
    refused(s, "1:V1 22:A 100:G1", "V plot mines=22", "a mine is where none can be");
    refused(s, "1:V1 22:A 100:G1 41:G2", "V plot mines=41", "a mine is where none can be");
    refused(s, "1:V1 22:A 100:G1", "V plot mines=41 swept=41", "a mine is where none can be");
    refused(s, "1:V1 100:G1 33:G2a", "V plot", "a tank stands on an installation");
    refused(s, "1:V1 100:G1 33:V2a", "V move", "it cannot have entered");
    refused(s, "1:V1 100:G1", "V plot fallen=-,1", "not in canonical form");
    session_end(s);
}

static void unsound_phases_are_refused(void **state)
{
    (void)state;
    struct session *s = session("chars", "");
    refused(s, "1:V1", "V plot", "the game should be over");
    refused(s, "1:V1 100:G1", "V plot quiet=60", "the game should be over");
    refused(s, "1:V1 100:G1", "V over", "the game should be over");
    refused(s, "1:V1 100:G1", "V over quiet=61", "too many quiet turns");
    refused(s, "1:V1 100:G1", "V move blanks=3", "too many blank turns");
    refused(s, "1:V1 100:G1", "G move blanks=2", "too many blank turns");
    refused(s, "1:V1 100:G1", "V plot blanks=1", "nobody fires at a blank turn");
    refused(s, "1:V1 100:G1", "V plot loud=1", "loud");
    refused(s, "1:V1 100:G1", "V plot points=1", "movement");
    refused(s, "1:V1 100:G1", "V plot attacker=1 target=2", "fight");
    refused(s, "1:V1 100:G1", "V fight red=50", "when nobody fires");
    refused(s, "1:V1 100:G1", "V move blanks=1 red=50", "when nobody fires");
    refused(s, "1:V1 100:G1", "V plot red=50 white=50", "two shots");
    refused(s, "1:V1 100:G1", "V plot red=1", "not free");
    refused(s, "1:V1 100:G1 77:A", "V plot red=77", "not free");
    refused(s, "1:V1 100:G1", "V plot red=50,51", "too many red shots");
    refused(s, "1:V1 100:G1", "V plot spent=0,4 white=50,51", "too many white shots");
    refused(s, "1:V1 100:G1", "V fight", "no fight is possible");
    refused(s, "65:V1 75:G1", "V roll attacker=65 target=75", "does not fight that gun");
    refused(s, "65:V1 76:o 100:G1", "V roll attacker=65 target=76", "does not fight that gun");
    session_end(s);
}

static void unsound_movements_are_refused(void **state)
{
    (void)state;
    struct session *s = session("chars", "");
    static const char tanks[] = "11:V1 3:V2 5:V3 100:G1";
    put(s, tanks, "V move points=3 forward=1 began=1,3,5 moved=11 tank=11 stood=1,11");
    refused(s, tanks, "V move points=3 began=1,3,5 moved=11 tank=11", "has not moved");
    refused(s, tanks, "V move points=3 began=1,3,5 moved=11 tank=12 stood=1,12", "has not moved");
    refused(s, tanks, "V move points=3 began=1,3,5 moved=11 stood=1,11", "no tank is active");
    refused(s, tanks, "V move points=3 began=1,3,5 moved=11 tank=11 stood=11", "ended its move");
    refused(s, tanks, "V move points=1 began=1,3,5 moved=11 tank=11 stood=1,2,12,11",
            "cannot read");
    refused(s, tanks, "V move points=1 began=1,3,5 moved=11 tank=11 stood=1,2,11,12",
            "ended its move");
    refused(s, tanks, "V move points=3 began=1,3,5 moved=12", "not there");
    refused(s, tanks, "V move points=3 began=1,4,5 moved=11", "not where it began");
    refused(s, tanks, "V move points=3 began=3,5 moved=11", "began otherwise");
    refused(s, tanks, "V move points=3 began=3,5,100 moved=11", "taken square");
    refused(s, tanks, "V move points=4 began=1,3,5 moved=11", "points do not fit");
    refused(s, tanks, "V move points=5 began=1,3,5 moved=11", "points do not fit");
    refused(s, tanks, "V move began=1,3,5 moved=11", "points do not fit");
    refused(s, tanks, "V move points=3 began=1,3,5 moved=11 tank=11 stood=1,2,11",
            "points do not fit");
    refused(s, tanks, "V move forward=1", "before the first step");
    refused(s, tanks, "V move points=3 forward=2 began=1,3,5 moved=11", "before the first step");
    refused(s, "1:V1 2:o 11:o 100:G1", "V move", "no step is possible");
    refused(s, "51:V1a 3:V2 5:V3 100:G1", "V move points=3 began=41,3,5 moved=51", "cannot read");
    refused(s, "51:V1a 3:V2 5:V3 100:G1",
            "V move points=3 began=3,5,41 moved=51 tank=51 stood=41,51", "ended its move");
    session_end(s);
}

static void unsound_set_ups_are_refused(void **state)
{
    (void)state;
    struct session *s = session("chars", "");
    refused(s, "22:B", "V setup", "out of order");
    refused(s, "1:V1", "V setup", "out of order");
    refused(s, "22:A 33:B 44:C 12:V1", "V setup", "not on its back rank");
    refused(s, "22:A 33:B 44:C", "V setup mines=12", "out of order");
    refused(s, "22:A 33:B 44:C 1:V1 2:V2 3:V3 4:V4 5:V5 6:V6 50:o", "V setup",
            "cannot be completed");
    refused(s, "22:A 33:B 44:C 1:V1 2:V2 3:V3 4:V4 5:V5 6:V6 11:o 12:o 13:o 14:o 15:o",
            "V setup mines=50", "cannot be completed");
    refused(s, "22:A 33:B 44:C 1:V1 2:V2 3:V3 4:V4 5:V5 6:V6 11:o 12:o 13:o 14:o 15:o",
            "V setup mines=6", "under a tank");
    put(s, "22:A 33:B 44:C 1:V1 2:V2 3:V3 4:V4 5:V5 6:V6 11:o 12:o 13:o 14:o 15:o",
        "V setup mines=49");
    refused(s, "22:A", "V setup spent=1,0", "before the game");
    refused(s, "22:A 33:B 44:C 1:V1!", "V setup", "before the game");
    refused(s, "22:A", "G setup", "fields of a game");
    refused(s, "22:A", "V setup quiet=1", "fields of a game");
    refused(s,
            "22:A 33:B 44:C 1:V1 2:V2 3:V3 4:V4 5:V5 6:V6 11:o 12:o 13:o 14:o 15:o "
            "82:A 73:B 64:C 91:G1 92:G2 93:G3 94:G4 95:G5 96:G6 51:o 52:o 53:o 54:o 55:o",
            "V setup mines=16,17,56,57", "the set-up is complete");
    session_end(s);
}

/* Bytes that no text can give. */
static void unsound_bytes_are_noticed(void **state)
{
    (void)state;
    struct session *s = session("chars", "");
    put(s, "1:V1 3:V2 22:A 100:G1 98:G2", "V plot");
    const union bv_state sound = s->state;
    s->state.chars.phase = CHARS_PHASES;
    assert_non_null(s->terms.game->check(&s->terms, &s->state));
    s->state = sound;
    s->state.chars.depot[0][0] = 100;
    assert_non_null(s->terms.game->check(&s->terms, &s->state));
    s->state = sound;
    s->state.chars.live[0]++;
    assert_non_null(s->terms.game->check(&s->terms, &s->state));
    s->state = sound;
    s->state.chars.padding = 1;
    assert_non_null(s->terms.game->check(&s->terms, &s->state));
    s->state = sound;
    s->state.chars.where[0][1] = 100;
    assert_non_null(s->terms.game->check(&s->terms, &s->state));
    s->state = sound;
    s->state.chars.where[0][1] = 0;
    assert_non_null(s->terms.game->check(&s->terms, &s->state));
    s->state = sound;
    s->state.chars.where[0][1] = CHARS_GONE;
    assert_non_null(s->terms.game->check(&s->terms, &s->state));
    s->state = sound;
    s->state.chars.where[0][7] = 5;
    assert_non_null(s->terms.game->check(&s->terms, &s->state));
    s->state = sound;
    s->state.chars.announced[1] = 0x40;
    assert_non_null(s->terms.game->check(&s->terms, &s->state));
    s->state = sound;
    s->state.chars.commands = bv_bit128(50);
    assert_non_null(s->terms.game->check(&s->terms, &s->state));
    s->state = sound;
    assert_null(s->terms.game->check(&s->terms, &s->state));
    session_end(s);
}

int chars_text_suite(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bad_boards_are_refused),
        cmocka_unit_test(C1_camps_are_equally_large),
        cmocka_unit_test(C5_a_back_rank_has_room_for_the_tanks),
        cmocka_unit_test(C4_a_camp_has_room_for_the_installations),
        cmocka_unit_test(a_board_with_a_winding_river_plays),
        cmocka_unit_test(a_board_with_no_mans_land_plays),
        cmocka_unit_test(other_numbers_of_the_board_are_played),
        cmocka_unit_test(garbage_is_refused),
        cmocka_unit_test(unsound_pieces_are_refused),
        cmocka_unit_test(unsound_phases_are_refused),
        cmocka_unit_test(unsound_movements_are_refused),
        cmocka_unit_test(unsound_set_ups_are_refused),
        cmocka_unit_test(unsound_bytes_are_noticed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

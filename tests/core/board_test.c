/* Board files: split into entries, every error with file, line and reason. */
#include "support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void expect_error(const char *text, const char *error_text)
{
    struct bv_board board;
    struct bv_error error = {""};
    assert_false(bv_board_split("x.board", bv_span_of(text), &board, &error));
    assert_string_equal(error.text, error_text);
}

static void a_file_is_split_into_entries(void **state)
{
    (void)state;
    struct bv_board board;
    struct bv_error error;
    const char *text = "# a comment\n"
                       "game chess\n"
                       "name small\n"
                       "\n"
                       "size  8 by 8 \n"
                       "map:\n"
                       "  . . x\n"
                       "    y . .\n"
                       "limit 50\n";
    assert_true(bv_board_split("x.board", bv_span_of(text), &board, &error));
    assert_true(bv_span_is(board.game, "chess"));
    assert_true(bv_span_is(board.name, "small"));
    assert_int_equal(board.count, 4);
    int rows = 0;
    const struct bv_entry *map = bv_board_entry(&board, "map", &rows);
    assert_int_equal(rows, 2);
    assert_int_equal(map->line, 7);
    assert_true(bv_span_is(map[0].value, ". . x"));
    assert_true(bv_span_is(map[1].value, "y . ."));
    assert_true(bv_span_is(bv_board_entry(&board, "size", NULL)->value, "8 by 8"));
    assert_null(bv_board_entry(&board, "colour", NULL));
    int limit = 0;
    assert_true(bv_board_number(&board, "limit", 1, 50, &limit, &error));
    assert_int_equal(limit, 50);
    assert_false(bv_board_number(&board, "limit", 1, 49, &limit, &error));
    assert_string_equal(error.text, "x.board:9: 'limit' must be a number from 1 to 49");
}

static void wrong_files_are_told_where_and_why(void **state)
{
    (void)state;
    expect_error("", "x.board:0: 'game' is missing");
    expect_error("game chess\n", "x.board:1: 'name' is missing");
    expect_error("game chess\ngame go\n", "x.board:2: 'game' is given twice");
    expect_error("game\nname x\n", "x.board:1: 'game' and 'name' need a word");
    expect_error("game chess\nname x\n  . .\n",
                 "x.board:3: an indented line belongs under a 'key:' line");
    expect_error("game chess\nname x\nmap: . .\n",
                 "x.board:3: nothing may follow 'key:' on its line");
    expect_error("game chess\nname x\n:\n", "x.board:3: a key is missing before ':'");
    expect_error("game chess\r\n",
                 "x.board:1: a board file holds plain ASCII, without tabs or carriage returns");
    expect_error("game chess\nname aaaaaaaaaaaaaaaaaaaaaaaaaaaaa\n",
                 "x.board:1: the name is longer than 24 characters");
}

static void a_file_has_limits(void **state)
{
    (void)state;
    struct bv_board board;
    struct bv_error error;
    size_t size = BV_BOARD_TEXT_MAX + 2;
    char *text = malloc(size);
    memset(text, '\n', size);
    assert_false(bv_board_split("x.board", (struct bv_span){text, size}, &board, &error));
    assert_string_equal(error.text, "x.board:1: longer than 16 KiB");
    char *at = text;
    for (int i = 0; i <= BV_BOARD_ENTRIES; i++) at += snprintf(at, 8, "k%d\n", i);
    assert_false(bv_board_split("x.board", bv_span_of(text), &board, &error));
    assert_string_equal(error.text, "x.board:129: too many lines for a board");
    free(text);
}

static void keys_are_known_needed_and_unique(void **state)
{
    (void)state;
    static const struct bv_key keys[] = {{.name = "size"}, {.name = "map", .block = true}};
    static const struct {
        const char *text;
        const char *error;
    } cases[] = {
        {"game g\nname n\nsize 8\nmap:\n  x\n  x\n", NULL},
        {"game g\nname n\nsize 8\n", "x.board:3: 'map' is missing"},
        {"game g\nname n\nmap:\n  x\n", "x.board:4: 'size' is missing"},
        {"game g\nname n\nsize 8\nsize 9\nmap:\n  x\n", "x.board:4: 'size' is given twice"},
        {"game g\nname n\nsize 8\nmap:\n  x\nmap:\n  x\n", "x.board:7: 'map' is given twice"},
        {"game g\nname n\nsizes 8\n",
         "x.board:3: unknown key 'sizes'; this game knows game name size map"},
    };
    for (size_t i = 0; i < BV_COUNT(cases); i++) {
        struct bv_board board;
        struct bv_error error = {""};
        assert_true(bv_board_split("x.board", bv_span_of(cases[i].text), &board, &error));
        bool good = bv_board_keys(&board, keys, BV_COUNT(keys), &error);
        assert_int_equal(good, cases[i].error == NULL);
        if (!good) assert_string_equal(error.text, cases[i].error);
    }
}

static void built_in_boards_all_load(void **state)
{
    (void)state;
    assert_true(bv_builtin_board_count >= 7);
    for (size_t i = 0; i < bv_builtin_board_count; i++) {
        const struct bv_builtin_board *board = &bv_builtin_boards[i];
        struct session *s = session_on(board->game, "", board->text);
        assert_string_equal(s->terms.board, board->name);
        session_end(s);
    }
}

static void a_board_of_another_game_is_refused(void **state)
{
    (void)state;
    char *text = board_with("chevaliers", "1969", "game chevaliers", "game paris");
    expect_bad_board("chevaliers", text, "this is a board of paris, not of chevaliers");
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_file_is_split_into_entries),
        cmocka_unit_test(wrong_files_are_told_where_and_why),
        cmocka_unit_test(a_file_has_limits),
        cmocka_unit_test(keys_are_known_needed_and_unique),
        cmocka_unit_test(built_in_boards_all_load),
        cmocka_unit_test(a_board_of_another_game_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

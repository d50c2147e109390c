/* The records of the library: games noted, written, read and written again. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "bivouac.h"

static bivouac_terms *opened(const char *game, const char *settings)
{
    bivouac_error error = {0};
    bivouac_terms *terms =
        bivouac_terms_open(bivouac_game_named(game, &error), settings, NULL, &error);
    if (!terms) fail_msg("%s", error.text);
    return terms;
}

/* Plays at random for so many actions, or to the end. */
static void play_on(bivouac_record *record, uint64_t seed, uint32_t actions)
{
    const bivouac_terms *terms = bivouac_record_terms(record);
    bivouac_random random = bivouac_random_seeded(seed);
    bivouac_action *list = malloc(bivouac_terms_legal_most(terms) * sizeof *list);
    assert_non_null(list);
    while (actions--) {
        const bivouac_state *state = bivouac_record_state(record);
        if (bivouac_state_result(terms, state, NULL)) break;
        int seat = __builtin_ctz(bivouac_state_to_act(terms, state));
        bivouac_action action = 0;
        bivouac_error error = {0};
        if (seat == BIVOUAC_CHANCE)
            assert_true(bivouac_state_throw(terms, state, &random, &action));
        else
            action =
                list[bivouac_random_below(&random, bivouac_state_legal(terms, state, seat, list))];
        if (!bivouac_record_play(record, seat, action, &error)) fail_msg("%s", error.text);
    }
    free(list);
}

/* The whole text, in memory of exactly its size. */
static char *text_of(const bivouac_record *record)
{
    size_t length = bivouac_record_write(record, NULL, 0);
    char *text = malloc(length + 1);
    assert_non_null(text);
    assert_int_equal(bivouac_record_write(record, text, length + 1), length);
    assert_int_equal(strlen(text), length);
    return text;
}

static bivouac_record *reread(const char *text)
{
    bivouac_error error = {0};
    bivouac_record *record = bivouac_record_read(text, &error);
    if (!record) fail_msg("%s", error.text);
    return record;
}

static void a_record_that_is_read_says_what_was_written(void **unused)
{
    (void)unused;
    for (int i = 0; i < bivouac_game_count(); i++) {
        bivouac_terms *terms = opened(bivouac_game_id(bivouac_game_at(i)), NULL);
        bivouac_record *record = bivouac_record_new(terms, NULL, NULL);
        assert_non_null(record);
        assert_true(bivouac_record_name(record, 0, "Ada \xc3\x89", NULL));
        play_on(record, 7, i ? 60 : 1000000);
        char *text = text_of(record);
        bivouac_record *again = reread(text);
        char *second = text_of(again);
        assert_string_equal(text, second);
        assert_string_equal(bivouac_record_player(again, 0), "Ada \xc3\x89");
        assert_string_equal(bivouac_record_player(again, 1), "");
        assert_null(bivouac_record_player(again, 99));
        assert_string_equal(bivouac_record_result(again), bivouac_record_result(record));
        assert_int_equal(bivouac_record_length(again), bivouac_record_length(record));
        assert_true(
            bivouac_state_same(terms, bivouac_record_state(again), bivouac_record_state(record)));
        free(second);
        free(text);
        bivouac_record_free(again);
        bivouac_record_free(record);
        bivouac_terms_close(terms);
    }
}

/* Its actions lead from its start to its state. */
static void a_record_can_be_played_again(void **unused)
{
    (void)unused;
    bivouac_terms *terms = opened("kriegspiel", "axis=both");
    bivouac_record *record = bivouac_record_new(terms, NULL, NULL);
    play_on(record, 3, 80);
    bivouac_state *state = bivouac_state_new(terms);
    bivouac_record_start(record, state);
    int seat = 0;
    bivouac_action action = 0;
    for (uint32_t at = 0; at < bivouac_record_length(record); at++) {
        assert_true(bivouac_record_action(record, at, &seat, &action));
        assert_true(bivouac_state_play(terms, state, seat, action, NULL, NULL));
    }
    assert_false(bivouac_record_action(record, bivouac_record_length(record), &seat, &action));
    assert_true(bivouac_state_same(terms, state, bivouac_record_state(record)));
    /* From there on another record begins. */
    bivouac_record *later = bivouac_record_new(terms, state, NULL);
    play_on(later, 4, 5);
    char *text = text_of(later);
    assert_non_null(strstr(text, "\nposition "));
    bivouac_record *again = reread(text);
    bivouac_record_start(again, state);
    assert_true(bivouac_state_same(terms, state, bivouac_record_state(record)));
    free(text);
    bivouac_record_free(again);
    bivouac_record_free(later);
    bivouac_state_free(state);
    bivouac_record_free(record);
    bivouac_terms_close(terms);
}

static void a_result_of_a_table_is_kept(void **unused)
{
    (void)unused;
    bivouac_terms *terms = opened("chevaliers", NULL);
    bivouac_record *record = bivouac_record_new(terms, NULL, NULL);
    play_on(record, 1, 4);
    assert_string_equal(bivouac_record_result(record), "*");
    char *text = text_of(record);
    char given[4096];
    *strstr(text, "result") = '\0';
    strcpy(given, text);
    strcat(given, "result S 0 O 1 resigned\n");
    bivouac_record *resigned = reread(given);
    assert_string_equal(bivouac_record_result(resigned), "S 0 O 1 resigned");
    char *again = text_of(resigned);
    assert_string_equal(given, again);
    free(again);
    free(text);
    bivouac_record_free(resigned);
    bivouac_record_free(record);
    bivouac_terms_close(terms);
}

static void what_is_wrong_is_refused_with_a_code(void **unused)
{
    (void)unused;
    bivouac_error error = {0};
    bivouac_terms *terms = opened("chevaliers", NULL);
    bivouac_record *record = bivouac_record_new(terms, NULL, NULL);
    assert_null(bivouac_record_read("bivouac record 1\ngame bridge\n", &error));
    assert_int_equal(error.code, BIVOUAC_ERROR_RECORD);
    assert_non_null(strstr(error.text, "line 2: there is no game 'bridge'"));
    assert_null(bivouac_record_read("", &error));
    assert_non_null(strstr(error.text, "line 1: "));
    assert_false(bivouac_record_play(record, 0, ~(bivouac_action)0, &error));
    assert_int_equal(error.code, BIVOUAC_ERROR_ILLEGAL);
    assert_false(bivouac_record_play(record, 1, 0, &error));
    assert_int_equal(error.code, BIVOUAC_ERROR_SEAT);
    assert_int_equal(bivouac_record_length(record), 0);
    assert_false(bivouac_record_name(record, 0, "two\nlines", &error));
    assert_int_equal(error.code, BIVOUAC_ERROR_RANGE);
    assert_false(bivouac_record_name(record, 7, "Ada", &error));
    assert_int_equal(error.code, BIVOUAC_ERROR_SEAT);
    assert_string_equal(bivouac_code_text(BIVOUAC_ERROR_ILLEGAL), "the action is not legal");
    assert_string_equal(bivouac_code_text(1234), "unknown code");
    bivouac_record_free(NULL);
    bivouac_record_free(record);
    bivouac_terms_close(terms);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_record_that_is_read_says_what_was_written),
        cmocka_unit_test(a_record_can_be_played_again),
        cmocka_unit_test(a_result_of_a_table_is_kept),
        cmocka_unit_test(what_is_wrong_is_refused_with_a_code),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

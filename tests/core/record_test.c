/* Records: written, read back, and strict about every line. */
#include "support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/record.h"

static struct bv_record_reader reader;
static union bv_tables tables;
static union bv_state state_read;
static struct bv_terms terms_read;
static struct bv_error error;

/* The line of the first error, 0 if there is none, -1 if the record ends too soon. */
static int read_record(const char *text)
{
    struct bv_span rest = bv_span_of(text);
    struct bv_span line;
    error.text[0] = '\0';
    bv_record_begin(&reader, &terms_read, &tables, &state_read);
    for (int number = 1; bv_take_part(&rest, '\n', &line); number++)
        if (bv_record_line(&reader, line, &error) == BV_RECORD_BAD) {
            assert_true(*error.text);
            return number;
        }
    return bv_record_complete(&reader, &error) ? 0 : -1;
}

static void expect_bad(const char *text, int line, const char *reason)
{
    assert_int_equal(read_record(text), line);
    if (!strstr(error.text, reason)) fail_msg("expected '%s' in '%s'", reason, error.text);
}

#define SIXTY_FOUR "0123456789012345678901234567890123456789012345678901234567890123"
#define HEAD                                                                                       \
    "bivouac record 1\ngame chevaliers board=1969 men-capture=all obligation=direct "              \
    "oversight=enforced seats=2\n"

static void a_record_is_read_with_all_it_says(void **state)
{
    (void)state;
    assert_int_equal(read_record(HEAD "board 1969\n"
                                      "player S Ada Lovelace\n"
                                      "player O Émile\n"
                                      "begun 2026-11-15T20:30:00Z\n"
                                      "ended 2028-02-29T23:59:59Z\n"
                                      "tokens 2\n"
                                      "S d2~f2\n"
                                      "O d13~f13\n"
                                      "result S 0 O 1 resigned\n"),
                     0);
    assert_string_equal(reader.record.player[0], "Ada Lovelace");
    assert_string_equal(reader.record.player[1], "Émile");
    assert_string_equal(reader.record.begun, "2026-11-15T20:30:00Z");
    assert_string_equal(reader.record.ended, "2028-02-29T23:59:59Z");
    assert_string_equal(reader.record.result, "S 0 O 1 resigned");
    assert_string_equal(terms_read.game->id, "chevaliers");
}

static void a_damaged_record_is_told_line_and_reason(void **state)
{
    (void)state;
    expect_bad("bivouac record 2\n", 1, "a record begins with 'bivouac record 1'");
    expect_bad("bivouac record 1\ngame chess seats=2\n", 2, "no game 'chess'");
    expect_bad(HEAD "tokens 0\n", 3, "expected 'board NAME'");
    expect_bad(HEAD "board 0123456789012345678901234567890123456789\n", 3, "name is too long");
    expect_bad(HEAD "board 1969\ntokens 0\nresult "
                    "01234567890123456789012345678901234567890123456789012345678901234567\n",
               5, "the result is too long");
    expect_bad(HEAD "board 1969\ntokens 0\nresult S 2 O 0 agreed\n", 5, "the game is not over");
    expect_bad(HEAD "board 1969\ntokens 0\nresult S\n", 5, "the game is not over");
    expect_bad("bivouac record 1\ngame belligerants armistice=on board=plaine camp=closed "
               "compulsion=forfeit seats=2\n"
               "board riviere\ntokens 0\n",
               4, "the game's line names another board");
    expect_bad("bivouac record 1\ngame chars own-fire=off seats=3\nboard 1975\nplayer V Ada\n", 4,
               "the number of seats is not one of this game's");
    expect_bad(HEAD "board 1970\ntokens 0\n", 4, "board cannot be '1970'");
    expect_bad(HEAD "board 1969\nplayer X Ada\n", 4, "no such seat");
    expect_bad(HEAD "board 1969\nplayer S\n", 4, "expected 'player SEAT NAME'");
    expect_bad(HEAD "board 1969\nplayer S Ada\nplayer S Bob\n", 5, "has a player already");
    expect_bad(HEAD "board 1969\nplayer S A\tB\n", 4, "no control characters");
    expect_bad(HEAD "board 1969\nplayer S " SIXTY_FOUR SIXTY_FOUR SIXTY_FOUR SIXTY_FOUR "\n", 4,
               "at most 255 bytes");
    expect_bad(HEAD "board 1969\nbegun 2026-02-29T20:30:00Z\n", 4, "expected a date");
    expect_bad(HEAD "board 1969\nended yesterday\n", 4, "expected a date");
    expect_bad(HEAD "board 1969\nended 2026-11-15T20:30:00Z\nbegun 2026-11-15T20:30:00Z\n", 5,
               "expected 'tokens N'");
    expect_bad(HEAD "board 1969\ntokens many\n", 4, "expected 'tokens N'");
    expect_bad(HEAD "board 1969\ntokens 1\nS d2-d9\n", 5, "'d2-d9' is not legal for S");
    expect_bad(HEAD "board 1969\ntokens 1\nO d13-d14\n", 5, "O is not to act now");
    expect_bad(HEAD "board 1969\ntokens 1\nQ d13-d14\n", 5, "no such seat");
    expect_bad(HEAD "board 1969\ntokens 1\nd2-d1\n", 5, "expected 'SEAT TOKEN'");
    expect_bad(HEAD "board 1969\ntokens 1\nresult *\n", 5, "no such seat");
    expect_bad(HEAD "board 1969\ntokens 0\nresult\n", 5, "expected 'result");
    expect_bad(HEAD "board 1969\ntokens 0\nresult S 1 O 0 elimination\n", 5,
               "the game is not over");
    expect_bad(HEAD "board 1969\ntokens 0\nresult S 1 O 1 agreed\n", 5, "the game is not over");
    expect_bad(HEAD "board 1969\ntokens 0\nresult S 1/2 O 1/2 agreed\nmore\n", 6,
               "nothing may follow");
    expect_bad(HEAD "board 1969\ntokens 0\n", -1, "the record ends before its result");
    expect_bad("", -1, "the record ends before its result");
}

#define HASH "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"
#define DICE HEAD "board 1969\nbegun 2026-11-15T20:30:00Z\ndice " HASH "\n"

static void dice_are_read_with_all_they_say(void **state)
{
    (void)state;
    assert_int_equal(read_record(HEAD "board 1969\ntokens 0\nresult *\n"), 0);
    assert_false(reader.record.has_dice || reader.record.has_seed);
    assert_int_equal(read_record(DICE "tokens 0\nresult *\n"), 0);
    assert_true(reader.record.has_dice && !reader.record.has_seed);
    assert_int_equal(reader.record.commitment[1], 0x23);
    assert_int_equal(read_record(DICE "word O à l'attaque  !\n"
                                      "seed " HASH "\ntokens 0\nresult S 0 O 1 resigned\n"),
                     0);
    assert_true(reader.record.has_dice && reader.record.has_seed);
    assert_string_equal(reader.record.dice.word[0], "");
    assert_string_equal(reader.record.dice.word[1], "à l'attaque  !");
    assert_int_equal(reader.record.dice.seed[31], 0xef);
}

static void damaged_dice_are_told_line_and_reason(void **state)
{
    (void)state;
    expect_bad(HEAD "board 1969\ndice 0123\n", 4, "expected 'dice HASH', 64 digits");
    expect_bad(HEAD "board 1969\nword S hello\n", 4, "a word comes after a line 'dice HASH'");
    expect_bad(HEAD "board 1969\nseed " HASH "\n", 4, "a seed comes after a line 'dice HASH'");
    expect_bad(DICE "dice " HASH "\n", 6, "expected 'tokens N'");
    expect_bad(DICE "ended 2026-11-15T20:30:00Z\n", 6, "expected 'tokens N'");
    expect_bad(DICE "word S\n", 6, "expected 'word SEAT TEXT'");
    expect_bad(DICE "word X hello\n", 6, "no such seat");
    expect_bad(DICE "word S  hello\n", 6, "neither begins nor ends with a blank");
    expect_bad(DICE "word S he\tllo\n", 6, "no control characters");
    expect_bad(DICE "word S " HASH "0\n", 6, "at most 64 bytes");
    expect_bad(DICE "word O hello\nword S hello\n", 7, "in the order of the seats");
    expect_bad(DICE "word S hello\nword S again\n", 7, "at most one each");
    expect_bad(DICE "seed " HASH "0\n", 6, "expected 'seed HEX', 64 digits");
    expect_bad(DICE "seed 012345678\n", 6, "expected 'seed HEX', 64 digits");
    expect_bad(DICE "seed " HASH "\nword S late\n", 7, "expected 'tokens N'");
    expect_bad(DICE "seed " HASH "\nseed " HASH "\n", 7, "expected 'tokens N'");
    expect_bad(DICE "seed " HASH "\ntokens 0\nresult *\n", 8,
               "a game that goes on does not show its seed");
}

static void dates_must_exist(void **state)
{
    (void)state;
    static const char *const good[] = {"2024-02-29T00:00:00Z", "2000-02-29T00:00:00Z",
                                       "1999-12-31T23:59:59Z"};
    static const char *const bad[] = {
        "2023-02-29T00:00:00Z", "1900-02-29T00:00:00Z", "2026-13-01T00:00:00Z",
        "2026-00-01T00:00:00Z", "2026-04-31T00:00:00Z", "2026-04-00T00:00:00Z",
        "2026-04-01T24:00:00Z", "2026-04-01T00:60:00Z", "2026-04-01T00:00:60Z",
        "2026-04-01 00:00:00Z", "2026-04-01T00:00:00",  "2026-4-01T00:00:000Z"};
    for (size_t i = 0; i < BV_COUNT(good); i++) assert_true(bv_is_date(bv_span_of(good[i])));
    for (size_t i = 0; i < BV_COUNT(bad); i++) assert_false(bv_is_date(bv_span_of(bad[i])));
}

/* A whole random game, written with the writer and read back to the same end. */
static char *write_random_game(struct session *s, uint64_t seed)
{
    enum { SIZE = 1 << 20 };
    static struct bv_record head;
    struct bv_random random = bv_random_seeded(seed);
    char *tokens = malloc(SIZE);
    char *text = malloc(2 * SIZE);
    struct bv_out list = bv_out_into(tokens, SIZE);
    head = (struct bv_record){0};
    for (bv_seats acting; (acting = s->terms.game->to_act(&s->terms, &s->state)); head.tokens++) {
        int seat = __builtin_ctz(acting);
        bv_menu_make(&s->terms, &s->state, seat, &s->menu);
        bv_action action = s->menu.item[bv_menu_draw(&s->menu, &random)].action;
        bv_record_token(&s->terms, seat, action, &list);
        bv_apply(&s->terms, &s->state, seat, action, &s->past);
    }
    struct bv_out out = bv_out_into(text, 2 * SIZE);
    snprintf(head.player[0], sizeof head.player[0], "Ada");
    head.has_dice = head.has_seed = true;
    for (uint8_t i = 0; i < BV_SEED_SIZE; i++) head.dice.seed[i] = (uint8_t)(seed + i);
    bv_dice_commitment(head.dice.seed, head.commitment);
    snprintf(head.dice.word[1], sizeof head.dice.word[1], "Bob's word");
    bv_record_head(&s->terms, &head, &out);
    bv_put(&out, tokens);
    bv_record_result(&s->terms, &s->state, NULL, &out);
    assert_false(out.cut || list.cut);
    free(tokens);
    return text;
}

static void every_game_can_be_recorded(void **state)
{
    (void)state;
    for (size_t i = 0; i < bv_game_count; i++) {
        struct session *s = session(bv_games[i]->id, "");
        char *text = write_random_game(s, 21 + i);
        if (read_record(text)) fail_msg("%s: %s", bv_games[i]->id, error.text);
        assert_true(bv_state_same(bv_games[i], &s->state, &state_read));
        assert_string_equal(reader.record.player[0], "Ada");
        assert_string_equal(reader.record.dice.word[1], "Bob's word");
        uint8_t commitment[BV_COMMITMENT_SIZE];
        bv_dice_commitment(reader.record.dice.seed, commitment);
        assert_memory_equal(reader.record.commitment, commitment, sizeof commitment);
        char *result = strstr(text, "\nresult ");
        assert_non_null(result);
        memcpy(strchr(result + 8, ' ') + 1, "9", 1);
        assert_true(read_record(text) > 0);
        assert_non_null(strstr(error.text, "the rules give the result"));
        free(text);
        session_end(s);
    }
}

/* A board of one's own travels with the record. */
static void a_board_of_ones_own_travels_with_the_record(void **state)
{
    (void)state;
    char *board = board_with("chevaliers", "1969", "name 1969", "name mine");
    struct session *s = session_on("chevaliers", "", board);
    char *text = write_random_game(s, 4);
    assert_non_null(strstr(text, "board=mine"));
    assert_int_equal(read_record(text), 0);
    assert_true(reader.record.own_board);
    assert_string_equal(reader.record.board_text, board);
    char *line = strstr(text, "\n| name mine");
    memcpy(line + 8, "yours", 4);
    assert_true(read_record(text) > 0);
    assert_non_null(strstr(error.text, "the board's name is not the one in its text"));
    line[2] = 'x';
    assert_true(read_record(text) > 0);
    assert_non_null(strstr(error.text, "a line of a board begins with '| '"));
    free(text);
    free(board);
    session_end(s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_record_is_read_with_all_it_says),
        cmocka_unit_test(a_damaged_record_is_told_line_and_reason),
        cmocka_unit_test(dice_are_read_with_all_they_say),
        cmocka_unit_test(damaged_dice_are_told_line_and_reason),
        cmocka_unit_test(dates_must_exist),
        cmocka_unit_test(every_game_can_be_recorded),
        cmocka_unit_test(a_board_of_ones_own_travels_with_the_record),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

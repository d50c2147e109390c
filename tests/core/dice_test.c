/* Dice that a player can check: as docs/dice.md has them, even, and bound to seed, words and number. */
#include "support.h"

#include <stdio.h>
#include <string.h>

#include "core/dice.h"

/* The dice of the example in docs/dice.md. */
static struct bv_dice example(void)
{
    struct bv_dice dice = {.word = {"tally-ho", "à l'attaque"}};
    for (int i = 0; i < BV_SEED_SIZE; i++) dice.seed[i] = (uint8_t)i;
    return dice;
}

/* How many of the first throws below 2^32 - 1 two dice have in common. */
enum { COMPARED = 64 };

static int in_common(const struct bv_terms *terms, const struct bv_dice *a, const struct bv_dice *b)
{
    int same = 0;
    for (uint32_t i = 0; i < COMPARED; i++)
        same += bv_dice_number(terms, a, i, UINT32_MAX) == bv_dice_number(terms, b, i, UINT32_MAX);
    return same;
}

static void the_example_of_the_definition_holds(void **state)
{
    (void)state;
    static const uint32_t six[] = {3, 5, 3, 2, 1, 0, 0, 4, 0, 1, 3, 5};
    struct session *s = session("kriegspiel", "");
    struct bv_dice dice = example();
    uint8_t commitment[BV_COMMITMENT_SIZE];
    char text[65];
    struct bv_out out = bv_out_into(text, sizeof text);
    bv_dice_commitment(dice.seed, commitment);
    bv_put_hex(&out, commitment, sizeof commitment);
    assert_string_equal(text, "a11d7e1eb06f8c962cd5c8d2588ec847"
                              "1f055e7804b537a1b6eb573f863bf14c");
    for (uint32_t i = 0; i < BV_COUNT(six); i++)
        assert_int_equal(bv_dice_number(&s->terms, &dice, i, 6), six[i]);
    assert_int_equal(bv_dice_number(&s->terms, &dice, UINT32_MAX, 1000000), 182704);
    assert_int_equal(bv_dice_number(&s->terms, &dice, 5, 1), 0);
    session_end(s);
}

/* Of this throw all sixteen numbers of block 0 are passed over, as tests/dice_check.py has it too. */
static void a_throw_may_need_a_second_block(void **state)
{
    (void)state;
    struct session *s = session("kriegspiel", "");
    struct bv_dice dice = example();
    assert_int_equal(bv_dice_number(&s->terms, &dice, 117814, UINT32_C(0x80000001)), 1264093283);
    session_end(s);
}

static void the_commitment_tells_seeds_apart(void **state)
{
    (void)state;
    struct bv_dice dice = example();
    uint8_t first[BV_COMMITMENT_SIZE];
    uint8_t other[BV_COMMITMENT_SIZE];
    bv_dice_commitment(dice.seed, first);
    for (int bit = 0; bit < 8 * BV_SEED_SIZE; bit++) {
        dice.seed[bit / 8] ^= (uint8_t)(1 << bit % 8);
        bv_dice_commitment(dice.seed, other);
        assert_memory_not_equal(first, other, sizeof first);
        dice.seed[bit / 8] ^= (uint8_t)(1 << bit % 8);
    }
    bv_dice_commitment(dice.seed, other);
    assert_memory_equal(first, other, sizeof first);
}

static void throws_are_even(void **state)
{
    (void)state;
    enum { FACES = 6, THROWS = 30000 };
    struct session *s = session("kriegspiel", "");
    struct bv_dice dice = example();
    int seen[FACES] = {0};
    int after[FACES][FACES] = {{0}}; /* a throw, and the next */
    uint32_t last = 0;
    for (uint32_t i = 0; i < THROWS; i++) {
        uint32_t number = bv_dice_number(&s->terms, &dice, i, FACES);
        assert_true(number < FACES);
        seen[number]++;
        after[last][number]++;
        last = number;
    }
    /* Standard deviations of 65 and 28. */
    for (int i = 0; i < FACES; i++) {
        assert_in_range(seen[i], THROWS / 6 - 300, THROWS / 6 + 300);
        for (int j = 0; j < FACES; j++)
            assert_in_range(after[i][j], THROWS / 36 - 140, THROWS / 36 + 140);
    }
    session_end(s);
}

/* A bound just above 2^31 passes over almost half of all numbers: a biased method would show here. */
static void awkward_bounds_are_even_too(void **state)
{
    (void)state;
    enum { THROWS = 20000 };
    uint32_t bound = UINT32_C(0x80000001);
    struct session *s = session("kriegspiel", "");
    struct bv_dice dice = example();
    int low = 0;
    for (uint32_t i = 0; i < THROWS; i++) {
        uint32_t number = bv_dice_number(&s->terms, &dice, i, bound);
        assert_true(number < bound);
        low += number < bound / 2;
    }
    assert_in_range(low, THROWS / 2 - 400, THROWS / 2 + 400);
    session_end(s);
}

static void outcomes_come_by_their_odds(void **state)
{
    (void)state;
    enum { THROWS = 12000 };
    struct session *s = session("chars", "");
    struct bv_outcome outcome[BV_CHANCE_MAX];
    struct bv_dice dice = example();
    assert_int_equal(s->terms.game->chance(&s->terms, &s->state, outcome), 2);
    assert_int_equal(outcome[0].weight, 1);
    assert_int_equal(outcome[1].weight, 5);
    int first = 0;
    for (uint32_t i = 0; i < THROWS; i++) {
        bv_action given = bv_dice_outcome(&s->terms, &dice, i, &s->state);
        bool is_first = bv_dice_number(&s->terms, &dice, i, 6) < 1;
        assert_true(given == outcome[is_first ? 0 : 1].action);
        first += is_first;
    }
    assert_in_range(first, THROWS / 6 - 200, THROWS / 6 + 200);
    session_end(s);
}

static void throwing_counts_and_never_repeats_a_number(void **state)
{
    (void)state;
    struct session *s = session("kriegspiel", "");
    struct bv_dice dice = example();
    for (uint32_t i = 0; i < COMPARED; i++) {
        assert_int_equal(dice.thrown, i);
        bv_action outcome = bv_dice_outcome(&s->terms, &dice, i, &s->state);
        assert_true(bv_dice_throw(&s->terms, &dice, &s->state) == outcome);
    }
    /* What was thrown before changes nothing. */
    struct bv_dice fresh = example();
    assert_int_equal(in_common(&s->terms, &dice, &fresh), COMPARED);
    for (uint32_t i = 0; i < COMPARED; i++)
        for (uint32_t j = 0; j < i; j++)
            assert_true(bv_dice_number(&s->terms, &dice, i, UINT32_MAX) !=
                        bv_dice_number(&s->terms, &dice, j, UINT32_MAX));
    session_end(s);
}

static void seed_and_words_change_everything(void **state)
{
    (void)state;
    struct session *s = session("kriegspiel", "");
    struct bv_dice dice = example();
    struct bv_dice other = example();
    other.seed[31] ^= 1;
    assert_int_equal(in_common(&s->terms, &dice, &other), 0);
    static const char *const words[][2] = {
        {"", ""},
        {"tally-ho", ""},
        {"", "à l'attaque"},
        {"à l'attaque", "tally-ho"},
        {"tally-h", "oà l'attaque"},
        {"tally-hoà l'attaque", ""},
        {"tally-ho", "à l'attaque."},
        {"Tally-ho", "à l'attaque"},
        {"tally-ho word A à l'attaque", ""},
        {"tally-ho", "à l'attaque throw 0 0"},
    };
    struct bv_dice all[BV_COUNT(words) + 1] = {dice};
    for (size_t i = 0; i < BV_COUNT(words); i++) {
        all[i + 1] = example();
        for (int seat = 0; seat < 2; seat++)
            snprintf(all[i + 1].word[seat], sizeof all[i + 1].word[seat], "%s", words[i][seat]);
        for (size_t j = 0; j <= i; j++)
            assert_int_equal(in_common(&s->terms, &all[i + 1], &all[j]), 0);
    }
    session_end(s);
}

/* Lines are one for one with words, since no word breaks a line: the text read back gives the words again. */
static void words_are_written_in_one_way(void **state)
{
    (void)state;
    struct session *s = session("kriegspiel", "seats=6");
    struct bv_dice dice = {.word = {[1] = "word A x", [4] = "a  b"}};
    char text[1024];
    char expected[128];
    struct bv_out out = bv_out_into(text, sizeof text);
    bv_dice_words(&s->terms, &dice, &out);
    snprintf(expected, sizeof expected, "word %s word A x\nword %s a  b\n",
             s->terms.form->seat[1].name, s->terms.form->seat[4].name);
    assert_string_equal(text, expected);
    session_end(s);
}

/* The longest words at the most seats still fit what is hashed. */
static void the_longest_words_fit(void **state)
{
    (void)state;
    struct session *s = session("kriegspiel", "seats=6");
    assert_int_equal(s->terms.form->seats, BV_SEATS_MAX);
    struct bv_dice dice = {.thrown = 0};
    for (int seat = 0; seat < BV_SEATS_MAX; seat++)
        memset(dice.word[seat], 'a' + seat, BV_WORD_MAX);
    struct bv_dice other = dice;
    other.word[BV_SEATS_MAX - 1][BV_WORD_MAX - 1] = 'z';
    assert_int_equal(in_common(&s->terms, &dice, &other), 0);
    assert_true(bv_dice_number(&s->terms, &dice, UINT32_MAX, 6) < 6);
    session_end(s);
}

static void words_are_checked(void **state)
{
    (void)state;
    struct bv_error error;
    static const struct {
        const char *word;
        const char *reason; /* NULL: it is good */
    } words[] = {
        {"a", NULL},
        {"à l'attaque", NULL},
        {"0123456789012345678901234567890123456789012345678901234567890123", NULL},
        {"01234567890123456789012345678901234567890123456789012345678901234", "at most 64 bytes"},
        {"", "not empty"},
        {" a", "neither begins nor ends with a blank"},
        {"a ", "neither begins nor ends with a blank"},
        {" ", "neither begins nor ends with a blank"},
        {"a\nb", "no control characters"},
        {"a\x7f", "no control characters"},
    };
    for (size_t i = 0; i < BV_COUNT(words); i++) {
        bool good = bv_is_word(bv_span_of(words[i].word), &error);
        assert_int_equal(good, !words[i].reason);
        if (!good) assert_non_null(strstr(error.text, words[i].reason));
    }
    assert_false(bv_is_word((struct bv_span){"a\0b", 3}, &error));
}

static void bytes_are_written_and_read_in_one_way(void **state)
{
    (void)state;
    uint8_t bytes[4] = {0};
    char text[9];
    assert_true(bv_hex_of(bv_span_of("00ff1a9e"), bytes, 4));
    assert_memory_equal(bytes, "\x00\xff\x1a\x9e", 4);
    struct bv_out out = bv_out_into(text, sizeof text);
    bv_put_hex(&out, bytes, 4);
    assert_string_equal(text, "00ff1a9e");
    static const char *const bad[] = {"",         "00ff1a9",  "00ff1a9e0", "00ff1a9e00",
                                      "00FF1A9E", "00ff1a9g", "00ff 1a9",  "0x0ff1a9"};
    for (size_t i = 0; i < BV_COUNT(bad); i++) {
        assert_false(bv_hex_of(bv_span_of(bad[i]), bytes, 4));
        assert_memory_equal(bytes, "\x00\xff\x1a\x9e", 4);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_example_of_the_definition_holds),
        cmocka_unit_test(a_throw_may_need_a_second_block),
        cmocka_unit_test(the_commitment_tells_seeds_apart),
        cmocka_unit_test(throws_are_even),
        cmocka_unit_test(awkward_bounds_are_even_too),
        cmocka_unit_test(outcomes_come_by_their_odds),
        cmocka_unit_test(throwing_counts_and_never_repeats_a_number),
        cmocka_unit_test(seed_and_words_change_everything),
        cmocka_unit_test(words_are_written_in_one_way),
        cmocka_unit_test(the_longest_words_fit),
        cmocka_unit_test(words_are_checked),
        cmocka_unit_test(bytes_are_written_and_read_in_one_way),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Text: writers that never run over, readers that are strict. */
#include "support.h"

#include <string.h>

static void a_writer_never_runs_past_its_buffer(void **state)
{
    (void)state;
    char small[6] = "zzzzz";
    struct bv_out out = bv_out_into(small, sizeof small);
    bv_put(&out, "abc");
    assert_false(out.cut);
    bv_put(&out, "defg");
    assert_true(out.cut);
    assert_string_equal(small, "abcde");
}

static void numbers_are_written_whole(void **state)
{
    (void)state;
    char text[128];
    struct bv_out out = bv_out_into(text, sizeof text);
    bv_put_number(&out, 0);
    bv_put_char(&out, ' ');
    bv_put_number(&out, -70);
    bv_put_char(&out, ' ');
    bv_put_number(&out, INT64_MAX);
    bv_put_char(&out, ' ');
    bv_put_number(&out, INT64_MIN);
    assert_string_equal(text, "0 -70 9223372036854775807 -9223372036854775808");
}

static void squares_go_both_ways(void **state)
{
    (void)state;
    char text[8];
    int file, rank;
    struct bv_out out = bv_out_into(text, sizeof text);
    bv_put_square(&out, 3, 13);
    assert_string_equal(text, "d14");
    struct bv_span rest = bv_span_of("d14-d13");
    assert_true(bv_take_square(&rest, 7, 14, &file, &rank));
    assert_int_equal(file, 3);
    assert_int_equal(rank, 13);
    assert_true(bv_span_is(rest, "-d13"));
    static const char *const wrong[] = {"", "d", "d0", "d15", "h1", "D1", "d01", "14"};
    for (size_t i = 0; i < BV_COUNT(wrong); i++) {
        rest = bv_span_of(wrong[i]);
        assert_false(bv_take_square(&rest, 7, 14, &file, &rank));
        assert_true(bv_span_is(rest, wrong[i]));
    }
}

static void numbers_are_read_strictly(void **state)
{
    (void)state;
    int number = -1;
    assert_true(bv_number_of(bv_span_of("0"), 0, 9, &number));
    assert_int_equal(number, 0);
    assert_true(bv_number_of(bv_span_of("100"), 1, 100, &number));
    assert_int_equal(number, 100);
    static const char *const wrong[] = {"",   "-1", "+1",  "007",
                                        "1x", " 1", "101", "99999999999999999999"};
    for (size_t i = 0; i < BV_COUNT(wrong); i++)
        assert_false(bv_number_of(bv_span_of(wrong[i]), 0, 100, &number));
    assert_false(bv_number_of(bv_span_of("2"), 3, 9, &number));
}

static void words_and_parts_are_taken_in_order(void **state)
{
    (void)state;
    struct bv_span rest = bv_span_of("  two  words");
    struct bv_span word;
    assert_true(bv_take_word(&rest, &word));
    assert_true(bv_span_is(word, "two"));
    assert_true(bv_take_word(&rest, &word));
    assert_true(bv_span_is(word, "words"));
    assert_false(bv_take_word(&rest, &word));
    rest = bv_span_of("a//b");
    assert_true(bv_take_part(&rest, '/', &word) && bv_span_is(word, "a"));
    assert_true(bv_take_part(&rest, '/', &word) && bv_span_is(word, ""));
    assert_true(bv_take_part(&rest, '/', &word) && bv_span_is(word, "b"));
    assert_false(bv_take_part(&rest, '/', &word));
    rest = bv_span_of("=5");
    assert_false(bv_take_char(&rest, '5'));
    assert_true(bv_take_char(&rest, '='));
    assert_true(bv_span_is(rest, "5"));
}

static void order_is_that_of_bytes(void **state)
{
    (void)state;
    assert_true(bv_compare("!10", "!9") < 0);
    assert_true(bv_compare("a1", "a1-") < 0);
    assert_true(bv_compare("Z", "a") < 0);
    assert_true(bv_compare("\xc3", "z") > 0);
    assert_true(bv_compare("x", "x") == 0);
    assert_true(bv_equal("", ""));
    assert_false(bv_equal("a", ""));
}

static void long_numbers_are_read_whole_or_not_at_all(void **state)
{
    (void)state;
    int64_t number = 0;
    assert_true(bv_long_of(bv_span_of("1794781009454"), &number));
    assert_int_equal(number, 1794781009454);
    assert_true(bv_long_of(bv_span_of("999999999999999999"), &number));
    assert_int_equal(number, 999999999999999999);
    assert_true(bv_long_of(bv_span_of("007"), &number));
    assert_int_equal(number, 7);
    const char *const bad[] = {"", "1000000000000000000", "12a", "-1", " 1", "1 "};
    for (size_t i = 0; i < BV_COUNT(bad); i++)
        assert_false(bv_long_of(bv_span_of(bad[i]), &number));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(long_numbers_are_read_whole_or_not_at_all),
        cmocka_unit_test(a_writer_never_runs_past_its_buffer),
        cmocka_unit_test(numbers_are_written_whole),
        cmocka_unit_test(squares_go_both_ways),
        cmocka_unit_test(numbers_are_read_strictly),
        cmocka_unit_test(words_and_parts_are_taken_in_order),
        cmocka_unit_test(order_is_that_of_bytes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

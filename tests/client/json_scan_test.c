/* Fields of a JSON object, found without reading all of it. */
#include "client/json_scan.h"

#include <stdlib.h>
#include <string.h>

#include "support.h"

static void assert_span(struct bv_span span, const char *text)
{
    assert_int_equal(span.length, strlen(text));
    assert_memory_equal(span.text, text, span.length);
}

static void fields_of_a_message_are_found(void **state)
{
    (void)state;
    const char *message =
        "{\"type\":\"play\",\"n\":12,\"events\":[{\"type\":\"no\",\"n\":3},[\"]}\"]],"
        "\"toAct\":[\"V\",\"G\"],\"position\":\"a b/c\",\"over\":false}";
    struct json_scan_field field[] = {{.name = "position"}, {.name = "type"}, {.name = "n"},
                                      {.name = "toAct"},    {.name = "seat"}, {.name = "over"}};
    assert_true(json_scan_find(bv_span_of(message), field, BV_COUNT(field)));
    assert_span(field[0].value, "a b/c");
    assert_true(field[0].quoted);
    assert_span(field[1].value, "play");
    assert_span(field[2].value, "12");
    assert_false(field[2].quoted);
    assert_span(field[3].value, "[\"V\",\"G\"]");
    assert_null(field[4].value.text);
    assert_span(field[5].value, "false");
}

static void quotes_inside_a_text_do_not_end_it(void **state)
{
    (void)state;
    const char *message = "{ \"a\" : \"say \\\"n\\\":1\" , \"b\":\"\\\\\",\"n\" : 7 }";
    assert_span(json_scan_of(bv_span_of(message), "a"), "say \\\"n\\\":1");
    assert_span(json_scan_of(bv_span_of(message), "b"), "\\\\");
    assert_span(json_scan_of(bv_span_of(message), "n"), "7");
}

static void an_empty_object_has_no_fields(void **state)
{
    (void)state;
    struct json_scan_field field = {.name = "a"};
    assert_true(json_scan_find(bv_span_of("{}"), &field, 1));
    assert_null(field.value.text);
    assert_true(json_scan_find(bv_span_of(" { } "), &field, 1));
}

static void what_is_no_object_is_refused(void **state)
{
    (void)state;
    static const char *const wrong[] = {"",          "[]",        "\"a\"",      "{",
                                        "{\"a\"",    "{\"a\":",   "{\"a\":1",   "{\"a\":\"1}",
                                        "{a:1}",     "{\"a\":}",  "{\"a\":[1}", "{\"a\":{\"b\":1}",
                                        "{\"a\":1,", "{\"a\" 1}", "{\"\\\":1}"};
    struct json_scan_field field = {.name = "a"};
    for (size_t i = 0; i < BV_COUNT(wrong); i++)
        assert_false(json_scan_find(bv_span_of(wrong[i]), &field, 1));
}

/* However much of a message has come, nothing beyond it is read. */
static void a_message_that_is_cut_is_refused(void **state)
{
    (void)state;
    const char *message = "{\"type\":\"x\\\"\",\"a\":[{\"b\":[\"]\"]}],\"n\":12}";
    struct json_scan_field field = {.name = "n"};
    for (size_t length = 0; length < strlen(message); length++) {
        char *piece = malloc(length + 1);
        memcpy(piece, message, length);
        assert_false(json_scan_find((struct bv_span){piece, length}, &field, 1));
        free(piece);
    }
    assert_true(json_scan_find(bv_span_of(message), &field, 1));
}

static void numbers_are_whole_and_bounded(void **state)
{
    (void)state;
    static const char *const wrong[] = {"{\"n\":-1}",
                                        "{\"n\":1.5}",
                                        "{\"n\":\"1\"}",
                                        "{\"n\":101}",
                                        "{\"n\":null}",
                                        "{}",
                                        "{\"n\":99999999999999999999999}"};
    struct json_scan_field field = {.name = "n"};
    int64_t number = 0;
    for (size_t i = 0; i < BV_COUNT(wrong); i++) {
        json_scan_find(bv_span_of(wrong[i]), &field, 1);
        assert_false(json_scan_number(&field, 100, &number));
    }
    json_scan_find(bv_span_of("{\"n\":100}"), &field, 1);
    assert_true(json_scan_number(&field, 100, &number));
    assert_int_equal(number, 100);
}

static void elements_of_an_array_are_taken_in_turn(void **state)
{
    (void)state;
    struct bv_span rest = bv_span_of("[ \"a\" , {\"b\":[1,2]} ,3]");
    struct bv_span element;
    assert_true(json_scan_next(&rest, &element));
    assert_span(element, "a");
    assert_true(json_scan_next(&rest, &element));
    assert_span(element, "{\"b\":[1,2]}");
    assert_true(json_scan_next(&rest, &element));
    assert_span(element, "3");
    assert_false(json_scan_next(&rest, &element));
    rest = bv_span_of("[]");
    assert_false(json_scan_next(&rest, &element));
}

static void a_text_is_looked_for_in_an_array(void **state)
{
    (void)state;
    assert_true(json_scan_has(bv_span_of("[\"V\",\"G\"]"), "G"));
    assert_false(json_scan_has(bv_span_of("[\"V\",\"GG\"]"), "G"));
    assert_false(json_scan_has(bv_span_of("[]"), "G"));
    assert_false(json_scan_has((struct bv_span){NULL, 0}, "G"));
}

static void expect_text(const char *value, const char *meant)
{
    char text[64];
    struct bv_out out = bv_out_into(text, sizeof text);
    json_scan_text(bv_span_of(value), &out);
    assert_string_equal(text, meant);
}

static void escapes_are_resolved(void **state)
{
    (void)state;
    expect_text("plain \xc3\xa9", "plain \xc3\xa9");
    expect_text("\\\"quoted\\\" \\\\ \\/", "\"quoted\" \\ /");
    expect_text("a\\nb\\tc", "a\nb\tc");
    expect_text("\\u0041\\u00e9\\u20AC", "A\xc3\xa9\xe2\x82\xac");
    expect_text("\\ud834\\udd1e|\\u00zz|\\u12", "||u12");
    expect_text("\\", "\\");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fields_of_a_message_are_found),
        cmocka_unit_test(quotes_inside_a_text_do_not_end_it),
        cmocka_unit_test(an_empty_object_has_no_fields),
        cmocka_unit_test(what_is_no_object_is_refused),
        cmocka_unit_test(a_message_that_is_cut_is_refused),
        cmocka_unit_test(numbers_are_whole_and_bounded),
        cmocka_unit_test(elements_of_an_array_are_taken_in_turn),
        cmocka_unit_test(a_text_is_looked_for_in_an_array),
        cmocka_unit_test(escapes_are_resolved),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Fields of JSON from the other end of a connection: what is not as it should be is not read. */
#include "support.h"

#include <stdlib.h>
#include <string.h>

#include "util/fields.h"

static const char message[] =
    "{\"type\":\"play\",\"n\":12,\"at\":1700000000123,\"toAct\":[\"V\",3,\"G\"],\"over\":true,"
    "\"text\":\"l\\u2019\\ud83d\\ude00 \\\"n\\\":1\",\"left\":{\"V\":-5,\"G\":1.5}}";

static void fields_are_found_by_name_and_type(void **state)
{
    (void)state;
    cJSON *json = fields_json_parse(bv_span_of(message));
    int64_t number = 0;
    assert_non_null(json);
    assert_string_equal(fields_text(json, "type", 4), "play");
    assert_null(fields_text(json, "type", 3));
    assert_null(fields_text(json, "n", 9));
    assert_true(bv_span_is(fields_span(json, "text"), "l’😀 \"n\":1"));
    assert_int_equal(fields_span(json, "n").length, 0);
    assert_int_equal(fields_span(json, "missing").length, 0);
    assert_int_equal(fields_span(NULL, "type").length, 0);
    assert_true(fields_number(json, "at", 0, INT64_MAX / 2, &number));
    assert_true(number == 1700000000123);
    assert_true(fields_true(json, "over"));
    assert_false(fields_true(json, "n"));
    cJSON_Delete(json);
}

static void numbers_are_whole_and_in_range(void **state)
{
    (void)state;
    cJSON *json = fields_json_parse(bv_span_of(message));
    const cJSON *left = cJSON_GetObjectItemCaseSensitive(json, "left");
    int64_t number = 7;
    assert_false(fields_number(json, "n", 0, 11, &number));
    assert_false(fields_number(json, "n", 13, 99, &number));
    assert_false(fields_number(json, "type", 0, 99, &number));
    assert_false(fields_number(json, "missing", 0, 99, &number));
    assert_false(fields_number(left, "V", 0, 99, &number));
    assert_false(fields_number(left, "G", 0, 99, &number));
    assert_true(number == 7);
    cJSON_Delete(json);
}

static void lists_are_searched_for_texts(void **state)
{
    (void)state;
    cJSON *json = fields_json_parse(bv_span_of(message));
    const cJSON *list = cJSON_GetObjectItemCaseSensitive(json, "toAct");
    assert_true(fields_has_text(list, "V"));
    assert_true(fields_has_text(list, "G"));
    assert_false(fields_has_text(list, "GG"));
    assert_false(fields_has_text(list, "3"));
    assert_false(fields_has_text(NULL, "V"));
    cJSON_Delete(json);
}

/* A copy without a byte behind it, so that the sanitizer sees what is read too much. */
static void part_of_a_message_is_none(void **state)
{
    (void)state;
    for (size_t length = 0; length < sizeof message - 1; length++) {
        char *piece = malloc(length ? length : 1);
        memcpy(piece, message, length);
        assert_null(fields_json_parse((struct bv_span){piece, length}));
        free(piece);
    }
}

static void what_is_wrong_is_refused(void **state)
{
    (void)state;
    static char deep[200000];
    memset(deep, '[', sizeof deep);
    assert_null(fields_json_parse((struct bv_span){deep, sizeof deep}));
    assert_null(fields_json_parse(bv_span_of("{} {}")));
    assert_null(fields_json_parse(bv_span_of("{\"a\":\"b\\u0000c\"}")));
    assert_null(fields_json_parse((struct bv_span){"{\"a\":\"b\0c\"}", 11}));
    assert_null(fields_json_parse(bv_span_of("{'a':1}")));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fields_are_found_by_name_and_type),
        cmocka_unit_test(numbers_are_whole_and_in_range),
        cmocka_unit_test(lists_are_searched_for_texts),
        cmocka_unit_test(part_of_a_message_is_none),
        cmocka_unit_test(what_is_wrong_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

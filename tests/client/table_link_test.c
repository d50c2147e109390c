/* Links to tables, as pages write them and people paste them. */
#include "client/table_link.h"

#include <string.h>

#include "support.h"

static void a_link_is_taken_apart(void **state)
{
    (void)state;
    struct table_link link;
    assert_true(
        table_link_read(&link, "https://example.org/bivouac/t/k3Qx?seat=F.guns&key=a1b2#now"));
    assert_string_equal(link.server, "https://example.org/bivouac");
    assert_string_equal(link.table, "k3Qx");
    assert_string_equal(link.key, "a1b2");
    assert_true(table_link_read(&link, "http://127.0.0.1:8080/t/k3Qx"));
    assert_string_equal(link.server, "http://127.0.0.1:8080");
    assert_string_equal(link.table, "k3Qx");
    assert_string_equal(link.key, "");
}

static void what_is_no_link_to_a_table_is_refused(void **state)
{
    (void)state;
    char long_one[200] = "http://127.0.0.1/t/";
    struct table_link link;
    memset(long_one + strlen(long_one), 'a', sizeof long_one - strlen(long_one) - 1);
    static const char *const wrong[] = {"",
                                        "https://example.org",
                                        "https://example.org/t/",
                                        "https://example.org/t/?key=a",
                                        "https://example.org/t/abc/def",
                                        "https://example.org/t/abc?seat=S&key="};
    for (size_t i = 0; i < BV_COUNT(wrong); i++) assert_false(table_link_read(&link, wrong[i]));
    assert_false(table_link_read(&link, long_one));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_link_is_taken_apart),
        cmocka_unit_test(what_is_no_link_to_a_table_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

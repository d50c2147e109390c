/* What is taken home from a tournament: cells of a spreadsheet, and files in a tar. */
#include "support.h"

#include <stdlib.h>
#include <string.h>

#include "server/tournaments/downloads.h"

static void becomes(const char *text, const char *expected)
{
    char cell[128];
    struct bv_out out = bv_out_into(cell, sizeof cell);
    csv_cell(text, &out);
    assert_string_equal(cell, expected);
}

static void a_cell_is_quoted_where_it_must_be(void **state)
{
    (void)state;
    becomes("", "");
    becomes("Ada", "Ada");
    becomes("d'Artagnan - fils", "d'Artagnan - fils");
    becomes("Ada, fille", "\"Ada, fille\"");
    becomes("dite \"la Reine\"", "\"dite \"\"la Reine\"\"\"");
    becomes("deux\r\nlignes", "\"deux\r\nlignes\"");
}

static void a_formula_does_nothing(void **state)
{
    (void)state;
    becomes("=1+1", "\"'=1+1\"");
    becomes("+33", "\"'+33\"");
    becomes("-x", "\"'-x\"");
    becomes("@SUM(A1)", "\"'@SUM(A1)\"");
    becomes("\tA1", "\"'\tA1\"");
    becomes("=\"a\",1", "\"'=\"\"a\"\",1\"");
}

/* 512 bytes of head and whole blocks of 512 for each file; two empty blocks at the end. */
static void a_tar_is_made_of_blocks(void **state)
{
    (void)state;
    char large[600];
    struct tar tar = {0};
    memset(large, 'x', sizeof large);
    tar_add(&tar, "empty", 0, (struct bv_span){"", 0});
    tar_add(&tar, "large", 1794756164272, (struct bv_span){large, sizeof large});
    tar_end(&tar);
    assert_int_equal(tar.length, 512 + 512 + 1024 + 1024);
    assert_string_equal(tar.text, "empty");
    assert_string_equal(tar.text + 512, "large");
    assert_string_equal(tar.text + 512 + 124, "00000001130"); /* 600, in eights */
    assert_memory_equal(tar.text + 1024, large, sizeof large);
    for (size_t i = 1024 + sizeof large; i < tar.length; i++) assert_int_equal(tar.text[i], 0);
    unsigned sum = 0;
    for (size_t i = 512; i < 1024; i++)
        sum += i >= 512 + 148 && i < 512 + 156 ? ' ' : (unsigned char)tar.text[i];
    assert_int_equal(strtoul(tar.text + 512 + 148, NULL, 8), sum);
    free(tar.text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_cell_is_quoted_where_it_must_be),
        cmocka_unit_test(a_formula_does_nothing),
        cmocka_unit_test(a_tar_is_made_of_blocks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

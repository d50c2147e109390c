/* UTF-8 as a terminal shows it, and as its keys write it. */
#include "tui/text_width.h"

#include <locale.h>
#include <string.h>

#include "support.h"

static void expect_ascii(const char *text, const char *shown)
{
    char all[128] = "";
    wchar_t letters[WIDTH_MAX];
    size_t at = 0;
    for (struct width_left left = {text}; width_take(&left, true, letters);)
        for (const wchar_t *letter = letters; *letter; letter++) all[at++] = (char)*letter;
    all[at] = '\0';
    assert_string_equal(all, shown);
}

static void ascii_stands_for_what_cannot_be_shown(void **state)
{
    (void)state;
    expect_ascii("Échec aux Chevaliers · à vous…", "Echec aux Chevaliers - a vous...");
    expect_ascii("« œuf » – l’été", "\" oeuf \" - l'ete");
    expect_ascii("▸•◦ 日", ">*+ ?");
}

static void what_is_no_text_is_a_question_mark(void **state)
{
    (void)state;
    expect_ascii("a\xff\xfe", "a??");
    expect_ascii("\xc3", "?");
    expect_ascii("\xe2\x82 x", "? x");
}

static void columns_are_counted(void **state)
{
    (void)state;
    wchar_t letters[WIDTH_MAX];
    struct width_left left = {"é日\n"};
    assert_true(width_take(&left, false, letters));
    assert_int_equal(width_columns(letters), 1);
    assert_true(width_take(&left, false, letters));
    assert_int_equal(width_columns(letters), 2);
    assert_true(width_take(&left, false, letters));
    assert_int_equal(letters[0], '?'); /* no control character reaches the terminal */
    assert_false(width_take(&left, false, letters));
}

static void width_are_written_as_they_are_read(void **state)
{
    (void)state;
    static const char *const texts[] = {"a", "é", "€", "日", "𝄞"};
    for (size_t i = 0; i < BV_COUNT(texts); i++) {
        wchar_t letters[WIDTH_MAX];
        char text[8];
        struct width_left left = {texts[i]};
        assert_true(width_take(&left, false, letters));
        assert_true(width_write(letters[0], text));
        assert_string_equal(text, texts[i]);
    }
    char text[8];
    assert_false(width_write(0xd800, text));
    assert_false(width_write(27, text));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ascii_stands_for_what_cannot_be_shown),
        cmocka_unit_test(what_is_no_text_is_a_question_mark),
        cmocka_unit_test(columns_are_counted),
        cmocka_unit_test(width_are_written_as_they_are_read),
    };
    setlocale(LC_CTYPE, "C.UTF-8");
    return cmocka_run_group_tests(tests, NULL, NULL);
}

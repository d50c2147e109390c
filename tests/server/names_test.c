/* Names of accounts: which will do, and which look alike. */
#include "support.h"

#include <stddef.h>
#include <string.h>

#include "table/names.h"

static void folds_to(const char *name, const char *expected)
{
    char folded[NAME_FOLDED_SIZE];
    name_fold(name, folded);
    assert_string_equal(folded, expected);
}

static void are_alike(const char *one, const char *other)
{
    if (!name_is_like(one, other)) fail_msg("%s and %s look alike", one, other);
}

static void are_apart(const char *one, const char *other)
{
    if (name_is_like(one, other)) fail_msg("%s and %s do not look alike", one, other);
}

static void case_accents_and_marks_do_not_matter(void **state)
{
    (void)state;
    folds_to("Ada", "ada");
    folds_to("\u00C9lodie-Anne", "elodleanne");
    folds_to("ELODIE_anne", "elodleanne");
    folds_to("l'\u0152uf d\u2019\u00C6thelred", "loeufdaethelred");
    folds_to("\u0141ukasz Nguy\u1EC5n", "lukasznguyen");
    folds_to("Zoe\u0308", "zoe");
    folds_to("A.d-a_'", "ada");
    are_alike("Wei\u00DF", "WEISS");
    are_alike("\u00DE\u00F3r \u00D0", "th\u00F3r \u00F0");
    are_alike("\u014Aala", "\u014Bala");
}

static void what_looks_alike_is_one_name(void **state)
{
    static const char *const like_alice[] = {
        "alice",
        "ALICE",
        "AIice",                   /* with a capital i */
        "A1ice",                   /* with a digit */
        "A|ice",                   /* with a bar */
        "\U0001D400lice",          /* bold, of mathematics */
        "\U0001D49C\U0001D4C1ice", /* script */
        "\uFF21lice",              /* full width */
        "\u24B6lice",              /* in a circle */
        "A\uFE0Flice",             /* with a selector of variants */
        "A\u200Blice",             /* a blank of no width */
        "A\u00ADlice",             /* a soft hyphen */
        "A\u2060l\u200Dice",       /* joiners */
        "A\u034Flice",             /* a joiner of graphemes */
        "\U000E0041Alice",         /* a tag */
        "A\u0301l\u0327ice",       /* accents that combine */
        "\u0410lice",              /* Cyrillic */
        "\u0410l\u0456\u0441\u0435",
        "\u0391lice", /* Greek */
        "\u13AAlice", /* Cherokee */
        "Al\u0131ce", /* without its dot */
        "Al\u2170ce", /* a Roman numeral */
    };
    (void)state;
    for (size_t i = 0; i < BV_COUNT(like_alice); i++) are_alike("Alice", like_alice[i]);
    are_alike("Oscar", "0scar");
    are_alike("Oscar", "\u039Fscar");
    are_alike("Carmen", "Carrnen");
    are_alike("CARMEN", "Carrnen");
    are_alike("Bob 10", "Bob IO");
    are_alike("Pavel", "\u0420\u0430v\u0435\u04CF");
    are_alike("\uD55C", "\u1112\u1161\u11AB"); /* a syllable of Hangul, and its letters */
    are_alike("\uAC00", "\u1100\u1161");
}

static void what_does_not_look_alike_stays_apart(void **state)
{
    (void)state;
    folds_to("Ada2", "ada2");
    folds_to("\u0416\u0443k", "\u0436yk");
    folds_to("\u4E2D", "\u4E2D");
    folds_to("...", "");
    folds_to("", "");
    are_apart("Alice", "Alicia");
    are_apart("Alice", "Alce");
    are_apart("Ada", "Ada 2");
    are_apart("Ada", "Ada (2)");
    are_apart("\uD55C", "\uD55B");
    are_apart("Anna", "Hanna");
    are_apart("\u0915\u093F", "\u0915\u0941"); /* vowels that are marks */
}

/* So that names can be found by their beginning. */
static void the_beginning_of_a_name_folds_to_a_beginning(void **state)
{
    static const char name[] = "Mm\u0152\u00DF\uD55Ci1.\u00E9";
    char whole[NAME_FOLDED_SIZE];
    (void)state;
    name_fold(name, whole);
    for (size_t length = 0; length < sizeof name; length++) {
        char front[sizeof name];
        char folded[NAME_FOLDED_SIZE];
        memcpy(front, name, length);
        front[length] = '\0';
        name_fold(front, folded);
        assert_memory_equal(whole, folded, strlen(folded));
    }
}

static void what_is_folded_stays_as_it_is(void **state)
{
    (void)state;
    for (uint32_t code = 0x20; code < 0x3000; code++) {
        char name[4] = {0};
        char folded[NAME_FOLDED_SIZE];
        char again[NAME_FOLDED_SIZE];
        if (code < 0x80) {
            name[0] = (char)code;
        } else if (code < 0x800) {
            name[0] = (char)(0xC0 | code >> 6);
            name[1] = (char)(0x80 | (code & 0x3F));
        } else {
            name[0] = (char)(0xE0 | code >> 12);
            name[1] = (char)(0x80 | (code >> 6 & 0x3F));
            name[2] = (char)(0x80 | (code & 0x3F));
        }
        name_fold(name, folded);
        name_fold(folded, again);
        if (strcmp(folded, again) != 0) fail_msg("U+%04X: %s, then %s", code, folded, again);
    }
}

static void a_mark_has_room_at_the_end_of_any_name(void **state)
{
    char name[41] = "Ada";
    (void)state;
    name_mark(name, " (?)");
    assert_string_equal(name, "Ada (?)");
    for (int i = 0; i < 20; i++) memcpy(name + 2 * (ptrdiff_t)i, "\u00E9", 2);
    name[40] = '\0';
    name_mark(name, " (12)");
    assert_int_equal(strlen(name), 34 + 5);
    assert_string_equal(name + 34, " (12)");
}

static void the_longest_text_is_bounded(void **state)
{
    char long_name[200];
    char folded[NAME_FOLDED_SIZE];
    (void)state;
    memset(long_name, 'a', sizeof long_name - 1);
    long_name[sizeof long_name - 1] = '\0';
    name_fold(long_name, folded);
    assert_int_equal(strlen(folded), NAME_FOLDED_SIZE - 1);
    folds_to("a\xFF"
             "b",
             "a"); /* what is not UTF-8 ends it */
}

static void proper_names(void **state)
{
    static const char *const good[] = {"Al",
                                       "Ada Lovelace",
                                       "J. P. Dupont",
                                       "d'Artagnan",
                                       "Zo\u00EB",
                                       "7th_Cavalry",
                                       "abcdefghijklmnopqrstuvwx",
                                       "\u1EA4n",
                                       "R\u2019lyeh"};
    (void)state;
    for (size_t i = 0; i < BV_COUNT(good); i++)
        if (!name_is_proper(good[i])) fail_msg("%s will do", good[i]);
}

static void improper_names(void **state)
{
    static const char *const bad[] = {
        "",
        "A",
        " Ada",
        "Ada ",
        "-Ada",
        "Ada.",
        "A  b",
        "12",
        "a\tb",
        "abcdefghijklmnopqrstuvwxy",
        "\u0410da",
        "A<b",
        "Ada\x01",
        "Ada\x7F",
        "Ada\xC2\x85",
        "A\uFE0Fda",
        "\u00D7\u00D7",
        "Ada\u200B",
        "a\xC3",
        "\u1EA4\u1EA4\u1EA4\u1EA4\u1EA4\u1EA4\u1EA4\u1EA4\u1EA4\u1EA4\u1EA4\u1EA4\u1EA4\u1EA4"};
    (void)state;
    for (size_t i = 0; i < BV_COUNT(bad); i++)
        if (name_is_proper(bad[i])) fail_msg("'%s' will not do", bad[i]);
}

static void a_name_that_is_too_long_loses_whole_characters(void **state)
{
    (void)state;
    for (size_t before = NAME_FOLDED_SIZE - 5; before < NAME_FOLDED_SIZE; before++) {
        char name[NAME_FOLDED_SIZE + 8];
        char folded[NAME_FOLDED_SIZE];
        char again[NAME_FOLDED_SIZE];
        struct bv_out out = bv_out_into(name, sizeof name);
        for (size_t i = 0; i < before; i++) bv_put_char(&out, 'a');
        bv_put(&out, "\u4E2D"); /* three bytes that fold to themselves */
        name_fold(name, folded);
        name_fold(folded, again);
        assert_string_equal(again, folded);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(case_accents_and_marks_do_not_matter),
        cmocka_unit_test(what_looks_alike_is_one_name),
        cmocka_unit_test(the_beginning_of_a_name_folds_to_a_beginning),
        cmocka_unit_test(what_is_folded_stays_as_it_is),
        cmocka_unit_test(a_mark_has_room_at_the_end_of_any_name),
        cmocka_unit_test(what_does_not_look_alike_stays_apart),
        cmocka_unit_test(the_longest_text_is_bounded),
        cmocka_unit_test(a_name_that_is_too_long_loses_whole_characters),
        cmocka_unit_test(proper_names),
        cmocka_unit_test(improper_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

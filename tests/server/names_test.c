/* Names of accounts: which will do, and which look alike. */
#include "support.h"

#include <string.h>

#include "server/people/names.h"

static void folds_to(const char *name, const char *expected)
{
    char folded[BV_FOLDED_SIZE];
    bv_name_fold(name, folded);
    assert_string_equal(folded, expected);
}

static void what_looks_alike_folds_to_the_same(void **state)
{
    (void)state;
    folds_to("Ada", "ada");
    folds_to("Élodie-Anne", "elodieanne");
    folds_to("ELODIE_anne", "elodieanne");
    folds_to("l'Œuf d\u2019Æthelred", "loeufdaethelred");
    folds_to("Łukasz Nguyễn", "lukasznguyen");
    folds_to("Weiß", "weiss");
    folds_to("Zoe\u0308", "zoe");
    folds_to("\u0410d\u0430", "ada"); /* with Cyrillic А and а */
    folds_to("\u039Fscar", "oscar");  /* with a Greek omicron */
    folds_to("\uFF21da", "ada");      /* full width */
    folds_to("A.d-a_'", "ada");
}

static void what_does_not_look_alike_stays_apart(void **state)
{
    (void)state;
    folds_to("Ada2", "ada2");
    folds_to("\u0416\u0443k", "\u0416yk");
    folds_to("\u4E2D", "\u4E2D");
    folds_to("...", "");
    folds_to("", "");
}

static void the_longest_text_is_bounded(void **state)
{
    char long_name[200];
    char folded[BV_FOLDED_SIZE];
    (void)state;
    memset(long_name, 'a', sizeof long_name - 1);
    long_name[sizeof long_name - 1] = '\0';
    bv_name_fold(long_name, folded);
    assert_int_equal(strlen(folded), BV_FOLDED_SIZE - 1);
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
        if (!bv_name_is_proper(good[i])) fail_msg("%s will do", good[i]);
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
        "Ada\u200B",
        "a\xC3",
        "\u1EA4\u1EA4\u1EA4\u1EA4\u1EA4\u1EA4\u1EA4\u1EA4\u1EA4\u1EA4\u1EA4\u1EA4\u1EA4\u1EA4"};
    (void)state;
    for (size_t i = 0; i < BV_COUNT(bad); i++)
        if (bv_name_is_proper(bad[i])) fail_msg("'%s' will not do", bad[i]);
}

static void a_name_that_is_too_long_loses_whole_characters(void **state)
{
    (void)state;
    for (size_t before = BV_FOLDED_SIZE - 5; before < BV_FOLDED_SIZE; before++) {
        char name[BV_FOLDED_SIZE + 8];
        char folded[BV_FOLDED_SIZE];
        char again[BV_FOLDED_SIZE];
        struct bv_out out = bv_out_into(name, sizeof name);
        for (size_t i = 0; i < before; i++) bv_put_char(&out, 'a');
        bv_put(&out, "\xed\x82\xa3"); /* a syllable of three bytes that folds to itself */
        bv_name_fold(name, folded);
        bv_name_fold(folded, again);
        assert_string_equal(again, folded);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_looks_alike_folds_to_the_same),
        cmocka_unit_test(what_does_not_look_alike_stays_apart),
        cmocka_unit_test(the_longest_text_is_bounded),
        cmocka_unit_test(a_name_that_is_too_long_loses_whole_characters),
        cmocka_unit_test(proper_names),
        cmocka_unit_test(improper_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

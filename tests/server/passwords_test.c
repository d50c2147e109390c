/* Passwords that will do, and recovery codes. */
#include "support.h"

#include <string.h>

#include "server/accounts/passwords.h"

static bool will_do(const char *password, const char *name)
{
    struct refusal refusal = {0};
    bool good = password_will_do(password, name, &refusal);
    if (!good) assert_string_equal(refusal.code, "weak-password");
    return good;
}

static void are_refused(const char *const *password, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (will_do(password[i], "Ada Lovelace")) fail_msg("'%s' will not do", password[i]);
}

static void are_taken(const char *const *password, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (!will_do(password[i], "Ada Lovelace")) fail_msg("'%s' will do", password[i]);
}

static void a_password_is_neither_short_nor_too_long(void **state)
{
    static const char *const bad[] = {"",
                                      "seven77",
                                      "k7#vXp2",
                                      "  k7#vXp2  ",
                                      "        ",
                                      "                    ",
                                      "\u00E9\u00E0\u00F9\u00E7"};
    static const char *const good[] = {"k7#vXp2q", " k7#vXp2q", "k 7 # vXp2",
                                       "\u00E9k\u00E07\u00F9v\u00E7x"};
    char long_one[202];
    (void)state;
    for (size_t i = 0; i < sizeof long_one; i++) long_one[i] = (char)('!' + (i * i + 7 * i) % 90);
    long_one[201] = '\0';
    assert_false(will_do(NULL, "Ada"));
    assert_false(will_do(long_one, "Ada"));
    long_one[200] = '\0';
    assert_true(will_do(long_one, "Ada"));
    are_refused(bad, BV_COUNT(bad));
    are_taken(good, BV_COUNT(good));
}

static void what_everybody_takes_is_refused(void **state)
{
    static const char *const bad[] = {"password",      "Password",
                                      "PASSWORD1",     "password123",
                                      "p@ssw0rd",      "P@$$w0rd!",
                                      "passw0rd1",     "iloveyou",
                                      "iloveyou2",     "princess",
                                      "sunshine",      "football",
                                      "baseball",      "superman",
                                      "letmein1",      "welcome1",
                                      "trustno1",      "whatever",
                                      "starwars",      "jennifer",
                                      "michelle",      "liverpool",
                                      "butterfly",     "chocolate",
                                      "administrator", "admin123",
                                      "motdepasse",    "Mot de passe",
                                      "jetaime123",    "azerty123",
                                      "bonjour1",      "marseille",
                                      "chocolat",      "doudou123",
                                      "soleil123",     "loulou12",
                                      "bivouac1",      "bivouac123",
                                      "Bivouac2024!",  "Summer2024!",
                                      "dragon1987",    "monkey12345",
                                      "master12",      "secret99",
                                      "princesse",     "dragon soleil monkey",
                                      "camille2003"};
    (void)state;
    are_refused(bad, BV_COUNT(bad));
}

static void runs_and_repetitions_are_refused(void **state)
{
    static const char *const bad[] = {
        "aaaaaaaa",   "AaAaAaAa",       "111111111",
        "--------",   "........",       "\u00E9\u00E9\u00E9\u00E9\u00E9\u00E9\u00E9\u00E9",
        "12345678",   "123456789",      "1234567890",
        "87654321",   "0987654321",     "123123123",
        "12341234",   "12121212",       "abababab",
        "abcabcabc",  "xk9xk9xk9",      "11112222",
        "abcdefgh",   "hgfedcba",       "abcd1234",
        "a1b2c3d4",   "abc12345",       "qwertyui",
        "qwertyuiop", "AZERTYUIOP",     "poiuytreza",
        "asdfghjkl",  "qsdfghjklm",     "zxcvbnm123",
        "wxcvbn123",  "qwertzuiop",     "1q2w3e4r",
        "1qaz2wsx",   "1a2z3e4r",       "qazwsxedc123",
        "147258369",  "19871987",       "01011990",
        "aaaaaaaa1",  "1 2 3 4 5 6 7 8"};
    (void)state;
    are_refused(bad, BV_COUNT(bad));
}

static void the_name_of_the_account_is_refused(void **state)
{
    (void)state;
    assert_false(will_do("Ada Lovelace", "ada_lovelace"));
    assert_false(will_do("adalovelace", "Ada Lovelace"));
    assert_false(will_do("AdaLovelace1", "Ada Lovelace"));
    assert_false(will_do("Ada-Lovelace 1987!", "Ada Lovelace"));
    assert_false(will_do("ada lovelace ada lovelace", "Ada Lovelace"));
    assert_true(will_do("AdaLovelace1", "Grace"));
}

static void what_is_not_guessed_will_do(void **state)
{
    static const char *const good[] = {"correct horse battery",
                                       "four and twenty blackbirds",
                                       "a long way home",
                                       "another one altogether",
                                       "azertyuiop et le reste",
                                       "k7#vXp2q",
                                       "Tr0ub4dor&3",
                                       "5up3rch4rg3r",
                                       "zut, encore rat\u00E9",
                                       "\u043F\u0430\u0440\u043E\u043B\u044C\u043A\u0438",
                                       "\u6B63\u78BA\u99AC\u96FB\u6C60\u91D8\u66F8\u9053"};
    (void)state;
    are_taken(good, BV_COUNT(good));
}

static void signature(const char *person, const char *code, char to[SIGNATURE_SIZE])
{
    static const uint8_t secret[SECRET_SIZE] = {1, 2, 3};
    recovery_code_sign(secret, person, code, to);
}

static void a_code_is_known_however_it_is_written(void **state)
{
    static const char *const same[] = {"7k2m-x0qv-91bd", "7K2M X0QV 91BD", "7k2mxoqv9lbd",
                                       "7k2m-xOqv-9Ibd"};
    char right[SIGNATURE_SIZE];
    char other[SIGNATURE_SIZE];
    (void)state;
    signature("ada", same[0], right);
    for (size_t i = 1; i < BV_COUNT(same); i++) {
        signature("ada", same[i], other);
        assert_string_equal(other, right);
    }
    signature("bob", same[0], other);
    assert_string_not_equal(other, right);
    signature("ada", "7k2m-x0qv-91be", other);
    assert_string_not_equal(other, right);
}

static void codes_look_as_they_should(void **state)
{
    char before[RECOVERY_CODE_SIZE] = "";
    (void)state;
    for (int i = 0; i < 100; i++) {
        char code[RECOVERY_CODE_SIZE];
        recovery_code_make(code);
        assert_int_equal(strlen(code), 14);
        assert_int_equal(code[4], '-');
        assert_int_equal(code[9], '-');
        assert_int_equal(strspn(code, "0123456789abcdefghjkmnpqrstvwxyz-"), 14);
        assert_string_not_equal(code, before);
        memcpy(before, code, sizeof before);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_password_is_neither_short_nor_too_long),
        cmocka_unit_test(what_everybody_takes_is_refused),
        cmocka_unit_test(runs_and_repetitions_are_refused),
        cmocka_unit_test(the_name_of_the_account_is_refused),
        cmocka_unit_test(what_is_not_guessed_will_do),
        cmocka_unit_test(a_code_is_known_however_it_is_written),
        cmocka_unit_test(codes_look_as_they_should),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

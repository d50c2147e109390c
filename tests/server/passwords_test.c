/* Passwords that will do, and recovery codes. */
#include "support.h"

#include <string.h>

#include "server/people/passwords.h"

static bool will_do(const char *password, const char *name)
{
    struct bv_refusal refusal = {0};
    bool good = bv_password_will_do(password, name, &refusal);
    if (!good) assert_string_equal(refusal.code, "weak-password");
    return good;
}

static void only_what_is_not_guessed_will_do(void **state)
{
    char long_one[202];
    (void)state;
    memset(long_one, 'x', sizeof long_one);
    long_one[201] = '\0';
    assert_false(will_do(NULL, "Ada"));
    assert_false(will_do("", "Ada"));
    assert_false(will_do("seven77", "Ada"));
    assert_false(will_do(long_one, "Ada"));
    long_one[200] = '\0';
    assert_true(will_do(long_one, "Ada"));
    assert_false(will_do("Ada Lovelace", "ada_lovelace"));
    assert_false(will_do("Password", "Ada"));
    assert_false(will_do("12345678", "Ada"));
    assert_false(will_do("AZERTYUIOP", "Ada"));
    assert_true(will_do("azertyuiop et le reste", "Ada"));
}

static void seal(const char *person, const char *code, char to[BV_SEAL_SIZE])
{
    static const uint8_t secret[BV_SECRET_SIZE] = {1, 2, 3};
    bv_code_seal(secret, person, code, to);
}

static void a_code_is_known_however_it_is_written(void **state)
{
    static const char *const same[] = {"7k2m-x0qv-91bd", "7K2M X0QV 91BD", "7k2mxoqv9lbd",
                                       "7k2m-xOqv-9Ibd"};
    char right[BV_SEAL_SIZE];
    char other[BV_SEAL_SIZE];
    (void)state;
    seal("ada", same[0], right);
    for (size_t i = 1; i < BV_COUNT(same); i++) {
        seal("ada", same[i], other);
        assert_string_equal(other, right);
    }
    seal("bob", same[0], other);
    assert_string_not_equal(other, right);
    seal("ada", "7k2m-x0qv-91be", other);
    assert_string_not_equal(other, right);
}

static void codes_look_as_they_should(void **state)
{
    char before[BV_CODE_SIZE] = "";
    (void)state;
    for (int i = 0; i < 100; i++) {
        char code[BV_CODE_SIZE];
        bv_code_make(code);
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
        cmocka_unit_test(only_what_is_not_guessed_will_do),
        cmocka_unit_test(a_code_is_known_however_it_is_written),
        cmocka_unit_test(codes_look_as_they_should),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

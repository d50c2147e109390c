/* An admin's pass is good for a minute and cannot be changed; bans are for networks as people write them. */
#include "../store/scratch.h"

#include "server/accounts/bans.h"
#include "server/admin/admin_access.h"

#define NOW INT64_C(1794756164272)

static void a_pass_is_good_for_a_minute(void **state)
{
    static const uint8_t secret[SECRET_SIZE] = {1, 2, 3};
    static const uint8_t other[SECRET_SIZE] = {1, 2, 4};
    char pass[ADMIN_PASS_MAX];
    (void)state;
    struct bv_out out = bv_out_into(pass, sizeof pass);
    admin_pass_write(secret, NOW, &out);
    assert_false(out.cut);
    struct bv_span whole = {pass, out.length};
    assert_true(admin_pass_is_good(secret, whole, NOW));
    assert_true(admin_pass_is_good(secret, whole, NOW + 60000));
    assert_false(admin_pass_is_good(secret, whole, NOW + 60001));
    assert_true(admin_pass_is_good(secret, whole, NOW - 60000)); /* clocks are set */
    assert_false(admin_pass_is_good(secret, whole, NOW - 60001));
    assert_false(admin_pass_is_good(other, whole, NOW));
}

static void a_pass_is_good_as_a_whole_alone(void **state)
{
    static const uint8_t secret[SECRET_SIZE] = {7};
    char pass[ADMIN_PASS_MAX];
    (void)state;
    struct bv_out out = bv_out_into(pass, sizeof pass);
    admin_pass_write(secret, NOW, &out);
    for (size_t i = 0; i < out.length; i++) {
        char right = pass[i];
        assert_false(admin_pass_is_good(secret, (struct bv_span){pass, i}, NOW));
        pass[i] = right == 'z' ? 'y' : 'z';
        assert_false(admin_pass_is_good(secret, (struct bv_span){pass, out.length}, NOW));
        pass[i] = '.';
        if (right != '.')
            assert_false(admin_pass_is_good(secret, (struct bv_span){pass, out.length}, NOW));
        pass[i] = right;
    }
    assert_true(admin_pass_is_good(secret, (struct bv_span){pass, out.length}, NOW));
}

static void networks_have_one_key_each(void **state)
{
    static const struct {
        const char *written, *key; /* "": it is none that may be banned */
    } rows[] = {
        {"203.0.113.77", "203.0.113.77"},
        {"203.0.113.77/32", "203.0.113.77"},
        {"203.0.113.77/24", "203.0.113.0_24"},
        {"10.255.1.1/8", "10.0.0.0_8"},
        {"10.0.0.0/9", "10.0.0.0_9"},
        {"2001:DB8:0:0::7", "2001:db8::7"},
        {"2001:db8:abcd::/36", "2001:db8:a000::_36"},
        {"::ffff:10.0.0.1", "10.0.0.1"},
        {"0.0.0.0/0", ""},
        {"127.0.0.1", ""},
        {"126.0.0.0/7", ""},
        {"::1", ""},
        {"::/0", ""},
        {"10.0.0.0/33", ""},
        {"10.0.0.0/x", ""},
        {"10.0.0", ""},
        {"ada", ""},
        {"", ""},
    };
    (void)state;
    for (size_t i = 0; i < BV_COUNT(rows); i++) {
        char key[BAN_KEY_SIZE] = "";
        bool good = ban_key_of_network(rows[i].written, key);
        if (good != (rows[i].key[0] != '\0') || (good && !bv_equal(key, rows[i].key)))
            fail_msg("%s gives %s", rows[i].written, good ? key : "nothing");
        char again[BAN_KEY_SIZE];
        if (good && !(ban_key_of_network(key, again) && bv_equal(key, again)))
            fail_msg("%s is not its own key", key);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_pass_is_good_for_a_minute),
        cmocka_unit_test(a_pass_is_good_as_a_whole_alone),
        cmocka_unit_test(networks_have_one_key_each),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Addresses: how they are read and written, and which are counted as one. */
#include "test_server.h"

static struct address address(const char *text)
{
    struct address read;
    if (!address_read(bv_span_of(text), &read)) fail_msg("not an address: %s", text);
    return read;
}

static void reads_as(const char *text, const char *written)
{
    char back[ADDRESS_TEXT];
    struct address read = address(text);
    address_write(&read, back);
    assert_string_equal(back, written);
}

static void addresses_are_read_and_written(void **state)
{
    (void)state;
    reads_as("192.0.2.1", "192.0.2.1");
    reads_as("192.0.2.1:443", "192.0.2.1");
    reads_as("::ffff:192.0.2.1", "192.0.2.1");
    reads_as("2001:DB8::1", "2001:db8::1");
    reads_as("[2001:db8::1]:443", "2001:db8::1");
    reads_as("[::1]", "::1");
    static const char *const bad[] = {
        "",       "unknown",  "192.0.2",    "192.0.2.256",      "1.2.3.4:5:6",
        "[::1",   "_hidden",  ":::",        "192.0.2.1 ",       "[]",
        "[::1]]", "12345::1", "192.0.2.1%", "fe80::1%interface"};
    for (size_t i = 0; i < BV_COUNT(bad); i++) {
        struct address read;
        if (address_read(bv_span_of(bad[i]), &read)) fail_msg("taken for an address: %s", bad[i]);
    }
    struct address read;
    assert_false(address_read((struct bv_span){"192.0.2.1\0x", 11}, &read));
}

static bool same_counted(const char *a, const char *b)
{
    struct address one = address(a), two = address(b);
    one = address_counted(&one);
    two = address_counted(&two);
    return bv_same(&one, &two, sizeof one);
}

static void what_one_customer_can_change_is_counted_as_one(void **state)
{
    (void)state;
    assert_true(same_counted("2001:db8:1:2::1", "2001:db8:1:2:ffff:ffff:ffff:ffff"));
    assert_false(same_counted("2001:db8:1:2::1", "2001:db8:1:3::1"));
    assert_false(same_counted("192.0.2.1", "192.0.2.2"));
    assert_true(same_counted("192.0.2.1", "::ffff:192.0.2.1"));
}

static void networks_and_the_machine_itself(void **state)
{
    (void)state;
    struct address network = address("172.16.0.0"), in = address("172.31.255.255"),
                   out = address("172.32.0.0"), six = address("::1"), four = address("127.0.0.53");
    assert_true(address_within(&in, &network, 96 + 12));
    assert_false(address_within(&out, &network, 96 + 12));
    assert_true(address_within(&out, &network, 0));
    assert_true(address_is_local(&six));
    assert_true(address_is_local(&four));
    assert_false(address_is_local(&in));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(addresses_are_read_and_written),
        cmocka_unit_test(what_one_customer_can_change_is_counted_as_one),
        cmocka_unit_test(networks_and_the_machine_itself),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

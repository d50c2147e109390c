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

static void only_addresses_of_the_internet_are_public(void **state)
{
    (void)state;
    static const char *const public[] = {
        "1.1.1.1",         "9.255.255.255",  "11.0.0.0",        "100.63.255.255",
        "100.128.0.0",     "172.15.255.255", "172.32.0.0",      "192.167.255.255",
        "223.255.255.255", "2a00:1450::1",   "2606:4700::1111", "2001:4860:4860::8888"};
    static const char *const special[] = {
        "0.0.0.0",          "10.0.0.1",        "100.64.0.1",   "127.0.0.1",
        "127.1.2.3",        "169.254.169.254", "172.16.0.1",   "172.31.255.255",
        "192.0.0.1",        "192.0.2.1",       "192.168.1.1",  "198.18.0.1",
        "198.19.255.255",   "198.51.100.1",    "203.0.113.9",  "224.0.0.1",
        "240.0.0.1",        "255.255.255.255", "::",           "::1",
        "::ffff:127.0.0.1", "::ffff:10.0.0.1", "::127.0.0.1",  "64:ff9b::7f00:1",
        "100::1",           "fc00::1",         "fd12:3456::1", "fe80::1",
        "fec0::1",          "ff02::1",         "2001::1",      "2001:db8::1",
        "2002:7f00:1::1"};
    for (size_t i = 0; i < BV_COUNT(public); i++) {
        struct address one = address(public[i]);
        if (!address_is_public(&one)) fail_msg("not public: %s", public[i]);
    }
    for (size_t i = 0; i < BV_COUNT(special); i++) {
        struct address one = address(special[i]);
        if (address_is_public(&one)) fail_msg("public: %s", special[i]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(addresses_are_read_and_written),
        cmocka_unit_test(what_one_customer_can_change_is_counted_as_one),
        cmocka_unit_test(networks_and_the_machine_itself),
        cmocka_unit_test(only_addresses_of_the_internet_are_public),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

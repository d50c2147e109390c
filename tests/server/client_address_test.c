/* From where a request comes: whose X-Forwarded-For is believed, and what of it. */
#include "support.h"

#include "server/base/client_address.h"

static struct address address(const char *text)
{
    struct address read;
    if (!address_read(bv_span_of(text), &read)) fail_msg("not an address: %s", text);
    return read;
}

static struct proxies proxies(const char *text)
{
    struct proxies read;
    struct bv_error error;
    if (!proxies_read(text, &read, &error)) fail_msg("%s", error.text);
    return read;
}

static void comes_from(const char *peer, const char *first, const char *second, const char *client,
                       bool local)
{
    struct proxies known = proxies("127.0.0.1, ::1, 10.0.0.0/8, 2001:db8:ffff::/48");
    struct address from = address(peer);
    struct http_request request = {0};
    if (first)
        request.header[request.headers++] =
            (struct http_header){bv_span_of("X-Forwarded-For"), bv_span_of(first)};
    if (second)
        request.header[request.headers++] =
            (struct http_header){bv_span_of("x-forwarded-for"), bv_span_of(second)};
    char text[ADDRESS_TEXT];
    struct client_address client_address = client_address_of(&known, &from, &request);
    address_write(&client_address.address, text);
    assert_string_equal(text, client);
    assert_int_equal(client_address.local, local);
}

static void only_proxies_are_believed(void **unused)
{
    (void)unused;
    comes_from("203.0.113.9", NULL, NULL, "203.0.113.9", false);
    comes_from("203.0.113.9", "198.51.100.7", NULL, "203.0.113.9", false);
    comes_from("203.0.113.9", "127.0.0.1", NULL, "203.0.113.9", false);
    comes_from("10.1.2.3", "198.51.100.7", NULL, "198.51.100.7", false);
    comes_from("2001:db8:ffff:1::2", "2001:db8::7", NULL, "2001:db8::7", false);
}

static void the_last_that_is_no_proxy_is_the_client(void **unused)
{
    (void)unused;
    comes_from("127.0.0.1", "198.51.100.7, 203.0.113.9", NULL, "203.0.113.9", false);
    comes_from("127.0.0.1", "198.51.100.7,203.0.113.9 , 10.0.0.2", NULL, "203.0.113.9", false);
    comes_from("127.0.0.1", "198.51.100.7", "203.0.113.9", "203.0.113.9", false);
    comes_from("127.0.0.1", "198.51.100.7", "10.0.0.2", "198.51.100.7", false);
    comes_from("127.0.0.1", "203.0.113.9:4711", NULL, "203.0.113.9", false);
}

static void what_is_no_address_says_nothing(void **unused)
{
    (void)unused;
    comes_from("10.0.0.2", "unknown", NULL, "10.0.0.2", false);
    comes_from("10.0.0.2", "198.51.100.7, <script>", NULL, "10.0.0.2", false);
    comes_from("10.0.0.2", "<script>, 198.51.100.7", NULL, "198.51.100.7", false);
    comes_from("10.0.0.2", "", NULL, "10.0.0.2", false);
    comes_from("10.0.0.2", ",,,", NULL, "10.0.0.2", false);
}

static void the_machine_itself_is_local_unless_it_speaks_for_others(void **unused)
{
    (void)unused;
    comes_from("127.0.0.1", NULL, NULL, "127.0.0.1", true);
    comes_from("::1", NULL, NULL, "::1", true);
    comes_from("127.0.0.1", "127.0.0.1", NULL, "127.0.0.1", false);
    comes_from("10.0.0.2", NULL, NULL, "10.0.0.2", false);
}

static void lists_of_proxies_are_read(void **unused)
{
    (void)unused;
    struct proxies read;
    struct bv_error error;
    assert_int_equal(proxies("").count, 0);
    assert_int_equal(proxies(" 127.0.0.1 ,::1,").count, 2);
    static const char *const bad[] = {"localhost",   "10.0.0.0/33", "::/129",
                                      "10.0.0.0/-1", "10.0.0.0/8x", "10.0.0/8"};
    for (size_t i = 0; i < BV_COUNT(bad); i++) assert_false(proxies_read(bad[i], &read, &error));
    assert_false(proxies_read("::1,::2,::3,::4,::5,::6,::7,::8,::9,::a,::b,::c,::d,::e,::f,"
                              "::10,::11",
                              &read, &error));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(only_proxies_are_believed),
        cmocka_unit_test(the_last_that_is_no_proxy_is_the_client),
        cmocka_unit_test(what_is_no_address_says_nothing),
        cmocka_unit_test(the_machine_itself_is_local_unless_it_speaks_for_others),
        cmocka_unit_test(lists_of_proxies_are_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* The cryptography of Web Push against the example of RFC 8291, and which endpoints are allowed. */
#include "server/reminders/web_push.h"

#include <sodium.h>
#include <string.h>

#include "server/reminders/push_services.h"
#include "support.h"

/* RFC 8291, section 5 and appendix A. */
static const char text[] = "When I grow up, I want to be a watermelon";
static const char browser_point[] =
    "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4";
static const char browser_auth[] = "BTBZMqHH6r4Tts7J_aSIgg";
static const char message_private[] = "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw";
static const char message_point[] =
    "BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8";
static const char salt_text[] = "DGv6ra1nlYgDCS1FRnbzlw";
static const char body_text[] =
    "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6"
    "TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulc"
    "y4a-fN";

static size_t bytes_of(const char *base64, uint8_t *bytes, size_t size)
{
    size_t length = 0;
    assert_int_equal(sodium_base642bin(bytes, size, base64, strlen(base64), NULL, &length, NULL,
                                       sodium_base64_VARIANT_URLSAFE_NO_PADDING),
                     0);
    return length;
}

/* A key as it is stored: DER of RFC 5915 (an ECPrivateKey with its curve and its point). */
static struct web_push_identity *key_of(const char *private_key, const char *point)
{
    static const uint8_t head[] = {0x30, 0x77, 0x02, 0x01, 0x01, 0x04, 0x20};
    static const uint8_t curve[] = {0xa0, 0x0a, 0x06, 0x08, 0x2a, 0x86, 0x48, 0xce, 0x3d,
                                    0x03, 0x01, 0x07, 0xa1, 0x44, 0x03, 0x42, 0x00};
    uint8_t der[sizeof head + 32 + sizeof curve + WEB_PUSH_POINT];
    char hex[2 * sizeof der + 1];
    memcpy(der, head, sizeof head);
    assert_int_equal(bytes_of(private_key, der + sizeof head, 32), 32);
    memcpy(der + sizeof head + 32, curve, sizeof curve);
    assert_int_equal(bytes_of(point, der + sizeof head + 32 + sizeof curve, WEB_PUSH_POINT),
                     WEB_PUSH_POINT);
    sodium_bin2hex(hex, sizeof hex, der, sizeof der);
    return web_push_identity_new(hex);
}

static void the_example_of_the_standard(void **state)
{
    struct web_push_keys keys;
    uint8_t salt[WEB_PUSH_SALT];
    uint8_t body[WEB_PUSH_BODY_MAX];
    char base64[2 * WEB_PUSH_BODY_MAX];
    (void)state;
    struct web_push_identity *key = key_of(message_private, message_point);
    assert_non_null(key);
    assert_string_equal(web_push_public(key), message_point);
    assert_true(web_push_read_keys(browser_point, browser_auth, &keys));
    assert_int_equal(bytes_of(salt_text, salt, sizeof salt), sizeof salt);
    size_t size = web_push_encrypt_with(&keys, bv_span_of(text), key, salt, body);
    assert_true(size > 0);
    sodium_bin2base64(base64, sizeof base64, body, size, sodium_base64_VARIANT_URLSAFE_NO_PADDING);
    assert_string_equal(base64, body_text);
    web_push_identity_free(key);
}

static void no_two_messages_are_alike(void **state)
{
    struct web_push_keys keys;
    uint8_t one[WEB_PUSH_BODY_MAX];
    uint8_t other[WEB_PUSH_BODY_MAX];
    (void)state;
    assert_true(web_push_read_keys(browser_point, browser_auth, &keys));
    size_t size = web_push_encrypt(&keys, bv_span_of(text), one);
    assert_int_equal(size, strlen(text) + 1 + 16 + 16 + 5 + WEB_PUSH_POINT);
    assert_int_equal(web_push_encrypt(&keys, bv_span_of(text), other), size);
    assert_memory_not_equal(one, other, WEB_PUSH_SALT);
    assert_memory_not_equal(one + 21, other + 21, WEB_PUSH_POINT); /* the key of the message */
    assert_memory_not_equal(one + 86, other + 86, strlen(text));
}

static void keys_that_are_none_are_refused(void **state)
{
    struct web_push_keys keys;
    uint8_t body[WEB_PUSH_BODY_MAX];
    (void)state;
    assert_true(web_push_read_keys(browser_point, "BTBZMqHH6r4Tts7J_aSIgg==", &keys));
    assert_false(web_push_read_keys(browser_point, "BTBZMqHH6r4Tts7J_aSI", &keys));
    assert_false(web_push_read_keys(browser_point + 1, browser_auth, &keys));
    assert_false(web_push_read_keys("", browser_auth, &keys));
    assert_true(web_push_read_keys(browser_point, browser_auth, &keys));
    keys.point[64] ^= 1; /* no longer a point of the curve */
    assert_int_equal(web_push_encrypt(&keys, bv_span_of(text), body), 0);
    assert_null(web_push_identity_new("00ff"));
    assert_null(web_push_identity_new("not hexadecimal"));
}

static void a_key_is_stored_and_read(void **state)
{
    char stored[WEB_PUSH_KEY_TEXT];
    char other[WEB_PUSH_KEY_TEXT];
    char header[WEB_PUSH_AUTHORIZATION];
    (void)state;
    assert_true(web_push_new_key(stored));
    assert_true(web_push_new_key(other));
    assert_string_not_equal(stored, other);
    struct web_push_identity *one = web_push_identity_new(stored);
    struct web_push_identity *again = web_push_identity_new(stored);
    assert_string_equal(web_push_public(one), web_push_public(again));
    assert_true(web_push_authorization(one, "https://push.example.org", "mailto:a@example.org",
                                       1800000000, header));
    /* The signature is verified by tests/server/reminders_test.mjs. */
    assert_int_equal(strncmp(header, "vapid t=eyJ0eXAiOiJKV1QiLCJhbGciOiJFUzI1NiJ9.", 45), 0);
    assert_non_null(strstr(header, web_push_public(one)));
    web_push_identity_free(one);
    web_push_identity_free(again);
}

static void only_push_services_are_called(void **state)
{
    struct push_services services = {.hosts = "push.example.org, fcm.googleapis.com"};
    static const char *const good[] = {"https://push.example.org/a",
                                       "https://eu.push.example.org/wpush/v2/gAA-_?x=1&y=%20",
                                       "https://fcm.googleapis.com/fcm/send/x:y"};
    static const char *const bad[] = {
        "",
        "https://",
        "https://push.example.org", /* no path */
        "http://push.example.org/a",
        "HTTPS://push.example.org/a",
        "ftp://push.example.org/a",
        "https://push.example.org:8443/a",
        "https://push.example.org@127.0.0.1/a",
        "https://127.0.0.1/a?push.example.org",
        "https://127.0.0.1/push.example.org",
        "https://[::1]/a",
        "https://localhost/a",
        "https://evilpush.example.org/a",
        "https://push.example.org.evil.net/a",
        "https://push.example.org\\.evil.net/a",
        "https://push.example.org\t/a",
        "https://push.example.org/a b",
        "https://push.example.org/a#b",
        "https://push.example.org/\xc3\xa9",
        "https://PUSH.example.org/a",
        "https://example.org/a",
        "http://127.0.0.1:8080/a",
        "file:///etc/passwd",
    };
    (void)state;
    for (size_t i = 0; i < BV_COUNT(good); i++)
        if (!push_services_allow(&services, bv_span_of(good[i]))) fail_msg("%s", good[i]);
    for (size_t i = 0; i < BV_COUNT(bad); i++)
        if (push_services_allow(&services, bv_span_of(bad[i]))) fail_msg("%s", bad[i]);
    services.loopback = true;
    assert_true(push_services_allow(&services, bv_span_of("http://127.0.0.1:8080/a")));
    assert_false(push_services_allow(&services, bv_span_of("http://127.0.0.1/a")));
    assert_false(push_services_allow(&services, bv_span_of("http://127.0.0.1:80@evil.net/a")));
    assert_false(push_services_allow(&services, bv_span_of("http://localhost:8080/a")));
    assert_false(push_services_allow(&services, bv_span_of("http://10.0.0.1:8080/a")));
    services.hosts = "";
    assert_false(push_services_allow(&services, bv_span_of("https://push.example.org/a")));
}

static int open_library(void **state)
{
    struct bv_error error;
    (void)state;
    return web_push_open(&error) ? 0 : -1;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_example_of_the_standard),
        cmocka_unit_test(no_two_messages_are_alike),
        cmocka_unit_test(keys_that_are_none_are_refused),
        cmocka_unit_test(a_key_is_stored_and_read),
        cmocka_unit_test(only_push_services_are_called),
    };
    return cmocka_run_group_tests(tests, open_library, NULL);
}

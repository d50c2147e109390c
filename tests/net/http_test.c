/* Requests read strictly, whatever the pieces they come in; answers written as browsers expect them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "net/http.h"

#define GUARD                                                                                      \
    "Cache-Control: no-store\r\n" HTTP_GUARD "Content-Security-Policy: " HTTP_NO_PAGE "\r\n"

static const struct net_limits limits = {.head = 512, .body = 100};

static struct http_request request;

static struct http_reading reading(const char *text)
{
    return http_read(bv_span_of(text), &limits, &request);
}

static int status_of(const char *text)
{
    struct http_reading got = reading(text);
    return got.progress == HTTP_BAD ? got.status : got.progress == HTTP_MORE ? 100 : 200;
}

static const char post[] = "POST /games/7/moves?lang=fr&x=%20 HTTP/1.1\r\n"
                           "Host: example.org\r\n"
                           "Content-Length: 5\r\n"
                           "X-Empty:\r\n"
                           "X-Blank: \t a b \t\r\n"
                           "\r\n"
                           "d2-d4";

static void a_request_has_its_parts(void **state)
{
    (void)state;
    struct http_reading got = reading(post);
    assert_int_equal(got.progress, HTTP_COMPLETE);
    assert_int_equal(got.length, sizeof post - 1);
    assert_true(got.keep_alive);
    assert_true(bv_span_is(request.method, "POST"));
    assert_true(bv_span_is(request.path, "/games/7/moves"));
    assert_true(bv_span_is(request.query, "lang=fr&x=%20"));
    assert_true(bv_span_is(request.body, "d2-d4"));
    assert_int_equal(request.headers, 4);
    assert_true(bv_span_is(http_header(&request, "hOST"), "example.org"));
    assert_true(bv_span_is(http_header(&request, "x-empty"), ""));
    assert_true(bv_span_is(http_header(&request, "x-blank"), "a b"));
    assert_true(bv_span_is(http_header(&request, "host2"), ""));
    assert_true(bv_span_is(http_header(&request, "hos"), ""));
}

static void every_prefix_needs_more(void **state)
{
    (void)state;
    for (size_t length = 0; length < sizeof post - 1; length++) {
        char *piece = malloc(length + 1); /* so that the sanitizer sees a read too far */
        memcpy(piece, post, length);
        char *exact = realloc(piece, length ? length : 1);
        struct http_reading got = http_read((struct bv_span){exact, length}, &limits, &request);
        assert_int_equal(got.progress, HTTP_MORE);
        assert_true(got.length > length && got.length <= sizeof post - 1);
        free(exact);
    }
}

static void what_follows_is_left_alone(void **state)
{
    (void)state;
    static const char two[] = "GET / HTTP/1.1\r\nHost: a\r\n\r\nGET /b HTTP/1.1\r\nHost: a\r\n\r\n";
    struct http_reading got = reading(two);
    assert_int_equal(got.progress, HTTP_COMPLETE);
    assert_int_equal(got.length, strlen("GET / HTTP/1.1\r\nHost: a\r\n\r\n"));
    assert_int_equal(reading(two + got.length).progress, HTTP_COMPLETE);
    assert_true(bv_span_is(request.path, "/b"));
    assert_int_equal(request.body.length, 0);
}

static void who_closes_is_known(void **state)
{
    (void)state;
    assert_true(reading("GET / HTTP/1.1\r\nHost: a\r\n\r\n").keep_alive);
    assert_false(reading("GET / HTTP/1.1\r\nHost: a\r\nConnection: x, Close\r\n\r\n").keep_alive);
    assert_false(reading("GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n").keep_alive);
    assert_int_equal(status_of("GET / HTTP/1.0\r\n\r\n"), 200);
}

static void lists_are_searched_by_token(void **state)
{
    (void)state;
    reading(
        "GET / HTTP/1.1\r\nHost: a\r\nConnection: keep-alive\r\nconnection: a ,\tUpgrade\r\n\r\n");
    assert_true(http_lists(&request, "Connection", "upgrade"));
    assert_true(http_lists(&request, "Connection", "keep-alive"));
    assert_false(http_lists(&request, "Connection", "keep"));
    assert_false(http_lists(&request, "Connection", "upgrade2"));
    assert_false(http_lists(&request, "Upgrade", "websocket"));
}

static void what_is_not_proper_is_refused(void **state)
{
    (void)state;
    static const char *const wrong[] = {
        "\r\n",
        "\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\n",
        "GET / HTTP/1.1\nHost: a\n\n",
        "GET / HTTP/1.1\r\nHost: a\n\r\n",
        "\nGET / HTTP/1.1\r\n",
        "GET / HTTP/1.1\r\n\r\n", /* no host */
        "GET / HTTP/1.1\r\nHost: a\r\nHost: a\r\n\r\n",
        "GET / HTTP/1.0\r\nHost: a\r\nHost: a\r\n\r\n",
        "GET /\r\nHost: a\r\n\r\n",
        "GET\r\nHost: a\r\n\r\n",
        "GET  / HTTP/1.1\r\nHost: a\r\n\r\n",
        " GET / HTTP/1.1\r\nHost: a\r\n\r\n",
        "G(T / HTTP/1.1\r\nHost: a\r\n\r\n",
        "GET x HTTP/1.1\r\nHost: a\r\n\r\n",
        "GET http://a/ HTTP/1.1\r\nHost: a\r\n\r\n",
        "GET /#x HTTP/1.1\r\nHost: a\r\n\r\n",
        "GET /\x80 HTTP/1.1\r\nHost: a\r\n\r\n",
        "GET /\t HTTP/1.1\r\nHost: a\r\n\r\n",
        "GET / http/1.1\r\nHost: a\r\n\r\n",
        "GET / HTTP\r\nHost: a\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: a\r\n folded\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: a\r\n\tfolded: b\r\n\r\n",
        "GET / HTTP/1.1\r\nHost : a\r\n\r\n",
        "GET / HTTP/1.1\r\nHost\r\n\r\n",
        "GET / HTTP/1.1\r\n: a\r\nHost: a\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: a\rb\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: a\r\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: a\x7f\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: a\x01\r\n\r\n",
        "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 1\r\n\r\nx",
        "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nxx",
        "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1, 1\r\n\r\nx",
        "POST / HTTP/1.1\r\nHost: a\r\nContent-Length:\r\n\r\nx",
        "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\nx",
        "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: +1\r\n\r\nx",
        "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 0x1\r\n\r\nx",
        "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1 1\r\n\r\nx",
    };
    for (size_t i = 0; i < BV_COUNT(wrong); i++) {
        if (status_of(wrong[i]) != 400) print_message("%s\n", wrong[i]);
        assert_int_equal(status_of(wrong[i]), 400);
    }
    static const char with_nul[] = "GET / HTTP/1.1\r\nHost: a\0b\r\n\r\n";
    struct bv_span bytes = {with_nul, sizeof with_nul - 1};
    assert_int_equal(http_read(bytes, &limits, &request).status, 400);
}

static void what_we_do_not_speak_has_its_status(void **state)
{
    (void)state;
    assert_int_equal(status_of("GET / HTTP/2.0\r\nHost: a\r\n\r\n"), 505);
    assert_int_equal(status_of("GET / HTTP/1.2\r\nHost: a\r\n\r\n"), 505);
    assert_int_equal(
        status_of("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"),
        501);
    assert_int_equal(status_of("POST / HTTP/1.1\r\nHost: a\r\ntransfer-encoding:\r\n"
                               "Content-Length: 1\r\n\r\nx"),
                     501);
    assert_int_equal(status_of("POST / HTTP/1.1\r\nHost: a\r\nExpect: a cake\r\n\r\n"), 417);
}

/* A head that announces a body, and so much of the body. */
static int status_of_body(const char *announced, size_t sent)
{
    static char text[512];
    struct bv_out out = bv_out_into(text, sizeof text);
    bv_put(&out, "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: ");
    bv_put(&out, announced);
    bv_put(&out, "\r\n\r\n");
    while (sent--) bv_put_char(&out, 'x');
    return status_of(text);
}

static void a_body_has_its_limit(void **state)
{
    (void)state;
    assert_int_equal(status_of_body("100", 0), 100);
    assert_int_equal(status_of_body("100", 99), 100);
    assert_int_equal(status_of_body("100", 100), 200);
    assert_int_equal(request.body.length, 100);
    static const char *const more[] = {"101", "4294967296", "18446744073709551616",
                                       "99999999999999999999999999"};
    for (size_t i = 0; i < BV_COUNT(more); i++) assert_int_equal(status_of_body(more[i], 0), 413);
}

static void a_head_has_its_limit(void **state)
{
    (void)state;
    char text[1024];
    const char *begin = "GET / HTTP/1.1\r\nHost: ";
    for (size_t size = limits.head - 1; size <= limits.head + 1; size++) {
        memset(text, 'a', sizeof text);
        memcpy(text, begin, strlen(begin));
        memcpy(text + size - 4, "\r\n\r\n", 5);
        assert_int_equal(status_of(text), size <= limits.head ? 200 : 431);
        text[size - 4] = '\0'; /* and before its end has come */
        assert_int_equal(status_of(text), 100);
    }
    memset(text, 'a', sizeof text);
    text[limits.head] = '\0';
    assert_int_equal(status_of(text), 431);
    text[limits.head - 1] = '\0';
    assert_int_equal(status_of(text), 100);
}

static void headers_are_counted(void **state)
{
    (void)state;
    for (int count = HTTP_HEADERS_MAX - 1; count <= HTTP_HEADERS_MAX; count++) {
        char text[512];
        struct bv_out out = bv_out_into(text, sizeof text);
        bv_put(&out, "GET / HTTP/1.1\r\nHost: a\r\n");
        for (int i = 0; i < count; i++) bv_put(&out, "x:\r\n");
        bv_put(&out, "\r\n");
        assert_int_equal(status_of(text), count < HTTP_HEADERS_MAX ? 200 : 431);
    }
}

static void a_polite_client_is_told_to_go_on(void **state)
{
    (void)state;
    struct http_reading got = reading(
        "POST / HTTP/1.1\r\nHost: a\r\nExpect: 100-Continue\r\nContent-Length: 3\r\n\r\nab");
    assert_int_equal(got.progress, HTTP_MORE);
    assert_true(got.waits);
    got = reading("POST / HTTP/1.0\r\nExpect: 100-continue\r\nContent-Length: 3\r\n\r\nab");
    assert_int_equal(got.progress, HTTP_MORE);
    assert_false(got.waits);
}

static void head_is(const struct http_response *answer, bool keep_alive, const char *text)
{
    char written[1024];
    size_t size = http_head_size(answer);
    assert_true(size <= sizeof written);
    struct bv_out out = bv_out_into(written, size);
    http_put_head(&out, answer, keep_alive);
    assert_false(out.cut);
    assert_string_equal(written, text);
}

static void answers_have_heads(void **state)
{
    (void)state;
    head_is(&(struct http_response){.status = 200,
                                    .type = "application/json",
                                    .headers = "X-A: 1\r\nX-B: 2\r\n",
                                    .body = bv_span_of("{}")},
            true,
            "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 2\r\n" GUARD
            "X-A: 1\r\nX-B: 2\r\n\r\n");
    head_is(&(struct http_response){.status = 404}, false,
            "HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n" GUARD "Connection: close\r\n\r\n");
    head_is(&(struct http_response){.status = 204}, true,
            "HTTP/1.1 204 No Content\r\n" GUARD "\r\n");
    head_is(&(struct http_response){.status = 304}, true,
            "HTTP/1.1 304 Not Modified\r\n" GUARD "\r\n");
    head_is(&(struct http_response){.status = 204, .cache = "no-cache", .policy = "img-src 'self'"},
            true,
            "HTTP/1.1 204 No Content\r\nCache-Control: no-cache\r\n" HTTP_GUARD
            "Content-Security-Policy: img-src 'self'\r\n\r\n");
    head_is(&(struct http_response){.status = 299}, true,
            "HTTP/1.1 299 Other\r\nContent-Length: 0\r\n" GUARD "\r\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_request_has_its_parts),
        cmocka_unit_test(every_prefix_needs_more),
        cmocka_unit_test(what_follows_is_left_alone),
        cmocka_unit_test(who_closes_is_known),
        cmocka_unit_test(lists_are_searched_by_token),
        cmocka_unit_test(what_is_not_proper_is_refused),
        cmocka_unit_test(what_we_do_not_speak_has_its_status),
        cmocka_unit_test(a_body_has_its_limit),
        cmocka_unit_test(a_head_has_its_limit),
        cmocka_unit_test(headers_are_counted),
        cmocka_unit_test(a_polite_client_is_told_to_go_on),
        cmocka_unit_test(answers_have_heads),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

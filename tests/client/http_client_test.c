/* Addresses, and answers read as they come. */
#include "client/http.h"

#include <netdb.h>
#include <netinet/in.h>
#include <string.h>
#include <unistd.h>

#include "support.h"

static bool reads(const char *url, bool anywhere)
{
    struct server_address address;
    struct bv_error error;
    return server_address_read(&address, url, anywhere, &error);
}

static void only_this_machine_is_called(void **state)
{
    (void)state;
    assert_true(reads("http://127.0.0.1:8080", false));
    assert_true(reads("http://127.0.0.1:8080/", false));
    assert_true(reads("http://[::1]:8080", false));
    assert_false(reads("http://192.0.2.1:8080", false));
    assert_false(reads("http://127.0.0.1.example.org:8080", false));
    assert_true(reads("http://192.0.2.1:8080", true));
}

static void addresses_that_make_no_sense_are_refused(void **state)
{
    (void)state;
    static const char *const wrong[] = {"",
                                        "127.0.0.1:8080",
                                        "ftp://127.0.0.1:8080",
                                        "http://",
                                        "http://:80",
                                        "http://127.0.0.1:0",
                                        "http://127.0.0.1:65536",
                                        "http://127.0.0.1:8080/a b",
                                        "http://127.0.0.1:8080/?table=1",
                                        "http://127.0.0.1:8080/a\r\nX: y",
                                        "https://",
                                        "http://[::1]8080"};
    for (size_t i = 0; i < BV_COUNT(wrong); i++) assert_false(reads(wrong[i], true));
}

static void an_address_is_taken_apart(void **state)
{
    (void)state;
    struct server_address address;
    struct bv_error error;
    assert_true(server_address_read(&address, "https://127.0.0.1/games/bivouac/", false, &error));
    assert_true(address.https);
    assert_string_equal(address.host, "127.0.0.1");
    assert_string_equal(address.path, "/games/bivouac");
    assert_int_equal(ntohs(((struct sockaddr_in *)&address.address)->sin_port), 443);
    assert_true(server_address_read(&address, "HTTP://[::1]:8080", false, &error));
    assert_false(address.https);
    assert_string_equal(address.host, "[::1]:8080");
    assert_string_equal(address.name, "::1");
    assert_string_equal(address.path, "");
    assert_int_equal(ntohs(((struct sockaddr_in6 *)&address.address)->sin6_port), 8080);
}

static uint16_t port_of(const struct server_address *chosen)
{
    return ((const struct sockaddr_in *)&chosen->address)->sin_port;
}

/* As with `localhost`, where a server listens on one of its two addresses only. */
static void of_several_addresses_the_one_that_answers_is_called(void **state)
{
    (void)state;
    int sockets[2];
    struct sockaddr_in at[2];
    struct addrinfo found[2] = {{.ai_next = &found[1]}, {.ai_next = NULL}};
    struct server_address chosen;
    for (int i = 0; i < 2; i++) { /* each has a port of its own; nobody listens there yet */
        socklen_t length = sizeof at[i];
        at[i] =
            (struct sockaddr_in){.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
        sockets[i] = socket(AF_INET, SOCK_STREAM, 0);
        assert_int_equal(bind(sockets[i], (struct sockaddr *)&at[i], sizeof at[i]), 0);
        assert_int_equal(getsockname(sockets[i], (struct sockaddr *)&at[i], &length), 0);
        found[i].ai_addr = (struct sockaddr *)&at[i];
        found[i].ai_addrlen = sizeof at[i];
    }
    server_address_choose(&chosen, found);
    assert_int_equal(port_of(&chosen), at[0].sin_port);
    assert_int_equal(listen(sockets[1], 4), 0);
    server_address_choose(&chosen, found);
    assert_int_equal(port_of(&chosen), at[1].sin_port);
    assert_int_equal(listen(sockets[0], 4), 0);
    server_address_choose(&chosen, found);
    assert_int_equal(port_of(&chosen), at[0].sin_port);
    for (int i = 0; i < 2; i++) close(sockets[i]);
}

static void an_answer_is_complete_with_its_body(void **state)
{
    (void)state;
    const char *text = "HTTP/1.1 201 Created\r\ncontent-length: 5\r\n"
                       "Set-Cookie: bivouac=me.42; Path=/; HttpOnly\r\n\r\nhello";
    struct client_response answer;
    for (size_t length = 0; length < strlen(text); length++)
        assert_int_equal(client_response_read((struct bv_span){text, length}, &answer), 0);
    assert_int_equal(client_response_read(bv_span_of(text), &answer), 1);
    assert_int_equal(answer.status, 201);
    assert_true(bv_span_is(answer.cookie, "me.42"));
    assert_true(bv_span_is(answer.body, "hello"));
}

static void a_switch_of_protocols_hands_on_what_follows(void **state)
{
    (void)state;
    const char *text = "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n"
                       "Sec-WebSocket-Accept: abc=\r\n\r\n\x81";
    struct client_response answer;
    assert_int_equal(client_response_read(bv_span_of(text), &answer), 1);
    assert_true(bv_span_is(answer.accept, "abc="));
    assert_true(bv_span_is(answer.body, "\x81"));
}

static void a_server_may_have_several_addresses(void **state)
{
    (void)state;
    struct server_addresses addresses;
    struct bv_error error;
    assert_true(server_addresses_read(&addresses, "http://127.0.0.1:8081,http://[::1]:8082", false,
                                      &error));
    assert_int_equal(addresses.count, 2);
    assert_string_equal(addresses.address[0].host, "127.0.0.1:8081");
    assert_string_equal(addresses.address[1].host, "[::1]:8082");
    assert_false(
        server_addresses_read(&addresses, "http://127.0.0.1:8081,http://192.0.2.1", false, &error));
    assert_false(server_addresses_read(&addresses, "http://127.0.0.1:8081,,", false, &error));
    assert_false(server_addresses_read(&addresses, "", false, &error));
}

static void what_is_no_answer_is_refused(void **state)
{
    (void)state;
    struct client_response answer;
    assert_int_equal(client_response_read(bv_span_of("SSH-2.0-x\r\n\r\n"), &answer), -1);
    assert_int_equal(
        client_response_read(bv_span_of("HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n"), &answer),
        -1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(only_this_machine_is_called),
        cmocka_unit_test(addresses_that_make_no_sense_are_refused),
        cmocka_unit_test(an_address_is_taken_apart),
        cmocka_unit_test(a_server_may_have_several_addresses),
        cmocka_unit_test(of_several_addresses_the_one_that_answers_is_called),
        cmocka_unit_test(an_answer_is_complete_with_its_body),
        cmocka_unit_test(a_switch_of_protocols_hands_on_what_follows),
        cmocka_unit_test(what_is_no_answer_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

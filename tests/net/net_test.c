/* The loop and its HTTP side, visited through real sockets. */
#include "test_server.h"

#include <netinet/tcp.h>
#include <sys/resource.h>
#include <sys/wait.h>

static void a_connection_stays_open_for_the_next_request(void **state)
{
    (void)state;
    struct server *server = open_server(&small_limits);
    int guest = connect_guest(server);
    send_plain(guest, GET("/hello"));
    expect_answer(guest, "200 OK", "hello");
    send_plain(guest, "HEAD /hello HTTP/1.1\r\nHost: a\r\n\r\n");
    expect_head(guest, "200 OK", 5, false);
    send_plain(guest, "POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\n\r\nabcd");
    expect_answer(guest, "200 OK", "abcd");
    send_plain(guest, "GET /x HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n");
    expect_plain(guest,
                 "HTTP/1.1 404 Not Found\r\nContent-Type: text/plain\r\nContent-Length: 2\r\n" GUARD
                 "Connection: close\r\n\r\n/x");
    expect_end(guest);
    guest = connect_guest(server);
    send_plain(guest, "GET /hello HTTP/1.0\r\n\r\n");
    expect_plain(guest, "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 5\r\n" GUARD
                        "Connection: close\r\n\r\nhello");
    expect_end(guest);
    comes_to(&server->closed, 2);
    close_server(server);
}

static void requests_may_come_together_or_byte_by_byte(void **state)
{
    (void)state;
    enum { MANY = 200 };
    struct server *server = open_server(&small_limits);
    int guest = connect_guest(server);
    char path[16], text[MANY * 64];
    struct bv_out all = bv_out_into(text, sizeof text);
    for (int i = 0; i < MANY; i++) {
        bv_put(&all, "GET /");
        bv_put_number(&all, i);
        bv_put(&all, " HTTP/1.1\r\nHost: a\r\n\r\n");
    }
    assert_false(all.cut);
    send_plain(guest, text);
    for (int i = 0; i < MANY; i++) {
        struct bv_out out = bv_out_into(path, sizeof path);
        bv_put_char(&out, '/');
        bv_put_number(&out, i);
        expect_answer(guest, "404 Not Found", path);
    }
    static const char post[] = "POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 6\r\n\r\nslowly";
    setsockopt(guest, IPPROTO_TCP, TCP_NODELAY, &(int){1}, sizeof(int));
    for (const char *at = post; *at; at++) send_bytes(guest, at, 1);
    expect_answer(guest, "200 OK", "slowly");
    close(guest);
    comes_to(&server->closed, 1);
    close_server(server);
}

static void an_answer_may_come_later_and_holds_back_the_next(void **state)
{
    (void)state;
    struct server *server = open_server(&small_limits);
    int guest = connect_guest(server), other = connect_guest(server);
    send_plain(guest, GET("/later") GET("/hello"));
    shutdown(guest, SHUT_WR); /* it says no more, but listens */
    comes_to(&server->seen, 1);
    expect_nothing_yet(guest);
    send_plain(other, GET("/hello"));
    expect_answer(other, "200 OK", "hello");
    net_wake(server->net);
    expect_answer(guest, "200 OK", "later");
    expect_answer(guest, "200 OK", "hello");
    expect_end(guest);
    close(other);
    close_server(server);
}

static void a_client_may_vanish_before_its_answer(void **state)
{
    (void)state;
    struct server *server = open_server(&small_limits);
    int guest = connect_guest(server), other = connect_guest(server);
    send_plain(guest, GET("/later"));
    send_plain(other, GET("/later"));
    comes_to(&server->seen, 2);
    vanish(guest);
    comes_to(&server->closed, 1);
    close(other); /* quietly: seen only when it is answered */
    net_wake(server->net);
    comes_to(&server->closed, 2);
    close_server(server);
}

static void a_socket_that_a_child_still_has_is_forgotten(void **state)
{
    (void)state;
    int end[2];
    char byte;
    assert_int_equal(pipe(end), 0);
    struct server *server = open_server(&small_limits);
    int guest = connect_guest(server), other = connect_guest(server);
    send_plain(guest, GET("/hello"));
    expect_answer(guest, "200 OK", "hello");
    pid_t child = fork(); /* it has both ends of the connection until the pipe is closed */
    assert_true(child >= 0);
    if (child == 0) {
        close(end[1]);
        _exit(read(end[0], &byte, 1) != 0);
    }
    shutdown(guest, SHUT_RDWR);
    comes_to(&server->closed, 1);
    send_plain(other, GET("/hello")); /* the loop turns, and nothing comes from the closed one */
    expect_answer(other, "200 OK", "hello");
    close(end[1]);
    close(end[0]);
    assert_int_equal(waitpid(child, NULL, 0), child);
    close(guest);
    close(other);
    close_server(server);
}

static void what_is_too_large_is_refused(void **state)
{
    (void)state;
    struct server *server = open_server(&small_limits);
    int guest = connect_guest(server);
    send_plain(guest, "GET /hello HTTP/1.1\r\nHost: a\r\nX: ");
    send_bytes(guest, big, 100000); /* far more than is ever read */
    expect_refusal(guest, "431 Request Header Fields Too Large",
                   "too many headers, or too long ones");
    expect_end(guest);
    guest = connect_guest(server);
    send_plain(guest, "POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 4097\r\n\r\n");
    send_bytes(guest, big, 4097);
    expect_refusal(guest, "413 Content Too Large", "the body is too long");
    expect_end(guest);
    guest = connect_guest(server);
    send_plain(guest, "POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 4096\r\n\r\n");
    send_bytes(guest, big, 4096);
    expect_head(guest, "200 OK", 4096, false);
    expect_bytes(guest, big, 4096);
    send_plain(guest, "nonsense\r\n\r\n");
    expect_refusal(guest, "400 Bad Request", "this is not a proper HTTP request");
    expect_end(guest);
    assert_int_equal(atomic_load(&server->seen), 1);
    close_server(server);
}

static void a_polite_client_is_told_to_go_on(void **state)
{
    (void)state;
    struct server *server = open_server(&small_limits);
    int guest = connect_guest(server);
    send_plain(
        guest,
        "POST /echo HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n");
    expect_plain(guest, "HTTP/1.1 100 Continue\r\n\r\n");
    send_plain(guest, "o");
    expect_nothing_yet(guest);
    send_plain(guest, "k");
    expect_answer(guest, "200 OK", "ok");
    close(guest);
    close_server(server);
}

static void slow_requests_and_idle_connections_are_closed(void **state)
{
    (void)state;
    struct net_limits limits = small_limits;
    limits.idle_seconds = 1;
    struct server *server = open_server(&limits);
    int64_t begin = milliseconds();
    int slow = connect_guest(server), idle = connect_guest(server), silent = connect_guest(server);
    send_plain(idle, GET("/hello"));
    expect_answer(idle, "200 OK", "hello");
    send_plain(slow, "GET /hello HT");
    pass(600);
    send_plain(slow, "TP/1.1\r\n"); /* more bytes win no more time */
    expect_refusal(slow, "408 Request Timeout", "the request took too long to arrive");
    assert_in_range(milliseconds() - begin, 950, 5000);
    expect_end(slow);
    expect_end(idle);
    expect_end(silent);
    assert_in_range(milliseconds() - begin, 950, 5000);
    comes_to(&server->closed, 1);
    close_server(server);
}

static void a_large_answer_waits_for_its_reader(void **state)
{
    (void)state;
    struct net_limits limits = small_limits;
    limits.answer_seconds = 1;
    struct server *server = open_server(&limits);
    int slow = connect_guest(server), deaf = connect_guest(server), other = connect_guest(server);
    send_plain(slow, GET("/big") GET("/copy") GET("/hello"));
    for (int i = 0; i < 8; i++)
        send_plain(deaf, GET("/big")); /* more than the system's buffers hold */
    comes_to(&server->seen, 2);
    for (int i = 0; i < 10; i++) {
        send_plain(other, GET("/hello"));
        expect_answer(other, "200 OK", "hello");
    }
    for (int i = 0; i < 2; i++) {
        expect_head(slow, "200 OK", BIG, false);
        expect_bytes(slow, big, BIG);
    }
    expect_answer(slow, "200 OK", "hello");
    comes_to(&server->closed, 1); /* the deaf one, after a second */
    close(slow);
    close(deaf);
    close(other);
    close_server(server);
}

static void connections_have_a_limit(void **state)
{
    (void)state;
    struct net_limits limits = small_limits;
    limits.connections = 3;
    struct server *server = open_server(&limits);
    int guest[3];
    for (int i = 0; i < 3; i++) {
        guest[i] = connect_guest(server);
        send_plain(guest[i], GET("/hello"));
        expect_answer(guest[i], "200 OK", "hello");
    }
    for (int i = 0; i < 100; i++) {
        int more = connect_guest(server);
        send_plain(more, GET("/hello"));
        expect_refusal(more, "503 Service Unavailable", "the server is full; try again later");
        expect_end(more);
    }
    assert_int_equal(atomic_load(&server->seen), 3);
    close(guest[0]);
    comes_to(&server->closed, 1);
    guest[0] = connect_guest(server);
    send_plain(guest[0], GET("/hello"));
    expect_answer(guest[0], "200 OK", "hello");
    for (int i = 0; i < 3; i++) close(guest[i]);
    close_server(server);
}

static void only_so_many_hear_that_the_server_is_full(void **state)
{
    (void)state;
    enum { MANY = 80, TOLD = 64 };
    struct net_limits limits = small_limits;
    limits.connections = 1;
    struct server *server = open_server(&limits);
    int guest = connect_guest(server), more[MANY];
    char byte;
    send_plain(guest, GET("/hello"));
    expect_answer(guest, "200 OK", "hello");
    for (int i = 0; i < MANY; i++) more[i] = connect_guest(server);
    for (int i = 0; i < TOLD; i++)
        expect_refusal(more[i], "503 Service Unavailable", "the server is full; try again later");
    for (int i = TOLD; i < MANY; i++) assert_true(recv(more[i], &byte, 1, 0) <= 0);
    for (int i = 0; i < MANY; i++) close(more[i]);
    close(guest);
    close_server(server);
}

static void both_families_of_addresses_are_served(void **state)
{
    (void)state;
    struct server *server = open_server_at("::", &small_limits);
    if (!server) skip();
    int four = connect_guest(server), six = socket(AF_INET6, SOCK_STREAM, 0);
    send_plain(four, GET("/who"));
    expect_answer(four, "200 OK", "127.0.0.1");
    struct sockaddr_in6 address = {.sin6_family = AF_INET6,
                                   .sin6_port = htons((uint16_t)net_port(server->net)),
                                   .sin6_addr = IN6ADDR_LOOPBACK_INIT};
    if (six >= 0 && connect(six, (struct sockaddr *)&address, sizeof address) == 0) {
        send_plain(six, GET("/who"));
        expect_answer(six, "200 OK", "::1");
    }
    close(four);
    if (six >= 0) close(six);
    close_server(server);
}

static void two_thousand_are_served_at_once(void **state)
{
    (void)state;
    enum { MANY = 2000 };
    struct net_limits patient = small_limits;
    patient.request_seconds = 30; /* a busy machine may take longer than a second to connect them */
    struct server *server = open_server(&patient);
    int *guest = malloc(MANY * sizeof *guest);
    for (int i = 0; i < MANY; i++) guest[i] = connect_guest(server);
    for (int round = 0; round < 2; round++) {
        for (int i = 0; i < MANY; i++) send_plain(guest[i], GET("/hello"));
        for (int i = 0; i < MANY; i++) expect_answer(guest[i], "200 OK", "hello");
    }
    for (int i = 0; i < MANY; i++) close(guest[i]);
    comes_to(&server->closed, MANY);
    free(guest);
    close_server(server);
}

static void the_system_may_run_out_of_descriptors(void **state)
{
    (void)state;
    struct server *server = open_server(&small_limits);
    struct rlimit before, tight;
    int next = dup(0);
    close(next);
    getrlimit(RLIMIT_NOFILE, &before);
    tight = before;
    tight.rlim_cur = (rlim_t)next + 1; /* enough for the guest's end, not for the server's */
    setrlimit(RLIMIT_NOFILE, &tight);
    int guest = connect_guest(server);
    send_plain(guest, GET("/hello"));
    int rests = atomic_load(&server->rests);
    pass(500);
    assert_in_range(atomic_load(&server->rests) - rests, 1, 20); /* it tries, and does not spin */
    assert_int_equal(atomic_load(&server->seen), 0);
    setrlimit(RLIMIT_NOFILE, &before);
    expect_answer(guest, "200 OK", "hello");
    close(guest);
    close_server(server);
}

static void a_server_that_stops_answers_what_it_owes(void **state)
{
    (void)state;
    struct server *server = open_server(&small_limits);
    int idle = connect_guest(server), asking = connect_guest(server),
        loading = connect_guest(server);
    send_plain(idle, GET("/hello"));
    expect_answer(idle, "200 OK", "hello");
    send_plain(asking, GET("/later") GET("/hello"));
    send_plain(loading, GET("/big"));
    comes_to(&server->seen, 3);
    int64_t begin = milliseconds();
    net_stop(server->net);
    expect_end(idle);
    net_wake(server->net);
    expect_plain(asking,
                 "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 5\r\n" GUARD
                 "Connection: close\r\n\r\nlater");
    expect_end(asking); /* the second request came too late */
    expect_head(loading, "200 OK", BIG, false);
    expect_bytes(loading, big, BIG);
    expect_end(loading);
    pthread_join(server->thread, NULL);
    assert_in_range(milliseconds() - begin, 0, 1500); /* and no longer than that takes */
    assert_int_equal(atomic_load(&server->closed), 3);
    net_close(server->net);
    free(server);
}

static void a_server_that_stops_does_not_wait_for_ever(void **state)
{
    (void)state;
    struct server *server = open_server(&small_limits);
    int asking = connect_guest(server);
    send_plain(asking, GET("/later"));
    comes_to(&server->seen, 1);
    int64_t begin = milliseconds();
    close_server(server);
    assert_in_range(milliseconds() - begin, 1900, 5000);
    expect_end(asking);
}

static void what_cannot_be_opened_says_why(void **state)
{
    (void)state;
    struct server *server = open_server(&small_limits);
    struct net_handler handler = {.request = on_request};
    struct bv_error error;
    char expected[80];
    struct bv_out out = bv_out_into(expected, sizeof expected);
    bv_put(&out, "port ");
    bv_put_number(&out, net_port(server->net));
    bv_put(&out, " is taken; choose another with --port");
    assert_null(net_open("127.0.0.1", net_port(server->net), &small_limits, &handler, &error));
    assert_string_equal(error.text, expected);
    assert_null(net_open("localhost", 0, &small_limits, &handler, &error));
    assert_string_equal(error.text, "localhost is not an address; write one like 127.0.0.1 or ::1");
    assert_null(net_open("127.0.0.1", 65536, &small_limits, &handler, &error));
    assert_string_equal(error.text, "a port is between 0 and 65535");
    assert_null(net_open("192.0.2.1", 0, &small_limits, &handler, &error));
    assert_string_equal(error.text, "this machine does not have the address 192.0.2.1");
    close_server(server);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_connection_stays_open_for_the_next_request),
        cmocka_unit_test(requests_may_come_together_or_byte_by_byte),
        cmocka_unit_test(an_answer_may_come_later_and_holds_back_the_next),
        cmocka_unit_test(a_client_may_vanish_before_its_answer),
        cmocka_unit_test(a_socket_that_a_child_still_has_is_forgotten),
        cmocka_unit_test(what_is_too_large_is_refused),
        cmocka_unit_test(a_polite_client_is_told_to_go_on),
        cmocka_unit_test(slow_requests_and_idle_connections_are_closed),
        cmocka_unit_test(a_large_answer_waits_for_its_reader),
        cmocka_unit_test(connections_have_a_limit),
        cmocka_unit_test(only_so_many_hear_that_the_server_is_full),
        cmocka_unit_test(both_families_of_addresses_are_served),
        cmocka_unit_test(two_thousand_are_served_at_once),
        cmocka_unit_test(the_system_may_run_out_of_descriptors),
        cmocka_unit_test(a_server_that_stops_answers_what_it_owes),
        cmocka_unit_test(a_server_that_stops_does_not_wait_for_ever),
        cmocka_unit_test(what_cannot_be_opened_says_why),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

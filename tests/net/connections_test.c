/* The network layer under siege: those who only hold them keep nobody out, and what they hold is bounded. */
#include "test_server.h"

#include "net/connection.h"

static void is_served(const struct server *server)
{
    int guest = connect_guest(server);
    send_plain(guest, GET("/hello"));
    expect_answer(guest, "200 OK", "hello");
    close(guest);
}

static bool is_closed(int guest)
{
    char byte;
    return recv(guest, &byte, 1, 0) <= 0;
}

static void half_open_connections_keep_nobody_out(void **state)
{
    (void)state;
    enum { ROOM = 40, MANY = 1000 };
    struct net_limits limits = small_limits;
    limits.connections = ROOM;
    limits.request_seconds = 30; /* time does not help: the limit must */
    struct server *server = open_server(&limits);
    int half[MANY], honest = connect_guest(server);
    send_plain(honest, GET("/hello"));
    expect_answer(honest, "200 OK", "hello");
    for (int i = 0; i < MANY; i++) {
        half[i] = connect_guest(server);
        if (i % 2) send_plain(half[i], "GET /hello HTTP/1.1\r\nX-Slow: ");
        if (i % 100 == 0) is_served(server);
    }
    is_served(server);
    send_plain(honest, GET("/hello")); /* who has asked before is not sent away for them */
    expect_answer(honest, "200 OK", "hello");
    assert_true(is_closed(half[0])); /* the oldest went first */
    send_plain(half[MANY - 1], "slow\r\nHost: h\r\n\r\n");
    expect_answer(half[MANY - 1], "200 OK", "hello");
    assert_true(net_connections(server->net) <= ROOM);
    for (int i = 0; i < MANY; i++) close(half[i]);
    close(honest);
    close_server(server);
}

static void an_address_has_its_limit(void **state)
{
    (void)state;
    enum { ROOM = 4 };
    struct net_limits limits = small_limits;
    limits.per_address = ROOM;
    struct server *server = open_server(&limits);
    int guest[ROOM], half[ROOM];
    for (int i = 0; i < ROOM; i++) half[i] = connect_guest(server);
    for (int i = 0; i < ROOM; i++) { /* each takes the place of one that only waits */
        guest[i] = connect_guest(server);
        send_plain(guest[i], GET("/hello"));
        expect_answer(guest[i], "200 OK", "hello");
    }
    for (int i = 0; i < ROOM; i++) assert_true(is_closed(half[i]));
    int more = connect_guest(server);
    expect_refusal(more, "429 Too Many Requests", "too many connections come from your address");
    close(guest[0]);
    comes_to(&server->closed, 1);
    is_served(server);
    for (int i = 1; i < ROOM; i++) close(guest[i]);
    for (int i = 0; i < ROOM; i++) close(half[i]);
    close(more);
    close_server(server);
}

static void the_first_request_has_its_time_from_the_call_on(void **state)
{
    (void)state;
    struct server *server = open_server(&small_limits); /* a second for a request */
    int slow = connect_guest(server), silent = connect_guest(server);
    for (int i = 0; i < 4; i++) {
        pass(200);
        send_plain(slow, "G");
    }
    expect_refusal(slow, "408 Request Timeout", "the request took too long to arrive");
    assert_true(is_closed(silent));
    close(slow);
    close(silent);
    close_server(server);
}

/* A byte now and then is not reading. */
static void an_answer_is_read_in_its_time(void **state)
{
    (void)state;
    struct net_limits limits = small_limits;
    limits.answer_seconds = 1;
    struct server *server = open_server(&limits);
    int slow = connect_guest(server);
    char byte;
    setsockopt(slow, SOL_SOCKET, SO_RCVBUF, &(int){4096}, sizeof(int));
    send_plain(slow, GET("/copy"));
    for (int i = 0; i < 50 && !atomic_load(&server->closed); i++) {
        assert_true(recv(slow, &byte, 1, 0) == 1);
        pass(100);
    }
    comes_to(&server->closed, 1);
    close(slow);
    close_server(server);
}

static void what_all_hold_together_is_bounded(void **state)
{
    (void)state;
    enum { MANY = 64, ROOM = 256 * 1024 };
    struct net_limits limits = small_limits;
    limits.memory = ROOM;
    struct server *server = open_server(&limits);
    int deaf[MANY], honest = come_in(server);
    for (int i = 0; i < MANY; i++) { /* a megabyte each that is not read */
        deaf[i] = connect_guest(server);
        send_plain(deaf[i], GET("/copy"));
    }
    comes_to(&server->closed, MANY - 1);
    assert_true(server->net->held <= ROOM);
    send_text(honest, "still here");
    expect_text(honest, "still here");
    for (int i = 0; i < MANY; i++) close(deaf[i]);
    close(honest);
    close_server(server);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(half_open_connections_keep_nobody_out),
        cmocka_unit_test(an_address_has_its_limit),
        cmocka_unit_test(the_first_request_has_its_time_from_the_call_on),
        cmocka_unit_test(an_answer_is_read_in_its_time),
        cmocka_unit_test(what_all_hold_together_is_bounded),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

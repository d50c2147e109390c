/* The WebSocket side of the loop, visited through real sockets. */
#include "test_server.h"

static void messages_are_heard_in_any_pieces(void **state)
{
    (void)state;
    struct server *server = open_server(&small_limits);
    int guest = connect_guest(server);
    char frame[64];
    const uint8_t mask[4] = {9, 8, 7, 6};
    size_t length = ws_put_frame(frame, WS_TEXT, true, bv_span_of("first"), mask);
    send_plain(guest, HANDSHAKE("/ws"));
    send_bytes(guest, frame, length); /* perhaps in the packet of the handshake */
    expect_welcome(guest);
    expect_text(guest, "first");
    for (size_t i = 0; i < length; i++) send_bytes(guest, frame + i, 1);
    expect_text(guest, "first");
    send_frame(guest, WS_TEXT, false, bv_span_of("Mont"));
    send_frame(guest, WS_PING, true, bv_span_of("there?"));
    send_frame(guest, WS_CONTINUATION, false, bv_span_of("mar"));
    expect_frame(guest, WS_PONG, bv_span_of("there?"));
    send_frame(guest, WS_CONTINUATION, true, bv_span_of("tre"));
    expect_text(guest, "Montmartre");
    send_frame(guest, WS_PONG, true, bv_span_of("unasked"));
    send_frame(guest, WS_TEXT, true, (struct bv_span){big, 2000});
    expect_frame(guest, WS_TEXT, (struct bv_span){big, 2000});
    close(guest);
    comes_to(&server->closed, 1);
    close_server(server);
}

static void handshake_and_frame_in_one_packet(void **state)
{
    (void)state;
    struct server *server = open_server(&small_limits);
    int guest = connect_guest(server);
    send_plain(guest, HANDSHAKE("/ws") "\x81\x81\x01\x01\x01\x01"
                                       "\x40" /* `A` */
                                       "\x81\x82\x01\x01\x01\x01"
                                       "\x43"); /* half of `BC` */
    expect_welcome(guest);
    expect_text(guest, "A");
    send_plain(guest, "\x42");
    expect_text(guest, "BC");
    close(guest);
    close_server(server);
}

static void not_everybody_is_let_in(void **state)
{
    (void)state;
    struct server *server = open_server(&small_limits);
    int guest = connect_guest(server);
    send_plain(guest, HANDSHAKE("/no"));
    expect_answer(guest, "403 Forbidden", "no");
    send_plain(guest, HANDSHAKE("/ws")); /* the connection is as good as before */
    expect_welcome(guest);
    close(guest);
    guest = connect_guest(server);
    send_plain(guest,
               "GET /ws HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
               "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 8\r\n\r\n");
    expect_plain(guest,
                 "HTTP/1.1 426 Upgrade Required\r\nContent-Type: text/plain; charset=utf-8\r\n"
                 "Content-Length: 18\r\n" GUARD "Connection: close\r\n"
                 "Sec-WebSocket-Version: 13\r\n\r\nspeak WebSocket 13");
    expect_end(guest);
    guest = connect_guest(server);
    send_plain(guest, "GET /ws HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                      "Sec-WebSocket-Key: short\r\nSec-WebSocket-Version: 13\r\n\r\n");
    expect_refusal(guest, "400 Bad Request", "this is not a proper WebSocket handshake");
    expect_end(guest);
    guest = connect_guest(server);
    send_plain(guest,
               "GET /ws HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\n\r\n"); /* not meant so */
    expect_answer(guest, "404 Not Found", "/ws");
    close(guest);
    close_server(server);
}

static void both_sides_close_with_a_word(void **state)
{
    (void)state;
    struct server *server = open_server(&small_limits);
    int guest = come_in(server);
    send_close(guest, 1000);
    expect_close(guest, 1000, "");
    expect_end(guest);
    guest = come_in(server);
    send_close(guest, WS_NO_CODE);
    expect_close(guest, WS_NO_CODE, "");
    expect_end(guest);
    guest = come_in(server);
    send_text(guest, "bye");
    expect_close(guest, 4000, "as you command");
    send_text(guest, "not heard any more");
    send_frame(guest, WS_PING, true, bv_span_of("nor this"));
    send_close(guest, 4000);
    expect_end(guest);
    comes_to(&server->closed, 3);
    assert_int_equal(atomic_load(&server->full), 1); /* what was sent behind the goodbye */
    guest = come_in(server);
    send_text(guest, "bye");
    expect_close(guest, 4000, "as you command");
    expect_end(guest); /* it did not answer; it was given two seconds */
    close_server(server);
}

static void mistakes_have_their_codes(void **state)
{
    (void)state;
    static const struct {
        int code;
        const char *reason;
        const char *bytes;
        size_t length;
    } wrong[] = {
        {1002, "frames from clients are masked", "\x81\x01x", 3},
        {1002, "reserved bits are set", "\xf1\x80....", 6},
        {1002, "nothing to continue", "\x80\x80....", 6},
        {1003, "text only, please", "\x82\x80....", 6},
        {1007, "a message that is not UTF-8", "\x81\x81\x00\x00\x00\x00\xff", 7},
        {1009, "the message is too long", "\x81\xfe\x07\xd1....", 8},
        {1002, "a close code that is not sent", "\x88\x82\x00\x00\x00\x00\x00\x00", 8},
    };
    struct server *server = open_server(&small_limits);
    for (size_t i = 0; i < BV_COUNT(wrong); i++) {
        int guest = come_in(server);
        send_bytes(guest, wrong[i].bytes, wrong[i].length);
        send_bytes(guest, big, 10000); /* is not listened to, and resets nothing */
        expect_close(guest, wrong[i].code, wrong[i].reason);
        expect_end(guest);
    }
    comes_to(&server->closed, BV_COUNT(wrong));
    close_server(server);
}

static void the_silent_are_pinged_and_then_closed(void **state)
{
    (void)state;
    struct net_limits limits = small_limits;
    limits.silence_seconds = 1;
    struct server *server = open_server(&limits);
    int64_t begin = milliseconds();
    int alive = come_in(server), dead = come_in(server);
    expect_frame(alive, WS_PING, bv_span_of(""));
    assert_in_range(milliseconds() - begin, 950, 1900);
    send_frame(alive, WS_PONG, true, bv_span_of(""));
    expect_frame(dead, WS_PING, bv_span_of(""));
    expect_close(dead, 1001, "nothing was received for too long");
    assert_in_range(milliseconds() - begin, 1950, 5000);
    expect_frame(alive, WS_PING, bv_span_of(""));
    send_text(alive, "here");
    expect_text(alive, "here");
    comes_to(&server->closed, 1);
    close(alive);
    close(dead);
    close_server(server);
}

static void a_slow_reader_is_closed_and_others_are_served(void **state)
{
    (void)state;
    struct server *server = open_server(&small_limits);
    int slow = come_in(server), good = come_in(server);
    for (int i = 0; i < 2000 && !atomic_load(&server->full); i++) {
        send_text(good, "flood");
        expect_frame(good, WS_TEXT, (struct bv_span){big, FLOOD});
    }
    assert_int_equal(atomic_load(&server->full), 1);
    comes_to(&server->closed, 1);
    send_text(good, "still here");
    expect_text(good, "still here");
    /* Once it reads, it finds whole messages, then why it was closed. */
    struct ws_reader reader = ws_reader_for(false, FLOOD);
    struct ws_event event = {.kind = WS_GOT_NOTHING};
    static char bytes[FLOOD];
    while (event.kind != WS_GOT_CLOSE) {
        ssize_t got = recv(slow, bytes, sizeof bytes, 0);
        assert_true(got > 0);
        size_t length = (size_t)got;
        char *at = bytes;
        do {
            event = ws_read(&reader, &at, &length);
            assert_int_not_equal(event.kind, WS_GOT_WRONG);
        } while (event.kind == WS_GOT_MESSAGE);
    }
    assert_int_equal(event.code, 1013);
    ws_reader_free(&reader);
    close(slow);
    close(good);
    close_server(server);
}

static void a_ping_flood_without_reading_is_closed(void **state)
{
    (void)state;
    struct server *server = open_server(&small_limits);
    int guest = come_in(server);
    struct timeval timeout = {.tv_usec = 200000};
    char payload[120] = {0};
    setsockopt(guest, SOL_SOCKET, SO_SNDTIMEO, &timeout, sizeof timeout);
    for (int i = 0; i < 200000 && !atomic_load(&server->closed); i++)
        send_frame(guest, WS_PING, true, (struct bv_span){payload, sizeof payload});
    comes_to(&server->closed, 1);
    close(guest);
    close_server(server);
}

/* Four frames in a tenth of a second: whatever they are, and in whatever pieces they come. */
static struct net_limits slow_ears(void)
{
    struct net_limits limits = small_limits;
    limits.receive = 4 * NET_FRAME_COST;
    return limits;
}

static void frames_that_come_too_fast_wait_and_none_is_lost(void **state)
{
    (void)state;
    enum { MANY = 20 };
    struct net_limits limits = slow_ears();
    struct server *server = open_server(&limits);
    int fast = come_in(server), calm = come_in(server);
    char text[16];
    int64_t begin = milliseconds();
    for (int i = 0; i < MANY; i++) {
        struct bv_out out = bv_out_into(text, sizeof text);
        bv_put_number(&out, i);
        send_frame(fast, WS_TEXT, false, bv_span_of(text));
        send_frame(fast, WS_PONG, true, bv_span_of(""));
        send_frame(fast, WS_CONTINUATION, true, bv_span_of("!"));
    }
    send_text(calm, "others are heard");
    expect_text(calm, "others are heard");
    char come[4096];
    assert_in_range(recv(fast, come, sizeof come, MSG_PEEK), 1, MANY * 3); /* not all of it yet */
    for (int i = 0; i < MANY; i++) {
        struct bv_out out = bv_out_into(text, sizeof text);
        bv_put_number(&out, i);
        bv_put(&out, "!");
        expect_text(fast, text);
    }
    /* Sixty frames, of which four are heard at once. */
    assert_in_range(milliseconds() - begin, 1300, 20000);
    send_close(fast, 1000);
    expect_close(fast, 1000, "");
    close(fast);
    close(calm);
    close_server(server);
}

static void empty_messages_are_messages(void **state)
{
    (void)state;
    struct server *server = open_server(&small_limits);
    int guest = come_in(server);
    send_text(guest, "");
    expect_text(guest, "");
    send_frame(guest, WS_TEXT, false, bv_span_of(""));
    send_frame(guest, WS_CONTINUATION, true, bv_span_of(""));
    expect_text(guest, "");
    close(guest);
    close_server(server);
}

/* Who has been told to go and goes on talking is not listened to for ever. */
static void the_closed_do_not_talk_on(void **state)
{
    (void)state;
    struct net_limits limits = slow_ears();
    struct server *server = open_server(&limits);
    int guest = come_in(server);
    struct timeval timeout = {.tv_usec = 200000};
    setsockopt(guest, SOL_SOCKET, SO_SNDTIMEO, &timeout, sizeof timeout);
    send_text(guest, "bye");
    expect_close(guest, 4000, "as you command");
    for (int i = 0; i < 10; i++) send_frame(guest, WS_PONG, true, bv_span_of(""));
    size_t sent = 0;
    ssize_t more;
    while ((more = send(guest, big, BIG, MSG_NOSIGNAL)) > 0) sent += (size_t)more;
    assert_in_range(sent, 0, 64 << 20); /* what lies in the system's buffers, and a little */
    close(guest);
    close_server(server);
}

static void clients_may_vanish(void **state)
{
    (void)state;
    struct server *server = open_server(&small_limits);
    for (int i = 0; i < 20; i++) {
        int guest = come_in(server);
        if (i % 2) send_text(guest, "flood");
        if (i % 3)
            vanish(guest);
        else
            close(guest);
    }
    comes_to(&server->closed, 20);
    close_server(server);
}

static void everybody_can_be_closed_inside_a_call(void **state)
{
    (void)state;
    enum { MANY = 50 };
    struct server *server = open_server(&small_limits);
    int guest[MANY];
    for (int i = 0; i < MANY; i++) guest[i] = come_in(server);
    for (int i = 0; i < MANY; i++) send_text(guest[i], "out"); /* several in one round */
    for (int i = 0; i < MANY; i++) {
        expect_close(guest[i], 4001, "all of you");
        send_close(guest[i], 4001);
        expect_end(guest[i]);
    }
    comes_to(&server->closed, MANY);
    close_server(server);
}

static void two_thousand_stay_and_hear_the_end(void **state)
{
    (void)state;
    enum { MANY = 2000, LAST = 200 };
    struct server *server = open_server(&small_limits);
    int *guest = malloc(MANY * sizeof *guest);
    for (int i = 0; i < MANY; i++) guest[i] = come_in(server);
    for (int i = 0; i < MANY; i++) send_text(guest[i], "all well");
    for (int i = 0; i < MANY; i++) expect_text(guest[i], "all well");
    for (int i = LAST; i < MANY; i++) close(guest[i]);
    comes_to(&server->closed, MANY - LAST);
    net_stop(server->net);
    for (int i = 0; i < LAST; i++) expect_close(guest[i], 1001, "the server stops");
    for (int i = 0; i < LAST; i++) send_close(guest[i], 1001);
    int64_t begin = milliseconds();
    close_server(server);
    assert_in_range(milliseconds() - begin, 0, 1900);
    for (int i = 0; i < LAST; i++) expect_end(guest[i]);
    free(guest);
}

static void who_does_not_answer_cannot_keep_a_server_from_stopping(void **state)
{
    (void)state;
    struct server *server = open_server(&small_limits);
    int guest = come_in(server);
    int64_t begin = milliseconds();
    close_server(server);
    assert_in_range(milliseconds() - begin, 1900, 5000);
    expect_close(guest, 1001, "the server stops");
    expect_end(guest);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(messages_are_heard_in_any_pieces),
        cmocka_unit_test(handshake_and_frame_in_one_packet),
        cmocka_unit_test(not_everybody_is_let_in),
        cmocka_unit_test(both_sides_close_with_a_word),
        cmocka_unit_test(mistakes_have_their_codes),
        cmocka_unit_test(the_silent_are_pinged_and_then_closed),
        cmocka_unit_test(a_slow_reader_is_closed_and_others_are_served),
        cmocka_unit_test(a_ping_flood_without_reading_is_closed),
        cmocka_unit_test(frames_that_come_too_fast_wait_and_none_is_lost),
        cmocka_unit_test(empty_messages_are_messages),
        cmocka_unit_test(the_closed_do_not_talk_on),
        cmocka_unit_test(clients_may_vanish),
        cmocka_unit_test(everybody_can_be_closed_inside_a_call),
        cmocka_unit_test(two_thousand_stay_and_hear_the_end),
        cmocka_unit_test(who_does_not_answer_cannot_keep_a_server_from_stopping),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

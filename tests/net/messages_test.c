/* The WebSocket side of the loop, visited through real sockets. */
#include "test_server.h"

static void messages_are_heard_in_any_pieces(void **state)
{
    (void)state;
    struct server *server = open_server(&small_limits);
    int guest = call(server);
    char frame[64];
    const uint8_t mask[4] = {9, 8, 7, 6};
    size_t length = ws_put_frame(frame, WS_TEXT, true, bv_span_of("first"), mask);
    say(guest, HANDSHAKE("/ws"));
    say_bytes(guest, frame, length); /* perhaps in the packet of the handshake */
    hears_welcome(guest);
    hears_text(guest, "first");
    for (size_t i = 0; i < length; i++) say_bytes(guest, frame + i, 1);
    hears_text(guest, "first");
    say_frame(guest, WS_TEXT, false, bv_span_of("Mont"));
    say_frame(guest, WS_PING, true, bv_span_of("there?"));
    say_frame(guest, WS_CONTINUATION, false, bv_span_of("mar"));
    hears_frame(guest, WS_PONG, bv_span_of("there?"));
    say_frame(guest, WS_CONTINUATION, true, bv_span_of("tre"));
    hears_text(guest, "Montmartre");
    say_frame(guest, WS_PONG, true, bv_span_of("unasked"));
    say_frame(guest, WS_TEXT, true, (struct bv_span){big, 2000});
    hears_frame(guest, WS_TEXT, (struct bv_span){big, 2000});
    close(guest);
    comes_to(&server->closed, 1);
    close_server(server);
}

static void handshake_and_frame_in_one_packet(void **state)
{
    (void)state;
    struct server *server = open_server(&small_limits);
    int guest = call(server);
    say(guest, HANDSHAKE("/ws") "\x81\x81\x01\x01\x01\x01"
                                "\x40" /* `A` */
                                "\x81\x82\x01\x01\x01\x01"
                                "\x43"); /* half of `BC` */
    hears_welcome(guest);
    hears_text(guest, "A");
    say(guest, "\x42");
    hears_text(guest, "BC");
    close(guest);
    close_server(server);
}

static void not_everybody_is_let_in(void **state)
{
    (void)state;
    struct server *server = open_server(&small_limits);
    int guest = call(server);
    say(guest, HANDSHAKE("/no"));
    hears_answer(guest, "403 Forbidden", "no");
    say(guest, HANDSHAKE("/ws")); /* the connection is as good as before */
    hears_welcome(guest);
    close(guest);
    guest = call(server);
    say(guest, "GET /ws HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
               "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 8\r\n\r\n");
    hears(guest, "HTTP/1.1 426 Upgrade Required\r\nContent-Type: text/plain; charset=utf-8\r\n"
                 "Content-Length: 18\r\n" GUARD "Connection: close\r\n"
                 "Sec-WebSocket-Version: 13\r\n\r\nspeak WebSocket 13");
    hears_the_end(guest);
    guest = call(server);
    say(guest, "GET /ws HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
               "Sec-WebSocket-Key: short\r\nSec-WebSocket-Version: 13\r\n\r\n");
    hears_refusal(guest, "400 Bad Request", "this is not a proper WebSocket handshake");
    hears_the_end(guest);
    guest = call(server);
    say(guest, "GET /ws HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\n\r\n"); /* not meant so */
    hears_answer(guest, "404 Not Found", "/ws");
    close(guest);
    close_server(server);
}

static void both_sides_close_with_a_word(void **state)
{
    (void)state;
    struct server *server = open_server(&small_limits);
    int guest = come_in(server);
    say_close(guest, 1000);
    hears_close(guest, 1000, "");
    hears_the_end(guest);
    guest = come_in(server);
    say_close(guest, WS_NO_CODE);
    hears_close(guest, WS_NO_CODE, "");
    hears_the_end(guest);
    guest = come_in(server);
    say_text(guest, "bye");
    hears_close(guest, 4000, "as you command");
    say_text(guest, "not heard any more");
    say_frame(guest, WS_PING, true, bv_span_of("nor this"));
    say_close(guest, 4000);
    hears_the_end(guest);
    comes_to(&server->closed, 3);
    assert_int_equal(atomic_load(&server->full), 1); /* what was sent behind the goodbye */
    guest = come_in(server);
    say_text(guest, "bye");
    hears_close(guest, 4000, "as you command");
    hears_the_end(guest); /* it did not answer; it was given two seconds */
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
        say_bytes(guest, wrong[i].bytes, wrong[i].length);
        say_bytes(guest, big, 10000); /* is not listened to, and resets nothing */
        hears_close(guest, wrong[i].code, wrong[i].reason);
        hears_the_end(guest);
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
    hears_frame(alive, WS_PING, bv_span_of(""));
    assert_in_range(milliseconds() - begin, 950, 1900);
    say_frame(alive, WS_PONG, true, bv_span_of(""));
    hears_frame(dead, WS_PING, bv_span_of(""));
    hears_close(dead, 1001, "nothing was heard for too long");
    assert_in_range(milliseconds() - begin, 1950, 5000);
    hears_frame(alive, WS_PING, bv_span_of(""));
    say_text(alive, "here");
    hears_text(alive, "here");
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
        say_text(good, "flood");
        hears_frame(good, WS_TEXT, (struct bv_span){big, FLOOD});
    }
    assert_int_equal(atomic_load(&server->full), 1);
    comes_to(&server->closed, 1);
    say_text(good, "still here");
    hears_text(good, "still here");
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
    struct timeval patience = {.tv_usec = 200000};
    char payload[120] = {0};
    setsockopt(guest, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience);
    for (int i = 0; i < 200000 && !atomic_load(&server->closed); i++)
        say_frame(guest, WS_PING, true, (struct bv_span){payload, sizeof payload});
    comes_to(&server->closed, 1);
    close(guest);
    close_server(server);
}

/* Four frames in a tenth of a second: whatever they are, and in whatever pieces they come. */
static struct net_limits slow_ears(void)
{
    struct net_limits limits = small_limits;
    limits.hearing = 4 * NET_FRAME_COST;
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
        say_frame(fast, WS_TEXT, false, bv_span_of(text));
        say_frame(fast, WS_PONG, true, bv_span_of(""));
        say_frame(fast, WS_CONTINUATION, true, bv_span_of("!"));
    }
    say_text(calm, "others are heard");
    hears_text(calm, "others are heard");
    char come[4096];
    assert_in_range(recv(fast, come, sizeof come, MSG_PEEK), 1, MANY * 3); /* not all of it yet */
    for (int i = 0; i < MANY; i++) {
        struct bv_out out = bv_out_into(text, sizeof text);
        bv_put_number(&out, i);
        bv_put(&out, "!");
        hears_text(fast, text);
    }
    /* Sixty frames, of which four are heard at once. */
    assert_in_range(milliseconds() - begin, 1300, 20000);
    say_close(fast, 1000);
    hears_close(fast, 1000, "");
    close(fast);
    close(calm);
    close_server(server);
}

static void empty_messages_are_messages(void **state)
{
    (void)state;
    struct server *server = open_server(&small_limits);
    int guest = come_in(server);
    say_text(guest, "");
    hears_text(guest, "");
    say_frame(guest, WS_TEXT, false, bv_span_of(""));
    say_frame(guest, WS_CONTINUATION, true, bv_span_of(""));
    hears_text(guest, "");
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
    struct timeval patience = {.tv_usec = 200000};
    setsockopt(guest, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience);
    say_text(guest, "bye");
    hears_close(guest, 4000, "as you command");
    for (int i = 0; i < 10; i++) say_frame(guest, WS_PONG, true, bv_span_of(""));
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
        if (i % 2) say_text(guest, "flood");
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
    for (int i = 0; i < MANY; i++) say_text(guest[i], "out"); /* several in one round */
    for (int i = 0; i < MANY; i++) {
        hears_close(guest[i], 4001, "all of you");
        say_close(guest[i], 4001);
        hears_the_end(guest[i]);
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
    for (int i = 0; i < MANY; i++) say_text(guest[i], "all well");
    for (int i = 0; i < MANY; i++) hears_text(guest[i], "all well");
    for (int i = LAST; i < MANY; i++) close(guest[i]);
    comes_to(&server->closed, MANY - LAST);
    net_stop(server->net);
    for (int i = 0; i < LAST; i++) hears_close(guest[i], 1001, "the server stops");
    for (int i = 0; i < LAST; i++) say_close(guest[i], 1001);
    int64_t begin = milliseconds();
    close_server(server);
    assert_in_range(milliseconds() - begin, 0, 1900);
    for (int i = 0; i < LAST; i++) hears_the_end(guest[i]);
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
    hears_close(guest, 1001, "the server stops");
    hears_the_end(guest);
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

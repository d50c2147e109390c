/*
 * A house to visit: a real loop in a thread of its own, and guests with plain blocking sockets. What a guest asks for
 * tells the house what to do:
 *
 *     GET /hello        `hello`                        GET /later    answered when the house is woken
 *     POST /echo        the body                       GET /big      a megabyte; /copy: the same, copied
 *     GET /who          the guest's address
 *     GET /ws           a WebSocket that is greeted    GET /no       403
 *
 *     message `bye`     goodbye 4000                   `out`         goodbye to everybody
 *     message `flood`   16 KiB to everybody            any other     is sent back
 */
#ifndef TESTS_NET_HOUSE_H
#define TESTS_NET_HOUSE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <arpa/inet.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#include "net/http.h"
#include "net/websocket.h"

enum { GUESTS_MAX = 4096, BIG = 1 << 20, FLOOD = 16 * 1024 };

struct house {
    struct bv_net *net;
    pthread_t thread;
    struct bv_connection *later[8];
    int laters;
    struct bv_connection
        *guest[GUESTS_MAX]; /* WebSockets; bv_connection_get is the place plus one */
    int guests;
    atomic_int seen;   /* requests and upgrades */
    atomic_int closed; /* connections that the house was told are gone */
    atomic_int full;   /* sends that failed */
    atomic_int rests;
};

static const struct bv_net_limits small_limits = {
    .connections = 2500,
    .per_address = 2500,
    .memory = 64 << 20,
    .head = 1024,
    .body = 4096,
    .message = 2000,
    .hearing = 64 * 1024,
    .queue = 64 * 1024,
    .request_seconds = 1,
    .answer_seconds = 5,
    .idle_seconds = 5,
    .silence_seconds = 30,
};

static char big[BIG];

/* ---- the house ---- */

static inline void house_answers(struct bv_connection *connection, int status, struct bv_span body,
                                 bool lasting)
{
    bv_net_answer(connection,
                  &(struct bv_http_answer){
                      .status = status, .type = "text/plain", .body = body, .lasting = lasting});
}

static inline void house_tells_address(struct bv_connection *connection)
{
    char text[BV_ADDRESS_TEXT];
    bv_address_write(bv_connection_address(connection), text);
    house_answers(connection, 200, bv_span_of(text), false);
}

static inline void on_request(void *context, struct bv_connection *connection,
                              const struct bv_http_request *request)
{
    struct house *house = context;
    atomic_fetch_add(&house->seen, 1);
    if (bv_span_is(request->path, "/hello"))
        house_answers(connection, 200, bv_span_of("hello"), false);
    else if (bv_span_is(request->path, "/echo"))
        house_answers(connection, 200, request->body, false);
    else if (bv_span_is(request->path, "/who"))
        house_tells_address(connection);
    else if (bv_span_is(request->path, "/later"))
        house->later[house->laters++] = connection;
    else if (bv_span_is(request->path, "/big") || bv_span_is(request->path, "/copy"))
        house_answers(connection, 200, (struct bv_span){big, BIG}, request->path.text[1] == 'b');
    else
        house_answers(connection, 404, request->path, false);
}

static inline void house_sends(struct house *house, struct bv_connection *connection,
                               struct bv_span text)
{
    struct bv_parcel *parcel = bv_parcel_text(text);
    if (!bv_net_send(connection, parcel)) atomic_fetch_add(&house->full, 1);
    bv_parcel_free(parcel);
}

static inline bool on_upgrade(void *context, struct bv_connection *connection,
                              const struct bv_http_request *request)
{
    struct house *house = context;
    atomic_fetch_add(&house->seen, 1);
    if (!bv_span_is(request->path, "/ws")) {
        house_sends(house, connection, bv_span_of("taken back"));
        house_answers(connection, 403, bv_span_of("no"), false);
        return false;
    }
    house->guest[house->guests++] = connection;
    bv_connection_set(connection, &house->guest[house->guests - 1]);
    house_sends(house, connection, bv_span_of("welcome"));
    return true;
}

static inline void on_message(void *context, struct bv_connection *connection, struct bv_span text)
{
    struct house *house = context;
    struct bv_parcel *parcel;
    if (bv_span_is(text, "bye")) {
        bv_net_goodbye(connection, 4000, "as you wish");
        house_sends(house, connection, bv_span_of("too late"));
    } else if (bv_span_is(text, "out")) {
        for (int i = 0; i < house->guests; i++)
            if (house->guest[i]) bv_net_goodbye(house->guest[i], 4001, "all of you");
    } else if (bv_span_is(text, "flood")) {
        parcel = bv_parcel_text((struct bv_span){big, FLOOD});
        for (int i = 0; i < house->guests; i++)
            if (house->guest[i] && !bv_net_send(house->guest[i], parcel))
                atomic_fetch_add(&house->full, 1);
        bv_parcel_free(parcel);
    } else {
        house_sends(house, connection, text);
    }
}

static inline void on_closed(void *context, struct bv_connection *connection)
{
    struct house *house = context;
    struct bv_connection **place = bv_connection_get(connection);
    if (place) *place = NULL;
    for (int i = 0; i < house->laters; i++)
        if (house->later[i] == connection) house->later[i] = NULL;
    atomic_fetch_add(&house->closed, 1);
}

static inline void on_woken(void *context)
{
    struct house *house = context;
    for (int i = 0; i < house->laters; i++)
        if (house->later[i]) house_answers(house->later[i], 200, bv_span_of("later"), false);
    house->laters = 0;
}

static inline int on_rest(void *context)
{
    struct house *house = context;
    atomic_fetch_add(&house->rests, 1);
    return -1;
}

static inline void *run_house(void *context)
{
    bv_net_run(context);
    return NULL;
}

/* NULL if this machine does not have the address. */
static inline struct house *open_house_at(const char *address, const struct bv_net_limits *limits)
{
    struct house *house = calloc(1, sizeof *house);
    struct bv_error error = {""};
    struct bv_net_handler handler = {.context = house,
                                     .request = on_request,
                                     .upgrade = on_upgrade,
                                     .message = on_message,
                                     .closed = on_closed,
                                     .woken = on_woken,
                                     .rest = on_rest};
    house->net = bv_net_open(address, 0, limits, &handler, &error);
    if (!house->net) {
        assert_string_not_equal(error.text, "");
        free(house);
        return NULL;
    }
    memset(big, 'b', sizeof big);
    assert_int_equal(pthread_create(&house->thread, NULL, run_house, house->net), 0);
    return house;
}

static inline struct house *open_house(const struct bv_net_limits *limits)
{
    struct house *house = open_house_at("127.0.0.1", limits);
    assert_non_null(house);
    return house;
}

/* Everybody whom the house has seen, it must have seen go. */
static inline void close_house(struct house *house)
{
    bv_net_stop(house->net);
    pthread_join(house->thread, NULL);
    assert_int_equal(bv_net_connections(house->net), 0);
    for (int i = 0; i < house->guests; i++) assert_null(house->guest[i]);
    bv_net_close(house->net);
    free(house);
}

/* ---- time ---- */

static inline int64_t milliseconds(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (int64_t)time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

static inline void pass(int wait)
{
    nanosleep(&(struct timespec){wait / 1000, wait % 1000 * 1000000L}, NULL);
}

/* Waits until a number of the house's is at least so large. */
static inline void comes_to(atomic_int *number, int least)
{
    int64_t end = milliseconds() + 10000;
    while (atomic_load(number) < least && milliseconds() < end) pass(2);
    assert_true(atomic_load(number) >= least);
}

/* ---- guests ---- */

/* What stands in every answer. */
#define GUARD                                                                                      \
    "Cache-Control: no-store\r\n" BV_HTTP_GUARD "Content-Security-Policy: " BV_HTTP_NO_PAGE "\r\n"

#define GET(path) "GET " path " HTTP/1.1\r\nHost: a\r\n\r\n"

static inline int call(const struct house *house)
{
    struct sockaddr_in address = {.sin_family = AF_INET,
                                  .sin_port = htons((uint16_t)bv_net_port(house->net)),
                                  .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    int guest = socket(AF_INET, SOCK_STREAM, 0);
    struct timeval patience = {.tv_sec = 10};
    if (guest < 0) abort();
    setsockopt(guest, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    assert_int_equal(connect(guest, (struct sockaddr *)&address, sizeof address), 0);
    return guest;
}

/* A house that has closed its side may not hear the end of it. */
static inline void say_bytes(int guest, const char *bytes, size_t length)
{
    while (length) {
        ssize_t sent = send(guest, bytes, length, MSG_NOSIGNAL);
        if (sent <= 0) return;
        bytes += sent;
        length -= (size_t)sent;
    }
}

static inline void say(int guest, const char *text)
{
    say_bytes(guest, text, strlen(text));
}

static inline void hears_bytes(int guest, const char *bytes, size_t length)
{
    char *got = calloc(1, length + 1);
    size_t come = 0;
    while (come < length) {
        ssize_t more = recv(guest, got + come, length - come, 0);
        if (more <= 0) break;
        come += (size_t)more;
    }
    if (come != length || memcmp(got, bytes, length) != 0)
        fail_msg("heard %zu bytes: %.300s", come, got);
    free(got);
}

static inline void hears(int guest, const char *text)
{
    hears_bytes(guest, text, strlen(text));
}

/* The head of a plain answer. */
static inline void hears_head(int guest, const char *status, size_t length, bool last)
{
    char text[512];
    struct bv_out out = bv_out_into(text, sizeof text);
    bv_put(&out, "HTTP/1.1 ");
    bv_put(&out, status);
    bv_put(&out, "\r\nContent-Type: text/plain");
    if (last) bv_put(&out, "; charset=utf-8");
    bv_put(&out, "\r\nContent-Length: ");
    bv_put_number(&out, (int64_t)length);
    bv_put(&out, "\r\n" GUARD "");
    if (last) bv_put(&out, "Connection: close\r\n");
    bv_put(&out, "\r\n");
    hears(guest, text);
}

static inline void hears_answer(int guest, const char *status, const char *body)
{
    hears_head(guest, status, strlen(body), false);
    hears(guest, body);
}

/* An answer of the net itself, which closes. */
static inline void hears_refusal(int guest, const char *status, const char *body)
{
    hears_head(guest, status, strlen(body), true);
    hears(guest, body);
}

static inline void hears_the_end(int guest)
{
    char byte;
    assert_int_equal(recv(guest, &byte, 1, 0), 0);
    close(guest);
}

static inline void hears_nothing_yet(int guest)
{
    char byte;
    pass(50);
    assert_int_equal(recv(guest, &byte, 1, MSG_DONTWAIT), -1);
}

/* Gone without a word: the house gets a reset. */
static inline void vanish(int guest)
{
    struct linger none = {.l_onoff = 1};
    setsockopt(guest, SOL_SOCKET, SO_LINGER, &none, sizeof none);
    close(guest);
}

/* ---- guests with WebSockets ---- */

#define HANDSHAKE(path)                                                                            \
    "GET " path " HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\nConnection: keep-alive, "           \
    "Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"

static inline void say_frame(int guest, enum bv_ws_opcode opcode, bool last, struct bv_span text)
{
    static const uint8_t mask[4] = {0x12, 0x34, 0x56, 0x78};
    char *frame = malloc(text.length + BV_WS_HEAD_MAX);
    say_bytes(guest, frame, bv_ws_put_frame(frame, opcode, last, text, mask));
    free(frame);
}

static inline void say_text(int guest, const char *text)
{
    say_frame(guest, BV_WS_TEXT, true, bv_span_of(text));
}

static inline void hears_frame(int guest, enum bv_ws_opcode opcode, struct bv_span text)
{
    char *frame = malloc(text.length + BV_WS_HEAD_MAX);
    hears_bytes(guest, frame, bv_ws_put_frame(frame, opcode, true, text, NULL));
    free(frame);
}

static inline void hears_text(int guest, const char *text)
{
    hears_frame(guest, BV_WS_TEXT, bv_span_of(text));
}

static inline void say_close(int guest, int code)
{
    char payload[BV_WS_CONTROL_MAX];
    size_t length = bv_ws_put_close(payload, code, bv_span_of(""));
    say_frame(guest, BV_WS_CLOSE, true, (struct bv_span){payload, length});
}

static inline void hears_close(int guest, int code, const char *reason)
{
    char payload[BV_WS_CONTROL_MAX];
    size_t length = bv_ws_put_close(payload, code, bv_span_of(reason));
    hears_frame(guest, BV_WS_CLOSE, (struct bv_span){payload, length});
}

static inline void hears_welcome(int guest)
{
    hears(guest,
          "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n"
          "Connection: Upgrade\r\nSec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n\r\n");
    hears_text(guest, "welcome");
}

static inline int come_in(const struct house *house)
{
    int guest = call(house);
    say(guest, HANDSHAKE("/ws"));
    hears_welcome(guest);
    return guest;
}

#endif

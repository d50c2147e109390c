/*
 * A server to visit: a real loop in a thread of its own, and guests with plain blocking sockets. What a guest asks for
 * tells the server what to do:
 *
 *     GET /hello        `hello`                        GET /later    answered when the server is loaded
 *     POST /echo        the body                       GET /big      a megabyte; /copy: the same, copied
 *     GET /who          the guest's address
 *     GET /ws           a WebSocket that is greeted    GET /no       403
 *
 *     message `bye`     goodbye 4000                   `out`         goodbye to everybody
 *     message `flood`   16 KiB to everybody            any other     is sent back
 */
#pragma once

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

struct server {
    struct net *net;
    pthread_t thread;
    struct connection *later[8];
    int laters;
    struct connection *guest[GUESTS_MAX]; /* WebSockets; connection_get is the place plus one */
    int guests;
    atomic_int seen;   /* requests and upgrades */
    atomic_int closed; /* connections that the server was told are gone */
    atomic_int full;   /* sends that failed */
    atomic_int rests;
};

static const struct net_limits small_limits = {
    .connections = 2500,
    .per_address = 2500,
    .memory = 64 << 20,
    .head = 1024,
    .body = 4096,
    .message = 2000,
    .receive = 64 * 1024,
    .queue = 64 * 1024,
    .request_seconds = 1,
    .answer_seconds = 5,
    .idle_seconds = 5,
    .silence_seconds = 30,
};

static char big[BIG];

/* ---- the server ---- */

static inline void server_answers(struct connection *connection, int status, struct bv_span body,
                                  bool lasting)
{
    net_respond(connection,
                &(struct http_response){
                    .status = status, .type = "text/plain", .body = body, .lasting = lasting});
}

static inline void server_tells_address(struct connection *connection)
{
    char text[ADDRESS_TEXT];
    address_write(connection_address(connection), text);
    server_answers(connection, 200, bv_span_of(text), false);
}

static inline void on_request(void *context, struct connection *connection,
                              const struct http_request *request)
{
    struct server *server = context;
    atomic_fetch_add(&server->seen, 1);
    if (bv_span_is(request->path, "/hello"))
        server_answers(connection, 200, bv_span_of("hello"), false);
    else if (bv_span_is(request->path, "/echo"))
        server_answers(connection, 200, request->body, false);
    else if (bv_span_is(request->path, "/who"))
        server_tells_address(connection);
    else if (bv_span_is(request->path, "/later"))
        server->later[server->laters++] = connection;
    else if (bv_span_is(request->path, "/big") || bv_span_is(request->path, "/copy"))
        server_answers(connection, 200, (struct bv_span){big, BIG}, request->path.text[1] == 'b');
    else
        server_answers(connection, 404, request->path, false);
}

static inline void server_sends(struct server *server, struct connection *connection,
                                struct bv_span text)
{
    struct net_buffer *buffer = net_buffer_text(text);
    if (!net_send(connection, buffer)) atomic_fetch_add(&server->full, 1);
    net_buffer_free(buffer);
}

static inline bool on_upgrade(void *context, struct connection *connection,
                              const struct http_request *request)
{
    struct server *server = context;
    atomic_fetch_add(&server->seen, 1);
    if (!bv_span_is(request->path, "/ws")) {
        server_sends(server, connection, bv_span_of("taken back"));
        server_answers(connection, 403, bv_span_of("no"), false);
        return false;
    }
    server->guest[server->guests++] = connection;
    connection_set(connection, &server->guest[server->guests - 1]);
    server_sends(server, connection, bv_span_of("welcome"));
    return true;
}

static inline void on_message(void *context, struct connection *connection, struct bv_span text)
{
    struct server *server = context;
    struct net_buffer *buffer;
    if (bv_span_is(text, "bye")) {
        net_close_socket(connection, 4000, "as you command");
        server_sends(server, connection, bv_span_of("too late"));
    } else if (bv_span_is(text, "out")) {
        for (int i = 0; i < server->guests; i++)
            if (server->guest[i]) net_close_socket(server->guest[i], 4001, "all of you");
    } else if (bv_span_is(text, "flood")) {
        buffer = net_buffer_text((struct bv_span){big, FLOOD});
        for (int i = 0; i < server->guests; i++)
            if (server->guest[i] && !net_send(server->guest[i], buffer))
                atomic_fetch_add(&server->full, 1);
        net_buffer_free(buffer);
    } else {
        server_sends(server, connection, text);
    }
}

static inline void on_closed(void *context, struct connection *connection)
{
    struct server *server = context;
    struct connection **place = connection_get(connection);
    if (place) *place = NULL;
    for (int i = 0; i < server->laters; i++)
        if (server->later[i] == connection) server->later[i] = NULL;
    atomic_fetch_add(&server->closed, 1);
}

static inline void on_woken(void *context)
{
    struct server *server = context;
    for (int i = 0; i < server->laters; i++)
        if (server->later[i]) server_answers(server->later[i], 200, bv_span_of("later"), false);
    server->laters = 0;
}

static inline int on_rest(void *context)
{
    struct server *server = context;
    atomic_fetch_add(&server->rests, 1);
    return -1;
}

static inline void *run_server(void *context)
{
    net_run(context);
    return NULL;
}

/* NULL if this machine does not have the address. */
static inline struct server *open_server_at(const char *address, const struct net_limits *limits)
{
    struct server *server = calloc(1, sizeof *server);
    struct bv_error error = {""};
    struct net_handler handler = {.context = server,
                                  .request = on_request,
                                  .upgrade = on_upgrade,
                                  .message = on_message,
                                  .closed = on_closed,
                                  .woken = on_woken,
                                  .rest = on_rest};
    server->net = net_open(address, 0, limits, &handler, &error);
    if (!server->net) {
        assert_string_not_equal(error.text, "");
        free(server);
        return NULL;
    }
    memset(big, 'b', sizeof big);
    assert_int_equal(pthread_create(&server->thread, NULL, run_server, server->net), 0);
    return server;
}

static inline struct server *open_server(const struct net_limits *limits)
{
    struct server *server = open_server_at("127.0.0.1", limits);
    assert_non_null(server);
    return server;
}

/* Everybody whom the server has seen, it must have seen go. */
static inline void close_server(struct server *server)
{
    net_stop(server->net);
    pthread_join(server->thread, NULL);
    assert_int_equal(net_connections(server->net), 0);
    for (int i = 0; i < server->guests; i++) assert_null(server->guest[i]);
    net_close(server->net);
    free(server);
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

/* Waits until a number of the server's is at least so large. */
static inline void comes_to(atomic_int *number, int least)
{
    int64_t end = milliseconds() + 10000;
    while (atomic_load(number) < least && milliseconds() < end) pass(2);
    assert_true(atomic_load(number) >= least);
}

/* ---- guests ---- */

/* What stands in every answer. */
#define GUARD                                                                                      \
    "Cache-Control: no-store\r\n" HTTP_GUARD "Content-Security-Policy: " HTTP_NO_PAGE "\r\n"

#define GET(path) "GET " path " HTTP/1.1\r\nHost: a\r\n\r\n"

static inline int connect_guest(const struct server *server)
{
    struct sockaddr_in address = {.sin_family = AF_INET,
                                  .sin_port = htons((uint16_t)net_port(server->net)),
                                  .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    int guest = socket(AF_INET, SOCK_STREAM, 0);
    struct timeval timeout = {.tv_sec = 10};
    if (guest < 0) abort();
    setsockopt(guest, SOL_SOCKET, SO_RCVTIMEO, &timeout, sizeof timeout);
    assert_int_equal(connect(guest, (struct sockaddr *)&address, sizeof address), 0);
    return guest;
}

/* A server that has closed its side may not hear the end of it. */
static inline void send_bytes(int guest, const char *bytes, size_t length)
{
    while (length) {
        ssize_t sent = send(guest, bytes, length, MSG_NOSIGNAL);
        if (sent <= 0) return;
        bytes += sent;
        length -= (size_t)sent;
    }
}

static inline void send_plain(int guest, const char *text)
{
    send_bytes(guest, text, strlen(text));
}

static inline void expect_bytes(int guest, const char *bytes, size_t length)
{
    char *got = calloc(1, length + 1);
    size_t come = 0;
    while (come < length) {
        ssize_t more = recv(guest, got + come, length - come, 0);
        if (more <= 0) break;
        come += (size_t)more;
    }
    if (come != length || memcmp(got, bytes, length) != 0)
        fail_msg("received %zu bytes: %.300s", come, got);
    free(got);
}

static inline void expect_plain(int guest, const char *text)
{
    expect_bytes(guest, text, strlen(text));
}

/* The head of a plain answer. */
static inline void expect_head(int guest, const char *status, size_t length, bool last)
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
    expect_plain(guest, text);
}

static inline void expect_answer(int guest, const char *status, const char *body)
{
    expect_head(guest, status, strlen(body), false);
    expect_plain(guest, body);
}

/* An answer of the net itself, which closes. */
static inline void expect_refusal(int guest, const char *status, const char *body)
{
    expect_head(guest, status, strlen(body), true);
    expect_plain(guest, body);
}

static inline void expect_end(int guest)
{
    char byte;
    assert_int_equal(recv(guest, &byte, 1, 0), 0);
    close(guest);
}

static inline void expect_nothing_yet(int guest)
{
    char byte;
    pass(50);
    assert_int_equal(recv(guest, &byte, 1, MSG_DONTWAIT), -1);
}

/* Gone without a word: the server gets a reset. */
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

static inline void send_frame(int guest, enum ws_opcode opcode, bool last, struct bv_span text)
{
    static const uint8_t mask[4] = {0x12, 0x34, 0x56, 0x78};
    char *frame = malloc(text.length + WS_HEAD_MAX);
    send_bytes(guest, frame, ws_put_frame(frame, opcode, last, text, mask));
    free(frame);
}

static inline void send_text(int guest, const char *text)
{
    send_frame(guest, WS_TEXT, true, bv_span_of(text));
}

static inline void expect_frame(int guest, enum ws_opcode opcode, struct bv_span text)
{
    char *frame = malloc(text.length + WS_HEAD_MAX);
    expect_bytes(guest, frame, ws_put_frame(frame, opcode, true, text, NULL));
    free(frame);
}

static inline void expect_text(int guest, const char *text)
{
    expect_frame(guest, WS_TEXT, bv_span_of(text));
}

static inline void send_close(int guest, int code)
{
    char payload[WS_CONTROL_MAX];
    size_t length = ws_put_close(payload, code, bv_span_of(""));
    send_frame(guest, WS_CLOSE, true, (struct bv_span){payload, length});
}

static inline void expect_close(int guest, int code, const char *reason)
{
    char payload[WS_CONTROL_MAX];
    size_t length = ws_put_close(payload, code, bv_span_of(reason));
    expect_frame(guest, WS_CLOSE, (struct bv_span){payload, length});
}

static inline void expect_welcome(int guest)
{
    expect_plain(
        guest, "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n"
               "Connection: Upgrade\r\nSec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n\r\n");
    expect_text(guest, "welcome");
}

static inline int come_in(const struct server *server)
{
    int guest = connect_guest(server);
    send_plain(guest, HANDSHAKE("/ws"));
    expect_welcome(guest);
    return guest;
}

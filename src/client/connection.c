#include "client/connection.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>

#include "core/json.h"
#include "util/clock.h"

enum {
    MESSAGE_LIMIT = 1024 * 1024,
    BUFFER_SIZE = 128 * 1024,
    FIRST_PAUSE = 20000, /* microseconds before the first new attempt, */
    PAUSE_DOUBLINGS = 5, /* doubled at most this often */
};

/* The WebSocket key a client sends, and the accept value the server must answer with (RFC 6455,
 * 1.3). */
#define KEY "dGhlIHNhbXBsZSBub25jZQ=="
#define ACCEPT "s3pPLMBiTxaQ9kYGzzhZRbK+xOo="

bool client_bytes_add(struct client_bytes *bytes, const char *text, size_t length)
{
    size_t needed = bytes->length + length;
    if (needed > bytes->capacity) {
        size_t capacity = needed < 128 ? 256 : 2 * needed;
        char *larger = realloc(bytes->text, capacity);
        if (!larger) return false;
        bytes->text = larger;
        bytes->capacity = capacity;
    }
    memcpy(bytes->text + bytes->length, text, length);
    bytes->length = needed;
    return true;
}

static void forget(struct client_bytes *bytes)
{
    free(bytes->text);
    *bytes = (struct client_bytes){0};
}

/* ---- Losing the connection ------------------------------------------------------------------- */

void client_close(struct client_loop *loop, struct client_connection *connection)
{
    if (connection->stage == CLIENT_AWAY) return;
    if (connection->stage == CLIENT_CONNECTED) loop->connected--;
    transport_close(&connection->transport);
    ws_reader_free(&connection->reader);
    forget(&connection->received);
    forget(&connection->unsent);
    connection->stage = CLIENT_AWAY;
    connection->due = INT64_MAX;
}

void client_switch_server(struct client_loop *loop, struct client_connection *connection)
{
    bool connected = connection->stage == CLIENT_CONNECTED;
    client_close(loop, connection);
    if (loop->further) /* any node but this one */
        connection->node = (connection->node + 1 + bv_random_below(&loop->random, loop->further)) %
                           (loop->further + 1);
    /* Later after each failed attempt, and at a random moment, so that clients do not all come at
     * once. */
    uint32_t doublings =
        connection->attempts < PAUSE_DOUBLINGS ? connection->attempts : PAUSE_DOUBLINGS;
    uint32_t pause = (uint32_t)FIRST_PAUSE << doublings;
    connection->attempts++;
    connection->due = clock_microseconds() + pause / 2 + bv_random_below(&loop->random, pause);
    if (connected) loop->losses++;
    if (connected) loop->lost(loop->context, connection);
}

static void complain_of(struct client_loop *loop, const char *what, int number, struct bv_span text)
{
    if (loop->complaint[0]) return;
    struct bv_out out = bv_out_into(loop->complaint, sizeof loop->complaint);
    bv_putf(&out, "%s%d ", what, number);
    bv_put_excerpt(&out, text, 300);
}

/* ---- Sending --------------------------------------------------------------------------------- */

static void watch(struct client_loop *loop, struct client_connection *connection, int how, bool out)
{
    struct epoll_event event = {.events = EPOLLIN | (out ? EPOLLOUT : 0), .data.ptr = connection};
    connection->wants_out = out;
    epoll_ctl(loop->epoll, how, connection->transport.socket, &event);
}

/* Waits for POLLOUT while there is something to send, or, with TLS, for the event that TLS awaits.
 * */
static void update_events(struct client_loop *loop, struct client_connection *connection)
{
    bool out = connection->unsent.length && connection->transport.awaits == POLLOUT;
    if (out != connection->wants_out) watch(loop, connection, EPOLL_CTL_MOD, out);
}

/* Sends as much as the transport accepts; returns the number of bytes, or below 0 if it is lost. */
static ssize_t send_some(struct client_loop *loop, struct client_connection *connection,
                         const char *bytes, size_t length)
{
    ssize_t sent = transport_send(&connection->transport, bytes, length);
    if (sent > 0) loop->bytes_out += (uint64_t)sent;
    return sent;
}

static void send_bytes(struct client_loop *loop, struct client_connection *connection,
                       const char *bytes, size_t length)
{
    ssize_t sent = connection->unsent.length ? 0 : send_some(loop, connection, bytes, length);
    if (sent < 0) return; /* epoll reports the loss */
    if ((size_t)sent == length) return;
    client_bytes_add(&connection->unsent, bytes + sent, length - (size_t)sent);
    update_events(loop, connection);
}

static bool send_unsent(struct client_loop *loop, struct client_connection *connection)
{
    struct client_bytes *unsent = &connection->unsent;
    ssize_t sent = send_some(loop, connection, unsent->text, unsent->length);
    if (sent < 0) return false;
    unsent->length -= (size_t)sent;
    memmove(unsent->text, unsent->text + sent, unsent->length);
    update_events(loop, connection);
    return true;
}

void client_send(struct client_loop *loop, struct client_connection *connection,
                 struct bv_span text)
{
    char frame[CLIENT_MESSAGE_MAX + WS_HEAD_MAX];
    uint64_t word = bv_random_word(&loop->random);
    uint8_t mask[4];
    BV_ASSERT(text.length <= CLIENT_MESSAGE_MAX);
    if (connection->stage != CLIENT_CONNECTED) return;
    memcpy(mask, &word, sizeof mask);
    size_t length = ws_put_frame(frame, WS_TEXT, true, text, mask);
    send_bytes(loop, connection, frame, length);
}

static void send_pong(struct client_loop *loop, struct client_connection *connection,
                      struct bv_span text)
{
    char frame[WS_CONTROL_MAX + WS_HEAD_MAX];
    static const uint8_t mask[4] = {1, 2, 3, 4};
    send_bytes(loop, connection, frame, ws_put_frame(frame, WS_PONG, true, text, mask));
}

/* ---- Connecting ------------------------------------------------------------------------------ */

static void ask_name(struct client_loop *loop, struct client_connection *connection)
{
    const struct server_address *address = &loop->address[connection->node];
    char request[CLIENT_MESSAGE_MAX];
    char name[24];
    char body[CLIENT_MESSAGE_MAX / 2];
    snprintf(name, sizeof name, "Caller %u", connection->number);
    struct bv_out out = bv_out_into(body, sizeof body);
    bv_json_open(&out, NULL, '{');
    bv_json_text(&out, "name", loop->name ? loop->name : name);
    bv_json_close(&out, '}');
    int size =
        snprintf(request, sizeof request,
                 "POST %s/api/v1/guest HTTP/1.1\r\nHost: %s\r\nContent-Type: application/json\r\n"
                 "Content-Length: %zu\r\n\r\n%s",
                 address->path, address->host, out.length, body);
    connection->stage = CLIENT_REGISTERING;
    send_bytes(loop, connection, request, (size_t)size);
}

static void ask_socket(struct client_loop *loop, struct client_connection *connection)
{
    const struct server_address *address = &loop->address[connection->node];
    char request[CLIENT_MESSAGE_MAX];
    int size = snprintf(request, sizeof request,
                        "GET %s/api/v1/socket HTTP/1.1\r\nHost: %s\r\nUpgrade: websocket\r\n"
                        "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                        "Sec-WebSocket-Key: " KEY "\r\nCookie: bivouac=%s\r\n\r\n",
                        address->path, address->host, connection->cookie);
    connection->stage = CLIENT_UPGRADING;
    send_bytes(loop, connection, request, (size_t)size);
}

static void begin(struct client_loop *loop, struct client_connection *connection)
{
    if (connection->cookie[0])
        ask_socket(loop, connection);
    else
        ask_name(loop, connection);
}

void client_connect(struct client_loop *loop, struct client_connection *connection)
{
    connection->stage = CLIENT_CONNECTING;
    connection->received_at = clock_microseconds();
    if (!transport_open(&connection->transport, &loop->address[connection->node])) {
        loop->error = errno;
        connection->stage = CLIENT_AWAY;
        client_switch_server(loop, connection);
        return;
    }
    watch(loop, connection, EPOLL_CTL_ADD, true);
}

static bool was_named(struct client_loop *loop, struct client_connection *connection,
                      const struct client_response *answer)
{
    if (answer->status == 201 && answer->cookie.length &&
        bv_keep(connection->cookie, CLIENT_COOKIE_SIZE, answer->cookie)) {
        connection->received.length = 0;
        ask_socket(loop, connection);
        return true;
    }
    complain_of(loop, "POST /api/v1/guest: ", answer->status, answer->body);
    return false;
}

/* ---- Receiving ------------------------------------------------------------------------------- */

/* False: the connection is unusable. */
static bool take_frames(struct client_loop *loop, struct client_connection *connection, char *bytes,
                        size_t length)
{
    for (;;) {
        struct ws_event event = ws_read(&connection->reader, &bytes, &length);
        switch (event.kind) {
        case WS_GOT_NOTHING: return true;
        case WS_GOT_PART: break;
        case WS_GOT_MESSAGE: loop->message(loop->context, connection, event.text); break;
        case WS_GOT_PING: send_pong(loop, connection, event.text); break;
        case WS_GOT_PONG: break;
        case WS_GOT_WRONG:
        case WS_GOT_CLOSE:
            complain_of(loop, "the connection was closed: ", event.code, event.text);
            return false;
        }
        if (connection->stage != CLIENT_CONNECTED) return true;
    }
}

static bool was_upgraded(struct client_loop *loop, struct client_connection *connection,
                         const struct client_response *answer)
{
    if (answer->status != 101 || !bv_span_is(answer->accept, ACCEPT)) {
        complain_of(loop, "GET /api/v1/socket: ", answer->status, answer->body);
        return false;
    }
    struct client_bytes received = connection->received;
    size_t head = (size_t)(answer->body.text - received.text);
    connection->received = (struct client_bytes){0};
    connection->stage = CLIENT_CONNECTED;
    connection->reader = ws_reader_for(false, MESSAGE_LIMIT);
    connection->attempts = 0;
    loop->distrust = NULL;
    loop->connected++;
    bool good = take_frames(loop, connection, received.text + head, received.length - head);
    free(received.text);
    return good;
}

static bool take_answer(struct client_loop *loop, struct client_connection *connection,
                        const char *bytes, size_t length)
{
    struct client_response answer;
    if (!client_bytes_add(&connection->received, bytes, length)) return false;
    int complete = client_response_read(
        (struct bv_span){connection->received.text, connection->received.length}, &answer);
    if (complete <= 0) return complete == 0;
    return connection->stage == CLIENT_REGISTERING ? was_named(loop, connection, &answer)
                                                   : was_upgraded(loop, connection, &answer);
}

static bool receive(struct client_loop *loop, struct client_connection *connection)
{
    /* Shared, since one thread makes the whole load; no TLS record is larger. */
    static char buffer[BUFFER_SIZE];
    ssize_t got = transport_receive(&connection->transport, buffer, sizeof buffer);
    if (got < 0) return false;
    if (got == TRANSPORT_LATER) return true;
    loop->bytes_in += (uint64_t)got;
    connection->received_at = clock_microseconds();
    if (connection->stage == CLIENT_CONNECTED)
        return take_frames(loop, connection, buffer, (size_t)got);
    return take_answer(loop, connection, buffer, (size_t)got);
}

/* Why the server could not be reached. */
static int connecting_error(const struct client_connection *connection)
{
    int error = 0;
    socklen_t size = sizeof error;
    getsockopt(connection->transport.socket, SOL_SOCKET, SO_ERROR, &error, &size);
    return error;
}

void client_serve(struct client_loop *loop, struct client_connection *connection, uint32_t events)
{
    bool good = true;
    if (connection->stage == CLIENT_AWAY) return;
    if (connection->stage == CLIENT_CONNECTING && events & EPOLLERR)
        loop->error = connecting_error(connection);
    if (connection->stage == CLIENT_CONNECTING && events & EPOLLOUT && !(events & EPOLLERR)) {
        loop->error = 0;
        begin(loop, connection);
        update_events(loop, connection);
    }
    if (events & (EPOLLIN | EPOLLHUP | EPOLLERR))
        good = connection->stage != CLIENT_CONNECTING && receive(loop, connection);
    if (good && connection->stage != CLIENT_AWAY && connection->unsent.length)
        good = send_unsent(loop, connection);
    if (good || connection->stage == CLIENT_AWAY) return;
    loop->distrust = transport_trouble(&connection->transport);
    client_switch_server(loop, connection);
}

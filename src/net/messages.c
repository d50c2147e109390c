/* The WebSocket side of a connection: received messages, sent buffers, the closing handshake. */
#include "net/connection.h"

/* Sends a control frame. Pongs count towards the limit like everything else: a client that pings
 * without reading is closed. */
static void push_control(struct connection *connection, enum ws_opcode opcode,
                         struct bv_span payload)
{
    struct net_buffer *buffer = net_buffer_new(WS_HEAD_MAX + payload.length);
    if (buffer) buffer->length = ws_put_frame(buffer->own, opcode, true, payload, NULL);
    if (opcode == WS_CLOSE)
        connection_push(connection, buffer);
    else
        net_send(connection, buffer);
    net_buffer_free(buffer);
}

static void push_close(struct connection *connection, int code, struct bv_span reason)
{
    char payload[WS_CONTROL_MAX];
    size_t length = ws_put_close(payload, code, reason);
    push_control(connection, WS_CLOSE, (struct bv_span){payload, length});
}

static bool is_open(const struct connection *connection)
{
    return connection->stage == CONNECTION_OPEN || connection->stage == CONNECTION_UPGRADING;
}

void net_close_socket(struct connection *connection, int code, const char *reason)
{
    if (!is_open(connection)) return;
    connection->stage = CONNECTION_CLOSING;
    connection->paused = false;
    connection_wait(connection, TIMEOUT_CLOSE);
    connection_ended(connection);
    push_close(connection, code, bv_span_of(reason));
}

static bool fits(const struct connection *connection, const struct net_buffer *buffer)
{
    size_t limit = connection->net->limits.queue;
    return buffer->length <= limit && connection->queue.bytes <= limit - buffer->length;
}

bool net_send(struct connection *connection, struct net_buffer *buffer)
{
    if (!is_open(connection)) return false;
    if (buffer && !fits(connection, buffer)) {
        /* Perhaps it only waits for the end of this round. */
        if (connection->stage == CONNECTION_OPEN &&
            queue_send(&connection->queue, connection->socket) == QUEUE_BROKEN) {
            connection_kill(connection);
            return false;
        }
        if (!fits(connection, buffer)) {
            if (connection->stage == CONNECTION_OPEN) queue_drop_unsent(&connection->queue);
            net_close_socket(connection, WS_TRY_LATER, "too many unread messages");
            return false;
        }
    }
    connection_push(connection, buffer);
    return connection->stage != CONNECTION_DEAD;
}

/* A close frame or a protocol error was received: no more input is handled. */
static void leave(struct connection *connection)
{
    connection->stage = CONNECTION_LEAVING;
    connection_wait(connection, TIMEOUT_CLOSE);
    connection_ended(connection);
    connection_changed(connection);
}

static void answer_close(struct connection *connection, int code, struct bv_span reason)
{
    if (connection->stage == CONNECTION_OPEN) push_close(connection, code, reason);
    if (connection->stage != CONNECTION_DEAD) leave(connection);
}

/* A ping costs the server more than it costs the client. */
static void handle_ping(struct connection *connection, struct bv_span payload)
{
    enum { PINGS_A_SECOND = 50 };
    int64_t now = connection->net->now;
    if (now - connection->pings_since >= 1000) {
        connection->pings_since = now;
        connection->pings = 0;
    }
    if (++connection->pings <= PINGS_A_SECOND)
        push_control(connection, WS_PONG, payload);
    else
        net_close_socket(connection, WS_POLICY, "too many pings");
}

static void handle(struct connection *connection, struct ws_event event)
{
    struct net *net = connection->net;
    const struct bv_span none = {"", 0};
    switch (event.kind) {
    case WS_GOT_NOTHING:
    case WS_GOT_PART:
    case WS_GOT_PONG: break;
    case WS_GOT_MESSAGE:
        if (connection->stage != CONNECTION_OPEN) break;
        net->called = true;
        if (net->handler.message)
            net->handler.message(net->handler.context, connection, event.text);
        break;
    case WS_GOT_PING: handle_ping(connection, event.text); break;
    case WS_GOT_CLOSE:
        connection->peer_closed = true;
        answer_close(connection, event.code, none);
        break;
    case WS_GOT_WRONG: answer_close(connection, event.code, event.text); break;
    }
}

/* ---- Input rate ---- */

static bool is_over_rate(struct connection *connection)
{
    const struct net *net = connection->net;
    if (net->now - connection->received_since >= CONNECTION_TURN_MILLISECONDS) {
        connection->received_since = net->now;
        connection->received = 0;
    }
    return connection->received >= net->limits.receive;
}

/* An open connection waits for the next turn; nothing is read meanwhile, so the client's system
 * waits too. A connection that is being closed has no next turn. */
static void pause(struct connection *connection)
{
    if (connection->stage != CONNECTION_OPEN) {
        leave(connection);
        return;
    }
    connection->paused = true;
    connection_wait(connection, TIMEOUT_TURN);
    connection_changed(connection);
}

void connection_resume(struct connection *connection)
{
    connection->paused = false;
    connection_wait(connection, TIMEOUT_SILENCE);
    connection_changed(connection);
    connection_receive_inbox(connection);
}

static bool is_heard(const struct connection *connection)
{
    return connection->stage == CONNECTION_OPEN || connection->stage == CONNECTION_CLOSING;
}

size_t connection_receive(struct connection *connection, char *bytes, size_t length)
{
    const char *begin = bytes;
    size_t whole = length;
    struct ws_event event;
    if (connection->stage == CONNECTION_OPEN) connection_wait(connection, TIMEOUT_SILENCE);
    do {
        if (is_over_rate(connection)) {
            pause(connection);
            break;
        }
        size_t before = length;
        event = ws_read(&connection->reader, &bytes, &length);
        connection->received += (uint32_t)(before - length);
        if (event.kind != WS_GOT_NOTHING) connection->received += NET_FRAME_COST;
        handle(connection, event);
    } while (event.kind != WS_GOT_NOTHING && is_heard(connection));
    return is_heard(connection) ? (size_t)(bytes - begin) : whole;
}

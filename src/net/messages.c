/* The WebSocket side of a connection: messages heard, parcels sent, the handshake of closing. */
#include "net/connection.h"

/* A control frame of ours. Pongs count towards the limit like everything else: who pings without reading is closed. */
static void push_control(struct bv_connection *connection, enum bv_ws_opcode opcode,
                         struct bv_span payload)
{
    struct bv_parcel *parcel = bv_parcel_new(BV_WS_HEAD_MAX + payload.length);
    if (parcel) parcel->length = bv_ws_put_frame(parcel->own, opcode, true, payload, NULL);
    if (opcode == BV_WS_CLOSE)
        bv_connection_push(connection, parcel);
    else
        bv_net_send(connection, parcel);
    bv_parcel_free(parcel);
}

static void push_close(struct bv_connection *connection, int code, struct bv_span reason)
{
    char payload[BV_WS_CONTROL_MAX];
    size_t length = bv_ws_put_close(payload, code, reason);
    push_control(connection, BV_WS_CLOSE, (struct bv_span){payload, length});
}

static bool is_open(const struct bv_connection *connection)
{
    return connection->stage == BV_OPEN || connection->stage == BV_UPGRADING;
}

void bv_net_goodbye(struct bv_connection *connection, int code, const char *reason)
{
    if (!is_open(connection)) return;
    connection->stage = BV_CLOSING;
    connection->paused = false;
    bv_connection_wait(connection, BV_FOR_FAREWELL);
    bv_connection_ended(connection);
    push_close(connection, code, bv_span_of(reason));
}

static bool fits(const struct bv_connection *connection, const struct bv_parcel *parcel)
{
    size_t limit = connection->net->limits.queue;
    return parcel->length <= limit && connection->queue.bytes <= limit - parcel->length;
}

bool bv_net_send(struct bv_connection *connection, struct bv_parcel *parcel)
{
    if (!is_open(connection)) return false;
    if (parcel && !fits(connection, parcel)) {
        /* Perhaps it only waits for the end of this round. */
        if (connection->stage == BV_OPEN &&
            bv_queue_send(&connection->queue, connection->socket) == BV_QUEUE_BROKEN) {
            bv_connection_kill(connection);
            return false;
        }
        if (!fits(connection, parcel)) {
            if (connection->stage == BV_OPEN) bv_queue_drop_unsent(&connection->queue);
            bv_net_goodbye(connection, BV_WS_TRY_LATER, "too much waits to be read");
            return false;
        }
    }
    bv_connection_push(connection, parcel);
    return connection->stage != BV_DEAD;
}

/* Their close frame has come, or a mistake that ends the conversation: nothing more is heard. */
static void leave(struct bv_connection *connection)
{
    connection->stage = BV_LEAVING;
    bv_connection_wait(connection, BV_FOR_FAREWELL);
    bv_connection_ended(connection);
    bv_connection_changed(connection);
}

static void answer_close(struct bv_connection *connection, int code, struct bv_span reason)
{
    if (connection->stage == BV_OPEN) push_close(connection, code, reason);
    if (connection->stage != BV_DEAD) leave(connection);
}

/* A ping costs us more than it costs its sender. */
static void hear_ping(struct bv_connection *connection, struct bv_span payload)
{
    enum { PINGS_A_SECOND = 50 };
    int64_t now = connection->net->now;
    if (now - connection->pings_since >= 1000) {
        connection->pings_since = now;
        connection->pings = 0;
    }
    if (++connection->pings <= PINGS_A_SECOND)
        push_control(connection, BV_WS_PONG, payload);
    else
        bv_net_goodbye(connection, BV_WS_POLICY, "too many pings");
}

static void handle(struct bv_connection *connection, struct bv_ws_event event)
{
    struct bv_net *net = connection->net;
    const struct bv_span none = {"", 0};
    switch (event.kind) {
    case BV_WS_GOT_NOTHING:
    case BV_WS_GOT_PART:
    case BV_WS_GOT_PONG: break;
    case BV_WS_GOT_MESSAGE:
        if (connection->stage != BV_OPEN) break;
        net->called = true;
        if (net->handler.message)
            net->handler.message(net->handler.context, connection, event.text);
        break;
    case BV_WS_GOT_PING: hear_ping(connection, event.text); break;
    case BV_WS_GOT_CLOSE:
        connection->farewell = true;
        answer_close(connection, event.code, none);
        break;
    case BV_WS_GOT_WRONG: answer_close(connection, event.code, event.text); break;
    }
}

/* ---- How much is heard ---- */

static bool has_said_too_much(struct bv_connection *connection)
{
    const struct bv_net *net = connection->net;
    if (net->now - connection->heard_since >= BV_TURN_MILLISECONDS) {
        connection->heard_since = net->now;
        connection->heard = 0;
    }
    return connection->heard >= net->limits.hearing;
}

/* Who is open waits for the next turn, and as nothing is read meanwhile, so does the client's system. Who is being closed
 * has no next turn. */
static void pause(struct bv_connection *connection)
{
    if (connection->stage != BV_OPEN) {
        leave(connection);
        return;
    }
    connection->paused = true;
    bv_connection_wait(connection, BV_FOR_TURN);
    bv_connection_changed(connection);
}

void bv_connection_resume(struct bv_connection *connection)
{
    connection->paused = false;
    bv_connection_wait(connection, BV_FOR_SOUND);
    bv_connection_changed(connection);
    bv_connection_hear_inbox(connection);
}

static bool is_heard(const struct bv_connection *connection)
{
    return connection->stage == BV_OPEN || connection->stage == BV_CLOSING;
}

size_t bv_connection_hear(struct bv_connection *connection, char *bytes, size_t length)
{
    const char *begin = bytes;
    size_t whole = length;
    struct bv_ws_event event;
    if (connection->stage == BV_OPEN) bv_connection_wait(connection, BV_FOR_SOUND);
    do {
        if (has_said_too_much(connection)) {
            pause(connection);
            break;
        }
        size_t before = length;
        event = bv_ws_read(&connection->reader, &bytes, &length);
        connection->heard += (uint32_t)(before - length);
        if (event.kind != BV_WS_GOT_NOTHING) connection->heard += BV_FRAME_COST;
        handle(connection, event);
    } while (event.kind != BV_WS_GOT_NOTHING && is_heard(connection));
    return is_heard(connection) ? (size_t)(bytes - begin) : whole;
}

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

void bv_connection_hear(struct bv_connection *connection, char *bytes, size_t length)
{
    struct bv_ws_event event;
    if (connection->stage == BV_OPEN) bv_connection_wait(connection, BV_FOR_SOUND);
    do {
        event = bv_ws_read(&connection->reader, &bytes, &length);
        handle(connection, event);
    } while (event.kind != BV_WS_GOT_NOTHING &&
             (connection->stage == BV_OPEN || connection->stage == BV_CLOSING));
}

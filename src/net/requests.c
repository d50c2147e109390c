/* The HTTP side of a connection: requests in their order, each answered before the next is looked at. */
#include <stdlib.h>

#include "net/connection.h"
#include "net/http.h"

static void drop_from_inbox(struct bv_inbox *inbox, size_t length)
{
    inbox->start += (uint32_t)length;
    inbox->length -= (uint32_t)length;
    if (inbox->length) return;
    free(inbox->bytes);
    *inbox = (struct bv_inbox){0};
}

/* ---- answering ---- */

static void push_and_free(struct bv_connection *connection, struct bv_parcel *parcel)
{
    bv_connection_push(connection, parcel);
    bv_parcel_free(parcel);
}

/* The head, and the body behind it if it is to be copied. */
static struct bv_parcel *answer_parcel(const struct bv_http_answer *answer, bool keep_alive,
                                       struct bv_span body)
{
    size_t size = bv_http_head_size(answer);
    struct bv_parcel *parcel = bv_parcel_new(size + body.length);
    if (!parcel) return NULL;
    struct bv_out out = bv_out_into(parcel->own, size);
    bv_http_put_head(&out, answer, keep_alive);
    BV_ASSERT(!out.cut);
    if (body.length) bv_copy(parcel->own + out.length, body.text, body.length);
    parcel->length = out.length + body.length;
    return parcel;
}

void bv_net_answer(struct bv_connection *connection, const struct bv_http_answer *answer)
{
    if (connection->stage == BV_UPGRADING) { /* refused: the handshake is taken back */
        bv_queue_free(&connection->queue);
    } else if (connection->stage != BV_AWAITING) {
        BV_ASSERT(connection->stage >= BV_LEAVING); /* gone meanwhile; else answered twice */
        return;
    }
    const struct bv_span none = {"", 0};
    struct bv_span body = answer->type && !connection->head_only ? answer->body : none;
    const struct bv_net_handler *handler = &connection->net->handler;
    if (handler->answered) handler->answered(handler->context, connection, answer->status);
    connection->stage = BV_SENDING;
    bv_connection_wait(connection, BV_FOR_READER);
    push_and_free(connection,
                  answer_parcel(answer, connection->keep_alive, answer->lasting ? none : body));
    if (answer->lasting && body.length && connection->stage == BV_SENDING)
        push_and_free(connection, bv_parcel_lasting(body));
}

static void answer_line(struct bv_connection *connection, int status, const char *reason,
                        const char *headers)
{
    connection->stage = BV_AWAITING;
    connection->keep_alive = false;
    bv_net_answer(connection, &(struct bv_http_answer){.status = status,
                                                       .type = "text/plain; charset=utf-8",
                                                       .headers = headers,
                                                       .body = bv_span_of(reason)});
}

void bv_connection_refuse(struct bv_connection *connection, int status, const char *reason)
{
    connection->head_only = false;
    answer_line(connection, status, reason, NULL);
}

/* ---- asking ---- */

static bool wants_upgrade(const struct bv_http_request *request)
{
    return bv_span_is(request->method, "GET") && bv_http_lists(request, "connection", "upgrade") &&
           bv_http_lists(request, "upgrade", "websocket");
}

static struct bv_parcel *handshake(struct bv_span key)
{
    enum { SIZE = 256 };
    char accept[BV_WS_ACCEPT_SIZE];
    struct bv_parcel *parcel = bv_parcel_new(SIZE);
    if (!parcel) return NULL;
    struct bv_out out = bv_out_into(parcel->own, SIZE);
    bv_ws_accept(key, accept);
    bv_put(&out, "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n"
                 "Connection: Upgrade\r\nSec-WebSocket-Accept: ");
    bv_put(&out, accept);
    bv_put(&out, "\r\n\r\n");
    parcel->length = out.length;
    return parcel;
}

/* The handshake is queued before the handler is asked, so that what it sends at once stands behind it. */
static void upgrade(struct bv_connection *connection, const struct bv_http_request *request)
{
    struct bv_net *net = connection->net;
    struct bv_span key = bv_http_header(request, "sec-websocket-key");
    if (!bv_span_is(bv_http_header(request, "sec-websocket-version"), "13")) {
        answer_line(connection, 426, "speak WebSocket 13", "Sec-WebSocket-Version: 13\r\n");
        return;
    }
    if (!bv_ws_key_good(key) || request->body.length) {
        answer_line(connection, 400, "this is not a proper WebSocket handshake", NULL);
        return;
    }
    connection->stage = BV_UPGRADING;
    connection->reader = bv_ws_reader_for(true, net->limits.message);
    push_and_free(connection, handshake(key));
    if (connection->stage == BV_DEAD) return;
    connection->known = true;
    bool let_in = net->handler.upgrade(net->handler.context, connection, request);
    BV_ASSERT(let_in || connection->stage != BV_UPGRADING);
    if (!let_in || connection->stage != BV_UPGRADING) return;
    connection->stage = BV_OPEN;
    bv_connection_wait(connection, BV_FOR_SOUND);
}

static void take_request(struct bv_connection *connection, const struct bv_http_request *request,
                         const struct bv_http_reading *reading)
{
    struct bv_net *net = connection->net;
    connection->keep_alive = reading->keep_alive && !net->stopping;
    connection->head_only = bv_span_is(request->method, "HEAD");
    connection->continued = false;
    connection->needed = 0;
    connection->asked = true;
    bv_link_leave(&connection->fresh);
    connection->stage = BV_AWAITING;
    bv_connection_wait_no_more(connection);
    net->called = true;
    if (connection->listener == BV_PRIVATE) {
        connection->known = true;
        net->handler.private_request(net->handler.context, connection, request);
    } else if (net->handler.upgrade && wants_upgrade(request)) {
        upgrade(connection, request);
    } else {
        connection->known = true;
        net->handler.request(net->handler.context, connection, request);
    }
    drop_from_inbox(&connection->inbox, reading->length);
}

void bv_connection_hear_inbox(struct bv_connection *connection)
{
    struct bv_inbox *inbox = &connection->inbox;
    if (!inbox->length) return;
    size_t heard = bv_connection_hear(connection, inbox->bytes + inbox->start, inbox->length);
    drop_from_inbox(inbox, heard);
}

static void wait_for_rest(struct bv_connection *connection, const struct bv_http_reading *reading)
{
    static const char go_on[] = "HTTP/1.1 100 Continue\r\n\r\n";
    /* The clock of a request starts with its first byte, that of the first one earlier; it is not wound again. */
    if (!connection->needed && connection->asked) bv_connection_wait(connection, BV_FOR_REQUEST);
    connection->needed = reading->length;
    if (!reading->waits || connection->continued) return;
    connection->continued = true;
    push_and_free(connection, bv_parcel_lasting(bv_span_of(go_on)));
}

void bv_connection_serve(struct bv_connection *connection)
{
    struct bv_http_request request;
    struct bv_inbox *inbox = &connection->inbox;
    while (connection->stage == BV_READING && inbox->length &&
           inbox->length >= connection->needed) {
        struct bv_span bytes = {inbox->bytes + inbox->start, inbox->length};
        struct bv_http_reading reading = bv_http_read(bytes, &connection->net->limits, &request);
        if (reading.progress == BV_HTTP_COMPLETE)
            take_request(connection, &request, &reading);
        else if (reading.progress == BV_HTTP_MORE)
            wait_for_rest(connection, &reading);
        else
            bv_connection_refuse(connection, reading.status, reading.reason);
    }
    /* Frames that came in the same packet as the handshake. */
    if (connection->stage == BV_OPEN || connection->stage == BV_CLOSING)
        bv_connection_hear_inbox(connection);
}

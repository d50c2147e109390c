/* The HTTP side of a connection: requests in order, each answered before the next is handled. */
#include <stdlib.h>

#include "net/connection.h"
#include "net/http.h"

static void drop_from_inbox(struct net_inbox *inbox, size_t length)
{
    inbox->start += (uint32_t)length;
    inbox->length -= (uint32_t)length;
    if (inbox->length) return;
    free(inbox->bytes);
    *inbox = (struct net_inbox){0};
}

/* ---- responses ---- */

static void push_and_free(struct connection *connection, struct net_buffer *buffer)
{
    connection_push(connection, buffer);
    net_buffer_free(buffer);
}

/* The head, followed by the body if it is to be copied. */
static struct net_buffer *answer_buffer(const struct http_response *answer, bool keep_alive,
                                        struct bv_span body)
{
    size_t size = http_head_size(answer);
    struct net_buffer *buffer = net_buffer_new(size + body.length);
    if (!buffer) return NULL;
    struct bv_out out = bv_out_into(buffer->own, size);
    http_put_head(&out, answer, keep_alive);
    BV_ASSERT(!out.cut);
    if (body.length) bv_copy(buffer->own + out.length, body.text, body.length);
    buffer->length = out.length + body.length;
    return buffer;
}

void net_respond(struct connection *connection, const struct http_response *answer)
{
    /* refused: the handshake is removed from the queue */
    if (connection->stage == CONNECTION_UPGRADING) {
        queue_free(&connection->queue);
    } else if (connection->stage != CONNECTION_AWAITING) {
        BV_ASSERT(connection->stage >=
                  CONNECTION_LEAVING); /* gone meanwhile; else answered twice */
        return;
    }
    const struct bv_span none = {"", 0};
    struct bv_span body = answer->type && !connection->head_only ? answer->body : none;
    const struct net_handler *handler = &connection->net->handler;
    if (handler->answered) handler->answered(handler->context, connection, answer->status);
    connection->stage = CONNECTION_SENDING;
    connection_wait(connection, TIMEOUT_READER);
    push_and_free(connection,
                  answer_buffer(answer, connection->keep_alive, answer->lasting ? none : body));
    if (answer->lasting && body.length && connection->stage == CONNECTION_SENDING)
        push_and_free(connection, net_buffer_static(body));
}

static void answer_line(struct connection *connection, int status, const char *reason,
                        const char *headers)
{
    connection->stage = CONNECTION_AWAITING;
    connection->keep_alive = false;
    net_respond(connection, &(struct http_response){.status = status,
                                                    .type = "text/plain; charset=utf-8",
                                                    .headers = headers,
                                                    .body = bv_span_of(reason)});
}

void connection_refuse(struct connection *connection, int status, const char *reason)
{
    connection->head_only = false;
    answer_line(connection, status, reason, NULL);
}

/* ---- requests ---- */

static bool wants_upgrade(const struct http_request *request)
{
    return bv_span_is(request->method, "GET") && http_lists(request, "connection", "upgrade") &&
           http_lists(request, "upgrade", "websocket");
}

static struct net_buffer *handshake(struct bv_span key)
{
    enum { SIZE = 256 };
    char accept[WS_ACCEPT_SIZE];
    struct net_buffer *buffer = net_buffer_new(SIZE);
    if (!buffer) return NULL;
    struct bv_out out = bv_out_into(buffer->own, SIZE);
    ws_accept(key, accept);
    bv_put(&out, "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n"
                 "Connection: Upgrade\r\nSec-WebSocket-Accept: ");
    bv_put_all(&out, accept, "\r\n\r\n");
    buffer->length = out.length;
    return buffer;
}

/* The handshake is queued before the handler is called, so that messages the handler sends at once
 * come after it. */
static void upgrade(struct connection *connection, const struct http_request *request)
{
    struct net *net = connection->net;
    struct bv_span key = http_header(request, "sec-websocket-key");
    if (!bv_span_is(http_header(request, "sec-websocket-version"), "13")) {
        answer_line(connection, 426, "speak WebSocket 13", "Sec-WebSocket-Version: 13\r\n");
        return;
    }
    if (!ws_key_good(key) || request->body.length) {
        answer_line(connection, 400, "this is not a proper WebSocket handshake", NULL);
        return;
    }
    connection->stage = CONNECTION_UPGRADING;
    connection->reader = ws_reader_for(true, net->limits.message);
    push_and_free(connection, handshake(key));
    if (connection->stage == CONNECTION_DEAD) return;
    connection->known = true;
    bool let_in = net->handler.upgrade(net->handler.context, connection, request);
    BV_ASSERT(let_in || connection->stage != CONNECTION_UPGRADING);
    if (!let_in || connection->stage != CONNECTION_UPGRADING) return;
    connection->stage = CONNECTION_OPEN;
    connection_wait(connection, TIMEOUT_SILENCE);
}

static void take_request(struct connection *connection, const struct http_request *request,
                         const struct http_reading *reading)
{
    struct net *net = connection->net;
    connection->keep_alive = reading->keep_alive && !net->stopping;
    connection->head_only = bv_span_is(request->method, "HEAD");
    connection->continued = false;
    connection->needed = 0;
    connection->asked = true;
    list_remove(&connection->fresh);
    connection->stage = CONNECTION_AWAITING;
    connection_wait_no_more(connection);
    net->called = true;
    if (connection->listener == CONNECTION_PRIVATE) {
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

void connection_receive_inbox(struct connection *connection)
{
    struct net_inbox *inbox = &connection->inbox;
    if (!inbox->length) return;
    size_t received = connection_receive(connection, inbox->bytes + inbox->start, inbox->length);
    drop_from_inbox(inbox, received);
}

static void wait_for_rest(struct connection *connection, const struct http_reading *reading)
{
    static const char go_on[] = "HTTP/1.1 100 Continue\r\n\r\n";
    /* The timeout of a request starts with its first byte, that of the first request earlier; it is
     * not restarted. */
    if (!connection->needed && connection->asked) connection_wait(connection, TIMEOUT_REQUEST);
    connection->needed = reading->length;
    if (!reading->waits || connection->continued) return;
    connection->continued = true;
    push_and_free(connection, net_buffer_static(bv_span_of(go_on)));
}

void connection_serve(struct connection *connection)
{
    struct http_request request;
    struct net_inbox *inbox = &connection->inbox;
    while (connection->stage == CONNECTION_READING && inbox->length &&
           inbox->length >= connection->needed) {
        struct bv_span bytes = {inbox->bytes + inbox->start, inbox->length};
        struct http_reading reading = http_read(bytes, &connection->net->limits, &request);
        if (reading.progress == HTTP_COMPLETE)
            take_request(connection, &request, &reading);
        else if (reading.progress == HTTP_MORE)
            wait_for_rest(connection, &reading);
        else
            connection_refuse(connection, reading.status, reading.reason);
    }
    /* Frames that came in the same packet as the handshake. */
    if (connection->stage == CONNECTION_OPEN || connection->stage == CONNECTION_CLOSING)
        connection_receive_inbox(connection);
}

#include "net/buffer.h"

#include <stdlib.h>

#include "net/websocket.h"

struct net_buffer *net_buffer_new(size_t size)
{
    struct net_buffer *buffer = malloc(sizeof *buffer + size);
    if (!buffer) return NULL;
    buffer->holders = 1;
    buffer->length = size;
    buffer->bytes = buffer->own;
    return buffer;
}

struct net_buffer *net_buffer_static(struct bv_span bytes)
{
    struct net_buffer *buffer = net_buffer_new(0);
    if (!buffer) return NULL;
    buffer->length = bytes.length;
    buffer->bytes = bytes.text;
    return buffer;
}

struct net_buffer *net_buffer_text(struct bv_span text)
{
    struct net_buffer *buffer = net_buffer_new(WS_HEAD_MAX + text.length);
    if (buffer) buffer->length = ws_put_frame(buffer->own, WS_TEXT, true, text, NULL);
    return buffer;
}

void net_buffer_free(struct net_buffer *buffer)
{
    if (!buffer) return;
    BV_ASSERT(buffer->holders);
    if (!--buffer->holders) free(buffer);
}

struct net_buffer *net_buffer_hold(struct net_buffer *buffer)
{
    if (buffer) buffer->holders++;
    return buffer;
}

size_t net_buffer_length(const struct net_buffer *buffer)
{
    return buffer ? buffer->length : 0;
}

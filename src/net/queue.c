#include "net/queue.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/uio.h>

static struct net_buffer **slot(const struct queue *queue, uint32_t place)
{
    return &queue->ring[(queue->first + place) & (queue->size - 1)];
}

static bool grow(struct queue *queue)
{
    enum { LEAST = 4 };
    uint32_t size = queue->size ? queue->size * 2 : LEAST;
    struct net_buffer **ring = (struct net_buffer **)malloc(size * sizeof *ring);
    if (!ring) return false;
    for (uint32_t i = 0; i < queue->count; i++) ring[i] = *slot(queue, i);
    free((void *)queue->ring);
    queue->ring = ring;
    queue->size = size;
    queue->first = 0;
    return true;
}

static size_t held_by(const struct net_buffer *buffer)
{
    return buffer->bytes == buffer->own ? buffer->length : 0;
}

bool queue_push(struct queue *queue, struct net_buffer *buffer)
{
    if (queue->count == queue->size && !grow(queue)) return false;
    buffer->holders++;
    *slot(queue, queue->count++) = buffer;
    queue->bytes += buffer->length;
    queue->held += held_by(buffer);
    return true;
}

static void release_if_empty(struct queue *queue)
{
    if (queue->count) return;
    free((void *)queue->ring);
    *queue = (struct queue){0};
}

static void take_off(struct queue *queue, size_t sent)
{
    queue->bytes -= sent;
    queue->sent += sent;
    while (queue->count && queue->sent >= (*slot(queue, 0))->length) {
        queue->sent -= (*slot(queue, 0))->length;
        queue->held -= held_by(*slot(queue, 0));
        net_buffer_free(*slot(queue, 0));
        queue->first = (queue->first + 1) & (queue->size - 1);
        queue->count--;
    }
    release_if_empty(queue);
}

/* One system call: the bytes it sent, or 0 and its outcome. */
static size_t send_some(const struct queue *queue, int socket, enum queue_end *end)
{
    enum { AT_ONCE = 32 };
    struct iovec part[AT_ONCE];
    struct msghdr message = {.msg_iov = part};
    for (; message.msg_iovlen < AT_ONCE && message.msg_iovlen < queue->count;
         message.msg_iovlen++) {
        const struct net_buffer *buffer = *slot(queue, (uint32_t)message.msg_iovlen);
        size_t skip = message.msg_iovlen ? 0 : queue->sent;
        part[message.msg_iovlen] =
            (struct iovec){(void *)(uintptr_t)(buffer->bytes + skip), buffer->length - skip};
    }
    for (;;) {
        ssize_t sent = sendmsg(socket, &message, MSG_NOSIGNAL | MSG_DONTWAIT);
        if (sent > 0) return (size_t)sent;
        if (sent < 0 && errno == EINTR) continue;
        *end = sent < 0 && (errno == EAGAIN || errno == EWOULDBLOCK || errno == ENOBUFS)
                   ? QUEUE_BLOCKED
                   : QUEUE_BROKEN;
        return 0;
    }
}

enum queue_end queue_send(struct queue *queue, int socket)
{
    enum queue_end end = QUEUE_EMPTY;
    while (queue->count) {
        size_t sent = send_some(queue, socket, &end);
        if (!sent) return end;
        take_off(queue, sent);
    }
    return QUEUE_EMPTY;
}

void queue_drop_unsent(struct queue *queue)
{
    uint32_t kept = queue->sent ? 1 : 0;
    while (queue->count > kept) {
        struct net_buffer *buffer = *slot(queue, --queue->count);
        queue->bytes -= buffer->length;
        queue->held -= held_by(buffer);
        net_buffer_free(buffer);
    }
    release_if_empty(queue);
}

void queue_free(struct queue *queue)
{
    queue->sent = 0;
    queue_drop_unsent(queue);
}

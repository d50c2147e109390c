#include "net/queue.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/uio.h>

static struct bv_parcel **slot(const struct bv_queue *queue, uint32_t place)
{
    return &queue->ring[(queue->first + place) & (queue->size - 1)];
}

static bool grow(struct bv_queue *queue)
{
    enum { LEAST = 4 };
    uint32_t size = queue->size ? queue->size * 2 : LEAST;
    struct bv_parcel **ring = (struct bv_parcel **)malloc(size * sizeof *ring);
    if (!ring) return false;
    for (uint32_t i = 0; i < queue->count; i++) ring[i] = *slot(queue, i);
    free((void *)queue->ring);
    queue->ring = ring;
    queue->size = size;
    queue->first = 0;
    return true;
}

static size_t held_by(const struct bv_parcel *parcel)
{
    return parcel->bytes == parcel->own ? parcel->length : 0;
}

bool bv_queue_push(struct bv_queue *queue, struct bv_parcel *parcel)
{
    if (queue->count == queue->size && !grow(queue)) return false;
    parcel->holders++;
    *slot(queue, queue->count++) = parcel;
    queue->bytes += parcel->length;
    queue->held += held_by(parcel);
    return true;
}

static void release_if_empty(struct bv_queue *queue)
{
    if (queue->count) return;
    free((void *)queue->ring);
    *queue = (struct bv_queue){0};
}

static void take_off(struct bv_queue *queue, size_t sent)
{
    queue->bytes -= sent;
    queue->sent += sent;
    while (queue->count && queue->sent >= (*slot(queue, 0))->length) {
        queue->sent -= (*slot(queue, 0))->length;
        queue->held -= held_by(*slot(queue, 0));
        bv_parcel_free(*slot(queue, 0));
        queue->first = (queue->first + 1) & (queue->size - 1);
        queue->count--;
    }
    release_if_empty(queue);
}

/* One call to the system: what it took, or nought with its end. */
static size_t send_some(const struct bv_queue *queue, int socket, enum bv_queue_end *end)
{
    enum { AT_ONCE = 32 };
    struct iovec part[AT_ONCE];
    struct msghdr message = {.msg_iov = part};
    for (; message.msg_iovlen < AT_ONCE && message.msg_iovlen < queue->count;
         message.msg_iovlen++) {
        const struct bv_parcel *parcel = *slot(queue, (uint32_t)message.msg_iovlen);
        size_t skip = message.msg_iovlen ? 0 : queue->sent;
        part[message.msg_iovlen] =
            (struct iovec){(void *)(uintptr_t)(parcel->bytes + skip), parcel->length - skip};
    }
    for (;;) {
        ssize_t sent = sendmsg(socket, &message, MSG_NOSIGNAL | MSG_DONTWAIT);
        if (sent > 0) return (size_t)sent;
        if (sent < 0 && errno == EINTR) continue;
        *end = sent < 0 && (errno == EAGAIN || errno == EWOULDBLOCK || errno == ENOBUFS)
                   ? BV_QUEUE_BLOCKED
                   : BV_QUEUE_BROKEN;
        return 0;
    }
}

enum bv_queue_end bv_queue_send(struct bv_queue *queue, int socket)
{
    enum bv_queue_end end = BV_QUEUE_EMPTY;
    while (queue->count) {
        size_t sent = send_some(queue, socket, &end);
        if (!sent) return end;
        take_off(queue, sent);
    }
    return BV_QUEUE_EMPTY;
}

void bv_queue_drop_unsent(struct bv_queue *queue)
{
    uint32_t kept = queue->sent ? 1 : 0;
    while (queue->count > kept) {
        struct bv_parcel *parcel = *slot(queue, --queue->count);
        queue->bytes -= parcel->length;
        queue->held -= held_by(parcel);
        bv_parcel_free(parcel);
    }
    release_if_empty(queue);
}

void bv_queue_free(struct bv_queue *queue)
{
    queue->sent = 0;
    bv_queue_drop_unsent(queue);
}

/*
 * The output queue of one client: a ring of buffers, of which the first may be partly sent. An
 * empty queue holds no memory.
 *
 *     ring    . . [first ███▒▒] [next ▒▒▒] [...] . .    ███ sent, ▒ waiting: `bytes` counts these
 */
#pragma once

#include "net/buffer.h"

struct queue {
    struct net_buffer **ring;
    uint32_t size; /* of the ring; a power of two, or 0 */
    uint32_t first;
    uint32_t count;
    size_t sent; /* bytes of the first buffer */
    size_t bytes;
    size_t held; /* bytes of the buffers that own their bytes, sent or not */
};

/* Holds the buffer until it is sent or dropped; false when out of memory. */
bool queue_push(struct queue *queue, struct net_buffer *buffer);

enum queue_end { QUEUE_EMPTY, QUEUE_BLOCKED, QUEUE_BROKEN };

/* Sends as much as the socket accepts: all, some, or the client is gone. */
enum queue_end queue_send(struct queue *queue, int socket);

/* Drops every buffer of which nothing has been sent. */
void queue_drop_unsent(struct queue *queue);
void queue_free(struct queue *queue);

/*
 * What waits to be sent to one client: a ring of parcels, of which the first may be sent in part. An empty queue
 * holds no memory.
 *
 *     ring    . . [first ███▒▒] [next ▒▒▒] [...] . .        ███ sent, ▒ waiting: `bytes` counts these
 */
#ifndef BV_NET_QUEUE_H
#define BV_NET_QUEUE_H

#include "net/parcel.h"

struct bv_queue {
    struct bv_parcel **ring;
    uint32_t size; /* of the ring; a power of two, or nought */
    uint32_t first;
    uint32_t count;
    size_t sent; /* bytes of the first parcel */
    size_t bytes;
    size_t held; /* bytes of the parcels that have their own, sent or not */
};

/* Holds the parcel until it is sent or dropped; false when memory is out. */
bool bv_queue_push(struct bv_queue *queue, struct bv_parcel *parcel);

enum bv_queue_end { BV_QUEUE_EMPTY, BV_QUEUE_BLOCKED, BV_QUEUE_BROKEN };

/* Sends as much as the socket takes: all of it, some of it, or the client is gone. */
enum bv_queue_end bv_queue_send(struct bv_queue *queue, int socket);

/* Drops every parcel of which nothing has been sent. */
void bv_queue_drop_unsent(struct bv_queue *queue);
void bv_queue_free(struct bv_queue *queue);

#endif

/*
 * A connection to a house, plain or secret (TLS), that never waits: what cannot be done now is done when poll or epoll says
 * that what the wire awaits has come.
 */
#ifndef BV_CALL_WIRE_H
#define BV_CALL_WIRE_H

#include <sys/types.h>

#include "core/text.h"

struct bv_door;
struct bv_tls;

enum {
    BV_WIRE_LATER = 0, /* nothing yet */
    BV_WIRE_ENDED = -1,
    BV_WIRE_LOST = -2,
};

struct bv_wire {
    int socket;
    struct bv_tls *tls; /* NULL: plain */
    short awaits;       /* POLLIN or POLLOUT, after BV_WIRE_LATER */
};

/* Begins to call at a door; false if that is not possible. */
bool bv_wire_open(struct bv_wire *wire, const struct bv_door *door);
void bv_wire_close(struct bv_wire *wire);

/* How many bytes were sent or have come, or why none. */
ssize_t bv_wire_send(struct bv_wire *wire, const char *bytes, size_t length);
ssize_t bv_wire_receive(struct bv_wire *wire, char *bytes, size_t size);

/* What is wrong with whoever answered in secret; NULL if nothing is. */
const struct bv_text *bv_wire_trouble(const struct bv_wire *wire);

#endif

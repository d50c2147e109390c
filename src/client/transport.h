/*
 * A non-blocking connection to a server, plain or TLS. What cannot be done now is done when poll or
 * epoll reports the event that the transport awaits.
 */
#pragma once

#include <sys/types.h>

#include "core/text.h"

struct server_address;
struct tls;

enum {
    TRANSPORT_LATER = 0, /* try again after the awaited event */
    TRANSPORT_ENDED = -1,
    TRANSPORT_LOST = -2,
};

struct transport {
    int socket;
    struct tls *tls; /* NULL: plain */
    short awaits;    /* POLLIN or POLLOUT, after TRANSPORT_LATER */
};

/* Starts to connect; false on failure. */
bool transport_open(struct transport *transport, const struct server_address *address);
void transport_close(struct transport *transport);

/* The number of bytes sent or received, or one of the codes above. */
ssize_t transport_send(struct transport *transport, const char *bytes, size_t length);
ssize_t transport_receive(struct transport *transport, char *bytes, size_t size);

/* What is wrong with the TLS peer; NULL if nothing is. */
const struct bv_text *transport_trouble(const struct transport *transport);

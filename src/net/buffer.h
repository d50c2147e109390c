/*
 * Shared buffers: bytes to be sent to one or more connections, with a reference count. They belong
 * to the loop's thread.
 */
#pragma once

#include "net/net.h"

struct net_buffer {
    uint32_t holders;
    size_t length;
    const char *bytes; /* `own`, or static bytes */
    char own[];
};

/* A new buffer with room for `size` bytes and one reference; NULL when out of memory. The caller
 * writes `own` and may shorten `length`. */
struct net_buffer *net_buffer_new(size_t size);

/* A buffer of bytes that outlive it. */
struct net_buffer *net_buffer_static(struct bv_span bytes);

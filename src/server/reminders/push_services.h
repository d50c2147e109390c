/*
 * Which addresses a browser may give the server to call: those of push services that the host has
 * configured, and nothing else.
 *
 *     https://HOST/PATH     HOST is one of `push-services`, or below one; no user, no port
 *
 * With `push-loopback = on` also http://127.0.0.1:PORT/PATH, for tests.
 */
#pragma once

#include "core/text.h"

enum { PUSH_ENDPOINT_MAX = 1000 };

struct push_services {
    const char *hosts; /* separated by commas */
    bool loopback;
};

bool push_services_allow(const struct push_services *services, struct bv_span endpoint);

/* The scheme, host and port of an endpoint: the audience of the server's signature. */
struct bv_span push_endpoint_origin(struct bv_span endpoint);

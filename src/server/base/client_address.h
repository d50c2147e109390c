/*
 * The address of the client that sends a request. Behind a reverse proxy all connections come from
 * the proxy, and the client's address is in `X-Forwarded-For`, to which each proxy appends its
 * peer:
 *
 *     X-Forwarded-For: 10.1.1.1, 203.0.113.9, 10.0.0.2       the client wrote the first itself
 *                                └─ the last that is no trusted proxy: this is the client
 *
 * The header counts only if the connection itself comes from a trusted proxy.
 */
#pragma once

#include "net/net.h"

enum { PROXIES_MAX = 16 };

/* Parses `192.0.2.0/24`, or one address; `bits` counts in an IPv6 address. */
bool network_read(struct bv_span text, struct address *network, int *bits);

/* Addresses and networks that are trusted. */
struct proxies {
    struct address network[PROXIES_MAX];
    int bits[PROXIES_MAX];
    uint32_t count;
};

/* Parses `127.0.0.1, ::1, 10.0.0.0/8`. */
bool proxies_read(const char *text, struct proxies *proxies, struct bv_error *error);

bool proxies_hold(const struct proxies *proxies, const struct address *address);

struct client_address {
    struct address address;
    bool local; /* from this machine itself, through no proxy */
};

struct client_address client_address_of(const struct proxies *proxies, const struct address *peer,
                                        const struct http_request *request);

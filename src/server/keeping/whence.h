/*
 * Whence a request comes. Where a proxy stands in front, all connections are its own, and the client's address is in
 * `X-Forwarded-For`, to which each proxy adds whom it heard:
 *
 *     X-Forwarded-For: 10.1.1.1, 203.0.113.9, 10.0.0.2       the client wrote the first itself
 *                                └─ the last that is no proxy of ours: this is the client
 *
 * The header is believed only where the connection itself comes from such a proxy.
 */
#ifndef BV_WHENCE_H
#define BV_WHENCE_H

#include "net/net.h"

enum { BV_PROXIES_MAX = 16 };

/* Reads `192.0.2.0/24`, or one address; the bits are those of an address of IPv6. */
bool bv_network_read(struct bv_span text, struct bv_address *network, int *bits);

/* Addresses and networks whose word is believed. */
struct bv_proxies {
    struct bv_address network[BV_PROXIES_MAX];
    int bits[BV_PROXIES_MAX];
    uint32_t count;
};

/* Reads `127.0.0.1, ::1, 10.0.0.0/8`. */
bool bv_proxies_read(const char *text, struct bv_proxies *proxies, struct bv_error *error);

bool bv_proxies_hold(const struct bv_proxies *proxies, const struct bv_address *address);

struct bv_whence {
    struct bv_address address;
    bool local; /* from this machine itself, through no proxy */
};

struct bv_whence bv_whence_of(const struct bv_proxies *proxies, const struct bv_address *peer,
                              const struct bv_http_request *request);

#endif

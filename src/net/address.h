/*
 * Addresses: where a client is. An IPv4 address is kept as IPv6 sees it (::ffff:192.0.2.1), so that all are alike.
 *
 * Who is counted as one: an IPv4 address, or the /64 of an IPv6 address, which one customer has for themselves and
 * could change within at will.
 */
#ifndef BV_NET_ADDRESS_H
#define BV_NET_ADDRESS_H

#include "core/text.h"

enum { BV_ADDRESS_BYTES = 16, BV_ADDRESS_BITS = 128, BV_ADDRESS_TEXT = 46 };

struct bv_address {
    uint8_t byte[BV_ADDRESS_BYTES];
};

struct sockaddr_storage;

/* All noughts for a family that is neither. */
struct bv_address bv_address_of(const struct sockaddr_storage *socket);

/* Reads `192.0.2.1`, `2001:db8::1` or `[2001:db8::1]`, each with or without `:PORT` where that can be told apart. */
bool bv_address_read(struct bv_span text, struct bv_address *address);

void bv_address_write(const struct bv_address *address, char text[BV_ADDRESS_TEXT]);

/* The part of an address that is counted as one; the rest of it is nought. */
struct bv_address bv_address_counted(const struct bv_address *address);

/* Whether the first so many bits are the same. */
bool bv_address_within(const struct bv_address *address, const struct bv_address *network,
                       int bits);

/* An address of the machine itself. */
bool bv_address_is_local(const struct bv_address *address);

#endif

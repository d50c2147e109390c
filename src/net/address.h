/*
 * Client addresses. An IPv4 address is stored in its IPv6 form (::ffff:192.0.2.1), so that all have
 * one form.
 *
 * Limits count an IPv4 address, or the /64 network of an IPv6 address, as one: one customer owns a
 * whole /64 and can change addresses within it at will.
 */
#pragma once

#include "core/text.h"

enum { ADDRESS_BYTES = 16, ADDRESS_BITS = 128, ADDRESS_TEXT = 46 };

struct address {
    uint8_t byte[ADDRESS_BYTES];
};

struct sockaddr_storage;

/* All zeros for a family that is neither IPv4 nor IPv6. */
struct address address_of(const struct sockaddr_storage *socket);

/* Reads `192.0.2.1`, `2001:db8::1` or `[2001:db8::1]`, with or without `:PORT` where that is
 * unambiguous. */
bool address_read(struct bv_span text, struct address *address);

void address_write(const struct address *address, char text[ADDRESS_TEXT]);

/* The part of an address that is counted as one; the other bits are zero. */
struct address address_counted(const struct address *address);

/* Whether the first `bits` bits are the same. */
bool address_within(const struct address *address, const struct address *network, int bits);

/* Whether it is a loopback address of this machine. */
bool address_is_local(const struct address *address);

/* Whether it is an address of the public Internet: not of this machine, of a private or link-local
 * network, not reserved, and not another form of such an address (IANA's special-purpose
 * registries). The server calls no other address by itself. */
bool address_is_public(const struct address *address);

/* SHA-1 (RFC 3174), for the WebSocket handshake only: it proves nothing and protects nothing there. */
#ifndef BV_NET_SHA1_H
#define BV_NET_SHA1_H

#include "core/text.h"

enum { BV_SHA1_SIZE = 20 };

void bv_sha1(struct bv_span bytes, uint8_t digest[BV_SHA1_SIZE]);

#endif

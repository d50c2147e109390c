/* SHA-1 (RFC 3174), for the WebSocket handshake only, where it has no security purpose. */
#ifndef NET_SHA1_H
#define NET_SHA1_H

#include "core/text.h"

enum { SHA1_SIZE = 20 };

void sha1(struct bv_span bytes, uint8_t digest[SHA1_SIZE]);

#endif

/* SHA-1 (RFC 3174), for the WebSocket handshake only, where it has no security purpose. */
#pragma once

#include "core/text.h"

enum { SHA1_SIZE = 20 };

void sha1(struct bv_span bytes, uint8_t digest[SHA1_SIZE]);

/*
 * BLAKE2b (RFC 7693) without a key. Only dice are hashed with it: they belong to the rules, which
 * also run where libsodium is not, in WebAssembly and in other programs. Everything else uses
 * libsodium's crypto_generichash, which is the same hash.
 */
#pragma once

#include "core/base.h"

enum { BV_BLAKE2B_MAX = 64 };

/* Writes a digest of 1 to 64 bytes. */
void bv_blake2b(const void *bytes, size_t size, uint8_t *digest, size_t digest_size);

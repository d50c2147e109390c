/*
 * BLAKE2b (RFC 7693): a hash of 1 to 64 bytes, with a key of at most 64 bytes or none. Bytes are
 * added in any number of pieces:
 *
 *     begin ──▶ add ──▶ add ──▶ … ──▶ end: the digest
 */
#ifndef BV_BLAKE2B_H
#define BV_BLAKE2B_H

#include "core/base.h"

enum { BV_BLAKE2B_MAX = 64, BV_BLAKE2B_KEY_MAX = 64, BV_BLAKE2B_BLOCK = 128 };

struct bv_blake2b {
    uint64_t chain[8];
    uint64_t hashed; /* bytes compressed so far */
    uint32_t held;   /* bytes that wait in `block` */
    uint32_t size;   /* of the digest */
    uint8_t block[BV_BLAKE2B_BLOCK];
};

/* `key` may be NULL when `key_size` is 0. */
void bv_blake2b_begin(struct bv_blake2b *hash, size_t size, const void *key, size_t key_size);
void bv_blake2b_add(struct bv_blake2b *hash, const void *bytes, size_t size);

/* Writes the digest, of the size given to `begin`; `hash` must be begun again before it is reused.
 * */
void bv_blake2b_end(struct bv_blake2b *hash, uint8_t *digest);

#endif

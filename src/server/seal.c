#include "server/seal.h"

#include "core/blake2b.h"
#include "core/dice.h"

void bv_seal(const uint8_t secret[BV_SECRET_SIZE], const char *kind, struct bv_span what,
             char seal[BV_SEAL_SIZE])
{
    struct bv_blake2b hash;
    uint8_t digest[BV_SEAL_BYTES];
    bv_blake2b_begin(&hash, sizeof digest, secret, BV_SECRET_SIZE);
    bv_blake2b_add(&hash, kind, bv_length(kind) + 1);
    bv_blake2b_add(&hash, what.text, what.length);
    bv_blake2b_end(&hash, digest);
    struct bv_out out = bv_out_into(seal, BV_SEAL_SIZE);
    bv_put_hex(&out, digest, sizeof digest);
}

bool bv_is_sealed(const uint8_t secret[BV_SECRET_SIZE], const char *kind, struct bv_span what,
                  struct bv_span seal)
{
    char right[BV_SEAL_SIZE];
    unsigned char difference = 0;
    if (seal.length != BV_SEAL_SIZE - 1) return false;
    bv_seal(secret, kind, what, right);
    for (size_t i = 0; i < seal.length; i++) difference |= (unsigned char)(right[i] ^ seal.text[i]);
    return difference == 0;
}

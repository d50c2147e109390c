#include "server/base/signature.h"

#include "core/blake2b.h"
#include "core/dice.h"

void signature_make(const uint8_t secret[SECRET_SIZE], const char *kind, struct bv_span what,
                    char signature[SIGNATURE_SIZE])
{
    struct bv_blake2b hash;
    uint8_t digest[SIGNATURE_BYTES];
    bv_blake2b_begin(&hash, sizeof digest, secret, SECRET_SIZE);
    bv_blake2b_add(&hash, kind, bv_length(kind) + 1);
    bv_blake2b_add(&hash, what.text, what.length);
    bv_blake2b_end(&hash, digest);
    struct bv_out out = bv_out_into(signature, SIGNATURE_SIZE);
    bv_put_hex(&out, digest, sizeof digest);
}

bool signature_is_good(const uint8_t secret[SECRET_SIZE], const char *kind, struct bv_span what,
                       struct bv_span signature)
{
    char right[SIGNATURE_SIZE];
    unsigned char difference = 0;
    if (signature.length != SIGNATURE_SIZE - 1) return false;
    signature_make(secret, kind, what, right);
    for (size_t i = 0; i < signature.length; i++)
        difference |= (unsigned char)(right[i] ^ signature.text[i]);
    return difference == 0;
}

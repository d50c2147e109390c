#include "server/base/signature.h"

#include <sodium.h>

void signature_make(const uint8_t secret[SECRET_SIZE], const char *kind, struct bv_span what,
                    char signature[SIGNATURE_SIZE])
{
    crypto_generichash_state hash;
    uint8_t digest[SIGNATURE_BYTES];
    crypto_generichash_init(&hash, secret, SECRET_SIZE, sizeof digest);
    crypto_generichash_update(&hash, (const uint8_t *)kind, bv_length(kind) + 1);
    crypto_generichash_update(&hash, (const uint8_t *)what.text, what.length);
    crypto_generichash_final(&hash, digest, sizeof digest);
    sodium_bin2hex(signature, SIGNATURE_SIZE, digest, sizeof digest);
}

bool signature_is_good(const uint8_t secret[SECRET_SIZE], const char *kind, struct bv_span what,
                       struct bv_span signature)
{
    char right[SIGNATURE_SIZE];
    if (signature.length != SIGNATURE_SIZE - 1) return false;
    signature_make(secret, kind, what, right);
    return sodium_memcmp(right, signature.text, signature.length) == 0;
}

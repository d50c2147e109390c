/*
 * Seals: by these the house knows again what it has written itself (a cookie, a ticket, a keeper's pass). A seal is a hash
 * of the kind of thing and its text, keyed with the house's own secret, which nobody learns.
 */
#ifndef BV_SEAL_H
#define BV_SEAL_H

#include "core/text.h"

enum { BV_SECRET_SIZE = 32, BV_SEAL_BYTES = 16, BV_SEAL_SIZE = 2 * BV_SEAL_BYTES + 1 };

void bv_seal(const uint8_t secret[BV_SECRET_SIZE], const char *kind, struct bv_span what,
             char seal[BV_SEAL_SIZE]);

/* Takes as long wherever the difference is. */
bool bv_is_sealed(const uint8_t secret[BV_SECRET_SIZE], const char *kind, struct bv_span what,
                  struct bv_span seal);

#endif

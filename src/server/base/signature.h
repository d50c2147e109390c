/*
 * Signatures: the server recognises texts that it has written itself (a cookie, a ticket, an admin
 * session). A signature is a hash of the kind of text and the text, keyed with the server's secret.
 */
#pragma once

#include "core/text.h"

enum { SECRET_SIZE = 32, SIGNATURE_BYTES = 16, SIGNATURE_SIZE = 2 * SIGNATURE_BYTES + 1 };

void signature_make(const uint8_t secret[SECRET_SIZE], const char *kind, struct bv_span what,
                    char signature[SIGNATURE_SIZE]);

/* In constant time. */
bool signature_is_good(const uint8_t secret[SECRET_SIZE], const char *kind, struct bv_span what,
                       struct bv_span signature);

/* The default privacy page, for a server whose host has written none: what the server stores, in
 * both languages. */
#ifndef SERVER_ADMIN_PRIVACY_H
#define SERVER_ADMIN_PRIVACY_H

#include "core/text.h"

extern const struct bv_text privacy;

#endif

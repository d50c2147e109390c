/* Whether bytes are UTF-8 (RFC 3629): shortest forms only, no surrogates, nothing beyond U+10FFFF. */
#ifndef BV_NET_UTF8_H
#define BV_NET_UTF8_H

#include "core/text.h"

bool bv_utf8_good(struct bv_span bytes);

#endif

/* Whether bytes are UTF-8 (RFC 3629): shortest forms only, no surrogates, nothing beyond U+10FFFF. */
#ifndef BV_NET_UTF8_H
#define BV_NET_UTF8_H

#include "core/text.h"

bool bv_utf8_good(struct bv_span bytes);

/* As much of the front as is UTF-8: a text that was cut may end inside a character. */
struct bv_span bv_utf8_front(struct bv_span bytes);

/* How many bytes the first character has, and which it is; nought if it is none. */
size_t bv_utf8_character(struct bv_span bytes, uint32_t *code);

#endif

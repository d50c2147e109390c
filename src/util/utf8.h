/* Validation of UTF-8 (RFC 3629): shortest forms only, no surrogates, nothing beyond U+10FFFF. */
#pragma once

#include "core/text.h"

bool utf8_good(struct bv_span bytes);

/* The longest valid UTF-8 prefix: a text that was cut may end inside a character. */
struct bv_span utf8_front(struct bv_span bytes);

/* The length in bytes of the first character, and its code; 0 if it is not valid. */
size_t utf8_character(struct bv_span bytes, uint32_t *code);

/* The page on privacy of a house whose host has written none: what this program keeps, in both languages. */
#ifndef BV_PRIVACY_H
#define BV_PRIVACY_H

#include "core/text.h"

extern const struct bv_text bv_privacy;

#endif

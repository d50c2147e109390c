/* Where the rules and bivouac.h meet: numbers that agree, errors that may be NULL. */
#pragma once

#include "bivouac.h"
#include "core/text.h"

/* A number of bivouac.h is that of the rules (a comparison of enumerations would warn). */
#define AGREE(outside, inside) _Static_assert((outside) - (inside) == 0, "one number for both")

/* Always false. */
static inline bool refuse(bivouac_code code, const char *reason, bivouac_error *error)
{
    if (!error) return false;
    error->code = code;
    bv_copy_text(error->text, sizeof error->text, reason);
    return false;
}

/* Text for a caller, whose buffer may have no room at all: then it goes to `nowhere`. */
static inline struct bv_out text_into(char *buffer, size_t size, char *nowhere)
{
    return size ? bv_out_into(buffer, size) : bv_out_into(nowhere, 1);
}

/* The length of the whole text, as snprintf returns it. */
static inline size_t text_length(const struct bv_out *out)
{
    return out->length + out->lost;
}

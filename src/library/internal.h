/* Where the rules and bivouac.h meet: numbers that must agree, and errors for callers that may pass
 * NULL. */
#ifndef LIBRARY_INTERNAL_H
#define LIBRARY_INTERNAL_H

#include "bivouac.h"
#include "core/text.h"

/* A number of bivouac.h equals that of the rules. (Compilers warn when two enumerations are
 * compared.) */
#define AGREE(outside, inside) _Static_assert((outside) - (inside) == 0, "one number for both")

_Static_assert(sizeof(bivouac_error) == sizeof(struct bv_error), "one error fits into the other");

/* Always false. */
static inline bool refuse(const struct bv_error *reason, bivouac_error *error)
{
    if (error) bv_copy(error->text, reason->text, sizeof error->text);
    return false;
}

static inline bool refuse_with(const char *reason, bivouac_error *error)
{
    struct bv_error own;
    bv_error_set(&own, reason);
    return refuse(&own, error);
}

#endif

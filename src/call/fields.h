/*
 * A few fields of a JSON object, found in one walk over its text and left where they lie. A client of thousands looks
 * at thousands of messages a second and wants four words of each, so no tree is built.
 *
 *     {"type":"play","n":12,"toAct":["V"],"position":"..."}
 *             ^^^^      ^^          ^^^^^             ^^^      the values that are handed out
 *
 * Texts are handed out without their quotes and with their escapes as they came: bv_field_text resolves them.
 */
#ifndef BV_CALL_FIELDS_H
#define BV_CALL_FIELDS_H

#include "core/text.h"

struct bv_field {
    const char *name;
    struct bv_span value; /* empty with text NULL: it is not there */
    bool quoted;
};

/* Fills in the wanted fields that stand at the top of an object; false if this is no object. */
bool bv_fields_find(struct bv_span object, struct bv_field *wanted, size_t count);

/* The same for one field: an empty span if it is not there. */
struct bv_span bv_field_of(struct bv_span object, const char *name);

/* A text as it is meant, its escapes resolved (those beyond U+FFFF are left out). */
void bv_field_text(struct bv_span value, struct bv_out *out);

/* A whole number in [0, most]. */
bool bv_field_number(const struct bv_field *field, int64_t most, int64_t *number);

/* Takes the next element off an array, of which *rest is what is left, at first the whole of it. */
bool bv_element_next(struct bv_span *rest, struct bv_span *element);

/* Whether one element of an array of texts is this one. */
bool bv_array_has(struct bv_span array, const char *text);

#endif

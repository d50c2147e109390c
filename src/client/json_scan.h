/*
 * Finds a few fields of a JSON object in one pass over its text, without copying them. The load
 * client reads thousands of messages a second and needs four fields of each, so no tree is built.
 *
 *     {"type":"play","n":12,"toAct":["V"],"position":"..."}
 *             ^^^^      ^^          ^^^^^             ^^^      the values that are returned
 *
 * Strings are returned without their quotes and with their escapes; json_scan_text resolves these.
 */
#ifndef CLIENT_JSON_SCAN_H
#define CLIENT_JSON_SCAN_H

#include "core/text.h"

struct json_scan_field {
    const char *name;
    struct bv_span value; /* empty with text NULL: the field is missing */
    bool quoted;
};

/* Fills in the wanted fields of the top level of an object; false if the text is not an object. */
bool json_scan_find(struct bv_span object, struct json_scan_field *wanted, size_t count);

/* The same for one field; an empty span if it is missing. */
struct bv_span json_scan_of(struct bv_span object, const char *name);

/* Writes a string with its escapes resolved (code points above U+FFFF are left out). */
void json_scan_text(struct bv_span value, struct bv_out *out);

/* A whole number in [0, most]. */
bool json_scan_number(const struct json_scan_field *field, int64_t most, int64_t *number);

/* Takes the next element of an array; *rest is the part not yet read, at first the whole array. */
bool json_scan_next(struct bv_span *rest, struct bv_span *element);

/* Whether an array of strings contains this one. */
bool json_scan_has(struct bv_span array, const char *text);

#endif

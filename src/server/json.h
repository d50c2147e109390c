/* JSON that is read from outside, field by field, with limits. */
#ifndef BV_JSON_H
#define BV_JSON_H

#include <cjson/cJSON.h>

#include "core/json.h"

/* A JSON text, the whole of it and nothing behind it; NULL if it is not one. A text that holds a zero byte, written as it is
 * or as `\u0000`, is refused: it would end there for us, and not for whoever sent it. */
cJSON *bv_json_parse(struct bv_span text);

/* The text of a field; NULL if it is missing, not a text, or longer than `most` bytes. */
const char *bv_json_get_text(const cJSON *object, const char *name, size_t most);

/* A whole number in [least, most]; false if it is missing or is not one. */
bool bv_json_get_number(const cJSON *object, const char *name, int64_t least, int64_t most,
                        int64_t *number);

/* Whether a field is there and true. */
bool bv_json_get_true(const cJSON *object, const char *name);

/* Control characters, and those that turn the direction of writing or cannot be seen at all. */
bool bv_is_hidden(uint32_t code);

/* Whether a text may be shown to people: UTF-8 without control characters, at least one visible. */
bool bv_is_presentable(const char *text, size_t most);

#endif

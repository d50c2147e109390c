/*
 * JSON written into a bv_out, commas set by themselves; and what is read from outside, field by field, with limits.
 * A name as NULL stands for an element of an array.
 */
#ifndef BV_JSON_H
#define BV_JSON_H

#include <cjson/cJSON.h>

#include "core/text.h"

void bv_json_open(struct bv_out *out, const char *name, char bracket); /* '{' or '[' */
void bv_json_close(struct bv_out *out, char bracket);                  /* '}' or ']' */
void bv_json_text(struct bv_out *out, const char *name, const char *text);
void bv_json_span(struct bv_out *out, const char *name, struct bv_span text);
void bv_json_number(struct bv_out *out, const char *name, int64_t number);
void bv_json_bool(struct bv_out *out, const char *name, bool value);
void bv_json_null(struct bv_out *out, const char *name);

/* JSON that is written already, as an element of an array. */
void bv_json_raw(struct bv_out *out, const char *json);

/* A text in both languages: {"fr":…,"en":…}. */
void bv_json_both(struct bv_out *out, const char *name, struct bv_text text);

/* The text of a field; NULL if it is missing, not a text, or longer than `most` bytes. */
const char *bv_json_get_text(const cJSON *object, const char *name, size_t most);

/* A whole number in [least, most]; false if it is missing or is not one. */
bool bv_json_get_number(const cJSON *object, const char *name, int64_t least, int64_t most,
                        int64_t *number);

/* Whether a field is there and true. */
bool bv_json_get_true(const cJSON *object, const char *name);

/* Whether a text may be shown to people: UTF-8 without control characters, at least one visible. */
bool bv_is_presentable(const char *text, size_t most);

#endif

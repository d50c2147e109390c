/* Reading JSON from the other end of a connection, field by field, with limits. */
#pragma once

#include <cjson/cJSON.h>

#include "core/json.h"

/* Parses a whole JSON text; NULL if it is not one. A text with a zero byte, raw or as `\u0000`, is
 * refused: C code would see it end there, and its sender would not. */
cJSON *fields_json_parse(struct bv_span text);

/* The text of a field; NULL if it is missing, not a text, or longer than `most` bytes. */
const char *fields_text(const cJSON *object, const char *name, size_t most);

/* The same as a span of any length; empty if it is missing or not a text. */
struct bv_span fields_span(const cJSON *object, const char *name);

/* A whole number in [least, most]; false if it is missing or is not one. */
bool fields_number(const cJSON *object, const char *name, int64_t least, int64_t most,
                   int64_t *number);

/* The same, at least 0; 0 if it is missing. */
int64_t fields_integer(const cJSON *object, const char *name);

/* Copy a field of a stored document into an answer; a missing one as "" or 0. */
void fields_put_text(const cJSON *object, const char *name, struct bv_out *out);
void fields_put_number(const cJSON *object, const char *name, struct bv_out *out);

/* Set a field of a document, or replace it; the text NULL removes it. */
void fields_set_text(cJSON *object, const char *name, const char *text);
void fields_set_number(cJSON *object, const char *name, int64_t number);

/* Whether an object has a field of that name, whatever its type. */
bool fields_has(const cJSON *object, const char *name);

/* Whether a field is the given text. */
bool fields_is(const cJSON *object, const char *name, const char *text);

/* Whether a field is present and true. */
bool fields_true(const cJSON *object, const char *name);

/* Whether an array of texts contains this one. */
bool fields_has_text(const cJSON *array, const char *text);

/* Control characters, and characters that change the direction of writing or are invisible. */
bool text_is_hidden(uint32_t code);

/* Whether a text can be displayed: UTF-8 without control characters, at least one character
 * visible. */
bool text_is_presentable(const char *text, size_t most);

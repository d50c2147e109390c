/* Writes JSON into a bv_out, with the commas. A NULL name means an element of an array. */
#pragma once

#include "core/text.h"

void bv_json_open(struct bv_out *out, const char *name, char bracket); /* '{' or '[' */
void bv_json_close(struct bv_out *out, char bracket);                  /* '}' or ']' */
void bv_json_text(struct bv_out *out, const char *name, const char *text);
void bv_json_span(struct bv_out *out, const char *name, struct bv_span text);
/* Bytes as a text of hexadecimal digits. */
void bv_json_hex(struct bv_out *out, const char *name, const uint8_t *bytes, size_t size);
void bv_json_number(struct bv_out *out, const char *name, int64_t number);
void bv_json_bool(struct bv_out *out, const char *name, bool value);
void bv_json_null(struct bv_out *out, const char *name);
void bv_json_text_or_null(struct bv_out *out, const char *name, const char *text); /* NULL: null */
void bv_json_number_or_null(struct bv_out *out, const char *name, int64_t number); /* 0: null */

/* JSON that is already written, as an element of an array. */
void bv_json_raw(struct bv_out *out, const char *json);

/* A text in both languages: {"fr":…,"en":…}. */
void bv_json_both(struct bv_out *out, const char *name, struct bv_text text);

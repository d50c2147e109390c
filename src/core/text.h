/*
 * Text written into a caller's buffer and read from a caller's string. A writer never runs past its
 * buffer: what does not fit is dropped and `cut` says so. Its text always ends in NUL.
 */
#pragma once

#include <stdarg.h>

#include "core/base.h"

/* A sentence or a name in both languages, French and English. */
struct bv_text {
    const char *fr;
    const char *en;
};

struct bv_out {
    char *text;
    size_t size;
    size_t length;
    bool cut;
    size_t lost; /* how many bytes were dropped */
};

/* An error in the input: one line for people, without a newline. */
struct bv_error {
    char text[256];
};

/* A piece of a text; not NUL-terminated. */
struct bv_span {
    const char *text;
    size_t length;
};

struct bv_out bv_out_into(char *buffer, size_t size);
void bv_put(struct bv_out *out, const char *text);
void bv_put_list(struct bv_out *out, const char *const *text); /* up to a NULL */
/* Several texts, one after the other. */
#define bv_put_all(out, ...) bv_put_list(out, (const char *const[]){__VA_ARGS__, NULL})
void bv_put_char(struct bv_out *out, char c);
void bv_put_number(struct bv_out *out, int64_t number);
void bv_put_span(struct bv_out *out, struct bv_span span);

/* Copies a text into a buffer, as much as fits; NULL counts as "". False: it did not fit. */
bool bv_copy_text(char *buffer, size_t size, const char *text);

/* A pattern: %s is a text, %c a character, %d an int, %u an unsigned, %.*s a BV_SPAN. */
__attribute__((format(printf, 2, 3))) void bv_putf(struct bv_out *out, const char *pattern, ...);

/* A span as the two arguments of `%.*s`. */
#define BV_SPAN(span) (int)(span).length, (span).text

/* At most so much of an untrusted text, for a message: what cannot be printed is shown as `?`. */
void bv_put_excerpt(struct bv_out *out, struct bv_span span, size_t most);

/* A square named by file letter and rank number: (3, 4) counted from zero is `d5`. */
void bv_put_square(struct bv_out *out, int file, int rank);

/* Begins the text of an error; the reason is then written with bv_put. */
struct bv_out bv_error_begin(struct bv_error *error);

/* Sets the whole error at once and returns false: `return bv_error_set(...)`. */
static inline bool bv_error_set(struct bv_error *error, const char *reason)
{
    struct bv_out out = bv_error_begin(error);
    bv_put(&out, reason);
    return false;
}

/* The same from a pattern. */
__attribute__((format(printf, 2, 3))) bool bv_error_setf(struct bv_error *error,
                                                         const char *pattern, ...);

size_t bv_length(const char *text);
bool bv_equal(const char *a, const char *b);
struct bv_span bv_span_of(const char *text);
bool bv_span_is(struct bv_span span, const char *text);

/* Byte order, as `LC_ALL=C sort` has it: negative, zero or positive. */
int bv_compare(const char *a, const char *b);

/* Keeps a span as a text of its own in so many bytes; false if it does not fit. */
bool bv_keep(char *to, size_t size, struct bv_span text);

/* Takes the next word (no spaces) off the front of *rest; false when none is left. */
bool bv_take_word(struct bv_span *rest, struct bv_span *word);

/* How many words there are. */
int bv_words_in(struct bv_span text);

/* Takes the part before the first `separator` (or all) off *rest; false when *rest is exhausted. */
bool bv_take_part(struct bv_span *rest, char separator, struct bv_span *part);

/* Takes one given character off the front; false and unchanged if another is there. */
bool bv_take_char(struct bv_span *rest, char c);

/* Takes a decimal number without sign or leading zeros off the front, at most `most`. */
bool bv_take_number(struct bv_span *rest, int most, int *number);

/* Takes a square `d5` off the front of a board of so many files and ranks (both from zero). */
bool bv_take_square(struct bv_span *rest, int files, int ranks, int *file, int *rank);

/* Reads a whole span as a decimal number in [least, most]. */
bool bv_number_of(struct bv_span span, int least, int most, int *number);

/* The same of one byte, from 0 on. */
bool bv_byte_of(struct bv_span span, int most, uint8_t *byte);

/* The place of a word among some; -1: it is none of them. */
int bv_word_among(struct bv_span word, const char *const *words, int count);

/* Reads a whole span of one to eighteen digits: times and keys, more than an int holds. */
bool bv_long_of(struct bv_span span, int64_t *number);

/* The edit distance of two words: letters to insert, delete or change (only the first 24 count). */
int bv_unlikeness(struct bv_span a, const char *b);

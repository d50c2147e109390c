#include "core/text.h"

struct bv_out bv_out_into(char *buffer, size_t size)
{
    BV_ASSERT(size > 0);
    buffer[0] = '\0';
    return (struct bv_out){.text = buffer, .size = size};
}

void bv_put_char(struct bv_out *out, char c)
{
    if (out->length + 1 >= out->size) {
        out->cut = true;
        out->lost++;
        return;
    }
    out->text[out->length++] = c;
    out->text[out->length] = '\0';
}

void bv_put(struct bv_out *out, const char *text)
{
    while (*text) bv_put_char(out, *text++);
}

void bv_put_list(struct bv_out *out, const char *const *text)
{
    for (; *text; text++) bv_put(out, *text);
}

void bv_put_span(struct bv_out *out, struct bv_span span)
{
    for (size_t i = 0; i < span.length; i++) bv_put_char(out, span.text[i]);
}

bool bv_copy_text(char *buffer, size_t size, const char *text)
{
    struct bv_out out = bv_out_into(buffer, size);
    if (text) bv_put(&out, text);
    return !out.cut;
}

void bv_put_excerpt(struct bv_out *out, struct bv_span span, size_t most)
{
    for (size_t i = 0; i < span.length && i < most; i++) {
        char c = span.text[i];
        bv_put_char(out, c >= ' ' && c <= '~' ? c : '?');
    }
    if (span.length > most) bv_put(out, "...");
}

void bv_put_number(struct bv_out *out, int64_t number)
{
    char digits[20];
    int count = 0;
    uint64_t rest = number < 0 ? 0 - (uint64_t)number : (uint64_t)number;
    do {
        digits[count++] = (char)('0' + rest % 10);
        rest /= 10;
    } while (rest);
    if (number < 0) bv_put_char(out, '-');
    while (count) bv_put_char(out, digits[--count]);
}

/* Writes what `%` and the letters after it stand for; returns the last of these letters. */
static const char *put_argument(struct bv_out *out, const char *c, va_list *arguments)
{
    struct bv_span span;
    switch (*c) {
    case 'd': bv_put_number(out, va_arg(*arguments, int)); break;
    case 's': bv_put(out, va_arg(*arguments, const char *)); break;
    case 'u': bv_put_number(out, va_arg(*arguments, unsigned)); break;
    case 'c': bv_put_char(out, (char)va_arg(*arguments, int)); break;
    case '.':
        span.length = (size_t)va_arg(*arguments, int);
        span.text = va_arg(*arguments, const char *);
        bv_put_span(out, span);
        return c + 2;
    default: bv_put_char(out, *c); break;
    }
    return c;
}

static void put_pattern(struct bv_out *out, const char *pattern, va_list *arguments)
{
    for (const char *c = pattern; *c; c++) {
        if (*c == '%')
            c = put_argument(out, c + 1, arguments);
        else
            bv_put_char(out, *c);
    }
}

void bv_putf(struct bv_out *out, const char *pattern, ...)
{
    va_list arguments;
    va_start(arguments, pattern);
    put_pattern(out, pattern, &arguments);
    va_end(arguments);
}

bool bv_error_setf(struct bv_error *error, const char *pattern, ...)
{
    struct bv_out out = bv_error_begin(error);
    va_list arguments;
    va_start(arguments, pattern);
    put_pattern(&out, pattern, &arguments);
    va_end(arguments);
    return false;
}

void bv_put_square(struct bv_out *out, int file, int rank)
{
    bv_put_char(out, (char)('a' + file));
    bv_put_number(out, rank + 1);
}

struct bv_out bv_error_begin(struct bv_error *error)
{
    return bv_out_into(error->text, sizeof error->text);
}

size_t bv_length(const char *text)
{
    size_t length = 0;
    while (text[length]) length++;
    return length;
}

int bv_compare(const char *a, const char *b)
{
    while (*a && *a == *b) {
        a++;
        b++;
    }
    return (unsigned char)*a - (unsigned char)*b;
}

bool bv_equal(const char *a, const char *b)
{
    return bv_compare(a, b) == 0;
}

struct bv_span bv_span_of(const char *text)
{
    return (struct bv_span){text, bv_length(text)};
}

bool bv_span_is(struct bv_span span, const char *text)
{
    return span.length == bv_length(text) && bv_same(span.text, text, span.length);
}

bool bv_keep(char *to, size_t size, struct bv_span text)
{
    struct bv_out out = bv_out_into(to, size);
    bv_put_span(&out, text);
    return !out.cut;
}

static void drop(struct bv_span *rest, size_t count)
{
    rest->text += count;
    rest->length -= count;
}

bool bv_take_word(struct bv_span *rest, struct bv_span *word)
{
    while (rest->length && rest->text[0] == ' ') drop(rest, 1);
    return bv_take_part(rest, ' ', word);
}

int bv_words_in(struct bv_span text)
{
    struct bv_span word;
    int count = 0;
    while (bv_take_word(&text, &word)) count++;
    return count;
}

bool bv_take_part(struct bv_span *rest, char separator, struct bv_span *part)
{
    if (!rest->length) return false;
    *part = (struct bv_span){rest->text, 0};
    while (rest->length && rest->text[0] != separator) {
        drop(rest, 1);
        part->length++;
    }
    if (rest->length) drop(rest, 1);
    return true;
}

bool bv_take_char(struct bv_span *rest, char c)
{
    if (!rest->length || rest->text[0] != c) return false;
    drop(rest, 1);
    return true;
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

bool bv_take_number(struct bv_span *rest, int most, int *number)
{
    struct bv_span left = *rest;
    int64_t value = 0;
    if (!left.length || !is_digit(left.text[0])) return false;
    if (left.text[0] == '0' && left.length > 1 && is_digit(left.text[1])) return false;
    while (left.length && is_digit(left.text[0])) {
        value = value * 10 + (left.text[0] - '0');
        if (value > most) return false;
        drop(&left, 1);
    }
    *number = (int)value;
    *rest = left;
    return true;
}

bool bv_take_square(struct bv_span *rest, int files, int ranks, int *file, int *rank)
{
    struct bv_span left = *rest;
    if (!left.length || left.text[0] < 'a' || left.text[0] >= 'a' + files) return false;
    int f = left.text[0] - 'a';
    int r = 0;
    drop(&left, 1);
    if (!bv_take_number(&left, ranks, &r) || r < 1) return false;
    *file = f;
    *rank = r - 1;
    *rest = left;
    return true;
}

bool bv_number_of(struct bv_span span, int least, int most, int *number)
{
    int value = 0;
    if (!bv_take_number(&span, most, &value) || span.length || value < least) return false;
    *number = value;
    return true;
}

bool bv_byte_of(struct bv_span span, int most, uint8_t *byte)
{
    int number = 0;
    if (!bv_number_of(span, 0, most, &number)) return false;
    *byte = (uint8_t)number;
    return true;
}

int bv_word_among(struct bv_span word, const char *const *words, int count)
{
    for (int i = 0; i < count; i++)
        if (bv_span_is(word, words[i])) return i;
    return -1;
}

bool bv_long_of(struct bv_span span, int64_t *number)
{
    enum { DIGITS = 18 };
    *number = 0;
    if (!span.length || span.length > DIGITS) return false;
    for (size_t i = 0; i < span.length; i++) {
        if (!is_digit(span.text[i])) return false;
        *number = *number * 10 + (span.text[i] - '0');
    }
    return true;
}

int bv_unlikeness(struct bv_span a, const char *b)
{
    enum { MOST = 24 };
    int row[MOST + 1];
    int length = 0;
    while (length < MOST && b[length]) length++;
    for (int j = 0; j <= length; j++) row[j] = j;
    for (size_t i = 0; i < a.length && i < MOST; i++) {
        int diagonal = row[0];
        row[0] = (int)i + 1;
        for (int j = 1; j <= length; j++) {
            int change = diagonal + (a.text[i] != b[j - 1]);
            int gap = (row[j] < row[j - 1] ? row[j] : row[j - 1]) + 1;
            diagonal = row[j];
            row[j] = change < gap ? change : gap;
        }
    }
    return row[length];
}

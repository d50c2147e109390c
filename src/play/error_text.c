/*
 * Errors in the language of the user. All parts of the program report in English; the French of
 * their sentences is in data/rule-errors.fr.txt and data/errors.fr.txt, where % stands for any text.
 */
#include "play/language.h"

enum { HOLES_MAX = 8, DEPTH_MAX = 3 };

/* Whether a text has the form of a pattern, and what stands in its holes: as little as possible in
 * the first ones. */
static bool fits(const char *pattern, struct bv_span text, struct bv_span *hole)
{
    for (; *pattern && *pattern != '%'; pattern++)
        if (!bv_take_char(&text, *pattern)) return false;
    if (!*pattern) return !text.length;
    for (size_t length = 0; length <= text.length; length++) {
        struct bv_span rest = {text.text + length, text.length - length};
        *hole = (struct bv_span){text.text, length};
        if (fits(pattern + 1, rest, hole + 1)) return true;
    }
    return false;
}

static void put_french(struct bv_out *out, struct bv_span text, int depth);

static void fill(struct bv_out *out, const char *pattern, const struct bv_span *hole, int depth)
{
    for (; *pattern; pattern++) {
        if (*pattern != '%')
            bv_put_char(out, *pattern);
        else
            put_french(out, *hole++, depth);
    }
}

/* What is in a hole may be an error in turn; so may what follows `FILE:LINE: `. */
static void put_french(struct bv_out *out, struct bv_span text, int depth)
{
    struct bv_span hole[HOLES_MAX + 1] = {{0}};
    for (size_t i = 0; depth < DEPTH_MAX && errors_in_french[i]; i += 2) {
        if (!fits(errors_in_french[i], text, hole)) continue;
        fill(out, errors_in_french[i + 1], hole, depth + 1);
        return;
    }
    for (size_t i = 0; depth < DEPTH_MAX && i + 2 < text.length; i++) {
        if (text.text[i] != ':' || text.text[i + 1] != ' ') continue;
        bv_put_span(out, (struct bv_span){text.text, i + 2});
        put_french(out, (struct bv_span){text.text + i + 2, text.length - i - 2}, depth);
        return;
    }
    bv_put_span(out, text);
}

void put_error(struct bv_out *out, const char *english)
{
    if (language_is_french())
        put_french(out, bv_span_of(english), 0);
    else
        bv_put(out, english);
}

#include "tui/wrap.h"

#include <string.h>

enum { LINE_SIZE = 512 };

size_t wrap_at(const char *text, int width)
{
    char line[LINE_SIZE];
    size_t blank = 0;
    size_t last = 0; /* the last character that fits ends here */
    for (size_t end = 1; end < sizeof line && text[end - 1]; end++) {
        if ((text[end] & 0xc0) == 0x80) continue; /* inside a character */
        memcpy(line, text, end);
        line[end] = '\0';
        if (screen_width(line) > width) break;
        last = end;
        if (text[end] == ' ' || !text[end]) blank = end;
    }
    if (!last) last = *text ? 1 : 0; /* narrower than any character: go on all the same */
    return blank ? blank : last;
}

void wrap_put(struct bv_box place, const char *text, enum look look)
{
    for (int y = 0; y < place.height && *text; y++) {
        char line[LINE_SIZE];
        size_t length = wrap_at(text, place.width);
        memcpy(line, text, length);
        line[length] = '\0';
        screen_put(place.y + y, place.x, place.width, line, look);
        text += length;
        while (*text == ' ') text++;
    }
}

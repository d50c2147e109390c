#define _XOPEN_SOURCE 700
#include "tui/text_width.h"

#include <stddef.h>
#include <stdint.h>
#include <string.h>

enum { WRONG = 0xfffd };

/* The next character of UTF-8; WRONG if it is invalid. */
static uint32_t take_character(const char **text)
{
    const unsigned char *at = (const unsigned char *)*text;
    uint32_t value = *at++;
    int more = value < 0x80 ? 0 : value < 0xc2 ? -1 : value < 0xe0 ? 1 : value < 0xf0 ? 2 : 3;
    if (more > 0) value &= 0x3fu >> more;
    for (int i = 0; i < more; i++) {
        if ((*at & 0xc0) != 0x80) {
            more = -1;
            break;
        }
        value = value << 6 | (*at++ & 0x3f);
    }
    *text = (const char *)at;
    return more < 0 || value > 0x10ffff ? WRONG : value;
}

/* The replacement of a character where there is only ASCII. */
static const char *stand_in(uint32_t value)
{
    static const struct {
        uint16_t value;
        const char *text;
    } marks[] = {
        {0xa0, " "},   {0xab, "\""},    {0xbb, "\""},   {0xb7, "-"},    {0xd7, "x"},
        {0x152, "OE"}, {0x153, "oe"},   {0x2013, "-"},  {0x2014, "-"},  {0x2018, "'"},
        {0x2019, "'"}, {0x201c, "\""},  {0x201d, "\""}, {0x2022, "*"},  {0x2026, "..."},
        {0x202f, " "}, {0x2190, "<-"},  {0x2191, "^"},  {0x2192, "->"}, {0x2193, "v"},
        {0x2500, "-"}, {0x2502, "|"},   {0x25b8, ">"},  {0x25c2, "<"},  {0x25cf, "o"},
        {0x25e6, "+"}, {0x23ce, "RET"}, {0x250c, "+"},  {0x2510, "+"},  {0x2514, "+"},
        {0x2518, "+"},
    };
    /* U+00C0 to U+00FF: the letter without its accent. */
    static const char latin[] = "AAAAAAACEEEEIIIIDNOOOOOxOUUUUYTsaaaaaaaceeeeiiiidnooooo/ouuuuyty";
    static char letter[2];
    for (size_t i = 0; i < sizeof marks / sizeof marks[0]; i++)
        if (marks[i].value == value) return marks[i].text;
    letter[0] = value >= 0xc0 && value <= 0xff ? latin[value - 0xc0] : '?';
    return letter;
}

bool width_take(struct width_left *left, bool ascii, wchar_t letters[WIDTH_MAX])
{
    if (!*left->text) return false;
    uint32_t value = take_character(&left->text);
    if (ascii && value >= 0x80) {
        const char *text = stand_in(value);
        size_t length = strlen(text);
        for (size_t i = 0; i <= length; i++) letters[i] = (unsigned char)text[i];
        return true;
    }
    letters[0] = (wchar_t)value;
    if (value < ' ' || wcwidth(letters[0]) < 1) letters[0] = L'?';
    letters[1] = 0;
    return true;
}

int width_columns(const wchar_t *letters)
{
    int columns = 0;
    for (; *letters; letters++) columns += wcwidth(*letters);
    return columns;
}

bool width_write(wchar_t letter, char text[8])
{
    uint32_t value = (uint32_t)letter;
    char *at = text;
    if (value < 0x20 || value > 0x10ffff || (value >= 0xd800 && value < 0xe000)) return false;
    if (value < 0x80) {
        *at++ = (char)value;
    } else {
        int more = value < 0x800 ? 1 : value < 0x10000 ? 2 : 3;
        static const unsigned char lead[] = {0, 0xc0, 0xe0, 0xf0};
        *at++ = (char)(lead[more] | value >> 6 * more);
        while (more--) *at++ = (char)(0x80 | (value >> 6 * more & 0x3f));
    }
    *at = '\0';
    return true;
}

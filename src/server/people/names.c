#include "server/people/names.h"

#include "net/utf8.h"
#include "server/table.h"

/* The plain letter of each accented one; a digit stands for two letters, a dot for what is no letter of a name. */
static const struct {
    uint32_t first;
    const char *plain;
} accented[] = {
    {0xC0, "aaaaaa1ceeeeiiiidnooooo.ouuuuy43aaaaaa1ceeeeiiiidnooooo.ouuuuy4y"},
    {0x100, "aaaaaaccccccccddddeeeeeeeeeegggggggghhhhiiiiiiiiii55jjkkklllllll"
            "lllnnnnnnnnnoooooo22rrrrrrssssssssttttttuuuuuuuuuuuuwwyyyzzzzzzs"},
    {0x1CD, "aaiioouuuuuuuuuu.aaaa11..ggkkoooo..j...gg..nnaa11ooaaaaeeeeiiiio"
            "ooorrrruuuusstt..hh......aaeeooooooooyy"},
    {0x1E00, "aabbbbbbccddddddddddeeeeeeeeeeffgghhhhhhhhhhiiiikkkkkkllllllllmm"
             "mmmmnnnnnnnnoooooooopppprrrrrrrrssssssssssttttttttuuuuuuuuuuvvvv"
             "wwwwwwwwwwxxxxyyzzzzzzhtwyas..3.aaaaaaaaaaaaaaaaaaaaaaaaeeeeeeee"
             "eeeeeeeeiiiioooooooooooooooooooooooouuuuuuuuuuuuuuyyyyyyyy......"},
};

static const char *const pairs[] = {
    ['1'] = "ae", ['2'] = "oe", ['3'] = "ss", ['4'] = "th", ['5'] = "ij"};

/* Letters of Greek and Cyrillic that are Latin ones to the eye. */
static const struct {
    uint32_t code;
    char like;
} lookalikes[] = {
    {0x391, 'a'}, {0x392, 'b'}, {0x395, 'e'}, {0x396, 'z'}, {0x397, 'h'}, {0x399, 'i'},
    {0x39A, 'k'}, {0x39C, 'm'}, {0x39D, 'n'}, {0x39F, 'o'}, {0x3A1, 'p'}, {0x3A4, 't'},
    {0x3A5, 'y'}, {0x3A7, 'x'}, {0x3B1, 'a'}, {0x3B9, 'i'}, {0x3BA, 'k'}, {0x3BD, 'v'},
    {0x3BF, 'o'}, {0x3C1, 'p'}, {0x3C5, 'u'}, {0x405, 's'}, {0x406, 'i'}, {0x408, 'j'},
    {0x410, 'a'}, {0x412, 'b'}, {0x415, 'e'}, {0x41A, 'k'}, {0x41C, 'm'}, {0x41D, 'h'},
    {0x41E, 'o'}, {0x420, 'p'}, {0x421, 'c'}, {0x422, 't'}, {0x423, 'y'}, {0x425, 'x'},
    {0x430, 'a'}, {0x435, 'e'}, {0x43A, 'k'}, {0x43E, 'o'}, {0x440, 'p'}, {0x441, 'c'},
    {0x443, 'y'}, {0x445, 'x'}, {0x455, 's'}, {0x456, 'i'}, {0x458, 'j'}, {0x501, 'd'},
    {0x51B, 'q'}, {0x51D, 'w'},
};

/* Blanks and marks that are nothing to the eye. */
static bool is_mark(uint32_t code)
{
    return code == ' ' || code == '-' || code == '_' || code == '\'' || code == '.' ||
           code == 0x2019;
}

static bool is_nothing(uint32_t code)
{
    bool combining = code >= 0x300 && code <= 0x36F;
    return is_mark(code) || code == 0xA0 || combining || (code >= 0x2000 && code <= 0x2015) ||
           code == 0x2060;
}

/* The plain letters of a Latin one, "" if it is none. `room` holds a letter that stands alone. */
static const char *latin(uint32_t code, char room[2])
{
    room[0] = room[1] = '\0';
    if (code >= 'A' && code <= 'Z') room[0] = (char)(code + 32);
    if (code >= 'a' && code <= 'z') room[0] = (char)code;
    for (size_t i = 0; i < BV_COUNT(accented); i++) {
        if (code < accented[i].first || code - accented[i].first >= bv_length(accented[i].plain))
            continue;
        char plain = accented[i].plain[code - accented[i].first];
        if (plain <= '9' && plain >= '1') return pairs[(int)plain];
        room[0] = plain == '.' ? '\0' : plain;
    }
    return room;
}

static char like_latin(uint32_t code)
{
    if (code >= 0xFF21 && code <= 0xFF3A) return (char)(code - 0xFF21 + 'a'); /* full width */
    if (code >= 0xFF41 && code <= 0xFF5A) return (char)(code - 0xFF41 + 'a');
    for (size_t i = 0; i < BV_COUNT(lookalikes); i++)
        if (lookalikes[i].code == code) return lookalikes[i].like;
    return '\0';
}

static void fold_character(uint32_t code, struct bv_span bytes, struct bv_out *out)
{
    char room[2];
    const char *letters = latin(code, room);
    char like = like_latin(code);
    if (is_nothing(code)) return;
    if (letters[0])
        bv_put(out, letters);
    else if (like)
        bv_put_char(out, like);
    else
        bv_put_span(out, bytes);
}

void bv_name_fold(const char *name, char folded[BV_FOLDED_SIZE])
{
    struct bv_out out = bv_out_into(folded, BV_FOLDED_SIZE);
    struct bv_span rest = bv_span_of(name);
    while (rest.length) {
        uint32_t code = 0;
        size_t bytes = bv_utf8_character(rest, &code);
        size_t whole = out.length;
        if (!bytes) break;
        fold_character(code, (struct bv_span){rest.text, bytes}, &out);
        if (out.cut) { /* a name that is too long loses whole characters */
            folded[whole] = '\0';
            break;
        }
        rest.text += bytes;
        rest.length -= bytes;
    }
}

bool bv_name_is_proper(const char *name)
{
    struct bv_span rest = bv_span_of(name);
    uint32_t before = ' ';
    int characters = 0;
    int letters = 0;
    if (rest.length > BV_TABLE_NAME_MAX) return false;
    for (; rest.length; characters++) {
        char room[2];
        uint32_t code = 0;
        size_t bytes = bv_utf8_character(rest, &code);
        bool letter = bytes && latin(code, room)[0];
        bool digit = code >= '0' && code <= '9';
        if (!letter && !digit && !is_mark(code)) return false;
        if (!characters && is_mark(code)) return false;
        if (before == ' ' && code == ' ') return false;
        letters += letter;
        before = code;
        rest.text += bytes;
        rest.length -= bytes;
    }
    return characters >= BV_NAME_LEAST && characters <= BV_NAME_MOST && letters && !is_mark(before);
}

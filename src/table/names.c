#include "table/names.h"

#include "table/lookalikes.h"
#include "table/table.h"
#include "util/utf8.h"

/* ---- Folding --------------------------------------------------------------------------------- */

static void put_code(struct bv_out *out, uint32_t code)
{
    if (code < 0x80) {
        bv_put_char(out, (char)code);
        return;
    }
    int more = code < 0x800 ? 1 : code < 0x10000 ? 2 : 3; /* bytes after the first */
    bv_put_char(out, (char)((0xF00 >> (more + 1)) | (code >> (6 * more))));
    while (more--) bv_put_char(out, (char)(0x80 | ((code >> (6 * more)) & 0x3F)));
}

static void fold_character(uint32_t code, struct bv_out *out)
{
    enum { TAGS = 0xE0000, TAGS_END = 0xE1000 };
    size_t low = 0;
    size_t high = lookalike_count;
    if (code >= TAGS && code < TAGS_END) return; /* never visible */
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (lookalikes[middle].code < code)
            low = middle + 1;
        else
            high = middle;
    }
    if (low == lookalike_count || lookalikes[low].code != code) {
        put_code(out, code);
        return;
    }
    for (const uint32_t *to = &lookalike_texts[lookalikes[low].text]; *to; to++) put_code(out, *to);
}

/* A Hangul syllable folds like its letters: two or three, in the order of the standard. */
static bool fold_syllable(uint32_t code, struct bv_out *out)
{
    enum { FIRST = 0xAC00, COUNT = 11172, VOWELS = 21, TAILS = 28 };
    enum { LEAD = 0x1100, VOWEL = 0x1161, TAIL = 0x11A7 };
    if (code < FIRST || code >= FIRST + COUNT) return false;
    uint32_t tail = (code - FIRST) % TAILS;
    fold_character(LEAD + (code - FIRST) / (VOWELS * TAILS), out);
    fold_character(VOWEL + (code - FIRST) / TAILS % VOWELS, out);
    if (tail) fold_character(TAIL + tail, out);
    return true;
}

void name_fold(const char *name, char folded[NAME_FOLDED_SIZE])
{
    struct bv_out out = bv_out_into(folded, NAME_FOLDED_SIZE);
    struct bv_span rest = bv_span_of(name);
    while (rest.length) {
        uint32_t code = 0;
        size_t bytes = utf8_character(rest, &code);
        size_t whole = out.length;
        if (!bytes) break;
        if (!fold_syllable(code, &out)) fold_character(code, &out);
        if (out.cut) { /* a name that is too long loses whole characters */
            folded[whole] = '\0';
            break;
        }
        rest.text += bytes;
        rest.length -= bytes;
    }
}

bool name_is_like(const char *one, const char *other)
{
    char folded[NAME_FOLDED_SIZE];
    char other_folded[NAME_FOLDED_SIZE];
    name_fold(one, folded);
    name_fold(other, other_folded);
    return bv_equal(folded, other_folded);
}

/* ---- Account names --------------------------------------------------------------------------- */

static bool is_mark(uint32_t code)
{
    return code == ' ' || code == '-' || code == '_' || code == '\'' || code == '.' ||
           code == 0x2019;
}

/* A letter of Latin-1 or its extensions that folds to plain letters. */
static bool is_letter(uint32_t code)
{
    enum { TIMES = 0xD7, ADDITIONAL = 0x1E00, ADDITIONAL_END = 0x1EFA };
    char folded[16];
    struct bv_out out = bv_out_into(folded, sizeof folded);
    bool plain = (code >= 'A' && code <= 'Z') || (code >= 'a' && code <= 'z');
    bool extended = (code >= 0xC0 && code < 0x250 && code != TIMES) ||
                    (code >= ADDITIONAL && code < ADDITIONAL_END);
    if (!extended) return plain;
    fold_character(code, &out);
    for (size_t i = 0; i < out.length; i++)
        if (folded[i] < 'a' || folded[i] > 'z') return false;
    return out.length > 0;
}

bool name_is_proper(const char *name)
{
    struct bv_span rest = bv_span_of(name);
    uint32_t before = ' ';
    int characters = 0;
    int letters = 0;
    if (rest.length > TABLE_NAME_MAX) return false;
    for (; rest.length; characters++) {
        uint32_t code = 0;
        size_t bytes = utf8_character(rest, &code);
        bool letter = bytes && is_letter(code);
        bool digit = code >= '0' && code <= '9';
        if (!letter && !digit && !is_mark(code)) return false;
        if (!characters && is_mark(code)) return false;
        if (before == ' ' && code == ' ') return false;
        letters += letter;
        before = code;
        rest.text += bytes;
        rest.length -= bytes;
    }
    return characters >= ACCOUNT_NAME_LEAST && characters <= ACCOUNT_NAME_MOST && letters &&
           !is_mark(before);
}

/* ---- Marks ----------------------------------------------------------------------------------- */

void name_mark(char *name, const char *mark)
{
    size_t length = bv_length(name);
    size_t most = TABLE_NAME_MAX - bv_length(mark);
    while (length > most || (length && ((unsigned char)name[length] & 0xC0) == 0x80)) length--;
    bv_copy(name + length, mark, bv_length(mark) + 1);
}

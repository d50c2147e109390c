#include "server/records/picture/png.h"

/* ---- Chunks ------------------------------------------------------------------------------------------------------ */

static void put_word(struct bv_out *out, uint32_t word)
{
    for (int shift = 24; shift >= 0; shift -= 8) bv_put_char(out, (char)(word >> shift & 0xff));
}

static uint32_t crc32_of(const char *bytes, size_t length)
{
    uint32_t crc = 0xffffffff;
    for (size_t i = 0; i < length; i++) {
        crc ^= (uint8_t)bytes[i];
        for (int bit = 0; bit < 8; bit++) crc = crc >> 1 ^ (crc & 1 ? 0xedb88320 : 0);
    }
    return ~crc;
}

/* The length of a chunk is known at its end only: where the chunk begins, to come back to. */
static size_t begin_chunk(struct bv_out *out, const char *type)
{
    size_t start = out->length;
    put_word(out, 0);
    bv_put(out, type);
    return start;
}

static void end_chunk(struct bv_out *out, size_t start)
{
    enum { LENGTH_SIZE = 4, TYPE_SIZE = 4 };
    if (out->cut) return;
    size_t length = out->length - start - LENGTH_SIZE - TYPE_SIZE;
    for (int i = 0; i < LENGTH_SIZE; i++)
        out->text[start + (size_t)i] = (char)(length >> (24 - 8 * i) & 0xff);
    put_word(out, crc32_of(out->text + start + LENGTH_SIZE, length + TYPE_SIZE));
}

/* ---- Deflate: one block of the fixed code ------------------------------------------------------------------------ */

struct bits {
    struct bv_out *out;
    uint32_t held;
    int count;
};

enum { LEAST_MATCH = 3, MOST_MATCH = 258, END_OF_BLOCK = 256, FIRST_LENGTH = 257 };

static void put_bits(struct bits *bits, uint32_t value, int count)
{
    bits->held |= value << bits->count;
    for (bits->count += count; bits->count >= 8; bits->count -= 8, bits->held >>= 8)
        bv_put_char(bits->out, (char)(bits->held & 0xff));
}

/* Codes, unlike numbers, begin with their highest bit. */
static void put_code(struct bits *bits, uint32_t code, int count)
{
    while (count--) put_bits(bits, code >> count & 1, 1);
}

static void put_symbol(struct bits *bits, uint32_t symbol)
{
    if (symbol < 144)
        put_code(bits, 0x30 + symbol, 8);
    else if (symbol < 256)
        put_code(bits, 0x190 + symbol - 144, 9);
    else if (symbol < 280)
        put_code(bits, symbol - 256, 7);
    else
        put_code(bits, 0xc0 + symbol - 280, 8);
}

/* Lengths and distances: the symbol tells the highest bit and `kept` bits below it, the rest follows as it is. */
static uint32_t class_of(uint32_t number, int kept, int *rest)
{
    *rest = 0;
    while (number >> *rest >= 2U << kept) ++*rest;
    return ((uint32_t)*rest << kept) + (number >> *rest);
}

static void put_rest(struct bits *bits, uint32_t number, int rest)
{
    put_bits(bits, number & ((1U << rest) - 1), rest);
}

static void put_match(struct bits *bits, size_t length, size_t distance)
{
    int rest;
    if (length == MOST_MATCH) {
        put_symbol(bits, 285);
    } else {
        uint32_t number = (uint32_t)(length - LEAST_MATCH);
        put_symbol(bits, FIRST_LENGTH + class_of(number, 2, &rest));
        put_rest(bits, number, rest);
    }
    uint32_t number = (uint32_t)(distance - 1);
    put_code(bits, class_of(number, 1, &rest), 5);
    put_rest(bits, number, rest);
}

/* How many bytes from `at` on are as those `distance` before them. */
static size_t match_length(const uint8_t *bytes, size_t size, size_t at, size_t distance)
{
    size_t most = size - at < MOST_MATCH ? size - at : MOST_MATCH;
    size_t length = 0;
    if (distance > at) return 0;
    while (length < most && bytes[at + length] == bytes[at + length - distance]) length++;
    return length;
}

/* A dot is mostly as the one before it or the one above it: nothing else is looked for. */
static void deflate(struct bits *bits, const uint8_t *bytes, size_t size, size_t row)
{
    put_bits(bits, 1, 1); /* the last block */
    put_bits(bits, 1, 2); /* of the fixed code */
    for (size_t at = 0; at < size;) {
        size_t beside = match_length(bytes, size, at, 1);
        size_t above = match_length(bytes, size, at, row);
        size_t length = above > beside ? above : beside;
        if (length < LEAST_MATCH) {
            put_symbol(bits, bytes[at++]);
        } else {
            put_match(bits, length, above > beside ? row : 1);
            at += length;
        }
    }
    put_symbol(bits, END_OF_BLOCK);
    if (bits->count) put_bits(bits, 0, 8 - bits->count);
}

static uint32_t adler32_of(const uint8_t *bytes, size_t size)
{
    uint32_t a = 1;
    uint32_t b = 0;
    for (size_t i = 0; i < size; i++) {
        a = (a + bytes[i]) % 65521;
        b = (b + a) % 65521;
    }
    return b << 16 | a;
}

/* ---- The file ---------------------------------------------------------------------------------------------------- */

static void put_head(const struct png *png, struct bv_out *out)
{
    size_t chunk = begin_chunk(out, "IHDR");
    put_word(out, (uint32_t)png->width);
    put_word(out, (uint32_t)png->height);
    bv_put_char(out, 8); /* bits for each dot */
    bv_put_char(out, 3); /* which number a colour of the palette */
    bv_put_char(out, 0);
    bv_put_char(out, 0);
    bv_put_char(out, 0);
    end_chunk(out, chunk);
}

static void put_palette(const struct png *png, struct bv_out *out)
{
    size_t chunk = begin_chunk(out, "PLTE");
    for (int i = 0; i < png->colour_count; i++)
        for (int shift = 16; shift >= 0; shift -= 8)
            bv_put_char(out, (char)(png->colours[i] >> shift & 0xff));
    end_chunk(out, chunk);
}

static void put_dots(const struct png *png, struct bv_out *out)
{
    size_t row = (size_t)png->width + 1;
    size_t size = row * (size_t)png->height;
    size_t chunk = begin_chunk(out, "IDAT");
    struct bits bits = {.out = out};
    bv_put(out, "\x78\x01");
    deflate(&bits, png->rows, size, row);
    put_word(out, adler32_of(png->rows, size));
    end_chunk(out, chunk);
}

void png_write(const struct png *png, struct bv_out *out)
{
    /* A row above is never further than deflate can look back. */
    BV_ASSERT(png->width > 0 && png->width < 32768 && png->height > 0);
    BV_ASSERT(png->colour_count > 0 && png->colour_count <= 256);
    bv_put(out, "\x89PNG\r\n\x1a\n");
    put_head(png, out);
    put_palette(png, out);
    put_dots(png, out);
    end_chunk(out, begin_chunk(out, "IEND"));
}

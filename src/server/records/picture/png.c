#include "server/records/picture/png.h"

#include <zlib.h>

/* ---- Chunks ------------------------------------------------------------------------------------------------------ */

static void put_word(struct bv_out *out, uint32_t word)
{
    for (int shift = 24; shift >= 0; shift -= 8) bv_put_char(out, (char)(word >> shift & 0xff));
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
    const Bytef *bytes = (const Bytef *)out->text + start + LENGTH_SIZE;
    put_word(out, (uint32_t)crc32(0, bytes, (uInt)(length + TYPE_SIZE)));
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
    uLong size = ((uLong)png->width + 1) * (uLong)png->height;
    size_t chunk = begin_chunk(out, "IDAT");
    uLongf length = out->size - out->length - 1;
    if (!out->cut &&
        compress2((Bytef *)out->text + out->length, &length, png->rows, size, Z_BEST_SPEED) == Z_OK)
        out->length += length;
    else
        out->cut = true;
    end_chunk(out, chunk);
}

void png_write(const struct png *png, struct bv_out *out)
{
    BV_ASSERT(png->width > 0 && png->height > 0);
    BV_ASSERT(png->colour_count > 0 && png->colour_count <= 256);
    bv_put(out, "\x89PNG\r\n\x1a\n");
    put_head(png, out);
    put_palette(png, out);
    put_dots(png, out);
    end_chunk(out, begin_chunk(out, "IEND"));
}

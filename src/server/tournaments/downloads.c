#include "server/tournaments/downloads.h"

#include <stdio.h>

#include "util/memory.h"

void csv_cell(const char *text, struct bv_out *out)
{
    bool formula = *text && strchr("=+-@\t\r", *text);
    bool quoted = formula || strpbrk(text, ",\"\r\n");
    if (quoted) bv_put_char(out, '"');
    if (formula) bv_put_char(out, '\'');
    for (; *text; text++) {
        if (*text == '"') bv_put_char(out, '"');
        bv_put_char(out, *text);
    }
    if (quoted) bv_put_char(out, '"');
}

/* ---- tar ------------------------------------------------------------------------------------- */

enum { BLOCK = 512 };

struct header {
    char name[100], mode[8], uid[8], gid[8], size[12], mtime[12], checksum[8], type, link[100];
    char magic[6], version[2], user[32], group[32], major[8], minor[8], prefix[155], rest[12];
};

_Static_assert(sizeof(struct header) == BLOCK, "a header is a block");

/* Makes room for so many more bytes, all zero, in whole blocks: returns where they begin. */
static char *extend(struct tar *tar, size_t bytes)
{
    size_t blocks = (bytes + BLOCK - 1) / BLOCK * BLOCK;
    while (tar->length + blocks > tar->capacity)
        tar->text = memory_grown(tar->text, tar->capacity, &tar->capacity, 1);
    char *begin = tar->text + tar->length;
    memset(begin, 0, blocks);
    tar->length += blocks;
    return begin;
}

/* The checksum is computed with blanks in its own field. */
static void set_checksum(struct header *header)
{
    unsigned sum = 0;
    memset(header->checksum, ' ', sizeof header->checksum);
    for (size_t i = 0; i < sizeof *header; i++) sum += ((const unsigned char *)header)[i];
    snprintf(header->checksum, sizeof header->checksum, "%06o", sum);
}

void tar_add(struct tar *tar, const char *name, int64_t moment, struct bv_span file)
{
    struct header header = {.type = '0', .magic = "ustar", .version = {'0', '0'}};
    BV_ASSERT(bv_length(name) < sizeof header.name);
    snprintf(header.name, sizeof header.name, "%s", name);
    snprintf(header.mode, sizeof header.mode, "%07o", 0644U);
    snprintf(header.uid, sizeof header.uid, "%07o", 0U);
    snprintf(header.gid, sizeof header.gid, "%07o", 0U);
    snprintf(header.size, sizeof header.size, "%011llo", (unsigned long long)file.length);
    snprintf(header.mtime, sizeof header.mtime, "%011llo", (unsigned long long)(moment / 1000));
    set_checksum(&header);
    memcpy(extend(tar, sizeof header), &header, sizeof header);
    if (file.length) memcpy(extend(tar, file.length), file.text, file.length);
}

void tar_end(struct tar *tar)
{
    extend(tar, (size_t)2 * BLOCK);
}

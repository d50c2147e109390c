/* PNG of few colours: enough for boards, which are mostly one colour beside another. */
#pragma once

#include "core/text.h"

struct png {
    int width;
    int height;
    const uint32_t *colours; /* 0xRRGGBB */
    int colour_count;        /* at most 256 */
    /* `height` rows of width + 1 bytes: a nought (the row is as it stands), then a colour for each dot. */
    const uint8_t *rows;
};

void png_write(const struct png *png, struct bv_out *out);

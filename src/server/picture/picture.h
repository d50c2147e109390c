/* A drawn board as a picture for those who have no terminal: as SVG, and as PNG for programs that read nothing else. */
#ifndef BV_PICTURE_H
#define BV_PICTURE_H

#include "core/canvas.h"

enum { BV_SVG_ROOM = 1024 * 1024, BV_PNG_ROOM = 640 * 1024 };

struct bv_picture_size {
    int width;
    int height;
};

/* All colours of pictures, 0xRRGGBB; the first is the plain paper. */
enum { BV_INK_COUNT = BV_INK_GREY + 1, BV_COLOUR_COUNT = 3 * BV_INK_COUNT };
extern const uint32_t bv_colours[BV_COLOUR_COUNT];

/* The number of a cell's colour: of its paper, and of its ink, which is deep on light paper and bright on dark. */
uint8_t bv_paper_of(const struct bv_cell *cell);
uint8_t bv_ink_of(const struct bv_cell *cell);

/* With BV_SVG_ROOM it is whole. */
void bv_svg_draw(const struct bv_canvas *canvas, struct bv_out *out);

/*
 * Of the size that previews of links like best, or a little higher where the board needs it. With BV_PNG_ROOM any canvas
 * is whole: letters are at least two dots to a dot, so that every second row is as the one above it.
 */
struct bv_picture_size bv_png_size(const struct bv_canvas *canvas);
void bv_png_draw(const struct bv_canvas *canvas, struct bv_out *out);

#endif

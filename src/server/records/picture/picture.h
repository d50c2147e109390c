/* A drawn board as a picture for those who have no terminal: as SVG, and as PNG for programs that read nothing else. */
#pragma once

#include "core/canvas.h"

enum { SVG_SIZE = 1024 * 1024, PNG_SIZE = 640 * 1024 };

struct picture_size {
    int width;
    int height;
};

/* All colours of pictures, 0xRRGGBB; the first is the plain paper. */
enum { PICTURE_INKS = BV_INK_GREY + 1, PICTURE_COLOURS = 3 * PICTURE_INKS };
extern const uint32_t picture_colours[PICTURE_COLOURS];

/* The number of a cell's colour: of its paper, and of its ink, which is deep on light paper and bright on dark. */
uint8_t picture_background_of(const struct bv_cell *cell);
uint8_t picture_ink_of(const struct bv_cell *cell);

/* With SVG_SIZE it is whole. */
void svg_draw(const struct bv_canvas *canvas, struct bv_out *out);

/*
 * Of the size that previews of links like best, or a little higher where the board needs it. With PNG_SIZE any canvas
 * is whole: letters are at least two dots to a dot, so that every second row is as the one above it.
 */
struct picture_size png_size(const struct bv_canvas *canvas);
void png_draw(const struct bv_canvas *canvas, struct bv_out *out);

/*
 * A small drawing surface of character cells. A game draws on it once; it is printed in colour with
 * Unicode, or in plain ASCII. Every cell carries both characters, and what matters never depends on
 * colour alone.
 */
#pragma once

#include "core/text.h"

enum { BV_CANVAS_WIDTH = 100, BV_CANVAS_HEIGHT = 48 };

enum bv_ink {
    BV_INK_PLAIN, /* the terminal's own */
    BV_INK_BLACK,
    BV_INK_RED,
    BV_INK_GREEN,
    BV_INK_YELLOW,
    BV_INK_BLUE,
    BV_INK_MAGENTA,
    BV_INK_CYAN,
    BV_INK_WHITE,
    BV_INK_GREY,
};

struct bv_cell {
    uint16_t rune; /* Unicode, printed in colour mode */
    char plain;    /* ASCII */
    uint8_t ink;
    uint8_t paper;
    bool bold;
    int16_t point; /* of the board, to which it belongs; -1: none */
};

struct bv_box {
    int x, y, width, height;
};

struct bv_canvas {
    int width;
    int height;
    struct bv_cell cell[BV_CANVAS_HEIGHT][BV_CANVAS_WIDTH];
};

struct bv_style {
    uint8_t ink;
    uint8_t paper;
    bool bold;
};

/* Blank. */
void bv_canvas_clear(struct bv_canvas *canvas, int width, int height);

/* These cells belong to a point of the board: touching one of them selects that point. */
void bv_canvas_point(struct bv_canvas *canvas, struct bv_box box, int point);

/* ASCII text from (x, y) rightwards; what falls outside is dropped. */
void bv_draw(struct bv_canvas *canvas, int x, int y, const char *text, struct bv_style style);

/* A number from (x, y) rightwards. */
void bv_draw_number(struct bv_canvas *canvas, int x, int y, int number, struct bv_style style);

/* One character with its ASCII replacement. */
void bv_draw_rune(struct bv_canvas *canvas, int x, int y, uint16_t rune, char plain,
                  struct bv_style style);

/* The canvas as lines of text. Plain: ASCII, no escape sequences, no trailing blanks. */
void bv_canvas_print(const struct bv_canvas *canvas, bool colour, struct bv_out *out);

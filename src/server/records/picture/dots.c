#include "server/records/picture/font.h"
#include "server/records/picture/picture.h"
#include "server/records/picture/png.h"
#include "util/memory.h"

enum { WIDTH = 1200, HEIGHT = 630, MARGIN = 18, LEAST_SCALE = 2 };

/* The part of a canvas that something is drawn on: what is blank all around is left out. */
struct frame {
    int left, top, right, bottom; /* the last two just outside */
};

/* Where a frame goes: how many dots across and down a dot of a letter is, and the top left corner. */
struct layout {
    struct picture_size size;
    struct frame frame;
    int across, down, x, y;
};

struct sheet {
    struct layout layout;
    uint8_t *rows;
};

static struct frame frame_of(const struct bv_canvas *canvas)
{
    struct frame frame = {canvas->width, canvas->height, 0, 0};
    for (int y = 0; y < canvas->height; y++) {
        for (int x = 0; x < canvas->width; x++) {
            const struct bv_cell *cell = &canvas->cell[y][x];
            if (cell->rune == ' ' && cell->paper == BV_INK_PLAIN) continue;
            if (x < frame.left) frame.left = x;
            if (y < frame.top) frame.top = y;
            if (x >= frame.right) frame.right = x + 1;
            if (y >= frame.bottom) frame.bottom = y + 1;
        }
    }
    return frame.right ? frame : (struct frame){0};
}

static int at_least(int number, int least)
{
    return number > least ? number : least;
}

/* As large as it fits, centred; what does not fit at the least scale that can be read makes the picture larger. */
static struct layout layout_of(const struct bv_canvas *canvas)
{
    struct frame frame = frame_of(canvas);
    int width = at_least(frame.right - frame.left, 1) * FONT_WIDTH;
    int height = at_least(frame.bottom - frame.top, 1) * FONT_HEIGHT;
    int across = at_least((WIDTH - 2 * MARGIN) / width, LEAST_SCALE);
    int down = at_least((HEIGHT - 2 * MARGIN) / height, LEAST_SCALE);
    /* Letters may be somewhat slender, never broad. */
    if (across > down) across = down;
    if (down > across * 3 / 2) down = across * 3 / 2;
    struct picture_size size = {at_least(across * width + 2 * MARGIN, WIDTH),
                                at_least(down * height + 2 * MARGIN, HEIGHT)};
    int x = (size.width - across * width) / 2;
    int y = (size.height - down * height) / 2;
    return (struct layout){size, frame, across, down, x, y};
}

static void fill(struct sheet *sheet, int x, int y, int width, int height, uint8_t colour)
{
    size_t row = (size_t)sheet->layout.size.width + 1;
    for (int line = y; line < y + height; line++)
        memset(sheet->rows + (size_t)line * row + 1 + x, colour, (size_t)width);
}

/* Bold ink is one dot broader: there is always a margin that it may reach into. */
static void draw_letter(struct sheet *sheet, const struct bv_cell *cell, int left, int top)
{
    int across = sheet->layout.across;
    int down = sheet->layout.down;
    int letter = font_glyph_of(cell->rune);
    if (letter < 0) letter = font_glyph_of((uint16_t)cell->plain);
    if (letter < 0) return;
    for (int y = 0; y < FONT_HEIGHT; y++)
        for (int x = 0; x < FONT_WIDTH; x++)
            if (font_ink(letter, x, y))
                fill(sheet, left + x * across, top + y * down, across + cell->bold, down,
                     picture_ink_of(cell));
}

static void draw_cell(struct sheet *sheet, const struct bv_canvas *canvas, int x, int y)
{
    const struct layout *layout = &sheet->layout;
    const struct bv_cell *cell = &canvas->cell[y][x];
    int width = FONT_WIDTH * layout->across;
    int height = FONT_HEIGHT * layout->down;
    int left = layout->x + (x - layout->frame.left) * width;
    int top = layout->y + (y - layout->frame.top) * height;
    fill(sheet, left, top, width, height, picture_background_of(cell));
    if (cell->rune != ' ') draw_letter(sheet, cell, left, top);
}

struct picture_size png_size(const struct bv_canvas *canvas)
{
    return layout_of(canvas).size;
}

void png_draw(const struct bv_canvas *canvas, struct bv_out *out)
{
    struct sheet sheet = {.layout = layout_of(canvas)};
    const struct picture_size *size = &sheet.layout.size;
    const struct frame *frame = &sheet.layout.frame;
    /* All noughts: the plain paper. */
    sheet.rows = memory_new(((size_t)size->width + 1) * (size_t)size->height);
    for (int y = frame->top; y < frame->bottom; y++)
        for (int x = frame->left; x < frame->right; x++) draw_cell(&sheet, canvas, x, y);
    struct png png = {size->width, size->height, picture_colours, PICTURE_COLOURS, sheet.rows};
    png_write(&png, out);
    free(sheet.rows);
}

/* Pictures of boards: what is written as PNG can be read again dot by dot, and no sign of a game lacks its letter. */
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "server/records/picture/font.h"
#include "server/records/picture/picture.h"
#include "server/records/picture/png.h"
#include "support.h"

static void expect_inflates(const uint8_t *bytes, size_t length, const uint8_t *expected,
                            size_t size)
{
    uint8_t *got = calloc(size, 1);
    uLongf found = size;
    assert_int_equal(uncompress(got, &found, bytes, length), Z_OK);
    assert_int_equal(found, size);
    assert_memory_equal(got, expected, size);
    free(got);
}

/* ---- The writer --------------------------------------------------------------------------------------------------- */

static char file[PNG_SIZE];

static void the_smallest_picture_is_known_byte_by_byte(void **state)
{
    static const uint8_t rows[] = {0, 0};
    static const uint32_t colours[] = {0x102030};
    static const uint8_t expected[] = {
        0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0x00, 0x00, 0x00, 0x0d, 0x49, 0x48,
        0x44, 0x52, 0x00, 0x00, 0x00, 0x01, 0x00, 0x00, 0x00, 0x01, 0x08, 0x03, 0x00, 0x00,
        0x00, 0x28, 0xcb, 0x34, 0xbb, 0x00, 0x00, 0x00, 0x03, 0x50, 0x4c, 0x54, 0x45, 0x10,
        0x20, 0x30, 0x08, 0x01, 0x8a, 0xa4, 0x00, 0x00, 0x00, 0x0a, 0x49, 0x44, 0x41, 0x54,
        0x78, 0x01, 0x63, 0x60, 0x00, 0x00, 0x00, 0x02, 0x00, 0x01, 0x73, 0x75, 0x01, 0x18,
        0x00, 0x00, 0x00, 0x00, 0x49, 0x45, 0x4e, 0x44, 0xae, 0x42, 0x60, 0x82,
    };
    (void)state;
    struct bv_out out = bv_out_into(file, sizeof file);
    png_write(&(struct png){1, 1, colours, 1, rows}, &out);
    assert_int_equal(out.length, sizeof expected);
    assert_memory_equal(out.text, expected, sizeof expected);
}

/* Runs of every length, noise of every colour, and rows as those above, at widths with distances of every class. */
static void what_is_written_can_be_read_again(void **state)
{
    enum { SIZE = 200000, DATA = 8 + 25 + 12 + 3 * 256 + 8, END = 4 + 12 };
    static uint8_t rows[SIZE];
    static char large[2 * SIZE];
    static uint32_t colours[256];
    (void)state;
    for (int width = 1; width <= 32767; width = width * 3 / 2 + 1) {
        int height = SIZE / (width + 1) < 300 ? SIZE / (width + 1) : 300;
        size_t row = (size_t)width + 1;
        for (int y = 0; y < height; y++) {
            uint8_t *dots = rows + row * (size_t)y;
            memset(dots, 0, row);
            for (int x = 0, run = 1; x < width; x += run, run = run % 300 + 1)
                memset(dots + 1 + x, (y / 3 * 31 + x * 7) & 0xff,
                       (size_t)(x + run < width ? run : width - x));
        }
        struct bv_out out = bv_out_into(large, sizeof large);
        png_write(&(struct png){width, height, colours, 256, rows}, &out);
        assert_false(out.cut);
        expect_inflates((const uint8_t *)large + DATA, out.length - DATA - END, rows,
                        row * (size_t)height);
    }
}

static void too_little_room_is_said(void **state)
{
    static const uint8_t rows[] = {0, 0};
    static const uint32_t colours[] = {0};
    (void)state;
    for (size_t capacity = 1; capacity < 70; capacity++) {
        struct bv_out out = bv_out_into(file, capacity);
        png_write(&(struct png){1, 1, colours, 1, rows}, &out);
        assert_true(out.cut && out.length < capacity);
    }
}

/* ---- Boards ------------------------------------------------------------------------------------------------------- */

static void has_width(struct session *s, void *context)
{
    static struct bv_canvas canvas;
    (void)context;
    s->terms.game->draw(&s->terms, &s->state, &canvas);
    for (int y = 0; y < canvas.height; y++)
        for (int x = 0; x < canvas.width; x++)
            if (canvas.cell[y][x].rune != ' ' && font_glyph_of(canvas.cell[y][x].rune) < 0)
                fail_msg("%s draws U+%04x, which has no letter", s->terms.game->id,
                         (unsigned)canvas.cell[y][x].rune);
}

static void every_sign_of_every_game_has_a_letter(void **state)
{
    (void)state;
    for (size_t i = 0; i < bv_game_count; i++) random_games(bv_games[i]->id, 1, 7, has_width, NULL);
}

/* No two letters look alike, and each has ink: but for the two upright lines, which are one. */
static void width_can_be_told_apart(void **state)
{
    (void)state;
    for (int a = font_glyph_of('!'); a <= font_glyph_of(0x2020); a++) {
        for (int b = -1; b < a; b++) {
            int different = 0;
            for (int y = 0; y < FONT_HEIGHT; y++)
                for (int x = 0; x < FONT_WIDTH; x++)
                    different += font_ink(a, x, y) != (b >= 0 && font_ink(b, x, y));
            assert_true(different || (a == font_glyph_of(0x2502) && b == font_glyph_of('|')));
        }
    }
    assert_int_equal(font_glyph_of(' '), -1);
    assert_int_equal(font_glyph_of(0x2603), -1);
}

static void the_fullest_canvas_is_small(void **state)
{
    static struct bv_canvas canvas;
    (void)state;
    bv_canvas_clear(&canvas, BV_CANVAS_WIDTH, BV_CANVAS_HEIGHT);
    for (int y = 0; y < canvas.height; y++)
        for (int x = 0; x < canvas.width; x++)
            bv_draw_rune(
                &canvas, x, y, (uint16_t)('!' + (x * 7 + y * 5) % 94), '?',
                (struct bv_style){(uint8_t)((x + y) % 9 + 1), (uint8_t)((x * 3 + y) % 9), true});
    struct bv_out out = bv_out_into(file, sizeof file);
    png_draw(&canvas, &out);
    assert_false(out.cut);
    assert_in_range(out.length, 1000, 300000);
}

static void an_empty_canvas_is_a_picture_too(void **state)
{
    static struct bv_canvas canvas;
    (void)state;
    bv_canvas_clear(&canvas, 10, 10);
    struct picture_size size = png_size(&canvas);
    assert_int_equal(size.width, 1200);
    assert_int_equal(size.height, 630);
    struct bv_out out = bv_out_into(file, sizeof file);
    png_draw(&canvas, &out);
    assert_false(out.cut);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_smallest_picture_is_known_byte_by_byte),
        cmocka_unit_test(what_is_written_can_be_read_again),
        cmocka_unit_test(too_little_room_is_said),
        cmocka_unit_test(every_sign_of_every_game_has_a_letter),
        cmocka_unit_test(width_can_be_told_apart),
        cmocka_unit_test(the_fullest_canvas_is_small),
        cmocka_unit_test(an_empty_canvas_is_a_picture_too),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

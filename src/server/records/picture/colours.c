#include "server/records/picture/picture.h"

enum { BRIGHT = PICTURE_INKS, DEEP = 2 * PICTURE_INKS };

const uint32_t picture_colours[PICTURE_COLOURS] = {
    [BV_INK_PLAIN] = 0x221c16,
    [BV_INK_BLACK] = 0x0d0b09,
    [BV_INK_RED] = 0xd98b78,
    [BV_INK_GREEN] = 0x86ab62,
    [BV_INK_YELLOW] = 0xd6ab4a,
    [BV_INK_BLUE] = 0x1f4a6b,
    [BV_INK_MAGENTA] = 0xcf8db2,
    [BV_INK_CYAN] = 0x6fb5b6,
    [BV_INK_WHITE] = 0xe6dcc6,
    [BV_INK_GREY] = 0xa2978a,

    [BRIGHT + BV_INK_PLAIN] = 0xefe6d2,
    [BRIGHT + BV_INK_BLACK] = 0x0d0b09,
    [BRIGHT + BV_INK_RED] = 0xef7b66,
    [BRIGHT + BV_INK_GREEN] = 0x9ccb74,
    [BRIGHT + BV_INK_YELLOW] = 0xf0c95a,
    [BRIGHT + BV_INK_BLUE] = 0x7fb2e5,
    [BRIGHT + BV_INK_MAGENTA] = 0xe59ac4,
    [BRIGHT + BV_INK_CYAN] = 0x74cfd0,
    [BRIGHT + BV_INK_WHITE] = 0xffffff,
    [BRIGHT + BV_INK_GREY] = 0x8d8273,

    [DEEP + BV_INK_PLAIN] = 0x221c16,
    [DEEP + BV_INK_BLACK] = 0x0d0b09,
    [DEEP + BV_INK_RED] = 0x9b2213,
    [DEEP + BV_INK_GREEN] = 0x2c5216,
    [DEEP + BV_INK_YELLOW] = 0x6b4a00,
    [DEEP + BV_INK_BLUE] = 0x174a86,
    [DEEP + BV_INK_MAGENTA] = 0x7a1f56,
    [DEEP + BV_INK_CYAN] = 0x0f5556,
    [DEEP + BV_INK_WHITE] = 0xffffff,
    [DEEP + BV_INK_GREY] = 0x5a5146,
};

uint8_t picture_background_of(const struct bv_cell *cell)
{
    return cell->paper;
}

uint8_t picture_ink_of(const struct bv_cell *cell)
{
    bool dark =
        cell->paper == BV_INK_PLAIN || cell->paper == BV_INK_BLACK || cell->paper == BV_INK_BLUE;
    return (uint8_t)((dark ? BRIGHT : DEEP) + cell->ink);
}

/* A small type case: the printable characters of ASCII and the signs that the boards of the games are drawn with. */
#pragma once

#include "core/base.h"

enum { FONT_WIDTH = 6, FONT_HEIGHT = 9 };

/* The number of a character's letter in the case; negative if it has none. A blank has none. */
int font_glyph_of(uint16_t rune);

/* Whether a letter has ink there; (0, 0) is the top left. */
bool font_ink(int letter, int x, int y);

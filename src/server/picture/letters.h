/* A small type case: the printable characters of ASCII and the signs that the boards of the games are drawn with. */
#ifndef BV_LETTERS_H
#define BV_LETTERS_H

#include "core/base.h"

enum { BV_LETTER_WIDTH = 6, BV_LETTER_HEIGHT = 9 };

/* The number of a character's letter in the case; negative if it has none. A blank has none. */
int bv_letter_of(uint16_t rune);

/* Whether a letter has ink there; (0, 0) is the top left. */
bool bv_letter_ink(int letter, int x, int y);

#endif

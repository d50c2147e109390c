/* Text over several lines, wrapped at blanks. */
#ifndef TUI_WRAP_H
#define TUI_WRAP_H

#include "tui/screen.h"

/* The number of bytes of a text that fit on a first line of so many columns: up to a blank, if
 * there is one. */
size_t wrap_at(const char *text, int width);

/* Draws at most so many lines of a text. */
void wrap_put(struct bv_box place, const char *text, enum look look);

#endif

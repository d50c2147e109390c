/* Text over several lines, broken at blanks. */
#ifndef BIVOUAC_WRAP_H
#define BIVOUAC_WRAP_H

#include "tui/screen.h"

/* How many bytes of a text stand on its first line of so many columns: up to a blank, if there is one. */
size_t wrap_at(const char *text, int width);

/* Shows at most so many lines of a text. */
void wrap_put(struct bv_box place, const char *text, enum look look);

#endif

/* UTF-8 as letters of a terminal: what it can show, and how many columns that takes. */
#ifndef BIVOUAC_LETTERS_H
#define BIVOUAC_LETTERS_H

#include <stdbool.h>
#include <wchar.h>

enum { LETTERS_MAX = 8 };

struct letters_left {
    const char *text;
};

/*
 * Takes the next character off the front and says how it is shown: itself, or, where there is only ASCII, what stands for
 * it (`é` is `e`, `…` is `...`). False at the end. What cannot be shown is `?`.
 */
bool letters_take(struct letters_left *left, bool ascii, wchar_t letters[LETTERS_MAX]);

int letters_columns(const wchar_t *letters);

/* One character as UTF-8 with its NUL; false if it is none. */
bool letters_write(wchar_t letter, char text[8]);

#endif

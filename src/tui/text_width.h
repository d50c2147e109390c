/* UTF-8 on a terminal: which characters it can show, and how many columns they take. */
#pragma once

#include <stdbool.h>
#include <wchar.h>

enum { WIDTH_MAX = 8 };

struct width_left {
    const char *text;
};

/*
 * Takes the next character off the front and returns how it is shown: itself, or, where there is
 * only ASCII, a replacement (`é` is `e`, `…` is `...`). False at the end. What cannot be shown is
 * `?`.
 */
bool width_take(struct width_left *left, bool ascii, wchar_t letters[WIDTH_MAX]);

int width_columns(const wchar_t *letters);

/* One character as UTF-8 with its NUL; false if it is invalid. */
bool width_write(wchar_t letter, char text[8]);

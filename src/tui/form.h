/* A form: rows of a name and a value, changed with the arrow keys, until it is accepted. */
#pragma once

#include "tui/screen.h"

enum { FORM_VALUES = 12 };

struct form_row {
    const char *name;
    int count;
    const char *value[FORM_VALUES];
    const char *about[FORM_VALUES]; /* what the value means; NULL: no explanation */
    int chosen;
};

/* False: the player left the form. F1 calls `help`. */
bool form_fill(const char *title, const char *about, struct form_row *row, int rows,
               void (*help)(void *), void *context);

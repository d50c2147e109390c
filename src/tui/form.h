/* A form: rows of a name and a value, changed with the arrows, until it is accepted. */
#ifndef BIVOUAC_FORM_H
#define BIVOUAC_FORM_H

#include "tui/screen.h"

enum { FORM_VALUES = 12 };

struct form_row {
    const char *name;
    int count;
    const char *value[FORM_VALUES];
    const char *about[FORM_VALUES]; /* what the value means; NULL: it speaks for itself */
    int chosen;
};

/* False: one has left it. */
bool form_fill(const char *title, const char *about, struct form_row *row, int rows);

#endif

/* Descriptions of common terminals that are built into the single-file program (BIVOUAC_STATIC),
 * for machines that have none. */
#ifndef TUI_TERMINALS_H
#define TUI_TERMINALS_H

#include <stdbool.h>

struct terminal_description {
    const char *name;
    const char *text; /* in the form that $TERMINFO may hold */
};

/* Written by tools/embed-terminals; the last has no name. */
extern const struct terminal_description terminal_descriptions[];

/* Gives ncurses the built-in description of a terminal; false if there is none. */
bool terminals_lend(const char *type);

#endif

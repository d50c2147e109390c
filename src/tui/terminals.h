/* Descriptions of usual terminals that travel with the program when it is one file (BIVOUAC_STATIC), for machines that have none. */
#ifndef BIVOUAC_TUI_TERMINALS_H
#define BIVOUAC_TUI_TERMINALS_H

#include <stdbool.h>

struct terminal_description {
    const char *name;
    const char *text; /* as $TERMINFO may hold it */
};

/* Written by tools/embed-terminals; the last has no name. */
extern const struct terminal_description terminal_descriptions[];

/* Lends ncurses our description of a terminal; false if there is none. */
bool terminals_lend(const char *type);

#endif

/*
 * Restores the terminal however the program ends. A request to end is noted and handled by the loop
 * that waits for keys. After an error of the program (an assert, a bad access) that is not
 * possible, so what must be written is prepared beforehand and needs only system calls.
 */
#pragma once

#include <stdbool.h>

/* Whether a kind of terminal supports full-screen drawing; also prepares what must be written to
 * leave it. */
bool restore_knows(const char *type);

/* Call before the screen is opened, after terminal_restore_learn. */
void restore_prepare(void);

/* Call after it is closed. */
void restore_done(void);

/* Whether the program was asked to end; and the descriptor that becomes readable then (-1: none).
 * */
bool restore_asked(void);
int restore_descriptor(void);

/* The terminal has gone away; handled as if the program were asked to end. */
bool restore_terminal_gone(void);

/* Descriptions of common terminals that are built into the single-file program (BIVOUAC_STATIC),
 * for machines that have none. Written by tools/embed-terminals; the last has no name. */
struct terminal_description {
    const char *name;
    const char *text; /* in the form that $TERMINFO may hold */
};
extern const struct terminal_description terminal_descriptions[];

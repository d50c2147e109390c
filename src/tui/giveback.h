/*
 * The terminal is given back as it was found, however the program ends. Whoever asks it to end is noted and heard by the
 * loop that waits for keys; an error of ours (an assert, a bad access) has no time for that, so what must be written is
 * prepared beforehand and needs nothing but system calls.
 */
#ifndef BIVOUAC_GIVEBACK_H
#define BIVOUAC_GIVEBACK_H

#include <stdbool.h>

/* Whether a kind of terminal can fill a screen; what must be written to leave it is learnt. */
bool giveback_knows(const char *type);

/* Before the screen is opened, and after its kind was learnt. */
void giveback_prepare(void);

/* After it was closed. */
void giveback_done(void);

/* Whether the program was asked to end; and what becomes readable then (-1: nothing is prepared). */
bool giveback_asked(void);
int giveback_descriptor(void);

/* Whether the terminal has gone away; noted as if the program were asked to end. */
bool giveback_terminal_gone(void);

#endif

/* A game at one terminal, line by line: its players, and what people can say besides tokens. */
#ifndef BIVOUAC_PLAY_H
#define BIVOUAC_PLAY_H

#include "cli/cli.h"
#include "play/sitting.h"

/* Asks for a game on the terminal; NULL if the person leaves. Sets the opponent: `person` or a level. */
const struct bv_game *pick_game(const struct options *options, const char **against);

/* Reads one line into `line` without its newline and surrounding blanks; false at the end of input. */
bool ask(const char *prompt, char *line, size_t size);

/* The seed that was asked for, or another one every time. */
uint64_t seed_of(const struct options *options);

/* The whole game line by line; an exit code. */
int play_plain(const struct options *options);

#endif

/* A game at one terminal, line by line: its players, and the commands besides tokens. */
#ifndef CLI_PLAY_H
#define CLI_PLAY_H

#include "cli/cli.h"
#include "play/local_game.h"

/* Asks for a game on the terminal; NULL if the player leaves. Sets the opponent: `person` or a
 * level. */
const struct bv_game *pick_game(const struct options *options, const char **against);

/* Reads one line into `line` without its newline and surrounding blanks; false at the end of input.
 * */
bool ask(const char *prompt, char *line, size_t size);

/* The seed of --seed, or a random one. */
uint64_t seed_of(const struct options *options);

/* The whole game line by line; an exit code. */
int play_plain(const struct options *options);

#endif

/* bivouac play --plain. */
#ifndef CLI_PLAIN_H
#define CLI_PLAIN_H

#include "cli/cli.h"
#include "tui/tui.h"

/* Plays a whole game line by line; returns an exit code. */
int play_plain(struct tui_plan *plan);

#endif

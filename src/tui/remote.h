/* A table of a house, seen and played at from this terminal. */
#ifndef BIVOUAC_REMOTE_H
#define BIVOUAC_REMOTE_H

#include "tui/tui.h"

enum tui_end remote_play(const struct tui_wishes *wishes, char farewell[512],
                         struct bv_error *error);

#endif

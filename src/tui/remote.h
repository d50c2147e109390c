/* An evening at a table of a house. */
#ifndef BIVOUAC_REMOTE_H
#define BIVOUAC_REMOTE_H

#include "tui/tui.h"

enum tui_end remote_play(const struct tui_wishes *wishes, char farewell[512],
                         struct bv_error *error);

#endif

/* Plays at a table of a server. */
#ifndef TUI_REMOTE_H
#define TUI_REMOTE_H

#include "tui/tui.h"

enum tui_end remote_play(const struct tui_plan *plan, char farewell[512], struct bv_error *error);

#endif

/* bivouac play, full screen. */
#ifndef BIVOUAC_TUI_H
#define BIVOUAC_TUI_H

#include "core/terms.h"
#include "tui/screen.h"

struct tui_wishes {
    struct screen_wishes looks;
    struct bv_request request; /* game NULL: the person picks one */
    const char *against;       /* NULL: the person chooses, where nothing else is said */
    const char *side;
    const char *save;   /* a file to write on leaving */
    const char *resume; /* a record to go on with */
    uint64_t seed;
    /* A table of a house. */
    const char *server;
    const char *table;
    const char *name;
    const char *key;
};

enum tui_end {
    TUI_LEFT,
    TUI_NO_TERMINAL, /* the error says why; nothing was shown */
    TUI_MISUSED,
    TUI_FAILED,
};

/* The whole evening. `farewell` is what may be printed when the terminal is given back; "" nothing. */
enum tui_end tui_play(const struct tui_wishes *wishes, char farewell[512], struct bv_error *error);

/* Draws a game's screen again and again: milliseconds a frame, the middle one of all and the slowest. */
struct tui_speed {
    double middle, worst;
};
bool tui_measure(const struct bv_game *game, int rows, int columns, struct tui_speed *speed,
                 struct bv_error *error);

#endif

/* bivouac play, full screen. */
#ifndef TUI_TUI_H
#define TUI_TUI_H

#include "core/terms.h"
#include "tui/screen.h"

struct tui_commands {
    struct screen_commands looks;
    struct bv_request request; /* game NULL: the player picks one */
    const char *against;       /* NULL: the player chooses */
    const char *side;
    const char *save;   /* a file to write on leaving */
    const char *resume; /* a record to continue */
    uint64_t seed;
    /* A table of a server. */
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

/* Runs the whole program. `farewell` is the text to print once the terminal is restored; "":
 * nothing. */
enum tui_end tui_play(const struct tui_commands *commands, char farewell[512],
                      struct bv_error *error);

/* Draws a game's screen repeatedly: milliseconds a frame, the median and the slowest. */
struct tui_speed {
    double middle, worst;
};
bool tui_measure(const struct bv_game *game, int rows, int columns, struct tui_speed *speed,
                 struct bv_error *error);

#endif

/* bivouac play, full screen. */
#pragma once

#include "core/terms.h"
#include "tui/screen.h"

/* What is to be played. */
struct tui_plan {
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
enum tui_end tui_play(const struct tui_plan *plan, const struct screen_looks *looks,
                      char farewell[512], struct bv_error *error);

/* For tui.c: plays at a table of a server. */
enum tui_end remote_play(const struct tui_plan *plan, char farewell[512], struct bv_error *error);

/* For tui.c: lets the player pick a saved game, or a new one with its options. Fills in the game, the
 * opponent and the side, or the record to resume. If the plan names a game, only that is offered.
 * False: the player left. */
bool pick_game(struct tui_plan *plan);

/* A game at this terminal: against the computer, or several people at one screen. */
#ifndef TUI_LOCAL_H
#define TUI_LOCAL_H

#include "play/local_game.h"
#include "play/saved_games.h"
#include "play/thinker.h"
#include "tui/game.h"

struct local {
    struct tui_game game;
    struct local_game local_game;
    struct thinker thinker;
    struct table_player
        *adviser; /* computes advice, in place of the computer; NULL: none requested */
    struct player_spec adviser_spec;
    char path[SAVED_PATH]; /* where the game is saved; "": nowhere */
};

/* Takes ownership of the local game, whose seats are assigned already. `path`: where it is saved;
 * NULL: a new file. */
bool local_open(struct local *local, struct local_game *local_game, const char *path);

#endif

/* A game at this terminal: against the computer, or several people on one device. */
#pragma once

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
    size_t shown;          /* after the end: how many tokens of the game are shown as played */
};

/* Takes ownership of the local game, whose seats are assigned already. `path`: where it is saved;
 * NULL: a new file. */
bool local_open(struct local *local, struct local_game *local_game, const char *path);

/* Whether the game is saved: not if no person has played in it. */
bool local_is_kept(const struct local *local);

/*
 * What the program saves for a user, in $XDG_STATE_HOME/bivouac (else ~/.local/state/bivouac):
 *
 *     games/GAME-20261115-203000-4711.record         unfinished games; rewritten after every token
 *     games/NAME.record                              the same, renamed by the player
 *     finished/…                                     finished games
 *     servers/127.0.0.1:8080                         the cookie of a server, to return to the seat
 */
#pragma once

#include "core/game.h"

enum { SAVED_PATH = 1024, SAVED_MAX = 64 };

/* A game that can be resumed. */
struct saved_game_entry {
    char path[SAVED_PATH];
    char game[BV_NAME_MAX];
    char opponent[64]; /* `level:4`; "": people only */
    char side[96];     /* the seats that people hold against it, as a list */
    char name[64];     /* given by the player; "": none */
    char begun[32];
    int tokens;
    long long changed; /* seconds since 1970 */
};

/* A file name for a new game of that kind; false if nothing can be saved. */
bool saved_games_new_path(const char *game, char path[SAVED_PATH]);

/* The unfinished games, the latest first; of one kind if `game` is not NULL. */
int saved_games_list(const char *game, struct saved_game_entry list[SAVED_MAX]);

bool saved_games_delete(const struct saved_game_entry *entry);

/* Gives a game a name; false and a reason if the name cannot be used. */
bool saved_games_rename(const struct saved_game_entry *entry, const char *name,
                        struct bv_error *error);

/* Moves a finished game to the finished ones; `path` becomes its new name. */
void saved_games_finish(char path[SAVED_PATH]);

/* The cookie of a server, by its `HOST:PORT`; false: there is none. */
bool saved_cookie_read(const char *server, char *cookie, size_t size);
void saved_cookie_write(const char *server, const char *cookie);

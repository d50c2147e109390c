/*
 * What the program saves for a user, in $XDG_STATE_HOME/bivouac (else ~/.local/state/bivouac):
 *
 *     games/NAME-20261115-203000-4711.record   unfinished games; rewritten after every token
 *     finished/…                                     finished games
 *     servers/127.0.0.1:8080                         the cookie of a server, to return to the seat
 */
#ifndef PLAY_SAVED_GAMES_H
#define PLAY_SAVED_GAMES_H

#include "core/game.h"

enum { SAVED_PATH = 1024, SAVED_MAX = 64 };

/* A game that can be resumed. */
struct saved_game_entry {
    char path[SAVED_PATH];
    char game[BV_NAME_MAX];
    char opponent[64];      /* `level:4`; "": people only */
    char side[BV_NAME_MAX]; /* the side that people hold against it */
    char begun[32];
    int tokens;
    long long changed; /* seconds since 1970 */
};

/* A file name for a new game of that kind; false if nothing can be saved. */
bool saved_games_new_path(const char *game, char path[SAVED_PATH]);

/* The unfinished games, the latest first; of one kind if `game` is not NULL. */
int saved_games_list(const char *game, struct saved_game_entry list[SAVED_MAX]);

/* Moves a finished game to the finished ones; `path` becomes its new name. */
void saved_games_finish(char path[SAVED_PATH]);

/* The cookie of a server, by its `HOST:PORT`; false: there is none. */
bool saved_cookie_read(const char *server, char *cookie, size_t size);
void saved_cookie_write(const char *server, const char *cookie);

#endif

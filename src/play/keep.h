/*
 * What the program keeps for a person between two evenings, in $XDG_STATE_HOME/bivouac (else ~/.local/state/bivouac):
 *
 *     games/kriegspiel-20261115-203000-4711.record   games that are not over; each is written anew after every token
 *     finished/…                                     those that are
 *     houses/127.0.0.1:8080                          the cookie of a house, so that one comes back to one's seat
 */
#ifndef BIVOUAC_KEEP_H
#define BIVOUAC_KEEP_H

#include "core/game.h"

enum { KEEP_PATH = 1024, KEPT_MAX = 64 };

/* A game that can be taken up again. */
struct kept_game {
    char path[KEEP_PATH];
    char game[BV_NAME_MAX];
    char opponent[64];      /* `level:4`; "": people only */
    char side[BV_NAME_MAX]; /* that people hold against it */
    char begun[32];
    int tokens;
    long long changed; /* seconds since 1970 */
};

/* A name for a new game of that kind; false where nothing can be kept. */
bool keep_name_game(const char *game, char path[KEEP_PATH]);

/* The unfinished games, the latest first; of one kind if `game` is not NULL. */
int keep_list_games(const char *game, struct kept_game list[KEPT_MAX]);

/* Puts a game that is over with the finished ones; `path` becomes its new name. */
void keep_finish_game(char path[KEEP_PATH]);

/* The cookie of a house, by its `HOST:PORT`; false: there is none. */
bool keep_read_cookie(const char *house, char *cookie, size_t size);
void keep_write_cookie(const char *house, const char *cookie);

#endif

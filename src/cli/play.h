/* A game at one terminal, line by line: its players, its history, and what people can say besides tokens. */
#ifndef BIVOUAC_PLAY_H
#define BIVOUAC_PLAY_H

#include "cli/cli.h"
#include "cli/history.h"
#include "contest/entrant.h"

struct evening {
    const struct options *options;
    struct session *session;
    struct bv_random random;
    bv_seats people;            /* seats that people hold */
    struct bv_seated *computer; /* holds the others; NULL: nobody does */
    int shown_to;               /* whose secrets are on the screen; -1: nobody's yet */
    bool stale;                 /* chance or the computer has acted since the board was drawn */
    char begun[BV_DATE_SIZE];
    char player[BV_SEATS_MAX][BV_PLAYER_MAX + 1]; /* as a resumed record names them */
    struct history history;
    struct saved_game *resumed; /* whose session and history this is; NULL: a new game */
    union bv_state *undo;       /* states before each of the last tokens that may be taken back */
    size_t undo_count, undo_room;
};

/* Asks for a game on the terminal; NULL if the person leaves. Sets the opponent: `person` or a level. */
const struct bv_game *pick_game(const struct options *options, const char **against);

/* Reads one line into `line` without its newline and surrounding blanks; false at the end of input. */
bool ask(const char *prompt, char *line, size_t size);

/* Writes the game so far as a record; complains and returns false if that fails. */
bool save_record(const struct evening *evening, const char *path);

/* Reads a record into a fresh session and the history. */
bool resume_record(struct evening *evening, const char *path);

#endif

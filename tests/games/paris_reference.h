/*
 * Siege de Paris once more, slowly and straight from the sheet: it knows a position only by its line of text and
 * the board only by the sheet's words, and shares nothing with the rules it is compared with.
 */
#pragma once

#include <stdbool.h>

enum { REFERENCE_TOKENS = 256, REFERENCE_HISTORY = 2100, REFERENCE_ROWS = 16 * 13 };

struct reference_options {
    const char *board;
    bool forward; /* diagonals=forward */
    bool lifted;  /* impasse=lifted */
    bool orthogonal, adjacent, reach;
    bool never;    /* return=never */
    bool officers; /* sortie=officers */
    bool moved;    /* summons=moved */
};

/* A position as its text says it. */
struct reference_position {
    char rows[REFERENCE_ROWS];
    char cell[16][12]; /* [0] is rank 1 */
    int turn;          /* of the cycle G B G N, from nought */
    char phase[16];    /* "" for moving */
    char summoned[4];
    char moved[4];
    int moves, quiet, since;
};

struct reference_list {
    int count;
    char token[REFERENCE_TOKENS][8];
};

/* What has happened so far in a game that is watched from its beginning. */
struct reference_game {
    struct reference_position last;
    int moves, quiet;
    int turns; /* begun so far */
    char history[REFERENCE_HISTORY][REFERENCE_ROWS + 8];
};

bool reference_parse(const char *text, struct reference_position *position);

/* The legal tokens, in byte order. */
void reference_tokens(const struct reference_position *position,
                      const struct reference_options *options, struct reference_list *list);

/*
 * Watches a game: given each new position, says which phase it ought to be in ("", "summons", "stormed" …). Begins
 * anew with the position in which the General is to be placed.
 */
const char *reference_judge(struct reference_game *game, const struct reference_options *options,
                            const struct reference_position *position);

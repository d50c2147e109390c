/*
 * Les Belligérants once more, plain and slow, straight from the sheet: a board of squares with
 * pawns on them, and tokens as text. It shares nothing with the fast rules but the map and the
 * options; the tests play both side by side.
 */
#pragma once

#include "support.h"

enum { REFERENCE_SIZE = 16, REFERENCE_TOKENS = BELL_LIST_CAP, REFERENCE_TOKEN = 32 };

struct reference_square {
    char ground; /* letter of the map */
    bool star;
    bool pawn;
    int side;  /* holder */
    int first; /* first owner */
    int kind;
};

enum reference_phase {
    REFERENCE_SETUP,
    REFERENCE_LOTS,
    REFERENCE_ASK,
    REFERENCE_PRICE,
    REFERENCE_ANSWER,
    REFERENCE_ROLL,
    REFERENCE_MOVE,
    REFERENCE_FORFEIT,
    REFERENCE_OVER,
};

struct reference {
    bool armistice;
    bool open; /* the own camp */
    bool forced;
    int ask_again, quiet_moves, all_moves;
    int files, ranks;
    struct reference_square at[REFERENCE_SIZE][REFERENCE_SIZE]; /* [file][rank] */
    enum reference_phase phase;
    int turn;
    int number; /* 6: the Devil */
    int placed[2];
    int own_turn[2]; /* how many turns a side has begun */
    int last_ask[2]; /* the turn it asked on; very long ago at first */
    int ransom[2];   /* value of prisoners held */
    bool entered[2];
    int moves, quiet, price;
    const char *reason;
    bool may_forfeit[REFERENCE_SIZE][REFERENCE_SIZE];

    int count;
    char token[REFERENCE_TOKENS][REFERENCE_TOKEN];
};

/* A new game on the map and with the options of a session. */
void reference_begin(struct reference *reference, const struct session *session);

/* A set of seats, as to_act has it. */
bv_seats reference_to_act(const struct reference *reference);

/* Fills `token` with the tokens of a seat, or of chance, in byte order. */
void reference_list(struct reference *reference, int seat);

void reference_play(struct reference *reference, int seat, const char *token);

/* The result line without its `= `. */
void reference_result(const struct reference *reference, char *text, size_t size);

/*
 * Échec aux Chevaliers played slowly: straight from the sheet, on a drawn board, with the whole history kept. It
 * shares nothing with the game but its board and the text of the position it begins from.
 */
#pragma once

#include "support.h"

enum { REFERENCE_FILES = 7, REFERENCE_RANKS = 14, REFERENCE_TOKENS = 4096, REFERENCE_PAST = 8192 };

struct reference_list {
    int count;
    char token[REFERENCE_TOKENS][96];
};

struct reference_table {
    char square[REFERENCE_FILES][REFERENCE_RANKS]; /* . ~ K M k m */
    char side;                                     /* S or O */
    int quiet;
    bool passed;
    bool called;
};

struct reference {
    struct reference_table now;
    bool fault; /* the last move may be called */
    struct reference_table before_fault;
    char faulty[16];  /* its squares: d2-d3 */
    const char *over; /* the reason, or NULL */
    bool men_retreat;
    bool any;
    bool overlook;
    int castle[2][2]; /* of Silver and of Gold: file and rank */
    int limit;        /* of quiet moves */
    int past;         /* positions that were on the board, the present one last */
    char history[REFERENCE_PAST][128];
};

/* Takes over the session's options, castles, limit and position, which must not be one after a fault or an end. */
void reference_begin(struct reference *reference, struct session *session);

/* What a seat may play, unsorted; an empty list: it is not to act. */
void reference_legal(const struct reference *reference, const char *seat,
                     struct reference_list *list);

void reference_play(struct reference *reference, const char *token);

/* The position as the game writes it. */
void reference_text(const struct reference *reference, char *text, size_t size);

/* The result line without its `= `, when the game is over. */
const char *reference_result(const struct reference *reference);

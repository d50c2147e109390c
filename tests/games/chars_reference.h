/*
 * Bataille de Chars once more, written straight from the sheet: slow, plain, and sharing nothing
 * with the rules but the tokens. It keeps its own game, so that the rules are compared with it in
 * what they allow and in what they do.
 */
#pragma once

#include <stdbool.h>

enum { REFERENCE_TOKENS = 256, REFERENCE_TOKEN_SIZE = 12 };

struct reference_tank {
    int square; /* 0: not set up, or destroyed */
    bool command;
    bool moved;   /* this turn */
    int stood[8]; /* the squares it has stood on this turn, the first where it began */
    int stood_count;
};

struct reference_side {
    struct reference_tank tank[6]; /* by rank */
    int depot[3];                  /* squares, 0: none */
    int gun[5];
    int mine[2];
    int placed;
    int whites;
};

struct reference {
    bool own_fire;
    struct reference_side side[2];
    enum {
        REFERENCE_SETUP,
        REFERENCE_PLOT,
        REFERENCE_MOVE,
        REFERENCE_FIGHT,
        REFERENCE_DIE,
        REFERENCE_OVER
    } phase;
    int mover;
    int turns; /* ended so far */
    int quiet;
    bool destroyed; /* something, this turn */
    int red[6], reds;
    int white[5], whites;
    int points;
    bool forward;
    struct reference_tank *last; /* the tank that moved last this turn */
    int tanks_at_start;          /* of the movement */
    int attacker, target;
};

struct reference_list {
    int count;
    char token[REFERENCE_TOKENS][REFERENCE_TOKEN_SIZE];
};

void reference_start(struct reference *r, bool own_fire);

/* Whether side 0, side 1 or chance (2) is to act. */
bool reference_acts(const struct reference *r, int who);

/* The tokens of one who acts, in canonical order; chance has the two faces of the die. */
void reference_tokens(const struct reference *r, int who, struct reference_list *list);

void reference_play(struct reference *r, int who, const char *token);

/* `V 1 G 0 elimination`; only when the game is over. */
const char *reference_result(const struct reference *r);

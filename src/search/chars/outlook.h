/*
 * What a side can tell about the enemy when it is to move: which ranks may stand where, where mines
 * may lie, what its own tanks are worth. Made from what both players know, or sharpened by a
 * belief.
 */
#pragma once

#include "games/chars/state.h"

struct chars_outlook {
    int side;
    int foes; /* living enemy tanks */
    uint8_t foe[CHARS_TANKS];
    float chance[CHARS_TANKS][CHARS_TANKS]; /* of foe and rank */
    float beats[CHARS_TANKS][CHARS_TANKS];  /* of foe and own rank: the own tank wins */
    float ties[CHARS_TANKS][CHARS_TANKS];
    float foe_worth[CHARS_TANKS];
    float worth[CHARS_TANKS]; /* of the own ranks */
    float depot[CHARS_DEPOTS];
    float gun_wins; /* C33 */
    bv_bits128 may_be_mined;
    float mine;           /* chance of a mine on each of those squares, */
    const float *mine_at; /* unless a belief knows better; else NULL */
};

/* From what both players know, and the own ranks. `s` is a view of the side or a whole state. */
void chars_outlook_make(const struct chars_tables *t, const struct chars_state *s, int side,
                        struct chars_outlook *outlook);

/* The chance that a tank of the side that ends on a square finds a mine there (C28). */
float chars_outlook_mine(const struct chars_outlook *outlook, int square);

/*
 * What the fights promise to a tank of a rank that ends on a square, in hundredths of a tank
 * (C31–C33); `own` is what it is worth itself.
 */
float chars_outlook_fights(const struct chars_tables *t, const struct chars_state *s,
                           const struct chars_outlook *outlook, int rank, float own, int square);

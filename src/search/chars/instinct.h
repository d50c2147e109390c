/*
 * Instinct: what a tank gains by a walk, judged at a glance, and whole turns drawn by such
 * judgement: better walks are likelier. It makes the candidates of a plan, guesses where the enemy
 * wants to go, and plays both sides when a plan is tried out.
 */
#pragma once

#include "core/random.h"
#include "games/storage.h"
#include "search/chars/outlook.h"
#include "search/chars/reach.h"

enum { CHARS_WALKS = 512, CHARS_TURN = 24 };

/* One tank's part of a turn. */
struct chars_walk {
    float gain; /* hundredths of a tank, if it is not shot */
    float risk; /* what the shots may cost */
    float own;  /* what is lost when the tank is shot */
    uint8_t from;
    uint8_t steps; /* 0: the movement stops (C23) */
    bool forward;
    uint8_t way[CHARS_WAY];
};

struct chars_walks {
    int count;
    bv_bits128 landing; /* where they end, all together */
    struct chars_walk walk[CHARS_WALKS];
    float weight[CHARS_WALKS];
    struct chars_reach reach;
};

/* A tank that moved in a turn, and what it is to be shot there. */
struct chars_landing {
    uint8_t square;
    uint8_t rank;
    float loss; /* the tank and what it would have gained there */
};

/* A whole movement. */
struct chars_turn {
    bv_bits128 room; /* all squares where some tank could have ended */
    float gain;
    uint8_t landings;
    uint8_t actions;
    struct chars_landing landing[CHARS_TANKS];
    bv_action action[CHARS_TURN];
};

/*
 * Draws the rest of a movement and makes its steps; what follows the movement (chars_settle) is
 * left to the caller. `heat`: hundredths of a tank that make one walk e times as likely as another;
 * `shots`: how many the mover expects to be plotted. The ranks of the mover must be known.
 */
void chars_turn_draw(const struct chars_tables *t, struct chars_state *s,
                     const struct chars_outlook *outlook, float heat, float shots,
                     struct bv_random *random, struct chars_walks *walks, struct chars_turn *turn);

/* The same with every legal step equally likely: a mover that does not think. */
void chars_turn_stray(const struct chars_tables *t, struct chars_state *s, struct bv_random *random,
                      struct chars_turn *turn);

/* How many shots a side will fire at the next movement, by habit. */
float chars_usual_shots(const struct chars_tables *t, const struct chars_state *s, int gunner);

/*
 * Plays a whole state on from the end of a movement, by instinct on both sides, for so many turns;
 * moving tanks are shot at by chance. Returns the expected score of `side`.
 */
double chars_play_on(const struct bv_terms *terms, struct chars_state *s, int side, int turns,
                     struct bv_random *random, struct chars_walks *walks);

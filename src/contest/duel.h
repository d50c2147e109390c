/* A duel: one whole game between two players, one for each side, dice and opening drawn from one stream. */
#ifndef BV_DUEL_H
#define BV_DUEL_H

#include "games/storage.h"
#include "search/seated.h"

struct bv_duel;

/* Told of every action before it is played; `answer` is NULL for chance and for the drawn opening. */
typedef void bv_duel_listener(void *context, const struct bv_duel *duel, int seat, bv_action action,
                              const struct bv_answer *answer);

struct bv_duel {
    /* Set by the caller; each player's mind is ready memory, its stream seeded. */
    const struct bv_terms *terms;
    struct bv_seated side[BV_SIDES_MAX];
    struct bv_random dice;
    uint32_t opening; /* so many actions are drawn before the players take over */
    bv_duel_listener *listen;
    void *context;
    const atomic_bool *stop; /* when set the game is broken off; may be NULL */
    /* The game. */
    union bv_state state;
    struct bv_past past;
    uint32_t plies;
    int failed_side; /* a player gave no answer: it has lost; -1 */
};

/* Plays the game to its end. False if it was broken off. */
bool bv_duel_play(struct bv_duel *duel, struct bv_result *result);

#endif

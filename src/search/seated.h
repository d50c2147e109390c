/*
 * A player that sits at a table: its mind, its budget for a turn and its random stream. Whoever runs a game asks
 * here, with the whole state; the player is given the view alone. This is the one place where one becomes the other.
 */
#ifndef BV_SEATED_H
#define BV_SEATED_H

#include "games/storage.h"
#include "search/player.h"

struct bv_seated {
    const struct bv_player *player;
    void *mind;            /* the caller's memory, player->memory(terms) bytes */
    bv_seats seats;        /* those it holds, all of one side */
    struct bv_budget turn; /* microseconds are for a whole turn, nodes and depth for a question */
    struct bv_frailty frailty;
    struct bv_random random;
    union bv_state seen; /* what it was shown last */
    /* Pacing. */
    uint16_t share;         /* as in bv_player */
    uint64_t left;          /* microseconds of this turn */
    uint32_t actions;       /* asked in this turn */
    uint32_t usual_actions; /* of a turn, in sixteenths */
};

/* A new game. */
void bv_seated_begin(struct bv_seated *seated, const struct bv_terms *terms);

/* Somebody of the other side has acted: the player's next question begins a new turn. */
void bv_seated_turn_over(struct bv_seated *seated);

/* Some of its seats are to act. */
void bv_seated_ask(struct bv_seated *seated, const struct bv_terms *terms,
                   const union bv_state *state, const struct bv_past *past, bv_seats seats,
                   struct bv_answer *answer);

/*
 * After every action of anybody. The player is shown what its side sees when that has changed: how often others act in
 * secret stays their own affair.
 */
void bv_seated_observe(struct bv_seated *seated, const struct bv_terms *terms,
                       const union bv_state *state);

#endif

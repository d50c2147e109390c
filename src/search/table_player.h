/*
 * A player at a table: its memory, its budget for a turn and its random stream. The caller that
 * runs a game asks here, with the whole state; the player is given only the view. This is the one
 * place where one becomes the other.
 */
#pragma once

#include "games/storage.h"
#include "search/player.h"

struct table_player {
    const struct search_player *player;
    void *mind;         /* the caller's memory, player->memory(terms) bytes */
    bv_seats seats;     /* those it holds, all of one side */
    struct budget turn; /* microseconds are for a whole turn, nodes and depth for a question */
    struct weakening weakening;
    struct bv_random random;
    union bv_state seen; /* what it was shown last */
    /* Pacing. */
    uint16_t share;         /* as in search_player */
    uint64_t left;          /* microseconds of this turn */
    uint32_t actions;       /* asked in this turn */
    uint32_t usual_actions; /* of a turn, in sixteenths */
};

/* A new game. */
void table_player_begin(struct table_player *seated, const struct bv_terms *terms);

/* The other side has acted: the player's next question begins a new turn. */
void table_player_turn_over(struct table_player *seated);

/* Some of its seats are to act. */
void table_player_ask(struct table_player *seated, const struct bv_terms *terms,
                      const union bv_state *state, const struct bv_past *past, bv_seats seats,
                      struct search_answer *answer);

/*
 * Call after every action. The player is shown its side's view when that has changed, so that it
 * does not learn how often others act in secret.
 */
void table_player_observe(struct table_player *seated, const struct bv_terms *terms,
                          const union bv_state *state);

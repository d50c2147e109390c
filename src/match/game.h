/* One game between two players, one a side, with dice and opening from one stream. */
#pragma once

#include "games/storage.h"
#include "search/table_player.h"

struct match_game;

/* Called before every action; `answer` is NULL for chance and for the random opening. */
typedef void match_game_listener(void *context, const struct match_game *game, int seat,
                                 bv_action action, const struct search_answer *answer);

struct match_game {
    /* Set by the caller; each player's memory is ready, its stream seeded. */
    const struct bv_terms *terms;
    struct table_player side[BV_SIDES_MAX];
    struct bv_random dice;
    uint32_t opening; /* number of random actions before the players begin */
    match_game_listener *listen;
    void *context;
    const atomic_bool *stop; /* when set, the game is aborted; may be NULL */
    /* The game. */
    union bv_state state;
    struct bv_past past;
    uint32_t plies;
    int failed_side; /* a player that gave no answer and has lost; -1 */
};

/* Plays the game to its end. False if it was aborted. */
bool match_game_play(struct match_game *game, struct bv_result *result);

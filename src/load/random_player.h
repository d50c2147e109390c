/*
 * A player of random legal moves: takes a position as the server sends it and returns a legal
 * token. It sees only what a player sees; what is legal depends on nothing else.
 */
#ifndef LOAD_RANDOM_PLAYER_H
#define LOAD_RANDOM_PLAYER_H

#include <cjson/cJSON.h>

#include "core/terms.h"
#include "games/storage.h"

/* A game in its form for two players, with working memory. */
struct random_client {
    struct bv_terms terms;
    union bv_tables tables;
    union bv_state state;
    bv_action list[BV_LIST_MAX];
};

/* On the heap; NULL and an error if the game cannot be set up. */
struct random_client *random_client_new(const struct bv_game *game, struct bv_error *error);

/* Chooses a seat of the side among those to act in a message with a position, and one of its
 * tokens. -1: it is not that side's turn. -2: the position is invalid, which is an error of the
 * server or of this client. */
int random_client_move(struct random_client *random_player, struct bv_random *random,
                       const cJSON *message, int side, struct bv_out *token);

#endif

/*
 * A player of random legal moves: takes a position as the server sends it and returns a legal
 * token. It sees only what a player sees; what is legal depends on nothing else.
 */
#ifndef LOAD_RANDOM_PLAYER_H
#define LOAD_RANDOM_PLAYER_H

#include <cjson/cJSON.h>

#include "games/session.h"

/* A game in its form for two players, on the heap; NULL and an error if it cannot be set up. */
struct session *random_player_session(const struct bv_game *game, struct bv_error *error);

/* Chooses a seat of the side that the message lists under `toAct`, and one of its tokens in the
 * message's position. -1: it
 * is not that side's turn. -2: the position is invalid, which is an error of the server or of this
 * client. */
int random_player_choose(struct session *session, struct bv_random *random, const cJSON *message,
                         int side, struct bv_out *token);

#endif

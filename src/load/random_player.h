/*
 * A player of random legal moves: takes a position as the server sends it and returns a legal
 * token. It sees only what a player sees; what is legal depends on nothing else.
 */
#ifndef LOAD_RANDOM_PLAYER_H
#define LOAD_RANDOM_PLAYER_H

#include "games/session.h"

/* A game in its form for two players, on the heap; NULL and an error if it cannot be set up. */
struct session *random_player_session(const struct bv_game *game, struct bv_error *error);

/* Chooses a seat of the side among `to_act` (a JSON array of names), and one of its tokens. -1: it
 * is not that side's turn. -2: the position is invalid, which is an error of the server or of this
 * client. */
int random_player_choose(struct session *session, struct bv_random *random, struct bv_span position,
                         struct bv_span to_act, int side, struct bv_out *token);

#endif

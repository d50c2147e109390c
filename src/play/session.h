/* Opens a game and plays tokens into it. A session is freed with free(). */
#pragma once

#include "games/session.h"

/* Opens a game at a position (NULL: at its start). Returns NULL and an error on failure. */
struct session *session_open(const struct bv_request *request, const char *position,
                             struct bv_error *error);

/* Plays `TOKEN`, `SEAT:TOKEN` or `SEAT TOKEN`. Without a seat, the only one to act plays it. */
bool session_play(struct session *session, struct bv_span word, struct bv_error *error);

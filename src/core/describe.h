/* Games and events as JSON, for the clients of a server and for a page with the rules. */
#pragma once

#include "core/game.h"

/* The facts of a game: names, sides, forms, rule options, pieces. */
void bv_describe_game(const struct bv_game *game, struct bv_out *out);

/* {"kind":"moved","side":"F","piece":0,"from":"d4","to":"d5","amount":0} */
void bv_describe_event(const struct bv_terms *terms, const struct bv_event *event,
                       struct bv_out *out);

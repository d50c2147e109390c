/* The rule book of a game on the whole screen, page by page. */
#pragma once

#include "core/game.h"

/* Until the player closes it. */
void book_open(const struct bv_game *game);

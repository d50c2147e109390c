/*
 * In a game with few actions every possible action has a number of its own, which is its fixed
 * index. In the others an index is made of the token's hash (indices.h).
 */
#pragma once

#include "core/game.h"

static inline bool actions_are_numbered(const struct bv_game *game)
{
    return game->action_kinds != 0;
}

/* How many numbers there are. */
uint32_t action_number_count(const struct bv_game *game);

/* The numbers of all actions of a legal list, in its order. */
void action_numbers(const struct bv_game *game, const bv_action *list, uint32_t count,
                    uint32_t *numbers);

/* The one list of all games. */
#include "games/storage.h"

const struct bv_game *const bv_games[] = {
    &kriegspiel_game, &chevaliers_game, &chars_game, &paris_game, &belligerants_game,
};

const size_t bv_game_count = BV_COUNT(bv_games);

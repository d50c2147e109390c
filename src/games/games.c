/* The shelf: the one list of all games. */
#include "core/game.h"

extern const struct bv_game kriegspiel_game;
extern const struct bv_game chevaliers_game;
extern const struct bv_game chars_game;
extern const struct bv_game paris_game;
extern const struct bv_game belligerants_game;

const struct bv_game *const bv_games[] = {
    &kriegspiel_game, &chevaliers_game, &chars_game, &paris_game, &belligerants_game,
};

const size_t bv_game_count = BV_COUNT(bv_games);

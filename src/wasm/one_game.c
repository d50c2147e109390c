/* The lists of games and of opponents in a module of one game, instead of those of games.c and
 * levels.c. tools/build-wasm names the two. */
#include "games/storage.h"
#include "search/levels.h"

extern const struct level_opponent ONE_OPPONENT;

const struct bv_game *const bv_games[] = {&ONE_GAME};

const size_t bv_game_count = BV_COUNT(bv_games);

const struct level_opponent *level_opponent_of(const struct bv_game *game)
{
    BV_ASSERT(game == &ONE_GAME);
    return &ONE_OPPONENT;
}

/* The one list of all opponents. */
#include "search/levels.h"

#include "search/belligerants/player.h"
#include "search/chars/player.h"
#include "search/chevaliers/player.h"
#include "search/kriegspiel/player.h"
#include "search/paris/player.h"

static const struct level_opponent *const opponents[] = {
    &kriegspiel_opponent, &chevaliers_opponent,   &chars_opponent,
    &paris_opponent,      &belligerants_opponent,
};

const struct level_opponent *level_opponent_of(const struct bv_game *game)
{
    for (size_t i = 0; i < BV_COUNT(opponents); i++)
        if (opponents[i]->game == game) return opponents[i];
    BV_ASSERT(false);
    return NULL;
}

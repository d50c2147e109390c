#include "search/levels.h"

#include "games/storage.h"
#include "search/kriegspiel/player.h"
#include "search/uct.h"

extern const struct bv_game kriegspiel_game, chevaliers_game, chars_game, paris_game,
    belligerants_game;

/* A row: nodes a question, milliseconds a turn, depth, {of a thousand moves overlooked, largest misjudgement}. */

/* Kriegspiel */
static const struct bv_opponent kriegspiel = {
    .game = &kriegspiel_game,
    .player = &bv_kriegspiel_player,
    .level =
        {
            {12, 50, 1, {600, 120}}, /* what its guns can reach */
            {25, 50, 1, {500, 80}},
            {70, 80, 1, {300, 50}},
            {120, 100, 2, {300, 40}}, /* and what the enemy's can */
            {300, 200, 2, {150, 15}},
            {1500, 500, 0, {0, 0}}, /* and turns ahead */
            {7000, 1000, 0, {0, 0}},
            {0, 2000, 0, {0, 0}},
        },
};

/* Échec aux Chevaliers */
static const struct bv_opponent chevaliers = {
    .game = &chevaliers_game,
    .player = &bv_uct,
    .level =
        {
            {10, 50, 0, {0, 0}},
            {20, 50, 0, {0, 0}},
            {40, 80, 0, {0, 0}},
            {80, 200, 0, {0, 0}},
            {160, 300, 0, {0, 0}},
            {320, 500, 0, {0, 0}},
            {640, 1000, 0, {0, 0}},
            {0, 2000, 0, {0, 0}},
        },
};

/* Bataille de Chars */
static const struct bv_opponent chars = {
    .game = &chars_game,
    .player = &bv_uct,
    .level =
        {
            {10, 50, 0, {0, 0}},
            {20, 50, 0, {0, 0}},
            {40, 80, 0, {0, 0}},
            {80, 200, 0, {0, 0}},
            {160, 300, 0, {0, 0}},
            {320, 500, 0, {0, 0}},
            {640, 1000, 0, {0, 0}},
            {0, 2000, 0, {0, 0}},
        },
};

/* Siège de Paris */
static const struct bv_opponent paris = {
    .game = &paris_game,
    .player = &bv_uct,
    .level =
        {
            {10, 50, 0, {0, 0}},
            {20, 50, 0, {0, 0}},
            {40, 80, 0, {0, 0}},
            {80, 200, 0, {0, 0}},
            {160, 300, 0, {0, 0}},
            {320, 500, 0, {0, 0}},
            {640, 1000, 0, {0, 0}},
            {0, 2000, 0, {0, 0}},
        },
};

/* Les Belligérants */
static const struct bv_opponent belligerants = {
    .game = &belligerants_game,
    .player = &bv_uct,
    .level =
        {
            {10, 50, 0, {0, 0}},
            {20, 50, 0, {0, 0}},
            {40, 80, 0, {0, 0}},
            {80, 200, 0, {0, 0}},
            {160, 300, 0, {0, 0}},
            {320, 500, 0, {0, 0}},
            {640, 1000, 0, {0, 0}},
            {0, 2000, 0, {0, 0}},
        },
};

static const struct bv_opponent *const opponents[] = {
    &kriegspiel, &chevaliers, &chars, &paris, &belligerants,
};

const struct bv_opponent *bv_opponent_of(const struct bv_game *game)
{
    for (size_t i = 0; i < BV_COUNT(opponents); i++)
        if (opponents[i]->game == game) return opponents[i];
    BV_ASSERT(false);
    return NULL;
}

#include "search/levels.h"

#include "games/storage.h"
#include "search/belligerants/player.h"
#include "search/chars/player.h"
#include "search/chevaliers/player.h"
#include "search/kriegspiel/player.h"
#include "search/paris/player.h"

/* A row: nodes a question, milliseconds a turn, depth, {of a thousand moves overlooked, largest
 * misjudgement}. */

/* Kriegspiel */
static const struct level_opponent kriegspiel = {
    .game = &kriegspiel_game,
    .player = &kriegspiel_player,
    .level =
        {
            {12, 50, 1, {600, 120}}, /* what its guns can reach */
            {25, 50, 1, {500, 80}},
            {60, 80, 1, {350, 60}},
            {80, 100, 2, {400, 70}}, /* and what the enemy's can */
            {150, 200, 2, {250, 40}},
            {250, 300, 2, {120, 15}},
            {1500, 1000, 0, {0, 0}}, /* and turns ahead */
            {0, 2000, 0, {0, 0}},
        },
};

/* Échec aux Chevaliers */
static const struct level_opponent chevaliers = {
    .game = &chevaliers_game,
    .player = &chevaliers_player,
    .level =
        {
            {30, 50, 1, {350, 220}},
            {100, 50, 2, {170, 180}},
            {250, 80, 3, {110, 165}},
            {600, 200, 0, {70, 145}},
            {1500, 300, 0, {40, 135}},
            {4500, 500, 0, {20, 115}},
            {12000, 1000, 0, {8, 95}},
            {0, 2000, 0, {0, 0}},
        },
};

/* Bataille de Chars */
static const struct level_opponent chars = {
    .game = &chars_game,
    .player = &chars_player,
    .level =
        {
            {3, 50, 1, {800, 1000}},
            {6, 50, 1, {620, 650}},
            {9, 80, 1, {470, 390}},
            {15, 200, 1, {340, 230}},
            {24, 300, 1, {230, 150}},
            {46, 500, 1, {105, 80}},
            {130, 1000, 1, {10, 25}},
            {0, 2000, 0, {0, 0}},
        },
};

/* Siège de Paris */
static const struct level_opponent paris = {
    .game = &paris_game,
    .player = &paris_player,
    .level =
        {
            {10, 50, 1, {850, 1000}},
            {40, 50, 1, {560, 480}},
            {120, 80, 2, {330, 220}},
            {240, 200, 0, {200, 110}},
            {500, 300, 0, {150, 80}},
            {1000, 500, 0, {115, 58}},
            {2000, 1000, 0, {85, 40}},
            {0, 2000, 0, {0, 0}},
        },
};

/* Les Belligérants: a node is a position judged. The first four see one move ahead, and not all of
 * it. */
static const struct level_opponent belligerants = {
    .game = &belligerants_game,
    .player = &belligerants_player,
    .level =
        {
            {1, 50, 1, {600, 150}},
            {1, 50, 1, {420, 90}},
            {1, 80, 1, {250, 45}},
            {1, 200, 1, {80, 20}},
            {400, 300, 0, {42, 11}},
            {2000, 500, 0, {30, 9}},
            {8000, 1000, 0, {12, 5}},
            {0, 2000, 0, {0, 0}},
        },
};

static const struct level_opponent *const opponents[] = {
    &kriegspiel, &chevaliers, &chars, &paris, &belligerants,
};

const struct level_opponent *level_opponent_of(const struct bv_game *game)
{
    for (size_t i = 0; i < BV_COUNT(opponents); i++)
        if (opponents[i]->game == game) return opponents[i];
    BV_ASSERT(false);
    return NULL;
}

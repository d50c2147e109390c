#include "search/levels.h"

#include "games/storage.h"
#include "search/belligerants/player.h"
#include "search/chars/player.h"
#include "search/chevaliers/player.h"
#include "search/kriegspiel/player.h"
#include "search/paris/player.h"

extern const struct bv_game kriegspiel_game, chevaliers_game, chars_game, paris_game,
    belligerants_game;

/* A row: nodes a question, milliseconds a turn, depth, {of a thousand moves overlooked, largest misjudgement}. */

/* Kriegspiel */
static const struct bv_opponent kriegspiel = {
    .game = &kriegspiel_game,
    .player = &bv_kriegspiel_player,
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

/* Échec aux Chevaliers */
static const struct bv_opponent chevaliers = {
    .game = &chevaliers_game,
    .player = &bv_chevaliers_player,
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
    .player = &bv_chars_player,
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
    .player = &bv_paris_player,
    .level =
        {
            {10, 50, 1, {700, 700}},
            {60, 50, 1, {450, 350}},
            {120, 80, 2, {300, 200}},
            {240, 200, 0, {210, 130}},
            {500, 300, 0, {160, 90}},
            {1000, 500, 0, {125, 65}},
            {2000, 1000, 0, {95, 45}},
            {0, 2000, 0, {0, 0}},
        },
};

/* Les Belligérants: a node is a position judged. The first four see one move ahead, and not all of it. */
static const struct bv_opponent belligerants = {
    .game = &belligerants_game,
    .player = &bv_belligerants_player,
    .level =
        {
            {1, 50, 1, {650, 250}},
            {1, 50, 1, {400, 100}},
            {1, 80, 1, {200, 50}},
            {1, 200, 1, {50, 20}},
            {800, 300, 0, {20, 0}},
            {5000, 500, 0, {0, 0}},
            {30000, 1000, 0, {0, 0}},
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

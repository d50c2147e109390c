/* Until Assaut has a player of its own. */
#include "search/assaut/player.h"

#include "games/storage.h"
#include "search/uct.h"

const struct level_opponent assaut_opponent = {
    .game = &assaut_game,
    .player = &uct_player,
    .level =
        {
            {5, 50, 0, {0, 0}},
            {15, 50, 0, {0, 0}},
            {50, 80, 0, {0, 0}},
            {150, 200, 0, {0, 0}},
            {400, 300, 0, {0, 0}},
            {1000, 500, 0, {0, 0}},
            {3000, 1000, 0, {0, 0}},
            {0, 2000, 0, {0, 0}},
        },
    .puzzles =
        {
            .glance = {100, 1},
            .look = {1000, 1},
            .proof = {10000, 1},
            .thought = 8000,
            .tries = 60,
            .margin = 45,
        },
};

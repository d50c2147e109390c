#include "search/paris/player.h"

#include "games/storage.h"
#include "search/paris/features.h"
#include "search/paris/judge.h"

enum {
    OPENING = 12, /* moves */
    VARIETY = 20, /* thousandths of a point that matter little then: no two games are alike */
};

static void choose(void *mind, const struct search_question *question, struct search_answer *answer)
{
    struct search_question varied = *question;
    bool opening = question->view->paris.moves < OPENING;
    if (opening && varied.weakening.misjudge < VARIETY) varied.weakening.misjudge = VARIETY;
    alphabeta_choose(mind, &paris_judge, &varied, answer);
}

const struct search_player paris_player = {
    .id = "paris",
    .memory = alphabeta_memory,
    .begin = alphabeta_begin,
    .choose = choose,
    .ally = alphabeta_ally,
};

const struct level_opponent paris_opponent = {
    .game = &paris_game,
    .player = &paris_player,
    .reasons = &paris_reasons,
    .input = &paris_input,
    .level =
        {
            {10, 50, 1, {850, 1000}},
            {40, 50, 1, {400, 400}},
            {120, 80, 2, {220, 150}},
            {400, 200, 0, {80, 40}},
            {1000, 300, 0, {40, 20}},
            {2500, 500, 0, {15, 8}},
            {6000, 1000, 0, {3, 2}},
            {0, 2000, 0, {0, 0}},
        },
    .puzzles = {.glance = {100, 1},
                .look = {1000, 1},
                .proof = {10000, 1},
                .thought = 8000,
                .tries = 60,
                .margin = 40},

};

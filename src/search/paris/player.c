#include "search/paris/player.h"

#include "games/storage.h"
#include "search/paris/judge.h"

enum {
    OPENING = 12, /* moves */
    VARIETY = 20, /* thousandths of a point that matter little then: no two games are alike */
};

static void choose(void *mind, const struct bv_question *question, struct bv_answer *answer)
{
    struct bv_question varied = *question;
    bool opening = question->view->paris.moves < OPENING;
    if (opening && varied.frailty.misjudge < VARIETY) varied.frailty.misjudge = VARIETY;
    bv_alphabeta_choose(mind, &bv_paris_judge, &varied, answer);
}

const struct bv_player bv_paris_player = {
    .id = "paris",
    .memory = bv_alphabeta_memory,
    .begin = bv_alphabeta_begin,
    .choose = choose,
    .ally = bv_alphabeta_ally,
};

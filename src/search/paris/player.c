#include "search/paris/player.h"

#include "games/storage.h"
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

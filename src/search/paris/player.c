#include "search/paris/player.h"

#include "games/storage.h"
#include "search/paris/judge.h"

enum {
    ENTRIES = 1 << 20,
    OPENING = 12, /* moves */
    VARIETY = 20, /* thousandths of a point that matter little then: no two games are alike */
};

static size_t memory(const struct bv_terms *terms)
{
    (void)terms;
    return bv_alphabeta_memory(ENTRIES);
}

static void begin(const struct bv_terms *terms, void *mind)
{
    (void)terms;
    bv_alphabeta_begin(mind, ENTRIES);
}

static void choose(void *mind, const struct bv_question *question, struct bv_answer *answer)
{
    struct bv_question varied = *question;
    bool opening = question->view->paris.moves < OPENING;
    if (opening && varied.frailty.misjudge < VARIETY) varied.frailty.misjudge = VARIETY;
    bv_alphabeta_choose(mind, &bv_paris_judge[bv_question_side(question)], &varied, answer);
}

const struct bv_player bv_paris_player = {
    .id = "paris", .memory = memory, .begin = begin, .choose = choose, .ally = bv_alphabeta_ally};

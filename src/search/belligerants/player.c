#include "search/belligerants/player.h"

#include "search/belligerants/armistice.h"
#include "search/belligerants/march.h"
#include "search/belligerants/placing.h"
#include "search/belligerants/tree.h"

struct mind {
    struct belligerants_march march;
    uint64_t lots; /* for the set-up; 0: not drawn yet */
    struct belligerants_tree tree;
};

static size_t memory(const struct bv_terms *terms)
{
    (void)terms;
    return sizeof(struct mind);
}

static void begin(const struct bv_terms *terms, void *memory_of_mind)
{
    struct mind *mind = memory_of_mind;
    belligerants_march_make(&mind->march, terms);
    mind->lots = 0;
    mind->tree.part = 0;
    mind->tree.parts = 1;
}

/* Threads divide the moves. */
static void ally(void *memory_of_mind, void *memory_of_first, uint32_t number, uint32_t threads)
{
    struct mind *mind = memory_of_mind;
    struct mind *first = memory_of_first;
    first->tree.parts = threads;
    mind->tree.parts = threads;
    mind->tree.part = number;
}

static void choose(void *memory_of_mind, const struct search_question *q,
                   struct search_answer *answer)
{
    struct mind *mind = memory_of_mind;
    switch (q->view->belligerants.phase) {
    case BELL_SETUP:
        if (!mind->lots) mind->lots = bv_random_word(q->random) | 1;
        belligerants_place(&mind->march, mind->lots, q, answer);
        break;
    case BELL_ASK:
    case BELL_PRICE:
    case BELL_ANSWER: belligerants_negotiate(&mind->march, q, answer); break;
    default: belligerants_tree_choose(&mind->tree, &mind->march, q, answer); break;
    }
}

const struct search_player belligerants_player = {
    .id = "belligerants",
    .memory = memory,
    .begin = begin,
    .choose = choose,
    .ally = ally,
    .share = 800,
};

static bool poses(const union bv_state *state)
{
    return state->belligerants.phase == BELL_MOVE;
}

/* A node is a position judged. The first four see one move ahead, and not all of it. */
const struct level_opponent belligerants_opponent = {
    .game = &belligerants_game,
    .player = &belligerants_player,
    .reasons = &belligerants_reasons,
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
    .puzzles = {.glance = {1, 1},
                .look = {10, 1},
                .proof = {40, 1},
                .thought = 1500,
                .compares = true,
                .tries = 30,
                .margin = 25,
                .poses = poses},
    .stays_valid = true,
};

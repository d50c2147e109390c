#include "search/chars/player.h"

#include "search/chars/mind.h"
#include "search/chars/worth.h"

enum { LOOK_EVERY = 8 };

static size_t memory(const struct bv_terms *terms)
{
    (void)terms;
    return sizeof(struct chars_mind);
}

static void begin(const struct bv_terms *terms, void *mind)
{
    struct chars_mind *m = mind;
    (void)terms;
    chars_belief_begin(&m->belief);
    chars_habits_begin(&m->habits);
    m->array.made = false;
    m->fire.made = false;
    m->march.count = 0;
    m->march.next = 0;
}

static void observe(void *memory_of_mind, const struct bv_terms *terms, const union bv_state *view,
                    int seat)
{
    struct chars_mind *mind = memory_of_mind;
    chars_belief_see(&terms->tables->chars, &mind->belief, &view->chars, bv_side_of(terms, seat));
    if (mind->belief.movements != mind->habits.movements)
        chars_habits_learn(&mind->habits, mind->belief.landed);
}

static bv_action think(struct chars_mind *mind, const struct search_question *q,
                       struct budget_meter *meter, int32_t *score)
{
    switch ((enum chars_phase)q->view->chars.phase) {
    case CHARS_SETUP: return chars_think_setup(mind, q, meter);
    case CHARS_PLOT: return chars_think_plot(mind, q, meter, score);
    case CHARS_MOVE: return chars_think_march(mind, q, meter, score);
    default: return chars_think_fight(mind, q, score);
    }
}

/* What is left of a planned movement. */
static void report_movement(const struct chars_march *march, struct search_answer *answer)
{
    answer->depth = march->depth;
    for (int i = march->next; i < march->count && answer->line_length < SEARCH_LINE_LENGTH; i++)
        answer->line[answer->line_length++] = march->action[i];
}

static bool is_legal(const struct search_question *q, bv_action action)
{
    bv_action list[CHARS_LIST_CAP];
    uint32_t count = q->terms->game->legal(q->terms, q->view, search_question_seat(q), list);
    for (uint32_t i = 0; i < count; i++)
        if (list[i] == action) return true;
    return false;
}

static void choose(void *mind, const struct search_question *q, struct search_answer *answer)
{
    struct chars_mind *m = mind;
    struct budget_meter meter = budget_meter_start(q->budget, LOOK_EVERY);
    int32_t score = 500;
    observe(m, q->terms, q->view, search_question_seat(q));
    bv_action action = think(m, q, &meter, &score);
    BV_ASSERT(is_legal(q, action));
    (void)is_legal;
    *answer = search_answer_of(action, search_question_seat(q), score);
    answer->nodes = meter.nodes;
    if (q->view->chars.phase == CHARS_MOVE) report_movement(&m->march, answer);
}

const struct search_player chars_player = {
    .id = "chars",
    .memory = memory,
    .begin = begin,
    .observe = observe,
    .choose = choose,
    .share = 850,
};

/* Fights, and the last steps of a movement under fire, which are all tried. */
static bool poses(const union bv_state *state)
{
    enum { LAST_STEPS = 2 };
    const struct chars_state *s = &state->chars;
    if (s->phase == CHARS_FIGHT) return true;
    return s->phase == CHARS_MOVE && s->points <= LAST_STEPS && !s->blanks;
}

static bool is_amid_movement(const union bv_state *state, int side)
{
    return state->chars.phase == CHARS_MOVE && state->chars.side == side;
}

static bool is_soon_settled(const union bv_state *state)
{
    return state->chars.phase == CHARS_FIGHT;
}

const struct level_opponent chars_opponent = {
    .game = &chars_game,
    .player = &chars_player,
    .reasons = &chars_reasons,
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
    .puzzles = {.glance = {8, 3},
                .look = {24, 8},
                .proof = {48, 20},
                .thought = 200,
                .tries = 16,
                .margin = 50,
                .poses = poses},
    .is_amid_movement = is_amid_movement,
    .is_soon_settled = is_soon_settled,
};

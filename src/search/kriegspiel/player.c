#include "search/kriegspiel/player.h"

#include "search/kriegspiel/tree.h"
#include "search/kriegspiel/volley.h"

enum { FEAR = 10, HOPE = 4, LOOK_EVERY = 16 };

/* Depth 1: what one can fire at. 2: what the enemy can, too. More: turns ahead. */
enum { DEPTH_OF_FIRE = 1, DEPTH_OF_FEAR = 2 };

/* The movements still to be played of a turn. */
struct plan {
    uint32_t length;
    uint32_t next;
    int32_t chances; /* in millionths */
    uint64_t hash;   /* of the position in which the next is to be played */
    uint32_t action[KRIEGSPIEL_TOKENS];
};

struct mind {
    struct kriegspiel_lore lore;
    struct plan plan;
    struct kriegspiel_drafts drafts;
    struct kriegspiel_tree tree;
};

static const struct kriegspiel_care root_care = {.kept = 32, .width = 6, .ideas = 16, .rounds = 7};

/* The kinds that some seats command (K35). */
static unsigned kinds_of(const struct bv_terms *terms, bv_seats seats)
{
    unsigned kinds = (seats | seats >> KRIEGSPIEL_KINDS) & ((1U << KRIEGSPIEL_KINDS) - 1);
    return terms->form->seats == 2 ? (1U << KRIEGSPIEL_KINDS) - 1 : kinds;
}

static struct kriegspiel_thinker thinker_of(const struct mind *mind,
                                            const struct search_question *q)
{
    bool naive = q->budget->depth == DEPTH_OF_FIRE;
    return (struct kriegspiel_thinker){
        .terms = q->terms,
        .lore = &mind->lore,
        .temper = {.fear = naive ? 0 : FEAR,
                   .hope = naive ? 0 : HOPE,
                   .farness = {kriegspiel_farness(&mind->lore, &q->view->kriegspiel, 0),
                               kriegspiel_farness(&mind->lore, &q->view->kriegspiel, 1)},
                   .weakening = q->weakening,
                   .salt = bv_random_word(q->random)},
        .meter = budget_meter_start(q->budget, LOOK_EVERY),
    };
}

/* ---- The plan -------------------------------------------------------------------------------- */

/* Who plays a movement: the seat that commands the plate. */
static int seat_of_action(const struct search_question *q, bv_action action)
{
    const struct kriegspiel_state *state = &q->view->kriegspiel;
    unsigned slot = state->field[kriegspiel_at(action)] & KRIEGSPIEL_SLOT_MASK;
    return kriegspiel_seat_of(q->terms, state->side, slot);
}

/* The next movement of a plan or draft, or the end of the phase when there is none left. */
static struct search_choice choice_of(const struct search_question *q, const uint32_t *action,
                                      uint32_t length, int32_t chances)
{
    struct search_choice choice = {
        .action = kriegspiel_action(KRIEGSPIEL_PASS, 0, 0, 0),
        .seat = (uint8_t)search_question_seat(q),
        .score = chances / 1000,
        .weight = 1,
    };
    if (length) {
        choice.action = *action;
        choice.seat = (uint8_t)seat_of_action(q, *action);
    }
    return choice;
}

/* Answers with the next movement of the plan, and foresees the position after it. */
static void play_on(struct plan *plan, const struct search_question *q,
                    struct search_answer *answer)
{
    union bv_state state;
    uint32_t left = plan->length - plan->next;
    struct search_choice choice = choice_of(q, &plan->action[plan->next], left, plan->chances);
    bv_apply_to_copy(q->terms, q->view, choice.seat, choice.action, &state);
    plan->hash = bv_state_hash(q->terms->game, &state);
    if (left) plan->next++;
    if (!answer->choices) search_answer_add(answer, &choice);
    answer->line[answer->line_length++] = choice.action;
    for (uint32_t i = plan->next; i < plan->length && answer->line_length < SEARCH_LINE_LENGTH; i++)
        answer->line[answer->line_length++] = plan->action[i];
}

static bool foresaw(const struct plan *plan, const struct search_question *q)
{
    return plan->hash == bv_state_hash(q->terms->game, q->view) &&
           q->view->kriegspiel.phase == KRIEGSPIEL_MOVE;
}

/* The branch visited most, the more promising among equals. */
static uint32_t best_branch(const struct kriegspiel_tree *tree)
{
    const struct kriegspiel_node *root = &tree->node[0];
    uint32_t best = 0;
    for (uint32_t i = 1; i < root->branches; i++) {
        const struct kriegspiel_branch *one = &tree->branch[root->branch + i];
        const struct kriegspiel_branch *other = &tree->branch[root->branch + best];
        if (one->visits > other->visits ||
            (one->visits == other->visits &&
             kriegspiel_tree_chances(root, one) > kriegspiel_tree_chances(root, other)))
            best = i;
    }
    return best;
}

/* Each first movement once, the best draft's first. */
static void add_choice(struct search_answer *answer, const struct search_choice *choice)
{
    for (uint32_t i = 0; i < answer->choices; i++)
        if (answer->choice[i].action == choice->action && answer->choice[i].seat == choice->seat)
            return;
    search_answer_add(answer, choice);
}

static void answer_from(const struct mind *mind, const struct search_question *q, uint32_t best,
                        struct search_answer *answer)
{
    const struct kriegspiel_node *root = &mind->tree.node[0];
    for (uint32_t i = 0; i <= mind->drafts.count; i++) {
        uint32_t which = i ? i - 1 : best;
        const struct kriegspiel_draft *draft = &mind->drafts.draft[which];
        const struct kriegspiel_branch *branch = &mind->tree.branch[root->branch + which];
        struct search_choice choice =
            choice_of(q, draft->action, draft->length, kriegspiel_tree_chances(root, branch));
        choice.weight = branch->visits + 1;
        add_choice(answer, &choice);
    }
}

static void choose_draft(struct mind *mind, const struct search_question *q, uint64_t nodes,
                         struct search_answer *answer)
{
    const struct kriegspiel_tree *tree = &mind->tree;
    uint32_t best = best_branch(tree);
    const struct kriegspiel_draft *draft = &mind->drafts.draft[best];
    mind->plan = (struct plan){
        .length = draft->length,
        .chances = kriegspiel_tree_chances(&tree->node[0], &tree->branch[best]),
    };
    for (uint32_t i = 0; i < draft->length; i++) mind->plan.action[i] = draft->action[i];
    *answer = (struct search_answer){.depth = tree->deepest + 1, .nodes = nodes};
    answer_from(mind, q, best, answer);
}

static void make_plan(struct mind *mind, const struct search_question *q,
                      struct search_answer *answer)
{
    struct kriegspiel_thinker thinker = thinker_of(mind, q);
    struct kriegspiel_tree *tree = &mind->tree;
    uint32_t depth = q->budget->depth;
    kriegspiel_drafts_make(&mind->drafts, &thinker, &q->view->kriegspiel,
                           kinds_of(q->terms, q->seats), &root_care);
    if (depth && depth <= DEPTH_OF_FEAR) thinker.meter.spent = true;
    kriegspiel_tree_plant(tree, &mind->drafts);
    depth = depth ? depth - DEPTH_OF_FEAR : 0;
    bool has_choice = mind->drafts.count > 1;
    for (uint64_t visits = 1; has_choice && kriegspiel_tree_visit(tree, &thinker, depth);
         visits++) {
        if (!budget_wants_best(q->budget, visits)) continue;
        choose_draft(mind, q, thinker.meter.nodes, answer);
        play_on(&mind->plan, q, answer);
        q->budget->listen(q->budget->context, thinker.meter.nodes, answer);
    }
    choose_draft(mind, q, thinker.meter.nodes, answer);
}

/* ---- The player ------------------------------------------------------------------------------ */

static void choose(void *memory, const struct search_question *q, struct search_answer *answer)
{
    struct mind *mind = memory;
    *answer = (struct search_answer){.depth = 1};
    if (q->view->kriegspiel.phase == KRIEGSPIEL_FIRE) {
        struct kriegspiel_thinker thinker = thinker_of(mind, q);
        kriegspiel_volley_choose(&thinker, q->view, kinds_of(q->terms, q->seats), q->seats, answer);
        answer->nodes = thinker.meter.nodes;
        answer->line[answer->line_length++] = answer->choice[0].action;
        return;
    }
    if (!foresaw(&mind->plan, q)) make_plan(mind, q, answer);
    play_on(&mind->plan, q, answer);
}

static size_t memory(const struct bv_terms *terms)
{
    (void)terms;
    return sizeof(struct mind);
}

static void begin(const struct bv_terms *terms, void *memory)
{
    struct mind *mind = memory;
    kriegspiel_lore_make(&mind->lore, &terms->tables->kriegspiel);
    mind->plan = (struct plan){.length = 0};
}

const struct search_player kriegspiel_player = {
    .id = "kriegspiel",
    .memory = memory,
    .begin = begin,
    .choose = choose,
    .share = 850,
};

/* Shots, and the second half of a movement: before that, every mistake can be repaired. */
static bool poses(const union bv_state *state)
{
    const struct kriegspiel_state *s = &state->kriegspiel;
    enum { LAST_POINTS = 6 };
    int points = 0;
    for (int kind = 0; kind < KRIEGSPIEL_KINDS; kind++) points += s->points[kind];
    return s->phase == KRIEGSPIEL_FIRE || points <= LAST_POINTS;
}

static bool is_amid_movement(const union bv_state *state, int side)
{
    return state->kriegspiel.phase == KRIEGSPIEL_MOVE && state->kriegspiel.side == side;
}

const struct level_opponent kriegspiel_opponent = {
    .game = &kriegspiel_game,
    .player = &kriegspiel_player,
    .reasons = &kriegspiel_reasons,
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
    .puzzles = {.glance = {8, 1},
                .look = {30, 1},
                .proof = {100, 1},
                .thought = 600,
                .tries = 90,
                .errors = 2,
                .margin = 16,
                .poses = poses},
    .is_amid_movement = is_amid_movement,
};

#include "search/belligerants/tree.h"

enum { LOOK_EVERY = 64, DEPTH_LIMIT = 64 };

static const double EXPLORATION = 0.02;

typedef struct belligerants_tree tree;
typedef struct belligerants_node node;
typedef struct belligerants_edge edge;

/* ---- At a glance ----------------------------------------------------------------------------- */

/* No armistice is asked for inside the tree. */
static void skip_asking(struct belligerants_state *s)
{
    if (s->phase == BELL_ASK) s->phase = BELL_ROLL;
}

static void play(const tree *t, union bv_state *state, bv_action action)
{
    int seat = __builtin_ctz(t->terms->game->to_act(t->terms, state));
    bv_apply(t->terms, state, seat, action, NULL);
    skip_asking(&state->belligerants);
}

/* A point won, drawn or lost; and a breath more for a larger margin. */
static float chance_at_end(const tree *t, const union bv_state *state)
{
    struct bv_result result = t->terms->game->result(t->terms, state);
    float breath = 0.001F * (float)result.margin / (float)(result.margin + 2000);
    int half_points = result.half_points[BELL_J];
    return half_points == 1 ? 0.5F : half_points ? 0.999F + breath : 0.001F - breath;
}

static float chance_between_turns(const tree *t, const struct belligerants_state *s)
{
    float chance = belligerants_judge(t->march, &t->terms->tables->belligerants, s).chance;
    if (!t->weakening.misjudge) return chance;
    uint64_t hash = bv_hash_bytes(s->place, sizeof s->place - sizeof s->place % 8);
    chance += (float)weakening_misjudgement(&t->weakening, t->salt, hash) / 1000;
    return chance < 0 ? 0 : chance > 1 ? 1 : chance;
}

static bool is_better(int side, float a, float b)
{
    return side == BELL_J ? a > b : a < b;
}

/* B15: the other side picks what it likes best. */
static float chance_after_forfeit(const tree *t, const union bv_state *state)
{
    bv_action list[BELL_SLOTS];
    int picker = !state->belligerants.turn;
    uint32_t count = t->terms->game->legal(t->terms, state, picker, list);
    float best = picker == BELL_J ? -1 : 2;
    for (uint32_t i = 0; i < count; i++) {
        union bv_state after;
        bv_state_copy(t->terms->game, &after, state);
        play(t, &after, list[i]);
        float chance = after.belligerants.phase == BELL_OVER
                           ? chance_at_end(t, &after)
                           : chance_between_turns(t, &after.belligerants);
        if (is_better(picker, chance, best)) best = chance;
    }
    return best;
}

static float glance(const tree *t, const union bv_state *state)
{
    switch (state->belligerants.phase) {
    case BELL_OVER: return chance_at_end(t, state);
    case BELL_FORFEIT: return chance_after_forfeit(t, state);
    default: return chance_between_turns(t, &state->belligerants);
    }
}

/* ---- Choices --------------------------------------------------------------------------------- */

/* What a move comes to, whatever its path: origin, end, and what is done there. */
static bv_action outcome_of(bv_action action)
{
    bv_action effects = BELL_TAKES | BELL_KEEPS | BELL_CARRIES;
    bv_action rest = belligerants_action_kind(action) == BELL_DO_MOVE
                         ? (bv_action)belligerants_end_of(action) << BELL_NUMBER_SHIFT
                         : 0;
    return (action & (effects | (bv_action)UINT8_MAX << BELL_CAMP_SHIFT | 0xfff)) | rest;
}

/* Keeps one move of those with the same outcome; they stand near each other, pawn by pawn. */
static uint32_t merge_equals(tree *t, uint32_t count)
{
    enum { SLOTS = 4096 };
    uint16_t seen[SLOTS];
    uint32_t kept = 0;
    bv_clear(seen, sizeof seen);
    for (uint32_t i = 0; i < count; i++) {
        bv_action outcome = outcome_of(t->list[i]);
        uint32_t at = (uint32_t)bv_mix(outcome, 0) % SLOTS;
        while (seen[at] && outcome_of(t->list[seen[at] - 1]) != outcome) at = (at + 1) % SLOTS;
        if (seen[at] || kept == SLOTS / 2) continue;
        t->list[kept++] = t->list[i];
        seen[at] = (uint16_t)kept;
    }
    return kept;
}

static uint32_t leave_out_overlooked(tree *t, uint32_t count)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < count; i++)
        if (!weakening_overlooks(&t->weakening, t->salt, outcome_of(t->list[i])))
            t->list[kept++] = t->list[i];
    return kept ? kept : count;
}

/* Puts a move among the best; the worst falls out when there are more than `width`. */
static void insert(tree *t, node *n, const edge *new_edge, int side, uint32_t width)
{
    edge *edges = &t->edge[n->edge];
    uint32_t at = n->edges;
    if (at == width) {
        at--;
        if (!is_better(side, new_edge->guess, edges[at].guess)) return;
    } else {
        n->edges++;
    }
    for (; at > 0 && is_better(side, new_edge->guess, edges[at - 1].guess); at--)
        edges[at] = edges[at - 1];
    edges[at] = *new_edge;
}

static int side_to_act(const struct belligerants_state *s)
{
    return s->phase == BELL_FORFEIT ? !s->turn : s->turn;
}

/* Judges all moves of a node. False, and it is useless, if the budget ends before `must`. */
static bool expand(tree *t, node *n, uint32_t width, bool must)
{
    union bv_state from;
    union bv_state after;
    from.belligerants = n->state;
    int side = side_to_act(&n->state);
    if (t->edges + width > BELL_EDGES) return false;
    uint32_t count = t->terms->game->legal(t->terms, &from, side, t->list);
    count = leave_out_overlooked(t, merge_equals(t, count));
    n->edge = t->edges;
    n->edges = 0;
    for (uint32_t i = 0; i < count; i++) {
        bv_state_copy(t->terms->game, &after, &from);
        play(t, &after, t->list[i]);
        edge new_edge = {.action = t->list[i], .guess = glance(t, &after)};
        insert(t, n, &new_edge, side, width);
        if (budget_meter_tick(&t->meter) && !must) return false;
    }
    t->edges += n->edges;
    n->value = t->edge[n->edge].guess;
    return true;
}

/* ---- Growing --------------------------------------------------------------------------------- */

/* A new node, not yet expanded; 0 when the tree is full. */
static uint32_t add_node(tree *t, const struct belligerants_state *s)
{
    if (t->nodes == BELL_NODES) return 0;
    node *n = &t->node[t->nodes];
    n->state = *s;
    n->visits = 0;
    n->value = 0;
    bv_clear(n->face, sizeof n->face);
    return t->nodes++;
}

/* All six numbers of a roll. */
static bool roll_all(tree *t, node *n)
{
    float sum = 0;
    for (int face = 0; face < BELL_FACES; face++) {
        struct belligerants_state s = n->state;
        s.phase = BELL_MOVE;
        s.number = (uint8_t)(face + 1); /* B4 */
        n->face[face] = add_node(t, &s);
        if (!n->face[face]) return false;
        node *child = &t->node[n->face[face]];
        if (!expand(t, child, BELL_WIDTH, false)) return false;
        sum += child->value;
    }
    n->value = sum / BELL_FACES;
    return true;
}

static bool visit(tree *t, node *n, int depth);

/* The least visited number once more. */
static bool roll_one(tree *t, node *n, int depth)
{
    float sum = 0;
    int least = 0;
    for (int face = 1; face < BELL_FACES; face++)
        if (t->node[n->face[face]].visits < t->node[n->face[least]].visits) least = face;
    if (!visit(t, &t->node[n->face[least]], depth)) return false;
    for (int face = 0; face < BELL_FACES; face++) sum += t->node[n->face[face]].value;
    n->value = sum / BELL_FACES;
    return true;
}

/*
 * The most promising move. Those never visited are as good as their glance, less what glances
 * flattered the visited ones by.
 */
static edge *pick(tree *t, const node *n)
{
    edge *edges = &t->edge[n->edge];
    double sign = side_to_act(&n->state) == BELL_J ? 1 : -1;
    double root = EXPLORATION * __builtin_sqrt((double)n->visits);
    double flattery = 0;
    uint32_t visited = 0;
    for (uint32_t i = 0; i < n->edges; i++) {
        if (!edges[i].visits) continue;
        flattery += (double)edges[i].value - (double)edges[i].guess;
        visited++;
    }
    if (visited) flattery /= visited;
    edge *best = edges;
    double best_promise = -3;
    for (uint32_t i = 0; i < n->edges; i++) {
        double value = edges[i].visits ? edges[i].value : edges[i].guess + flattery;
        double promise = sign * value + root / (1 + edges[i].visits);
        if (promise <= best_promise) continue;
        best_promise = promise;
        best = &edges[i];
    }
    return best;
}

static void take_best_visited(const tree *t, node *n)
{
    const edge *edges = &t->edge[n->edge];
    int side = side_to_act(&n->state);
    float best = side == BELL_J ? -1 : 2;
    for (uint32_t i = 0; i < n->edges; i++)
        if (edges[i].visits && is_better(side, edges[i].value, best)) best = edges[i].value;
    n->value = best;
}

/* The position after a move, made when it is first visited. */
static node *child_of(tree *t, const node *n, edge *e)
{
    if (!e->child) {
        union bv_state after;
        after.belligerants = n->state;
        play(t, &after, e->action);
        e->child = add_node(t, &after.belligerants);
    }
    return e->child ? &t->node[e->child] : NULL;
}

static bool choose_one(tree *t, node *n, int depth)
{
    edge *e = pick(t, n);
    node *child = child_of(t, n, e);
    if (!child || !visit(t, child, depth + 1)) return false;
    e->value = child->value;
    e->visits++;
    take_best_visited(t, n);
    return true;
}

static float value_at_end(const tree *t, const node *n)
{
    union bv_state state;
    state.belligerants = n->state;
    return chance_at_end(t, &state);
}

/* Expands the tree below a node; false when the budget is spent or the tree is full. */
static bool visit(tree *t, node *n, int depth)
{
    bool done = true;
    if (n->state.phase == BELL_OVER)
        n->value = value_at_end(t, n);
    else if (depth >= DEPTH_LIMIT)
        done = n->visits > 0;
    else if (n->state.phase == BELL_ROLL)
        done = n->visits ? roll_one(t, n, depth) : roll_all(t, n);
    else if (n->state.phase == BELL_FORFEIT && !n->visits)
        done = expand(t, n, BELL_WIDTH, false);
    else
        done = choose_one(t, n, depth);
    n->visits += done;
    return done;
}

/* ---- The root -------------------------------------------------------------------------------- */

/* Leaves the moves of other threads to them: of the best two, three … each thread has one. */
static void keep_part(const tree *t, node *root, edge *edges)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < root->edges; i++) {
        uint32_t round = i / t->parts;
        uint32_t place = i % t->parts;
        /* Back and forth, so that no thread has the better one in every round. */
        if ((round % 2 ? t->parts - 1 - place : place) == t->part) edges[kept++] = edges[i];
    }
    if (kept) root->edges = kept;
}

/* The choice with the best value of those looked at often enough to be trusted. */
static void fill_answer(const tree *t, const node *root, int side, uint32_t depth,
                        struct search_answer *answer)
{
    *answer = (struct search_answer){.nodes = t->meter.nodes, .depth = depth};
    const edge *edges = &t->edge[root->edge];
    uint32_t most = 0;
    for (uint32_t i = 0; i < root->edges; i++)
        if (edges[i].visits > most) most = edges[i].visits;
    for (uint32_t i = 0; i < root->edges; i++) {
        if (edges[i].visits * 8 < most) continue;
        float value = edges[i].visits ? edges[i].value : edges[i].guess;
        float own = side == BELL_J ? value : 1 - value;
        struct search_choice choice = {
            .action = edges[i].action,
            .seat = (uint8_t)side,
            .score = (int32_t)(own * 1000 + 0.5F),
            .weight = (uint32_t)(own * 1000000) + 1,
        };
        search_answer_add(answer, &choice);
    }
    for (uint32_t i = 0; i < answer->choices; i++) answer->choice[i].weight = 1;
    answer->line_length = 1;
    answer->line[0] = answer->choice[0].action;
}

void belligerants_tree_choose(struct belligerants_tree *t, const struct belligerants_march *march,
                              const struct search_question *q, struct search_answer *answer)
{
    int side = search_question_side(q);
    t->terms = q->terms;
    t->march = march;
    t->weakening = q->weakening;
    t->salt = bv_random_word(q->random);
    t->meter = budget_meter_start(q->budget, LOOK_EVERY);
    t->nodes = 0;
    t->edges = 0;
    add_node(t, &q->view->belligerants);
    node *root = &t->node[0];
    expand(t, root, BELL_LIST_CAP, true);
    bool has_choice = root->edges > 1;
    keep_part(t, root, &t->edge[root->edge]);
    uint32_t depth = 1;
    if (has_choice && q->budget->depth != 1)
        for (uint64_t visits = 1; !budget_meter_tick(&t->meter) && visit(t, root, 0); visits++) {
            depth = 2;
            if (!budget_wants_best(q->budget, visits)) continue;
            fill_answer(t, root, side, depth, answer);
            q->budget->listen(q->budget->context, t->meter.nodes, answer);
        }
    fill_answer(t, root, side, depth, answer);
}

#include "search/kriegspiel/tree.h"

#include "search/kriegspiel/volley.h"

enum {
    BRANCHES_OF_A_NODE = 10,
    JUDGEMENT = 2,     /* visits that a branch's own judgement counts for */
    CURIOSITY = 80000, /* millionths */
    LONGEST_PATH = 64,
};

static const struct kriegspiel_care inner_care = {
    .kept = BRANCHES_OF_A_NODE, .width = 1, .ideas = 8, .rounds = 9};

/* The judgement of a branch, corrected by what judgements at this node turned out to be worth. */
int32_t kriegspiel_tree_chances(const struct kriegspiel_node *node,
                                const struct kriegspiel_branch *branch)
{
    int64_t error = node->visits ? (node->total - node->foreseen) / (int64_t)node->visits : 0;
    int64_t sum = JUDGEMENT * (branch->value + error) + branch->total;
    int64_t chances = sum / (int64_t)(JUDGEMENT + branch->visits);
    if (chances < 0) return 0;
    return chances < KRIEGSPIEL_CERTAIN ? (int32_t)chances : KRIEGSPIEL_CERTAIN;
}

static void make_node(struct kriegspiel_tree *tree, uint64_t key,
                      const struct kriegspiel_drafts *drafts)
{
    struct kriegspiel_node *node = &tree->node[tree->nodes++];
    *node =
        (struct kriegspiel_node){.key = key, .branch = tree->branches, .branches = drafts->count};
    for (uint32_t i = 0; i < drafts->count; i++)
        tree->branch[tree->branches++] = (struct kriegspiel_branch){
            .state = drafts->draft[i].state, .value = drafts->draft[i].value};
}

/* Of the branches that are looked at, one never visited, or the most promising. */
static struct kriegspiel_branch *pick(struct kriegspiel_tree *tree, struct kriegspiel_node *node)
{
    struct kriegspiel_branch *best = NULL;
    int64_t best_promise = 0;
    uint32_t seen = 2 + (uint32_t)(1.5 * __builtin_sqrt((double)node->visits));
    double curiosity = CURIOSITY * __builtin_sqrt((double)node->visits + 1);
    for (uint32_t i = 0; i < node->branches && i < seen; i++) {
        struct kriegspiel_branch *branch = &tree->branch[node->branch + i];
        int64_t promise =
            kriegspiel_tree_chances(node, branch) + (int64_t)(curiosity / (1.0 + branch->visits));
        if (!best || promise > best_promise) {
            best = branch;
            best_promise = promise;
        }
    }
    return best;
}

static uint32_t find_child(const struct kriegspiel_tree *tree,
                           const struct kriegspiel_branch *branch, uint64_t key)
{
    uint32_t child = branch->child;
    while (child && tree->node[child].key != key) child = tree->node[child].sibling;
    return child;
}

static bool is_full(const struct kriegspiel_tree *tree)
{
    return tree->nodes == KRIEGSPIEL_NODES ||
           tree->branches + BRANCHES_OF_A_NODE > KRIEGSPIEL_BRANCHES;
}

/* A position never seen before: what its best draft promises the army to play. */
static int32_t look_at_new(struct kriegspiel_tree *tree, struct kriegspiel_thinker *thinker,
                           struct kriegspiel_branch *branch, const union bv_state *state,
                           uint64_t key)
{
    kriegspiel_drafts_make(&tree->drafts, thinker, &state->kriegspiel, (1U << KRIEGSPIEL_KINDS) - 1,
                           &inner_care);
    if (!is_full(tree)) {
        uint32_t child = tree->nodes;
        make_node(tree, key, &tree->drafts);
        tree->node[child].sibling = branch->child;
        branch->child = child;
    }
    return tree->drafts.draft[0].value;
}

/* One way down the tree, and its result all the way up. */
static void visit(struct kriegspiel_tree *tree, struct kriegspiel_thinker *thinker, uint32_t depth)
{
    uint32_t path_node[LONGEST_PATH];
    struct kriegspiel_branch *path[LONGEST_PATH];
    union bv_state state;
    uint32_t length = 0;
    uint32_t at = 0;
    int32_t value = 0; /* for the army to play after the last branch */
    for (;;) {
        struct kriegspiel_branch *branch = pick(tree, &tree->node[at]);
        path_node[length] = at;
        path[length++] = branch;
        state.kriegspiel = branch->state;
        unsigned mover = branch->state.side;
        kriegspiel_volley(thinker, &state, branch->visits);
        if (state.kriegspiel.phase == KRIEGSPIEL_OVER) {
            value = kriegspiel_verdict(thinker->terms, &state, mover ^ 1U);
            break;
        }
        uint64_t key = bv_state_hash(thinker->terms->game, &state);
        uint32_t child = find_child(tree, branch, key);
        if (!child || length == depth || length == LONGEST_PATH) {
            value = look_at_new(tree, thinker, branch, &state, key);
            break;
        }
        at = child;
    }
    if (length > tree->deepest) tree->deepest = length;
    while (length--) {
        struct kriegspiel_node *node = &tree->node[path_node[length]];
        value = KRIEGSPIEL_CERTAIN - value;
        node->visits++;
        node->total += value;
        node->foreseen += path[length]->value;
        path[length]->visits++;
        path[length]->total += value;
    }
}

void kriegspiel_tree_plant(struct kriegspiel_tree *tree, const struct kriegspiel_drafts *drafts)
{
    tree->nodes = 0;
    tree->branches = 0;
    tree->deepest = 0;
    make_node(tree, 0, drafts);
}

bool kriegspiel_tree_visit(struct kriegspiel_tree *tree, struct kriegspiel_thinker *thinker,
                           uint32_t depth)
{
    if (thinker->meter.spent || budget_meter_look(&thinker->meter)) return false;
    visit(tree, thinker, depth ? depth : LONGEST_PATH);
    budget_meter_tick(&thinker->meter); /* a visit that ends with the game has judged nothing */
    return true;
}

/*
 * The tree of turns. A node is a position at the beginning of an army's turn; its branches are
 * drafts of the movement phase, the best first, of which more are looked at the oftener the node is
 * visited; behind a branch lie the positions that the dice make of it.
 */
#pragma once

#include "search/kriegspiel/drafts.h"

enum { KRIEGSPIEL_NODES = 1 << 14, KRIEGSPIEL_BRANCHES = 88000 };

struct kriegspiel_branch {
    struct kriegspiel_state state; /* once the army has moved */
    int32_t value;                 /* as judged */
    uint32_t visits;
    int64_t total; /* chances seen, in millionths */
    uint32_t child;
};

struct kriegspiel_node {
    uint64_t key;
    uint32_t sibling; /* behind the same branch; 0: none */
    uint32_t branch;  /* the first of its branches */
    uint32_t branches;
    uint32_t visits;
    int64_t total;    /* over its branches */
    int64_t foreseen; /* the sum of their evaluations over the same visits */
};

struct kriegspiel_tree {
    uint32_t nodes;
    uint32_t branches;
    uint32_t deepest;
    struct kriegspiel_drafts drafts;
    struct kriegspiel_node node[KRIEGSPIEL_NODES];
    struct kriegspiel_branch branch[KRIEGSPIEL_BRANCHES];
};

/* Only node 0, the root, with a branch for each draft. */
void kriegspiel_tree_plant(struct kriegspiel_tree *tree, const struct kriegspiel_drafts *drafts);

/* Visits the tree once, so that it grows; false when the budget is spent. */
bool kriegspiel_tree_visit(struct kriegspiel_tree *tree, struct kriegspiel_thinker *thinker,
                           uint32_t depth);

/* What a branch of a node promises, all in all. */
int32_t kriegspiel_tree_chances(const struct kriegspiel_node *node,
                                const struct kriegspiel_branch *branch);

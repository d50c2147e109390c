/*
 * The search: Monte-Carlo tree search's way of growing a tree where it matters, but with the die
 * averaged exactly instead of drawn. A choice is worth its best visited move, a roll the mean of
 * its six numbers. A roll that is reached for the first time is looked at in full: for each number
 * all moves are judged at a glance, equal results merged, and only the best kept; of these, more
 * and more are looked into as their node is visited (progressive widening).
 */
#pragma once

#include "search/belligerants/judge.h"
#include "search/player.h"

enum {
    BELL_NODES = 1 << 17,
    BELL_EDGES = 640 << 10,
    BELL_WIDTH = 12, /* moves kept at a node other than the root */
    BELL_FACES = 6,
};

struct belligerants_edge {
    bv_action action;
    float guess; /* Yellow's chance at a glance */
    float value; /* and by what was found below */
    uint32_t child;
    uint32_t visits;
};

struct belligerants_node {
    struct belligerants_state state;
    float value;
    uint32_t visits;
    union {
        uint32_t face[BELL_FACES]; /* nodes; the die is to be rolled */
        struct {
            uint32_t edge; /* the first */
            uint32_t edges;
        };
    };
};

struct belligerants_tree {
    /* Of several threads this one looks into its part of the moves. One thread: all. */
    uint32_t part;
    uint32_t parts;
    /* One question's. */
    const struct bv_terms *terms;
    const struct belligerants_march *march;
    struct weakening weakening;
    uint64_t salt;
    struct budget_meter meter;
    uint32_t nodes;
    uint32_t edges;
    struct belligerants_node node[BELL_NODES];
    struct belligerants_edge edge[BELL_EDGES];
    bv_action list[BELL_LIST_CAP];
};

/* A question in which the side is to move or to pick a forfeit. */
void belligerants_tree_choose(struct belligerants_tree *tree,
                              const struct belligerants_march *march,
                              const struct search_question *question, struct search_answer *answer);

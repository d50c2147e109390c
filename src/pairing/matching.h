/*
 * Pairs an even number of players at the lowest total cost, where every two players have a cost: a
 * minimum-cost perfect matching of a complete graph. Exact, by Edmonds' blossom algorithm (odd
 * cycles are contracted into one node) with dual prices, in cubic time.
 *
 * The caller owns the memory, about a megabyte, writes `count` and both halves of the symmetric
 * `cost`, and reads `partner`. Equal costs give equal pairs.
 */
#pragma once

#include "core/base.h"

enum {
    MATCHING_MOST = 256,
    /* Blossoms nest; disjoint or nested odd sets of at least three are fewer than half the
     * players. */
    MATCHING_NODES = MATCHING_MOST + MATCHING_MOST / 2,
};

/* Sums of costs stay exact below this. */
#define MATCHING_DEAREST (INT64_C(1) << 59)

/* A player, or a blossom of players; internal. */
struct matching_node {
    int64_t price; /* dual value; that of a blossom is the gain from keeping it contracted */
    /* the outermost blossom that contains the node, or itself; NONE: an unused blossom */
    int16_t top;
    int16_t mate;                  /* the player at the other end of the node's matched edge */
    int16_t reached;               /* the player from whom the search reached this node */
    int16_t nearest;               /* the even player with the shortest edge to this node */
    int16_t label;                 /* place in the search forest */
    int16_t children;              /* of a blossom: an odd number of child nodes, */
    int16_t child[MATCHING_MOST];  /* in a cycle that begins at its base, */
    int16_t holder[MATCHING_MOST]; /* and the child that contains each player, or NONE */
};

struct matching {
    int count;
    int64_t cost[MATCHING_MOST][MATCHING_MOST];
    int16_t partner[MATCHING_MOST];

    struct matching_node node[MATCHING_NODES];
    /* The shortest edge between two nodes: the player at the first node's end. */
    int16_t end[MATCHING_NODES][MATCHING_NODES];
    int16_t queue[MATCHING_MOST]; /* even players whose edges were not examined yet */
    int queued;
    int visited[MATCHING_NODES];
    int visits;
};

/* The count is even and at most MATCHING_MOST; costs are at least 0. */
void matching_solve(struct matching *matching);

/*
 * The cheapest way to put an even number of people into pairs, any two of whom may meet at a cost: a minimum-cost
 * perfect matching of a complete graph. Exact, by Edmonds' flowers (odd cycles folded into one node) and dual
 * prices, in time of the third power of the count.
 *
 * The caller owns the memory, a good megabyte, writes `count` and both halves of the symmetric `cost`, and reads
 * `partner`. The same costs give the same pairs.
 */
#ifndef BV_MATCHING_H
#define BV_MATCHING_H

#include "core/base.h"

enum {
    BV_MATCHING_MOST = 256,
    /* Flowers nest; disjoint or nested odd sets of at least three are fewer than half the people. */
    BV_MATCHING_NODES = BV_MATCHING_MOST + BV_MATCHING_MOST / 2,
};

/* Sums of costs stay exact below this. */
#define BV_MATCHING_DEAREST (INT64_C(1) << 59)

/* A person, or a flower of them; inner workings. */
struct bv_matching_node {
    int64_t price;   /* dual; a flower's is what leaving it whole is worth */
    int16_t top;     /* the outermost flower around the node, or itself; NONE: an unused flower */
    int16_t mate;    /* the person at the other end of the node's matched edge */
    int16_t reached; /* the person from whom the search came to this node */
    int16_t nearest; /* the even person to whom the way is shortest */
    int16_t label;   /* place in the forest of the search */
    int16_t petals;  /* of a flower: an odd number, */
    int16_t petal[BV_MATCHING_MOST];  /* in a circle that begins at its base, */
    int16_t holder[BV_MATCHING_MOST]; /* and the petal in which each person is, or NONE */
};

struct bv_matching {
    int count;
    int64_t cost[BV_MATCHING_MOST][BV_MATCHING_MOST];
    int16_t partner[BV_MATCHING_MOST];

    struct bv_matching_node node[BV_MATCHING_NODES];
    /* The shortest edge between two nodes: the person at the first node's end. */
    int16_t end[BV_MATCHING_NODES][BV_MATCHING_NODES];
    int16_t queue[BV_MATCHING_MOST]; /* even people whose edges were not looked at yet */
    int queued;
    int visit[BV_MATCHING_NODES];
    int visits;
};

/* The count is even and at most BV_MATCHING_MOST; costs are at least 0. */
void bv_matching_solve(struct bv_matching *matching);

#endif

/*
 * The table of positions that a search has met: for each, how well the side to act stands, how deep that was
 * looked at, and the best action. Four entries share a bucket of one cache line; what is old goes first, then
 * what is shallow. Scores are as the search hands them over; it sees to distances of wins itself.
 */
#ifndef BV_TRANSPOSITIONS_H
#define BV_TRANSPOSITIONS_H

#include "core/game.h"

enum bv_bound { BV_BOUND_NONE, BV_BOUND_LOWER, BV_BOUND_UPPER, BV_BOUND_EXACT };

enum { BV_BUCKET = 4, BV_GENERATIONS = 64, BV_ENTRY_DEEPEST = UINT8_MAX };

struct bv_entry {
    bv_action action;
    uint32_t check; /* the half of the key that does not choose the bucket */
    int16_t score;
    uint8_t depth;
    uint8_t bound : 2;
    uint8_t generation : 6;
};

_Static_assert(sizeof(struct bv_entry) == 16, "four entries are one cache line");

struct bv_transpositions {
    struct bv_entry *entry;
    uint32_t buckets; /* a power of two */
    uint8_t generation;
};

static inline struct bv_entry *bv_bucket_of(const struct bv_transpositions *table, uint64_t key)
{
    return &table->entry[(key & (table->buckets - 1)) * BV_BUCKET];
}

/* What is known of a position; NULL: nothing. */
static inline const struct bv_entry *bv_recall(const struct bv_transpositions *table, uint64_t key)
{
    const struct bv_entry *bucket = bv_bucket_of(table, key);
    for (int i = 0; i < BV_BUCKET; i++)
        if (bucket[i].check == (uint32_t)(key >> 32) && (bucket[i].bound || bucket[i].action))
            return &bucket[i];
    return NULL;
}

/* How gladly an entry is given up: old ones before this question's, shallow ones before deep ones. */
static inline int bv_entry_worth(const struct bv_transpositions *table,
                                 const struct bv_entry *entry)
{
    return entry->depth + (entry->generation == table->generation ? BV_ENTRY_DEEPEST + 1 : 0);
}

static inline void bv_remember(const struct bv_transpositions *table, uint64_t key,
                               struct bv_entry news)
{
    struct bv_entry *bucket = bv_bucket_of(table, key);
    struct bv_entry *place = bucket;
    for (int i = 0; i < BV_BUCKET; i++) {
        if (bucket[i].check == (uint32_t)(key >> 32)) {
            place = &bucket[i];
            if (!news.action) news.action = place->action;
            break;
        }
        if (bv_entry_worth(table, &bucket[i]) < bv_entry_worth(table, place)) place = &bucket[i];
    }
    news.check = (uint32_t)(key >> 32);
    news.generation = table->generation;
    *place = news;
}

#endif

/*
 * The table of positions that a search has met: for each, how well the side to act stands, how deep that was
 * looked at, and the best action. Four entries share a bucket of one cache line; what is old goes first, then
 * what is shallow. Scores are as the search hands them over; it sees to distances of wins itself. Threads may share a
 * table.
 */
#ifndef BV_TRANSPOSITIONS_H
#define BV_TRANSPOSITIONS_H

#include <stdatomic.h>

#include "core/game.h"

enum bv_bound { BV_BOUND_NONE, BV_BOUND_LOWER, BV_BOUND_UPPER, BV_BOUND_EXACT };

enum { BV_BUCKET = 4, BV_GENERATIONS = 64, BV_ENTRY_DEEPEST = UINT8_MAX };

struct bv_entry {
    bv_action action;
    int16_t score;
    uint8_t depth;
    uint8_t bound;
    uint8_t generation;
};

/*
 * An entry in two words, so that several threads can share a table without waiting for each other. The second word
 * holds half of the key mixed with the action: words of two different entries do not fit together and count as nothing.
 */
struct bv_slot {
    _Atomic(uint64_t) action;
    _Atomic(uint64_t) rest; /* check 32, score 16, depth 8, generation 6, bound 2 */
};

_Static_assert(sizeof(struct bv_slot) == 16, "four entries are one cache line");

struct bv_transpositions {
    struct bv_slot *slot;
    uint32_t buckets; /* a power of two */
    uint8_t generation;
};

static inline struct bv_slot *bv_bucket_of(const struct bv_transpositions *table, uint64_t key)
{
    return &table->slot[(key & (table->buckets - 1)) * BV_BUCKET];
}

static inline uint32_t bv_check_of(uint64_t key, bv_action action)
{
    return (uint32_t)(key >> 32) ^ (uint32_t)action ^ (uint32_t)(action >> 32);
}

/* What a slot holds; its check is returned. */
static inline uint32_t bv_slot_read(struct bv_slot *slot, struct bv_entry *entry)
{
    uint64_t rest = atomic_load_explicit(&slot->rest, memory_order_relaxed);
    entry->action = atomic_load_explicit(&slot->action, memory_order_relaxed);
    entry->bound = rest & 3U;
    entry->generation = rest >> 2 & 63U;
    entry->depth = (uint8_t)(rest >> 8);
    entry->score = (int16_t)(uint16_t)(rest >> 16);
    return (uint32_t)(rest >> 32);
}

static inline void bv_slot_write(struct bv_slot *slot, uint64_t key, const struct bv_entry *entry)
{
    uint64_t rest = (uint64_t)bv_check_of(key, entry->action) << 32 |
                    (uint64_t)(uint16_t)entry->score << 16 | (uint64_t)entry->depth << 8 |
                    (uint64_t)entry->generation << 2 | entry->bound;
    atomic_store_explicit(&slot->action, entry->action, memory_order_relaxed);
    atomic_store_explicit(&slot->rest, rest, memory_order_relaxed);
}

/* What is known of a position; false: nothing. */
static inline bool bv_recall(const struct bv_transpositions *table, uint64_t key,
                             struct bv_entry *entry)
{
    struct bv_slot *bucket = bv_bucket_of(table, key);
    for (int i = 0; i < BV_BUCKET; i++) {
        uint32_t check = bv_slot_read(&bucket[i], entry);
        if (check == bv_check_of(key, entry->action) && (entry->bound || entry->action))
            return true;
    }
    return false;
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
    struct bv_slot *bucket = bv_bucket_of(table, key);
    struct bv_slot *place = bucket;
    int least = INT_MAX;
    for (int i = 0; i < BV_BUCKET; i++) {
        struct bv_entry old;
        uint32_t check = bv_slot_read(&bucket[i], &old);
        if (check == bv_check_of(key, old.action)) {
            place = &bucket[i];
            if (!news.action) news.action = old.action;
            break;
        }
        int worth = bv_entry_worth(table, &old);
        if (worth >= least) continue;
        least = worth;
        place = &bucket[i];
    }
    news.generation = table->generation;
    bv_slot_write(place, key, &news);
}

#endif

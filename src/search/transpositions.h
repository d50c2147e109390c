/*
 * The transposition table: for each position, the score of the side to act, the depth it was
 * searched to, and the best action. Four entries share a bucket of one cache line; old entries are
 * replaced first, then shallow ones. Scores are stored as the search gives them; it handles
 * distances of wins itself. Threads may share a table.
 */
#pragma once

#include <stdatomic.h>

#include "core/game.h"

enum transposition_bound { BOUND_NONE, BOUND_LOWER, BOUND_UPPER, BOUND_EXACT };

enum {
    TRANSPOSITIONS_BUCKET = 4,
    TRANSPOSITIONS_GENERATIONS = 64,
    TRANSPOSITIONS_ENTRY_DEEPEST = UINT8_MAX
};

struct transposition {
    bv_action action;
    int16_t score;
    uint8_t depth;
    uint8_t bound;
    uint8_t generation;
};

/*
 * An entry in two words, so that several threads can share a table without locks. The second word
 * holds half of the key mixed with the action: words of two different entries do not match and are
 * ignored.
 */
struct transposition_slot {
    _Atomic(uint64_t) action;
    _Atomic(uint64_t) rest; /* check 32, score 16, depth 8, generation 6, bound 2 */
};

_Static_assert(sizeof(struct transposition_slot) == 16, "four entries are one cache line");

struct transpositions {
    struct transposition_slot *slot;
    uint32_t buckets; /* a power of two */
    uint8_t generation;
};

static inline struct transposition_slot *
transpositions_bucket_of(const struct transpositions *table, uint64_t key)
{
    return &table->slot[(key & (table->buckets - 1)) * TRANSPOSITIONS_BUCKET];
}

static inline uint32_t transpositions_check_of(uint64_t key, bv_action action)
{
    return (uint32_t)(key >> 32) ^ (uint32_t)action ^ (uint32_t)(action >> 32);
}

/* What a slot holds; its check is returned. */
static inline uint32_t transpositions_slot_read(struct transposition_slot *slot,
                                                struct transposition *entry)
{
    uint64_t rest = atomic_load_explicit(&slot->rest, memory_order_relaxed);
    entry->action = atomic_load_explicit(&slot->action, memory_order_relaxed);
    entry->bound = rest & 3U;
    entry->generation = rest >> 2 & 63U;
    entry->depth = (uint8_t)(rest >> 8);
    entry->score = (int16_t)(uint16_t)(rest >> 16);
    return (uint32_t)(rest >> 32);
}

static inline void transpositions_slot_write(struct transposition_slot *slot, uint64_t key,
                                             const struct transposition *entry)
{
    uint64_t rest = (uint64_t)transpositions_check_of(key, entry->action) << 32 |
                    (uint64_t)(uint16_t)entry->score << 16 | (uint64_t)entry->depth << 8 |
                    (uint64_t)entry->generation << 2 | entry->bound;
    atomic_store_explicit(&slot->action, entry->action, memory_order_relaxed);
    atomic_store_explicit(&slot->rest, rest, memory_order_relaxed);
}

/* The entry of a position; false: there is none. */
static inline bool transpositions_recall(const struct transpositions *table, uint64_t key,
                                         struct transposition *entry)
{
    struct transposition_slot *bucket = transpositions_bucket_of(table, key);
    for (int i = 0; i < TRANSPOSITIONS_BUCKET; i++) {
        uint32_t check = transpositions_slot_read(&bucket[i], entry);
        if (check == transpositions_check_of(key, entry->action) && (entry->bound || entry->action))
            return true;
    }
    return false;
}

/* How replaceable an entry is: old ones before this question's, shallow ones before deep ones. */
static inline int transpositions_entry_worth(const struct transpositions *table,
                                             const struct transposition *entry)
{
    return entry->depth +
           (entry->generation == table->generation ? TRANSPOSITIONS_ENTRY_DEEPEST + 1 : 0);
}

static inline void transpositions_remember(const struct transpositions *table, uint64_t key,
                                           struct transposition news)
{
    struct transposition_slot *bucket = transpositions_bucket_of(table, key);
    struct transposition_slot *place = bucket;
    int least = INT_MAX;
    for (int i = 0; i < TRANSPOSITIONS_BUCKET; i++) {
        struct transposition old;
        uint32_t check = transpositions_slot_read(&bucket[i], &old);
        if (check == transpositions_check_of(key, old.action)) {
            place = &bucket[i];
            if (!news.action) news.action = old.action;
            break;
        }
        int worth = transpositions_entry_worth(table, &old);
        if (worth >= least) continue;
        least = worth;
        place = &bucket[i];
    }
    news.generation = table->generation;
    transpositions_slot_write(place, key, &news);
}

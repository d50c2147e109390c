#include "net/address_counts.h"

#include <stdlib.h>
#include <sys/random.h>

#include "core/hash.h"

enum { BUCKETS = 1 << 12 };

bool address_counts_open(struct address_counts *counts)
{
    counts->bucket = (struct address_count **)calloc(BUCKETS, sizeof(struct address_count *));
    return counts->bucket &&
           getrandom(&counts->seed, sizeof counts->seed, 0) == (ssize_t)sizeof counts->seed;
}

void address_counts_close(struct address_counts *counts)
{
    free((void *)counts->bucket);
}

static struct address_count **bucket_of(const struct address_counts *counts,
                                        const struct address *address)
{
    uint64_t hash = bv_mix(counts->seed, bv_hash_bytes(address->byte, sizeof address->byte));
    return &counts->bucket[hash % BUCKETS];
}

struct address_count *address_count_enter(struct address_counts *counts,
                                          const struct address *address)
{
    struct address counted = address_counted(address);
    struct address_count **bucket = bucket_of(counts, &counted);
    struct address_count *entry = *bucket;
    while (entry && !bv_same(&entry->address, &counted, sizeof counted)) entry = entry->next;
    if (!entry) {
        entry = calloc(1, sizeof *entry);
        if (!entry) return NULL;
        entry->address = counted;
        list_init(&entry->fresh);
        entry->next = *bucket;
        *bucket = entry;
    }
    entry->connections++;
    return entry;
}

void address_count_leave(struct address_counts *counts, struct address_count *entry)
{
    if (--entry->connections) return;
    BV_ASSERT(list_is_empty(&entry->fresh));
    struct address_count **place = bucket_of(counts, &entry->address);
    while (*place != entry) place = &(*place)->next;
    *place = entry->next;
    free(entry);
}

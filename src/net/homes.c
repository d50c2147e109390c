#include "net/homes.h"

#include <stdlib.h>
#include <sys/random.h>

#include "core/hash.h"

enum { BUCKETS = 1 << 12 };

bool bv_homes_open(struct bv_homes *homes)
{
    homes->bucket = (struct bv_home **)calloc(BUCKETS, sizeof(struct bv_home *));
    return homes->bucket &&
           getrandom(&homes->seed, sizeof homes->seed, 0) == (ssize_t)sizeof homes->seed;
}

void bv_homes_close(struct bv_homes *homes)
{
    free((void *)homes->bucket);
}

static struct bv_home **bucket_of(const struct bv_homes *homes, const struct bv_address *address)
{
    uint64_t hash = bv_mix(homes->seed, bv_hash_bytes(address->byte, sizeof address->byte));
    return &homes->bucket[hash % BUCKETS];
}

struct bv_home *bv_home_enter(struct bv_homes *homes, const struct bv_address *address)
{
    struct bv_address counted = bv_address_counted(address);
    struct bv_home **bucket = bucket_of(homes, &counted);
    struct bv_home *home = *bucket;
    while (home && !bv_same(&home->address, &counted, sizeof counted)) home = home->next;
    if (!home) {
        home = calloc(1, sizeof *home);
        if (!home) return NULL;
        home->address = counted;
        bv_link_init(&home->fresh);
        home->next = *bucket;
        *bucket = home;
    }
    home->connections++;
    return home;
}

void bv_home_leave(struct bv_homes *homes, struct bv_home *home)
{
    if (--home->connections) return;
    BV_ASSERT(bv_link_alone(&home->fresh));
    struct bv_home **place = bucket_of(homes, &home->address);
    while (*place != home) place = &(*place)->next;
    *place = home->next;
    free(home);
}

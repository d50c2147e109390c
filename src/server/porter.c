#include "server/porter.h"

#include "core/hash.h"
#include "server/fellowship/roster.h"

enum { BUCKETS = 4096 };

/* Clients of a bucket are linked by `fellow`, those of one person next to each other. */
struct bv_porter {
    struct bv_roster *roster; /* NULL: there are no other nodes */
    struct bv_client *bucket[BUCKETS];
};

struct bv_porter *bv_porter_new(void)
{
    return bv_new(sizeof(struct bv_porter));
}

void bv_porter_free(struct bv_porter *porter)
{
    free(porter);
}

void bv_porter_report(struct bv_porter *porter, struct bv_roster *roster)
{
    porter->roster = roster;
}

static size_t bucket_of(const char *person)
{
    return bv_hash_text(0, person) % BUCKETS;
}

/* Nobodies are many, and not looked for: they are spread over all buckets, so that each leaves as quickly as somebody. */
static size_t bucket_for(const struct bv_client *client)
{
    return client->person[0] ? bucket_of(client->person) : bv_mix(0, (uintptr_t)client) % BUCKETS;
}

void bv_porter_enter(struct bv_porter *porter, struct bv_client *client)
{
    if (client->at_porter) return;
    client->bucket = (uint32_t)bucket_for(client);
    struct bv_client **place = &porter->bucket[client->bucket];
    while (*place && !bv_equal((*place)->person, client->person)) place = &(*place)->fellow;
    client->fellow = *place;
    *place = client;
    client->at_porter = true;
    if (porter->roster)
        bv_roster_set(porter->roster, client->person, bv_porter_count(porter, client->person));
}

void bv_porter_leave(struct bv_porter *porter, struct bv_client *client)
{
    if (!client->at_porter) return;
    struct bv_client **place = &porter->bucket[client->bucket];
    while (*place != client) place = &(*place)->fellow;
    *place = client->fellow;
    client->fellow = NULL;
    client->at_porter = false;
    if (porter->roster)
        bv_roster_set(porter->roster, client->person, bv_porter_count(porter, client->person));
}

struct bv_client *bv_porter_first(const struct bv_porter *porter, const char *person)
{
    struct bv_client *client = porter->bucket[bucket_of(person)];
    while (client && !bv_equal(client->person, person)) client = client->fellow;
    return client;
}

struct bv_client *bv_porter_next(const struct bv_client *client)
{
    struct bv_client *next = client->fellow;
    return next && bv_equal(next->person, client->person) ? next : NULL;
}

uint32_t bv_porter_count(const struct bv_porter *porter, const char *person)
{
    uint32_t count = 0;
    for (struct bv_client *client = bv_porter_first(porter, person); client;
         client = bv_porter_next(client))
        count++;
    return count;
}

void bv_porter_all(const struct bv_porter *porter, bv_client_visitor *visit, void *context)
{
    for (size_t i = 0; i < BUCKETS; i++)
        for (struct bv_client *client = porter->bucket[i]; client; client = client->fellow)
            visit(context, client);
}

#include "server/delivery/connections.h"

#include "core/hash.h"
#include "server/delivery/remote_connections.h"

enum { BUCKETS = 4096 };

/* The clients of a bucket are linked by `peer`, those of one player next to each other. */
struct connections {
    struct remote_connections *remote_connections; /* NULL: there are no other nodes */
    struct client *bucket[BUCKETS];
    struct client **follower; /* of any topic */
    size_t followers, follower_capacity;
};

struct connections *connections_new(void)
{
    return memory_new(sizeof(struct connections));
}

void connections_free(struct connections *connections)
{
    if (connections) free((void *)connections->follower);
    free(connections);
}

void connections_report(struct connections *connections,
                        struct remote_connections *remote_connections)
{
    connections->remote_connections = remote_connections;
}

static size_t bucket_of(const char *person)
{
    return bv_hash_text(0, person) % BUCKETS;
}

/* Clients that are not authenticated are many and never looked up: they are spread over all
 * buckets, so that each is removed as fast as the others. */
static size_t bucket_for(const struct client *client)
{
    return client->person[0] ? bucket_of(client->person) : bv_mix(0, (uintptr_t)client) % BUCKETS;
}

void connections_enter(struct connections *connections, struct client *client)
{
    if (client->own.in_connections) return;
    client->own.bucket = (uint32_t)bucket_for(client);
    struct client **place = &connections->bucket[client->own.bucket];
    while (*place && !bv_equal((*place)->person, client->person)) place = &(*place)->own.peer;
    client->own.peer = *place;
    *place = client;
    client->own.in_connections = true;
    if (connections->remote_connections)
        remote_connections_set(connections->remote_connections, client->person,
                               connections_count(connections, client->person));
}

void connections_leave(struct connections *connections, struct client *client)
{
    if (!client->own.in_connections) return;
    struct client **place = &connections->bucket[client->own.bucket];
    while (*place != client) place = &(*place)->own.peer;
    *place = client->own.peer;
    client->own.peer = NULL;
    client->own.in_connections = false;
    if (connections->remote_connections)
        remote_connections_set(connections->remote_connections, client->person,
                               connections_count(connections, client->person));
}

struct client *connections_first(const struct connections *connections, const char *person)
{
    struct client *client = connections->bucket[bucket_of(person)];
    while (client && !bv_equal(client->person, person)) client = client->own.peer;
    return client;
}

struct client *connections_next(const struct client *client)
{
    struct client *next = client->own.peer;
    return next && bv_equal(next->person, client->person) ? next : NULL;
}

uint32_t connections_count(const struct connections *connections, const char *person)
{
    uint32_t count = 0;
    for (struct client *client = connections_first(connections, person); client;
         client = connections_next(client))
        count++;
    return count;
}

bool connections_has(const struct connections *connections, const char *person)
{
    return connections_first(connections, person) ||
           remote_connections_count(connections->remote_connections, person);
}

uint32_t connections_total(const struct connections *connections, const char *person)
{
    return connections_count(connections, person) +
           remote_connections_count(connections->remote_connections, person);
}

void connections_send(const struct connections *connections, struct outbox *outbox,
                      const char *person, struct bv_span message)
{
    connections_send_here(connections, outbox, person, message, OUTBOX_WHEN_STORED);
    size_t size = bv_length(person) + message.length + 2;
    char *text = memory_new(size);
    struct bv_out out = bv_out_into(text, size);
    bv_put_all(&out, person, "\n");
    bv_put_span(&out, message);
    outbox_notify(outbox, "person", (struct bv_span){text, out.length});
    free(text);
}

void connections_send_here(const struct connections *connections, struct outbox *outbox,
                           const char *person, struct bv_span message, enum outbox_when when)
{
    struct client *client = connections_first(connections, person);
    if (!client) return;
    struct net_buffer *buffer = net_buffer_text(message);
    for (; client; client = connections_next(client)) outbox_send(outbox, client, buffer, when);
    net_buffer_free(buffer);
}

void connections_follow(struct connections *connections, struct client *client, const char *topic)
{
    size_t at = 0;
    if (client->own.topic[0]) {
        while (connections->follower[at] != client) at++;
        connections->follower[at] = connections->follower[--connections->followers];
    }
    bv_copy_text(client->own.topic, sizeof client->own.topic, topic);
    if (!*topic) return;
    MEMORY_GROW(connections->follower, connections->followers, connections->follower_capacity);
    connections->follower[connections->followers++] = client;
}

void connections_send_topic(const struct connections *connections, struct outbox *outbox,
                            const char *topic, struct net_buffer *buffer)
{
    for (size_t i = 0; i < connections->followers; i++)
        if (bv_equal(connections->follower[i]->own.topic, topic))
            outbox_send(outbox, connections->follower[i], buffer, OUTBOX_ANYWAY);
}

void connections_all(const struct connections *connections, client_visitor *visit, void *context)
{
    for (size_t i = 0; i < BUCKETS; i++)
        for (struct client *client = connections->bucket[i]; client; client = client->own.peer)
            visit(context, client);
}

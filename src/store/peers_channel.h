/*
 * The database connection of the peers' thread (peers.c): heartbeats, NOTIFY and LISTEN. Every
 * exchange has a time limit; after a failure the connection can only be closed.
 */
#pragma once

#include "core/text.h"
#include "store/game_time.h"
#include "store/node.h"
#include "util/clock.h"

enum {
    PEERS_CHANNEL_NODES = 1024,   /* most live nodes that are read */
    PEERS_CHANNEL_PAYLOAD = 7900, /* bytes of one notification */
    PEERS_CHANNEL_GROUP = 64,     /* notifications in one transaction */
};

struct peers_channel;

/* The result of a heartbeat. */
struct peers_heartbeat {
    bool leads;
    struct game_time time;
    bool counted; /* it is the stored one; else another node has advanced it meanwhile */
    uint32_t nodes;
    char node[PEERS_CHANNEL_NODES][NODE_SIZE];
    int64_t shift; /* the database's clock, less this machine's monotonic one */
    int64_t
        trip; /* duration of that query in microseconds: the shift is wrong by at most half of it */
};

/* Connects and listens. NULL and an error. */
struct peers_channel *peers_channel_open(const char *where, struct bv_error *error);
/* Removes this node from the database, if that can still be reached. */
void peers_channel_leave(struct peers_channel *channel);
void peers_channel_close(struct peers_channel *channel);

/* The longest time between two heartbeats of any nodes that counts as game time: after a longer gap
 * no client could have moved. */
enum { PEERS_CHANNEL_BEAT_LONGEST = 3000 };

/* The state before a heartbeat. */
struct peers_channel_last_beat {
    bool leads;    /* this node is the leader */
    int64_t at;    /* when it last advanced game time, by clock_milliseconds; 0: never */
    int64_t shift; /* the database's clock then, less that one */
};

/* Writes a heartbeat, advances game time and reads the other nodes. */
bool peers_channel_heartbeat(struct peers_channel *channel, const char *address,
                             const struct peers_channel_last_beat *last,
                             struct peers_heartbeat *beat, struct bv_error *error);

/* Sends payloads in one transaction, at most PEERS_CHANNEL_GROUP, in this order. */
bool peers_channel_notify(struct peers_channel *channel, const char *const *payload, size_t count,
                          struct bv_error *error);

/* The socket to poll, and the next payload received; it is valid until the next call. */
int peers_channel_socket(const struct peers_channel *channel);
bool peers_channel_read(struct peers_channel *channel,
                        struct bv_error *error);               /* reads pending input */
const char *peers_channel_next(struct peers_channel *channel); /* NULL: no more */

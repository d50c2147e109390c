/*
 * Peers: messages between the nodes of a cluster, which share a store (PostgreSQL). A thread with
 * its own connection receives what the other nodes send and what their commits announce, sends
 * messages, writes a heartbeat each second, compares clocks, and finds out whether this node is the
 * leader.
 *
 *     loop ──send────▶ outgoing ──▶ NOTIFY bivouac ──▶ the threads of the other nodes
 *     loop ◀─receive── incoming ◀── LISTEN bivouac ◀── their messages and the news of their commits
 *
 * Messages are not stored: a node that is not connected does not receive them. After a lost
 * connection a node receives `missed`, and must then read everything again. All functions are
 * called from one thread, the loop's, except peers_now.
 *
 * A single server has no peers.
 */
#pragma once

#include "core/text.h"
#include "store/game_time.h"
#include "store/node.h"

enum {
    PEERS_TOPIC_SIZE = 16,       /* a word, with its NUL */
    PEERS_TEXT_MAX = 256 * 1024, /* bytes of one message */
    PEERS_QUEUE = 16384, /* messages that wait in either direction; the oldest are dropped */
    PEERS_BYTES = 16 * 1024 * 1024, /* and their bytes */
};

struct peers;

struct peers_message {
    char node[NODE_SIZE]; /* the sender; of `missed`: this node */
    char what[PEERS_TOPIC_SIZE];
    struct bv_span text; /* followed by a NUL that its length does not count */
};

/* Connects, or returns an error; `address` is where this node can be reached, for humans to read.
 * `wake` is called from the thread when there is a message: receive until there is none. */
struct peers *peers_open(const char *where, const char *address, void (*wake)(void *),
                         void *context, struct bv_error *error);
/* The other nodes learn at once that this node is gone. NULL: does nothing. */
void peers_close(struct peers *peers);

/* Sends to all other nodes. Dropped while the store cannot be reached. */
void peers_send(struct peers *peers, const char *what, struct bv_span text);

/* The next message, valid until the next call; never one of this node's own. `missed`: the
 * connection was lost, for the reason in the text, or the queue overflowed, and everything must be
 * read again. */
bool peers_receive(struct peers *peers, struct peers_message *message);

/* The database's time, in milliseconds since 1970: the common time of all nodes, whatever their own
 * clocks show. Continues evenly while the store cannot be reached. From any thread. */
int64_t peers_now(const struct peers *peers);
/* The same, with the game time that all nodes share (game_time.h). False: there was no contact with
 * the database for too long, and game time may have stood still there: *time is the last one
 * known. */
bool peers_time(const struct peers *peers, struct game_time *time);
/* By how much the database's clock is ahead of this machine's, in milliseconds. */
int64_t peers_offset(const struct peers *peers);

/* Whether this node is the leader, which does what must be done once. There is at most one leader;
 * when it dies, freezes or loses the store, another node takes over within two seconds. A server
 * that runs alone (NULL) leads. */
bool peers_leads(const struct peers *peers);

/* Nodes with a recent heartbeat, including this one. */
uint32_t peers_count(const struct peers *peers);
bool peers_is_alive(const struct peers *peers, const char *node);

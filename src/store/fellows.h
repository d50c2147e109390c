/*
 * What the nodes of a house tell each other when they share a store (PostgreSQL). A thread with a connection of its own
 * hears what the others say and what their commits announce, says what it is given, shows each second that this node is
 * alive, compares clocks, and finds out whether this is the one node that leads.
 *
 *     loop ──say──▶ to be said ──▶ NOTIFY bivouac ──────────▶ the threads of the other nodes
 *     loop ◀─hear── heard ◀── LISTEN bivouac ◀── what they say, and what their stores announce when they commit
 *
 * Nothing that is said is kept: who is not connected does not hear it. Whoever was cut off hears `missed` afterwards, and
 * looks at everything anew. All functions are called from one thread, the loop's, but for bv_fellows_now.
 *
 * A house alone has no fellows.
 */
#ifndef BV_FELLOWS_H
#define BV_FELLOWS_H

#include "core/text.h"
#include "store/gametime.h"
#include "store/node.h"

enum {
    BV_NEWS_WHAT_SIZE = 16,        /* a word, with its NUL */
    BV_NEWS_TEXT_MAX = 256 * 1024, /* bytes of one piece */
    BV_FELLOWS_QUEUE = 16384,      /* pieces that wait in either direction; the oldest make room */
    BV_FELLOWS_BYTES = 16 * 1024 * 1024, /* and their bytes */
};

struct bv_fellows;

struct bv_news {
    char node[BV_NODE_SIZE]; /* whose it is; of `missed`: this node's own */
    char what[BV_NEWS_WHAT_SIZE];
    struct bv_span text; /* followed by a NUL that its length does not count */
};

/* Connects, or says why not; `address` is where this node can be reached, for people who look. `wake` is called from
 * the thread when there is something to hear: everything must then be heard. */
struct bv_fellows *bv_fellows_open(const char *where, const char *address, void (*wake)(void *),
                                   void *context, struct bv_error *error);
/* The others know at once that this node is gone. NULL: nothing to close. */
void bv_fellows_close(struct bv_fellows *fellows);

/* Tells all other nodes. Dropped while the store is away. */
void bv_fellows_say(struct bv_fellows *fellows, const char *what, struct bv_span text);

/* The next piece, which holds until the next call; never one that this node has said. `missed`: the connection was lost,
 * for the reason that the text gives, or more came than could be kept, and everything must be looked at anew. */
bool bv_fellows_hear(struct bv_fellows *fellows, struct bv_news *news);

/* The database's time, in milliseconds since 1970: what all nodes agree on, wherever their own clocks stand. Goes on
 * evenly while the store is away. From any thread. */
int64_t bv_fellows_now(const struct bv_fellows *fellows);
/* The same, with the game time that all nodes share (gametime.h). False: the database has not been heard for too long, and
 * game time may have stood still there: it is as it was then. */
bool bv_fellows_time(const struct bv_fellows *fellows, struct bv_game_time *time);
/* By how much the database's clock is before this machine's, in milliseconds. */
int64_t bv_fellows_offset(const struct bv_fellows *fellows);

/* Whether this is the one node that does what must be done once. At most one node does, and with two seconds of delay one
 * does again when the last has died, frozen or lost the store. */
bool bv_fellows_leads(const struct bv_fellows *fellows);

/* Nodes that have lately shown to be alive, this one included. */
uint32_t bv_fellows_count(const struct bv_fellows *fellows);
bool bv_fellows_is_alive(const struct bv_fellows *fellows, const char *node);

#endif

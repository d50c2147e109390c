/*
 * The conversation of a node with the database, beside the store: what fellows.c's thread asks and how it is answered.
 * Every exchange is bounded in time; one that fails leaves a connection that is good for nothing but being closed.
 */
#ifndef BV_FELLOWS_TALK_H
#define BV_FELLOWS_TALK_H

#include "core/text.h"
#include "store/gametime.h"
#include "store/node.h"

enum {
    BV_TALK_NODES = 1024,   /* living nodes that are looked at */
    BV_TALK_PAYLOAD = 7900, /* bytes of one notification */
    BV_TALK_GROUP = 64,     /* notifications in one transaction */
};

struct bv_talk;

/* What a beat finds out. */
struct bv_beat {
    bool leads;
    struct bv_game_time time;
    bool counted; /* it is the stored one; else another node has advanced that meanwhile */
    uint32_t nodes;
    char node[BV_TALK_NODES][BV_NODE_SIZE];
    int64_t shift; /* the database's clock, less this machine's monotonic one */
    int64_t
        trip; /* how long that question took, in microseconds: it is wrong by half of this at most */
};

/* Connects and listens. NULL and an error. */
struct bv_talk *bv_talk_open(const char *where, struct bv_error *error);
/* The database forgets this node at once if it can still be told. */
void bv_talk_leave(struct bv_talk *talk);
void bv_talk_close(struct bv_talk *talk);

/* The longest time between two beats of any nodes that is game time: longer, and nobody could have moved. */
enum { BV_TALK_LONGEST = 3000 };

/* What is known before a beat. */
struct bv_last_beat {
    bool leads;    /* this node has the lead */
    int64_t at;    /* when it last advanced game time, by bv_talk_clock; 0: never */
    int64_t shift; /* the database's clock then, less that one */
};

/* Shows that this node is alive, advances game time and looks around. */
bool bv_talk_beat(struct bv_talk *talk, const char *address, const struct bv_last_beat *last,
                  struct bv_beat *beat, struct bv_error *error);

/* Sends payloads in one transaction, at most BV_TALK_GROUP, in this order. */
bool bv_talk_notify(struct bv_talk *talk, const char *const *payload, size_t count,
                    struct bv_error *error);

/* The socket to wait at, and the next payload that came; it holds until the next call. */
int bv_talk_socket(const struct bv_talk *talk);
bool bv_talk_read(struct bv_talk *talk, struct bv_error *error); /* what has come in meanwhile */
const char *bv_talk_next(struct bv_talk *talk);                  /* NULL: no more */

/* Milliseconds and microseconds of the clock that nobody sets. */
int64_t bv_talk_clock(void);
int64_t bv_talk_microseconds(void);

#endif

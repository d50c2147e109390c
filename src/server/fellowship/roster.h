/*
 * The roster: who is in through other nodes, and with how many WebSockets. Each node says at once when a count of its own
 * changes, and reads out its whole roster a slice at a time, over and over, for those who came later or missed something.
 *
 *     in KEY COUNT                   a count has changed; nought: gone
 *     slice NUMBER KEY:COUNT …       all that a node has in that slice
 *     roll                           whoever asks knows nothing yet: read out everything soon
 *
 * A key is the id of a person, or `@` and an address as it is counted. What a node has said counts while it is alive. A
 * house alone has no roster: NULL will do wherever one is asked for.
 */
#ifndef BV_ROSTER_H
#define BV_ROSTER_H

#include "store/fellows.h"

enum { BV_ROSTER_KEY_SIZE = 40 };

struct bv_roster;

struct bv_roster *bv_roster_open(struct bv_fellows *fellows);
void bv_roster_close(struct bv_roster *roster);

/* How many WebSockets there are through this node; the others are told. */
void bv_roster_set(struct bv_roster *roster, const char *key, uint32_t count);

/* How many there are through all other nodes. */
uint32_t bv_roster_count(const struct bv_roster *roster, const char *key);

/* What other nodes say. */
void bv_roster_hear_in(struct bv_roster *roster, const char *node, struct bv_span text);
void bv_roster_hear_slice(struct bv_roster *roster, const char *node, struct bv_span text);
void bv_roster_hear_roll(struct bv_roster *roster);

/* Asks for everything, since something may have been missed. */
void bv_roster_ask(struct bv_roster *roster);

/* Reads out the next slice if it is time, and forgets nodes that have died. `now` in milliseconds. */
void bv_roster_look(struct bv_roster *roster, int64_t now);

#endif

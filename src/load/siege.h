/*
 * A siege: another process that does to a server on this machine, at a steady pace, what attackers do.
 *
 *     half-open     connections that begin a request and never end it
 *     resets        connections made and torn down at once
 *     requests      more than an address may make
 *     messages      more than an address may send, over WebSockets
 *     deaf          WebSockets that ask for much and read nothing
 *     broken        frames that no client sends
 *
 * Half-open ones and resets come from addresses of this machine (127.0.0.2 …), which may do more than others; all others
 * say, as a proxy on this machine would, that they come from a few addresses elsewhere.
 */
#ifndef BV_LOAD_SIEGE_H
#define BV_LOAD_SIEGE_H

#include <sys/types.h>

#include "call/door.h"

enum { BV_SIEGE_KINDS = 6 };

/* What was done so far. */
struct bv_siege_counts {
    uint64_t done[BV_SIEGE_KINDS];
    uint64_t refused; /* answers that said `too-many` */
};

struct bv_siege {
    pid_t process;
    struct bv_siege_counts *counts; /* shared with that process */
};

const char *bv_siege_name(int kind);

bool bv_siege_begin(struct bv_siege *siege, const struct bv_door *door, struct bv_error *error);

/* Ends it and adds what was done. */
void bv_siege_end(struct bv_siege *siege, struct bv_siege_counts *sum);

#endif

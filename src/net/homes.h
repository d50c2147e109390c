/*
 * Homes: the addresses that connections come from, each with how many it has and, oldest first, those of them that have
 * not made a whole request yet. There are never more homes than connections.
 */
#ifndef BV_NET_HOMES_H
#define BV_NET_HOMES_H

#include "net/address.h"
#include "net/list.h"

struct bv_home {
    struct bv_address address; /* as it is counted */
    uint32_t connections;
    struct bv_link fresh;
    struct bv_home *next;
};

struct bv_homes {
    struct bv_home **bucket;
    uint64_t seed; /* so that nobody can fill one bucket on purpose */
};

bool bv_homes_open(struct bv_homes *homes);
void bv_homes_close(struct bv_homes *homes);

/* The home of an address, with one connection more; NULL when memory is out. */
struct bv_home *bv_home_enter(struct bv_homes *homes, const struct bv_address *address);

/* One connection less; the last one takes its home with it. */
void bv_home_leave(struct bv_homes *homes, struct bv_home *home);

#endif

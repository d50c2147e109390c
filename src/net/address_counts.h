/*
 * Connections per address: a hash table with, for each address, the number of its connections and a
 * list, oldest first, of those that have not made a complete request yet. It never has more entries
 * than there are connections.
 */
#pragma once

#include "net/address.h"
#include "util/list.h"

struct address_count {
    struct address address; /* the counted part (address_counted) */
    uint32_t connections;
    struct list_link fresh;
    struct address_count *next;
};

struct address_counts {
    struct address_count **bucket;
    uint64_t seed; /* random, so that a client cannot fill one bucket on purpose */
};

bool address_counts_open(struct address_counts *counts);
void address_counts_close(struct address_counts *counts);

/* Adds a connection to the entry of its address; NULL when out of memory. */
struct address_count *address_count_enter(struct address_counts *counts,
                                          const struct address *address);

/* Removes a connection; the entry is freed with its last connection. */
void address_count_leave(struct address_counts *counts, struct address_count *entry);

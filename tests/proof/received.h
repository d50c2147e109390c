/*
 * The messages a player received about a table, to be compared with the store afterwards (proof.h).
 * Every message is kept as a hash, and its text as well while there is memory, to show what was
 * wrong.
 */
#pragma once

#include "core/text.h"

struct received {
    uint32_t number;
    uint8_t channel;
    bool whole; /* the whole table, not an event */
    int64_t
        clock; /* of the whole table: the moment for which its clocks were sent; 0: it has none */
    uint64_t print;
    size_t length;
    char *text; /* NULL: not kept */
};

struct received_list {
    struct received *message;
    size_t count;
    size_t capacity;
};

uint64_t received_hash(struct bv_span text);

/* `texts` is the number of bytes kept so far in all lists. */
void received_keep(struct received_list *list, struct received received, struct bv_span text,
                   size_t *texts);
bool received_is(const struct received *received, struct bv_span text);
void received_free(struct received_list *list);

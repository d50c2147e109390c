/*
 * The messages a player received about a table, to be compared with the store afterwards (proof.h).
 * Every message is kept as a hash, and its text as well while there is memory, to show what was
 * wrong.
 */
#ifndef PROOF_HEARD_H
#define PROOF_HEARD_H

#include "core/text.h"

struct heard {
    uint32_t number;
    uint8_t channel;
    bool whole; /* the whole table, not an event */
    int64_t
        clock; /* of the whole table: the moment for which its clocks were sent; 0: it has none */
    uint64_t print;
    size_t length;
    char *text; /* NULL: not kept */
};

struct heard_list {
    struct heard *told;
    size_t count;
    size_t capacity;
};

uint64_t heard_hash(struct bv_span text);

/* `texts` is the number of bytes kept so far in all lists. */
void heard_keep(struct heard_list *list, struct heard told, struct bv_span text, size_t *texts);
bool heard_is(const struct heard *told, struct bv_span text);
void heard_free(struct heard_list *list);

#endif

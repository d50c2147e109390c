/*
 * What a player was told about a table, message by message, so that it can be held against the store afterwards
 * (proof.h). Every message is kept as its print; its text too as long as there is room, to show what was wrong with it.
 */
#ifndef BV_LOAD_TOLD_H
#define BV_LOAD_TOLD_H

#include "core/text.h"

struct bv_told {
    uint32_t number;
    uint8_t channel;
    bool whole; /* the table as it stood, not a deed */
    int64_t
        clock; /* of the whole table: the moment for which its clocks were told; 0: it has none */
    uint64_t print;
    size_t length;
    char *text; /* NULL: not kept */
};

struct bv_told_list {
    struct bv_told *told;
    size_t count;
    size_t room;
};

uint64_t bv_print_of(struct bv_span text);

/* `texts` is the number of bytes kept so far in all lists. */
void bv_told_keep(struct bv_told_list *list, struct bv_told told, struct bv_span text,
                  size_t *texts);
bool bv_told_is(const struct bv_told *told, struct bv_span text);
void bv_told_free(struct bv_told_list *list);

#endif

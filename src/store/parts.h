/*
 * Everything a store keeps, as rows that any kind of store gives and takes: for moving house. A part is one of its tables;
 * its rows come in the order of their keys, which is the same everywhere. What follows from other rows (how many games
 * have a tag) or is of the moment (jobs, nodes) is no part.
 */
#ifndef BV_STORE_PARTS_H
#define BV_STORE_PARTS_H

#include "core/text.h"

enum { BV_ROW_FIELDS = 6, BV_ROW_KEYS = 3, BV_PARTS = 8, BV_PART_PAGE = 1000 };

/* One of the two, as the part's types say. */
struct bv_field {
    struct bv_span text;
    int64_t number;
};

struct bv_row {
    struct bv_field field[BV_ROW_FIELDS];
};

/* Both statements are understood by every kind of store. */
struct bv_part {
    const char *name;
    const char *types; /* of the fields, a letter each: t text, n number; the keys come first */
    int keys;
    uint32_t page;    /* how many rows are taken at once: not too many bytes */
    const char *walk; /* the rows after some keys, then how many: as many parameters */
    const char *pour; /* a row: a parameter for each field */
};

extern const struct bv_part bv_parts[BV_PARTS];

typedef bool bv_row_visitor(void *context, const struct bv_row *row);

#endif

/*
 * Everything a store keeps, as rows that any kind of store gives and takes: for moving house. A part is one of its tables;
 * its rows come in the order of their keys, which is the same everywhere. What follows from other rows (how many games
 * have a tag) or is of the moment (jobs, nodes) is no part.
 */
#ifndef BV_STORE_PARTS_H
#define BV_STORE_PARTS_H

#include "core/text.h"

enum { BV_ROW_FIELDS = 7, BV_ROW_KEYS = 3, BV_PARTS = 9, BV_PART_PAGE = 1000 };

/* One of the two, as the part's types say. */
struct bv_field {
    struct bv_span text;
    int64_t number;
};

struct bv_row {
    struct bv_field field[BV_ROW_FIELDS];
};

/* How damage to a row is found (checksum.h): what has a checksum has it as its last field. */
enum bv_part_checksum {
    BV_PART_OF_KEYS, /* none: other rows or the structure of the database tell */
    BV_PART_OF_ROWS, /* of each row by itself */
    BV_PART_CHAINED, /* covers the row before it, too, where that has the same first key */
};

/* Both statements are understood by every kind of store. */
struct bv_part {
    const char *name;
    const char *types; /* of the fields, a letter each: t text, n number; the keys come first */
    int keys;
    enum bv_part_checksum checksum;
    uint32_t page;    /* how many rows are taken at once: not too many bytes */
    const char *walk; /* the rows after some keys, then how many: as many parameters */
    const char *pour; /* a row: a parameter for each field */
};

extern const struct bv_part bv_parts[BV_PARTS];

typedef bool bv_row_visitor(void *context, const struct bv_row *row);

/* Where the next rows of a part begin. */
struct bv_place {
    struct bv_row after;
    char text[BV_ROW_KEYS][256];
};

void bv_place_begin(struct bv_place *place);
void bv_place_go_behind(struct bv_place *place, const struct bv_part *part,
                        const struct bv_row *row);

#endif

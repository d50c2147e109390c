/*
 * The content of a store as rows that every backend can read and write: for copying a store. A part
 * is one database table; its rows are ordered by their keys, in the same order everywhere. Derived
 * rows (how many games have a tag) and temporary ones (jobs, nodes) are not copied.
 */
#ifndef STORE_COPY_PARTS_H
#define STORE_COPY_PARTS_H

#include "core/text.h"

enum { STORE_ROW_FIELDS = 7, STORE_ROW_KEYS = 3, STORE_COPY_PARTS = 9, STORE_PART_PAGE = 1000 };

/* A text or a number, according to the part's types. */
struct store_field {
    struct bv_span text;
    int64_t number;
};

struct store_row {
    struct store_field field[STORE_ROW_FIELDS];
};

/* How damage to a row is found (checksum.h): a checksum is the last field. */
enum store_part_checksum {
    STORE_PART_OF_KEYS, /* none: other rows or the structure of the database show it */
    STORE_PART_OF_ROWS, /* of each row by itself */
    STORE_PART_CHAINED, /* also covers the row before it, if that has the same first key */
};

/* Both statements work in every backend. */
struct store_part {
    const char *name;
    const char *types; /* of the fields, one letter each: t text, n number; the keys come first */
    int keys;
    enum store_part_checksum checksum;
    uint32_t page; /* how many rows are read at once, to bound the bytes */
    /* selects the rows after some keys; parameters: the keys, then how many rows */
    const char *read_rows;
    const char *write_rows; /* inserts a row: one parameter for each field */
};

extern const struct store_part store_parts[STORE_COPY_PARTS];

typedef bool store_row_visitor(void *context, const struct store_row *row);

/* Where the next rows of a part begin. */
struct store_place {
    struct store_row after;
    char text[STORE_ROW_KEYS][256];
};

void store_place_begin(struct store_place *place);
void store_place_go_behind(struct store_place *place, const struct store_part *part,
                           const struct store_row *row);

#endif

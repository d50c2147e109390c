/*
 * The content of a store as rows that every backend can read and write: for copying a store. A part
 * is one database table; its rows are ordered by their keys, in the same order everywhere. Derived
 * rows (how many games have a tag) and temporary ones (jobs, nodes) are not copied.
 */
#pragma once

#include "core/text.h"

enum {
    STORE_ROW_FIELDS = 8,
    STORE_ROW_KEYS = 3,
    STORE_KEY_MAX = 255, /* bytes of a key that is a text */
    STORE_COPY_PARTS = 9,
    STORE_PART_PAGE = 1000,
};

/* A parameter of a statement, or a field of a row. */
struct store_value {
    char type; /* t text, n number, 0 NULL */
    struct bv_span text;
    int64_t number;
};

static inline struct store_value store_text(const char *text)
{
    return (struct store_value){.type = 't', .text = bv_span_of(text)};
}

static inline struct store_value store_span(struct bv_span text)
{
    return (struct store_value){.type = 't', .text = text};
}

static inline struct store_value store_number(int64_t number)
{
    return (struct store_value){.type = 'n', .number = number};
}

struct store_row {
    struct store_value field[STORE_ROW_FIELDS];
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

/* Where the next rows of a part begin: after these keys. */
struct store_place {
    int64_t number[STORE_ROW_KEYS];
    char text[STORE_ROW_KEYS][STORE_KEY_MAX + 1];
};

void store_place_begin(struct store_place *place);
void store_place_go_behind(struct store_place *place, const struct store_part *part,
                           const struct store_row *row);

/* The next page of rows; the place stays as it is until their end. */
struct store;
struct store_rows store_part_query(struct store *store, const struct store_part *part,
                                   const struct store_place *place, struct bv_error *error);

/* Writes the name of the part and the keys of a row. */
void store_put_row(struct bv_out *out, const struct store_part *part, const struct store_row *row);

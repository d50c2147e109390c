/*
 * How a batch lies in memory, for those who commit it. Two arrays that grow: changes of one size, and the bytes of all
 * their texts one after the other. A change names its texts by place, since the bytes move when they grow:
 *
 *     change   person  entry  entry  stage         text[0]      text[1]   table   time      number
 *                 │      │                person    id           name              created
 *     bytes    ada\0Ada\0S d2-d3\0…       rename    id           name
 *                                         table     id           setup     key     created
 *                                         entry     line                   key     at        number
 *                                         stage                            key     due       stage
 *                                         joined    person                 key
 *                                         setup     setup                  key
 *                                         finished  summary      tags      key     ended
 *                                         setting   name         value
 *                                         job                              key               number
 *
 * A paper has a third text: kind, key, text; its rank stands in time, its version in number. A game that is filed again
 * has its new tags there. Those who leave or are forgotten are named like those who come.
 *
 * Each text is followed by a NUL that its length does not count.
 */
#ifndef BV_BATCH_H
#define BV_BATCH_H

#include "store/store.h"

enum {
    BV_BATCH_CHANGES = 1 << 16, /* most changes of a batch */
    BV_BATCH_BYTES = 1 << 26,   /* most bytes of text of a batch */
};

enum bv_change_kind {
    BV_CHANGE_PERSON,
    BV_CHANGE_RENAME,
    BV_CHANGE_TABLE,
    BV_CHANGE_ENTRY,
    BV_CHANGE_STAGE,
    BV_CHANGE_JOINED,
    BV_CHANGE_FINISHED,
    BV_CHANGE_SETTING,
    BV_CHANGE_NEW_PAPER,
    BV_CHANGE_PAPER,
    BV_CHANGE_PAPER_GONE,
    BV_CHANGE_REWRITE,
    BV_CHANGE_SETUP,
    BV_CHANGE_REFILE,
    BV_CHANGE_LEFT,
    BV_CHANGE_FORGET,
    BV_CHANGE_JOB,
    BV_CHANGE_JOB_DONE,
};

enum { BV_CHANGE_TEXTS = 3 };

struct bv_piece {
    uint32_t at;
    uint32_t length;
};

struct bv_change {
    enum bv_change_kind kind;
    uint32_t number;
    int64_t table;
    int64_t time;
    struct bv_piece text[BV_CHANGE_TEXTS];
};

struct bv_batch {
    struct bv_change *change;
    size_t changes, changes_room;
    char *bytes;
    size_t length, bytes_room;
    /* The committer's: its place in a queue, and what became of it. */
    struct bv_batch *next;
    bool failed;
};

static inline struct bv_span bv_change_text(const struct bv_batch *batch,
                                            const struct bv_change *change, int which)
{
    struct bv_piece piece = change->text[which];
    return (struct bv_span){batch->bytes + piece.at, piece.length};
}

/* Where the change in that place is the last of several in a row that write entries of one table again: the lowest of their
 * numbers. Else 0. From there on the checksums of that table are computed anew. */
uint32_t bv_batch_rewritten_from(const struct bv_batch *batch, size_t place);

#endif

/*
 * The memory layout of a batch, for the code that commits it. Two arrays that grow: changes of a
 * fixed size, and the bytes of all their texts one after the other. A change refers to its texts by
 * offset, because the bytes move when they grow:
 *
 *     change   person  event  event  stage         text[0]      text[1]   table   time      number
 *                 │      │                person    id           name              created
 *     bytes    ada\0Ada\0S d2-d3\0…       rename    id           name
 *                                         table     id           setup     key     created
 *                                         event     line                   key     at        number
 *                                         stage                            key     due       stage
 *                                         join      person                 key
 *                                         setup     setup                  key
 *                                         finished  summary      tags      key     ended
 *                                         setting   name         value
 *                                         job                              key               number
 *
 * A document has a third text: kind, key, text; its rank is in time, its version in number. A
 * game with new tags has them there. `leave` and `person gone` have the same fields as `join` and
 * `person`.
 *
 * Each text is followed by a NUL that its length does not count.
 */
#pragma once

#include "store/store.h"
#include "util/list.h"

enum {
    BATCH_CHANGES = 1 << 16, /* most changes of a batch */
    BATCH_BYTES = 1 << 26,   /* most bytes of text of a batch */
};

enum batch_change_kind {
    BATCH_CHANGE_PERSON,
    BATCH_CHANGE_RENAME,
    BATCH_CHANGE_TABLE,
    BATCH_CHANGE_EVENT,
    BATCH_CHANGE_STAGE,
    BATCH_CHANGE_JOIN,
    BATCH_CHANGE_FINISHED,
    BATCH_CHANGE_SETTING,
    BATCH_CHANGE_NEW_DOCUMENT,
    BATCH_CHANGE_DOCUMENT,
    BATCH_CHANGE_DOCUMENT_GONE,
    BATCH_CHANGE_REWRITE,
    BATCH_CHANGE_SETUP,
    BATCH_CHANGE_RETAG,
    BATCH_CHANGE_LEAVE,
    BATCH_CHANGE_PERSON_GONE,
    BATCH_CHANGE_JOB,
    BATCH_CHANGE_JOB_DONE,
};

enum { BATCH_CHANGE_TEXTS = 3 };

struct batch_piece {
    uint32_t at;
    uint32_t length;
};

struct batch_change {
    enum batch_change_kind kind;
    uint32_t number;
    int64_t table;
    int64_t time;
    struct batch_piece text[BATCH_CHANGE_TEXTS];
};

struct batch {
    struct batch_change *change;
    size_t changes, changes_capacity;
    char *bytes;
    size_t length, bytes_capacity;
    /* For the committer: the queue, and the outcome. */
    struct list_link link;
    bool failed;
};

static inline struct bv_span batch_change_text(const struct batch *batch,
                                               const struct batch_change *change, int which)
{
    struct batch_piece piece = change->text[which];
    return (struct bv_span){batch->bytes + piece.at, piece.length};
}

/* If the change at that index is the last of several in a row that rewrite events of one table:
 * the lowest of their numbers. Else 0. From that event on the checksums of the table are computed
 * anew. */
uint32_t batch_rewritten_from(const struct batch *batch, size_t place);

/*
 * What the server remembers, held against the ledger: the record of a game that is over, or the messages of one that is
 * not, which come in pages.
 */
#ifndef BV_LOAD_AUDIT_H
#define BV_LOAD_AUDIT_H

#include "load/ledger.h"

struct bv_audit {
    uint64_t tables;
    uint64_t acknowledged;
    uint64_t found;
    uint64_t lost;
    uint64_t doubled; /* there twice, or never sent */
};

/* Reads what the server remembers of a table and adds the comparison to `audit`; what is wrong is written to standard
 * error, a line for each table. False and an error if it could not be read. */
bool bv_ledger_audit(const struct bv_ledger *ledger, const struct bv_door *door,
                     struct bv_audit *audit, struct bv_error *error);

/* ---- The comparison by itself ------------------------------------------------------------------------------------ */

/* How far it has come on one side. */
struct bv_cursor {
    const struct bv_sent *sent;
    size_t at; /* the line that comes next */
    uint32_t count;
    uint32_t found; /* of the acknowledged */
    uint64_t doubled;
};

struct bv_comparison {
    const struct bv_ledger *ledger;
    unsigned sides; /* that are compared, a bit each */
    struct bv_cursor cursor[BV_SIDES_MAX];
    int64_t last; /* number of the last message */
};

enum { BV_ALL_SIDES = (1 << BV_SIDES_MAX) - 1 };

struct bv_comparison bv_comparison_of(const struct bv_ledger *ledger, unsigned sides);
void bv_compare_move(struct bv_comparison *comparison, struct bv_span seat, struct bv_span token);
void bv_compare_record(struct bv_comparison *comparison, struct bv_span record);
/* A page of messages; whether more are to be asked for, since `last`. */
bool bv_compare_history(struct bv_comparison *comparison, struct bv_span page);
void bv_comparison_end(const struct bv_comparison *comparison, struct bv_audit *audit);

#endif

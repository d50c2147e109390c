/*
 * Compares what the server has stored with the ledger: the record of a finished game, or the
 * messages of one in progress, which come in pages.
 */
#pragma once

#include "proof/ledger.h"

struct audit {
    uint64_t tables;
    uint64_t acknowledged;
    uint64_t found;
    uint64_t lost;
    uint64_t doubled; /* stored twice, or never sent */
};

/* Reads what the server has stored of a table and adds the comparison to `audit`; what is wrong is
 * written to standard error, one line for each table. False and an error if it could not be read.
 * */
bool ledger_audit(const struct ledger *ledger, const struct server_address *address,
                  struct audit *audit, struct bv_error *error);

/* ---- The comparison -------------------------------------------------------------------------- */

/* Progress of the comparison on one side. */
struct audit_cursor {
    const struct ledger_sent *sent;
    size_t at; /* the next line */
    uint32_t count;
    uint32_t found; /* of the acknowledged */
    uint64_t doubled;
};

struct comparison {
    const struct ledger *ledger;
    unsigned sides; /* a bit for each side that is compared */
    struct audit_cursor cursor[BV_SIDES_MAX];
    int64_t last; /* number of the last message */
};

enum { AUDIT_ALL_SIDES = (1 << BV_SIDES_MAX) - 1 };

struct comparison comparison_of(const struct ledger *ledger, unsigned sides);
void compare_move(struct comparison *comparison, struct bv_span seat, struct bv_span token);
void compare_record(struct comparison *comparison, struct bv_span record);
/* Compares a page of messages; returns whether another page, since `last`, must be fetched. */
bool compare_history(struct comparison *comparison, struct bv_span page);
void comparison_end(const struct comparison *comparison, struct audit *audit);

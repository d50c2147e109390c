/*
 * What the server owes us: the moves that were sent at a table, side by side, and how many of them it has said are
 * kept. Nobody else plays those seats, so what a table remembers of a side must be exactly what was sent, in that order:
 * all that was acknowledged, and perhaps the one that was on its way.
 *
 *     sent          a b c d e
 *     acknowledged  a b c d
 *     remembered    a b c d     good        a b c d e   good
 *                   a b d       c is lost   a b b c d   b is doubled
 */
#ifndef BV_LOAD_LEDGER_H
#define BV_LOAD_LEDGER_H

#include "call/caller.h"
#include "load/gambler.h"
#include "load/told.h"

enum { BV_TABLE_ID_SIZE = 32 };

/* The moves of a side as lines `SEAT TOKEN`. */
struct bv_sent {
    struct bv_bytes lines;
    size_t last; /* where the last line begins */
    uint32_t count;
    uint32_t acknowledged;
    size_t heard;         /* where the line begins that comes next in what we are told, */
    uint32_t heard_count; /* and how many came before */
};

struct bv_ledger {
    char table[BV_TABLE_ID_SIZE];
    const struct bv_terms *terms;
    const char *cookie[BV_SIDES_MAX]; /* of the player of each side */
    bool over;
    struct bv_sent side[BV_SIDES_MAX];
    struct bv_told_list told[BV_SIDES_MAX]; /* to the player of each side, where that is kept */
    struct bv_ledger *next;
};

/* The line of the sent moves that begins at `from`, without its end; empty when there is none. */
struct bv_span bv_sent_line(const struct bv_sent *sent, size_t from);

/* Whether a line is `SEAT TOKEN`. */
bool bv_is_move(struct bv_span line, struct bv_span seat, struct bv_span token);

struct bv_ledger *bv_ledger_new(const struct bv_terms *terms);
void bv_ledger_free(struct bv_ledger *ledger);

void bv_ledger_send(struct bv_ledger *ledger, int seat, struct bv_span token);
void bv_ledger_acknowledge(struct bv_ledger *ledger, int side);
void bv_ledger_take_back(struct bv_ledger *ledger, int side); /* the last move was refused */

/* The last line that was sent, if it was not acknowledged; else empty. */
struct bv_span bv_ledger_open_move(const struct bv_ledger *ledger, int side);

/* A move of ours that we are told of: whether it is the next one we sent. */
bool bv_ledger_hear(struct bv_ledger *ledger, int side, struct bv_span seat, struct bv_span token);

#endif

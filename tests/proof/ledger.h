/*
 * The moves that were sent at a table, for each side, and how many of them the server has
 * acknowledged. Nobody else plays those seats, so the server must have stored exactly what was
 * sent, in that order: all acknowledged moves, and perhaps the one still on its way.
 *
 *     sent          a b c d e
 *     acknowledged  a b c d
 *     stored        a b c d     good        a b c d e   good
 *                   a b d       c is lost   a b b c d   b is doubled
 */
#pragma once

#include "load/clients.h"
#include "proof/received.h"

/* The moves of a side as lines `SEAT TOKEN`. */
struct ledger_sent {
    struct client_bytes lines;
    size_t last; /* where the last line begins */
    uint32_t count;
    uint32_t acknowledged;
    size_t received; /* where the line begins that must come next in the messages received */
    uint32_t received_count; /* and how many came before */
};

struct ledger {
    char table[LOAD_TABLE_ID_SIZE];
    const struct bv_terms *terms;
    const char *cookie[BV_SIDES_MAX]; /* of the player of each side */
    bool over;
    struct ledger_sent side[BV_SIDES_MAX];
    /* messages received by the player of each side, where they are kept */
    struct received_list received[BV_SIDES_MAX];
    struct ledger *next;
};

/* The line of the sent moves that begins at `from`, without its end; empty if there is none. */
struct bv_span ledger_sent_line(const struct ledger_sent *sent, size_t from);

/* Whether a line is `SEAT TOKEN`. */
bool ledger_is_move(struct bv_span line, struct bv_span seat, struct bv_span token);

struct ledger *ledger_new(const struct bv_terms *terms);
void ledger_free(struct ledger *ledger);

void ledger_send(struct ledger *ledger, int seat, struct bv_span token);
void ledger_acknowledge(struct ledger *ledger, int side);
void ledger_take_back(struct ledger *ledger, int side); /* the last move was refused */

/* The last line sent, if it was not acknowledged; else empty. */
struct bv_span ledger_open_move(const struct ledger *ledger, int side);

/* A message reports a move of this side: returns whether it is the next one that was sent. */
bool ledger_receive(struct ledger *ledger, int side, struct bv_span seat, struct bv_span token);

/*
 * Checksums of stored rows, by which damage is found: 64 bits of SHA-256 over all fields of a row.
 * A number counts as eight bytes, big-endian; a text as its length, a number, and its bytes.
 *
 * The events of a table form a chain: the checksum of each also covers the one before it, so that
 * an event that was changed, removed, inserted or moved breaks the chain. The end of the chain is
 * stored separately (`event_chains`), so that missing last events are noticed too.
 *
 *     0 ──▶ event 1 ──▶ event 2 ──▶ … ──▶ event n  =  event_chains: n, its checksum
 *
 * Both databases compute the checksums themselves when they write (`row_checksum`);
 * readers compute them here.
 */
#pragma once

#include <sodium/crypto_hash_sha256.h>

#include "store/copy_parts.h"

typedef crypto_hash_sha256_state checksum_state;

/* `previous`: the checksum before it in its chain; 0: there is none. */
void checksum_begin(checksum_state *state, int64_t previous);
void checksum_number(checksum_state *state, int64_t number);
void checksum_text(checksum_state *state, struct bv_span text);
int64_t checksum_end(checksum_state *state);

/* Of fields of those types (copy_parts.h), one letter each. */
int64_t checksum_of(int64_t previous, const char *types, const struct store_value *fields);

/* Of a row of a part that has a checksum, which is its last field. */
int64_t checksum_row(const struct store_part *part, int64_t previous, const struct store_row *row);

/* Writes that the item of that key (may be NULL) is damaged; returns false. `out` already has the
 * name of the store. */
bool checksum_put_damaged(struct bv_out *out, const char *what, const char *key);

/* ---- The events of one table, as they are read ---------------------------------------------- */

/* What a store reads for each event, joined with the end of the chain. A table without events
 * gives one row without an event. */
struct checksum_chain_row {
    bool has_chain, has_event;
    uint32_t events; /* how many there are, */
    int64_t end;     /* and the checksum of the last */
    uint32_t number;
    int64_t at;
    struct bv_span line;
    int64_t checksum;
};

struct checksum_chain {
    int64_t table;
    bool seen;     /* there is such a table */
    bool begun;    /* the event it begins with has been read */
    uint32_t last; /* the number of the last event that was read, */
    int64_t checksum;
    uint32_t events;
    int64_t end;
};

/* Begins with the event of that number, whose checksum is trusted; 0: with the first event. */
struct checksum_chain checksum_chain_begin(int64_t table, uint32_t after);
/* Whether the row is the next one, as it was written. *fresh: it is an event after the one that the
 * chain begins with. */
bool checksum_chain_take(struct checksum_chain *chain, const struct checksum_chain_row *row,
                         bool *fresh);
/* Whether the last row was the end of the chain. */
bool checksum_chain_is_whole(const struct checksum_chain *chain);
/* Writes which table is damaged, and after which event; returns false. `out` already has the name
 * of the store. */
bool checksum_chain_is_broken(const struct checksum_chain *chain, struct bv_out *out);

/*
 * Checksums of what is stored, by which damage is found: 64 bits of SHA-256 over all fields of a row. A number counts as eight
 * bytes, the highest first; a text as its length, a number, and its bytes.
 *
 * The entries of a table form a chain: the checksum of each covers the one before it too, so that an entry that was changed,
 * removed, put in or moved elsewhere is found by those behind it. Where the chain ends is kept beside it (`heads`), so that its
 * last entries cannot be missing unnoticed either.
 *
 *     0 ──▶ entry 1 ──▶ entry 2 ──▶ … ──▶ entry n  =  heads: n, its checksum
 *
 * Both databases compute the same by themselves when they write (sqlite.c, postgres_checksum.h); whoever reads computes it here.
 */
#ifndef BV_STORE_CHECKSUM_H
#define BV_STORE_CHECKSUM_H

#include <sodium/crypto_hash_sha256.h>

#include "store/parts.h"

typedef crypto_hash_sha256_state bv_checksum_state;

/* `previous`: the checksum before it in its chain; 0: there is none. */
void bv_checksum_begin(bv_checksum_state *state, int64_t previous);
void bv_checksum_number(bv_checksum_state *state, int64_t number);
void bv_checksum_text(bv_checksum_state *state, struct bv_span text);
int64_t bv_checksum_end(bv_checksum_state *state);

/* Of fields of those types (parts.h), one letter each. */
int64_t bv_checksum(int64_t previous, const char *types, const struct bv_field *fields);

/* Of a row of a part that has one, which is its last field. */
int64_t bv_row_checksum(const struct bv_part *part, int64_t previous, const struct bv_row *row);

/* Says that something of that key (may be NULL) is not what was written; returns false. `out` has the name of the store. */
bool bv_put_damaged(struct bv_out *out, const char *what, const char *key);

/* ---- The entries of one table, as they are read ------------------------------------------------------------------- */

/* What a store reads for each entry, and the end of the chain with it. Where there are no entries there is a row without one. */
struct bv_chain_row {
    bool has_head, has_entry;
    uint32_t entries; /* how many there are, */
    int64_t head;     /* and the checksum of the last */
    uint32_t number;
    int64_t at;
    struct bv_span line;
    int64_t checksum;
};

struct bv_chain {
    int64_t table;
    bool seen;     /* there is such a table */
    bool begun;    /* the entry it begins with has been read */
    uint32_t last; /* the number of the entry that was read last, */
    int64_t checksum;
    uint32_t entries;
    int64_t head;
};

/* Begins with the entry of that number, whose checksum is believed; 0: with the first of all. */
struct bv_chain bv_chain_begin(int64_t table, uint32_t after);
/* Whether the row is the next one, as it was written. *fresh: it is an entry behind the one that the chain begins with. */
bool bv_chain_take(struct bv_chain *chain, const struct bv_chain_row *row, bool *fresh);
/* Whether the last row was where the chain ends. */
bool bv_chain_is_whole(const struct bv_chain *chain);
/* Says which table is damaged, and behind which entry; returns false. `out` has the name of the store. */
bool bv_chain_is_broken(const struct bv_chain *chain, struct bv_out *out);

#endif

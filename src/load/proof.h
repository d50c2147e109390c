/*
 * What the store holds, against what the players did and were told. Each table is played again from its entries, by the
 * server's own fold (table.h) and its own words (tell.h), and for each of them
 *
 *     every move that was acknowledged is there, once, in its order            (ledger.h)
 *     every message that a player was told is, byte for byte, what its seat may be told under that number
 *
 * So two players cannot have been told two histories, nor one of them a secret, without its being seen here.
 */
#ifndef BV_LOAD_PROOF_H
#define BV_LOAD_PROOF_H

#include "load/audit.h"
#include "server/shelf.h"
#include "store/store.h"

struct bv_proof {
    struct bv_audit moves;
    uint64_t messages;
    uint64_t wrong;  /* messages that the store does not bear out */
    uint64_t broken; /* tables whose entries make no sense, or leave a gap */
    uint64_t flags;  /* games that ended by a clock; none can */
};

/* Adds the table of a ledger; what is wrong is written to standard error. False and an error if the store cannot be
 * read. */
bool bv_ledger_prove(const struct bv_ledger *ledger, struct bv_store *store, struct bv_shelf *shelf,
                     struct bv_proof *proof, struct bv_error *error);

/* ---- The comparison by itself ------------------------------------------------------------------------------------ */

struct bv_retelling;

/* Of a table with this setup, as the store keeps it; NULL and an error if it makes no sense. */
struct bv_retelling *bv_retelling_new(const struct bv_ledger *ledger, const char *setup,
                                      struct bv_shelf *shelf, struct bv_error *error);
/* The next entry; false and an error if it is not the next or makes no sense. */
bool bv_retelling_take(struct bv_retelling *retelling, uint32_t number, int64_t at,
                       struct bv_span line, struct bv_error *error);
/* Counts, and frees it. */
void bv_retelling_end(struct bv_retelling *retelling, struct bv_proof *proof);

#endif

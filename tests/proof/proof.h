/*
 * Compares the store with what the players sent and received. Each table is replayed from its
 * events with the server's own code (table.h, messages.h), and for each of them
 *
 *     every acknowledged move is stored, once, in its order                    (ledger.h)
 *     every message that a player received is, byte for byte, what its seat may be sent under that
 *     number
 *
 * So the check finds two players that were sent different histories, and a player that was sent a
 * secret.
 */
#pragma once

#include "proof/audit.h"
#include "store/store.h"
#include "table/terms_cache.h"

struct proof {
    struct audit moves;
    uint64_t messages;
    uint64_t wrong;  /* messages that differ from the store */
    uint64_t broken; /* tables whose events are invalid, or have a gap */
    uint64_t flags;  /* games that ended by a clock; there must be none */
};

/* Adds the table of a ledger; what is wrong is written to standard error. False and an error if the
 * store cannot be read. */
bool ledger_prove(const struct ledger *ledger, struct store *store, struct terms_cache *cache,
                  struct proof *proof, struct bv_error *error);

/* ---- The comparison -------------------------------------------------------------------------- */

struct replay;

/* For a table with this setup, as the store holds it; NULL and an error if it is invalid. */
struct replay *replay_new(const struct ledger *ledger, const char *setup, struct terms_cache *cache,
                          struct bv_error *error);
/* Adds the next event; false and an error if it is not the next or is invalid. */
bool replay_take(struct replay *replay, uint32_t number, int64_t at, struct bv_span line,
                 struct bv_error *error);
/* Adds the counts to `proof`, and frees it. */
void replay_end(struct replay *replay, struct proof *proof);

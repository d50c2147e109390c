/*
 * Looks through the tables of a store for damage.
 *
 *     by checksums  what is stored is what was written: from any thread, with a handle of its own
 *     by the rules  and the events make sense: each is read and folded as when the table is loaded, every token is legal.
 *                   Only the thread that folds tables may do so
 */
#ifndef BV_INSPECT_H
#define BV_INSPECT_H

#include <stdatomic.h>

#include "store/store.h"

struct bv_inspection {
    bool all;                /* the tables that are over, too */
    bool rules;              /* by the rules, not by checksums alone */
    const atomic_bool *stop; /* ends it early; may be NULL */
    /* A damaged table. */
    void (*found)(void *context, const char *id, const char *reason);
    void *context;

    /* What has been seen so far. */
    uint64_t tables, damaged;
};

/* False and an error where the store could not be read; that something is damaged is no error. */
bool bv_inspect(struct bv_store *store, struct bv_inspection *inspection, struct bv_error *error);

/* ---- While the house is open ---------------------------------------------------------------------------- */

struct bv_inspector;

/* In a thread of its own: the tables that are not over, by their checksums. Each that is damaged gets a line in the log, and
 * so does the end of it. */
struct bv_inspector *bv_inspector_open(const char *where);
void bv_inspector_close(struct bv_inspector *inspector);

#endif

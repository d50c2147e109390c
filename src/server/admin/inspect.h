/*
 * Inspection: checks the tables of a store for damage.
 *
 *     by checksums  the stored bytes are those that were written. Any thread may do it, with a
 *                   store handle of its own
 *     by the rules  the events are valid too: each is read and applied as when the table is
 *                   loaded, and every token is legal. Only the thread that loads tables may do it
 */
#pragma once

#include <stdatomic.h>

#include "store/store.h"

struct inspection {
    bool all;                /* includes finished tables */
    bool rules;              /* by the rules, not by checksums alone */
    const atomic_bool *stop; /* ends it early; may be NULL */
    /* Called for each damaged table. */
    void (*found)(void *context, const char *id, const char *reason);
    void *context;

    /* Counts so far. */
    uint64_t tables, damaged;
};

/* False and an error if the store could not be read; damage is not an error. */
bool inspect_tables(struct store *store, struct inspection *inspection, struct bv_error *error);

/* ---- While the server runs ------------------------------------------------------------------- */

struct inspector;

/* Checks the unfinished tables by their checksums, in a thread of its own. Each damaged table gets
 * a log line, and so does the end of the inspection. */
struct inspector *inspector_open(const char *where);
void inspector_close(struct inspector *inspector);

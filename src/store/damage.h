/* Queries that find damage in a store: they return no rows in a sound one, and work in every
 * backend. */
#ifndef STORE_DAMAGE_H
#define STORE_DAMAGE_H

#include "store/store.h"

/* Each row is a table or a count. */
struct store_damage_query {
    const char *sql;
    const char *says;
};

/* The first ones apply to every schema version, the others to those with checksums. */
enum { STORE_FIRST_FINDINGS = 5, STORE_DAMAGE_QUERIES = 7 };

extern const struct store_damage_query store_damage_queries[STORE_DAMAGE_QUERIES];

#endif

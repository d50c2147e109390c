/* What is wrong with a store: questions that find nothing in a sound one, in words that every database understands. */
#ifndef BV_STORE_FINDINGS_H
#define BV_STORE_FINDINGS_H

#include "store/store.h"

/* A row names a table or a count. */
struct bv_finding {
    const char *sql;
    const char *says;
};

/* The first hold for every schema so far, the others for those that have checksums. */
enum { BV_STORE_FIRST_FINDINGS = 5, BV_STORE_FINDINGS = 7 };

extern const struct bv_finding bv_store_findings[BV_STORE_FINDINGS];

#endif

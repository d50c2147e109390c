/*
 * A witness of faults: it plays on the nodes of a house while somebody else makes faults and tells it so, and proves at
 * the end, from the store, that nothing was lost, doubled, told wrongly or told to the wrong seat (proof.h).
 *
 *     standard input   `over`   the fault is over: when is everybody back?     `end`: enough
 *     standard output  `seated`                                                 `back 812` (milliseconds), or `missing 3`
 */
#ifndef BV_LOAD_WITNESS_H
#define BV_LOAD_WITNESS_H

#include "load/load.h"
#include "load/proof.h"

struct bv_witness_report {
    uint32_t rounds;
    struct bv_crowd_figures figures;
    double seconds;
    struct bv_proof proof;
    struct bv_histogram back; /* from the end of a fault until a player was back */
    uint64_t missing;         /* players who were not back when the next fault came */
    char complaint[512];
};

bool bv_witness_run(const struct bv_load_plan *plan, struct bv_witness_report *report,
                    struct bv_error *error);

/* Whether there is nothing to complain of. */
bool bv_witness_is_content(const struct bv_witness_report *report);

#endif

/*
 * A consistency check: it plays on the nodes of a server while another program injects faults and
 * announces them, and checks at the end, against the store, that nothing was lost, doubled, sent
 * wrongly or sent to the wrong seat (proof.h).
 *
 *     standard input   `over`: the fault is over, measure the returns     `end`: stop
 *     standard output  `seated`                 `back 812` (milliseconds), or `missing 3`
 */
#ifndef LOAD_WITNESS_H
#define LOAD_WITNESS_H

#include "load/load.h"
#include "load/proof.h"

struct witness_report {
    uint32_t rounds;
    struct load_figures figures;
    double seconds;
    struct proof proof;
    struct histogram back; /* from the end of a fault until a player had returned */
    uint64_t missing;      /* players that had not returned when the next fault came */
    char complaint[512];
};

bool witness_run(const struct load_plan *plan, struct witness_report *report,
                 struct bv_error *error);

/* Whether the check passed. */
bool witness_is_content(const struct witness_report *report);

#endif

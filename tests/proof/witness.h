/*
 * A consistency check: it plays on the nodes of a server while another program injects faults and
 * announces them, and checks at the end, against the store, that nothing was lost, doubled, sent
 * wrongly or sent to the wrong seat (proof.h).
 *
 *     standard input   `over`: the fault is over, measure the returns     `end`: stop
 *     standard output  `seated`                 `back 812` (milliseconds), or `missing 3`
 *
 * A player that learns that nothing can be stored now, or gets no answer, goes to another node
 * after a while and sends the same move with the same key. When a fault is over, each player sends
 * a chat message to its own side: once that is stored, and the move from before is answered, the
 * player has returned.
 */
#pragma once

#include "load/load.h"
#include "proof/proof.h"

struct witness_report {
    uint32_t rounds;
    struct load_figures figures;
    double seconds;
    struct proof proof;
    uint64_t astray;       /* moves in messages that were not the next that was sent */
    uint64_t put_off;      /* commands that the server could not execute at that moment */
    uint64_t mistimed;     /* moves whose recorded time differs from when they were sent */
    struct histogram back; /* from the end of a fault until a player had returned */
    uint64_t missing;      /* players that had not returned when the next fault came */
    char complaint[512];
};

/* `store`: of the server that the plan's addresses belong to. */
bool witness_run(const struct load_plan *plan, const char *store, struct witness_report *report,
                 struct bv_error *error);

/* Whether the check passed. */
bool witness_is_content(const struct witness_report *report);

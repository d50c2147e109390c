/*
 * What an attack costs other players: the same load in turns without and with an attack, so that
 * other work on the machine affects both alike.
 *
 *     calm ──▶ attack ──▶ calm ──▶ attack ──▶ … ──▶ a pause, to measure the memory
 */
#pragma once

#include "load/load.h"
#include "proof/attackers.h"

/* What was measured without, or during, an attack. */
struct attack_part {
    struct load_figures figures;
    double seconds;
    double server; /* seconds of processor time of the server */
    uint64_t most; /* kilobytes of the server */
};

struct attack_report {
    struct attack_part calm;
    struct attack_part attackers;
    struct attackers_counts counts;
    double seconds; /* of all attacks together, with their start-up */
    uint64_t losses;
    uint64_t after; /* kilobytes of the server, a while after the attacks */
    char complaint[512];
};

bool attack_run(const struct load_plan *plan, struct attack_report *report, struct bv_error *error);

/* The 99th percentile of the move times during attacks divided by that without. */
double attack_ratio(const struct attack_report *report);

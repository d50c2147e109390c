#ifndef CLI_BENCH_H
#define CLI_BENCH_H

#include "cli/cli.h"

/* The speed of a player (`level:8@100ms`) that plays against itself, on one thread. */
struct pace {
    double nodes_per_second;
    double longest_turn; /* seconds */
};

/* What --redraw prints. */
int bench_redraw(const struct options *options);

struct pace measure_pace(const struct bv_terms *terms, const char *player, double seconds);

#endif

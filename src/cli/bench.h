#ifndef BIVOUAC_BENCH_H
#define BIVOUAC_BENCH_H

#include "core/game.h"

/* Nodes a second of a player (`level:8@100ms`) that plays against itself, on one thread. */
double nodes_per_second(const struct bv_terms *terms, const char *player, double seconds);

#endif

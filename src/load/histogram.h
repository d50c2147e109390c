/*
 * A histogram of times with boxes that grow: exact below 64 microseconds, then 64 boxes for each
 * doubling, so that every quantile is known to within two percent, in constant memory.
 *
 *     0 1 2 … 63 | 64 65 … 127 | 128 130 … 254 | 256 260 … | …
 */
#pragma once

#include "core/base.h"

enum {
    HISTOGRAM_FINE = 64,     /* boxes for each doubling */
    HISTOGRAM_DOUBLINGS = 32 /* up to about 76 hours; longer times go into the last box */
};

struct histogram {
    uint64_t count;
    uint64_t most; /* exact */
    uint32_t box[HISTOGRAM_FINE * (HISTOGRAM_DOUBLINGS + 1)];
};

void histogram_add(struct histogram *histogram, uint64_t microseconds);

/* The quantile `share` (0.99) of all times, rounded up to its box; 0 if there are none. */
uint64_t histogram_share(const struct histogram *histogram, double share);

/* Prints quantiles and the number of times, as a line for people or as a JSON field after a comma.
 */
void histogram_print(const char *name, const struct histogram *histogram);
void histogram_print_json(const char *name, const struct histogram *histogram);

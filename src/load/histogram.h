/*
 * Times counted in boxes that grow with what they hold: exact below 64 microseconds, then 64 boxes for each doubling,
 * so that any share of the times is known to within two percent, in a fixed room.
 *
 *     0 1 2 … 63 | 64 65 … 127 | 128 130 … 254 | 256 260 … | …
 */
#ifndef BV_LOAD_HISTOGRAM_H
#define BV_LOAD_HISTOGRAM_H

#include "core/base.h"

enum {
    BV_HISTOGRAM_FINE = 64,     /* boxes of a doubling */
    BV_HISTOGRAM_DOUBLINGS = 32 /* up to about 76 hours; longer times fall into the last box */
};

struct bv_histogram {
    uint64_t count;
    uint64_t most; /* exact */
    uint32_t box[BV_HISTOGRAM_FINE * (BV_HISTOGRAM_DOUBLINGS + 1)];
};

void bv_histogram_clear(struct bv_histogram *histogram);
void bv_histogram_add(struct bv_histogram *histogram, uint64_t microseconds);

/* The time that this share of all times (0.99) does not exceed, rounded up to its box; 0 if there are none. */
uint64_t bv_histogram_share(const struct bv_histogram *histogram, double share);

#endif

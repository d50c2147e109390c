#include "load/histogram.h"

#include <stdio.h>

enum { FINE_BITS = 6 };

_Static_assert(1 << FINE_BITS == HISTOGRAM_FINE, "the bits count the boxes");

static size_t box_of(uint64_t time)
{
    if (time < HISTOGRAM_FINE) return (size_t)time;
    int shift = 63 - __builtin_clzll(time) - FINE_BITS;
    size_t box = (size_t)(shift + 1) * HISTOGRAM_FINE + (size_t)(time >> shift) - HISTOGRAM_FINE;
    size_t last = (size_t)HISTOGRAM_FINE * (HISTOGRAM_DOUBLINGS + 1) - 1;
    return box < last ? box : last;
}

/* The longest time that goes into a box. */
static uint64_t top_of(size_t box)
{
    if (box < HISTOGRAM_FINE) return box;
    size_t shift = box / HISTOGRAM_FINE - 1;
    uint64_t fine = box % HISTOGRAM_FINE + HISTOGRAM_FINE;
    return ((fine + 1) << shift) - 1;
}

void histogram_add(struct histogram *histogram, uint64_t microseconds)
{
    histogram->count++;
    histogram->box[box_of(microseconds)]++;
    if (microseconds > histogram->most) histogram->most = microseconds;
}

uint64_t histogram_share(const struct histogram *histogram, double share)
{
    uint64_t seen = 0;
    double wanted = share * (double)histogram->count;
    for (size_t box = 0; box < BV_COUNT(histogram->box); box++) {
        seen += histogram->box[box];
        if (!seen || (double)seen < wanted) continue;
        uint64_t top = top_of(box);
        return top < histogram->most ? top : histogram->most;
    }
    return histogram->most;
}

/* ---- Printing -------------------------------------------------------------------------------- */

static double milliseconds(uint64_t microseconds)
{
    return (double)microseconds / 1000;
}

void histogram_print(const char *name, const struct histogram *histogram)
{
    printf("%-34s p50 %.2f  p90 %.2f  p99 %.2f  max %.2f ms  (%llu)\n", name,
           milliseconds(histogram_share(histogram, 0.5)),
           milliseconds(histogram_share(histogram, 0.9)),
           milliseconds(histogram_share(histogram, 0.99)), milliseconds(histogram->most),
           (unsigned long long)histogram->count);
}

void histogram_print_json(const char *name, const struct histogram *histogram)
{
    printf(",\"%s\":{\"count\":%llu,\"p50\":%.3f,\"p90\":%.3f,\"p99\":%.3f,\"max\":%.3f}", name,
           (unsigned long long)histogram->count, milliseconds(histogram_share(histogram, 0.5)),
           milliseconds(histogram_share(histogram, 0.9)),
           milliseconds(histogram_share(histogram, 0.99)), milliseconds(histogram->most));
}

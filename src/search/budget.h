/* Budgets: when to stop searching, and the meter that checks it. */
#ifndef SEARCH_BUDGET_H
#define SEARCH_BUDGET_H

#include <stdatomic.h>

#include "core/base.h"

/* The first limit reached counts. Zero means no limit of that kind. */
struct budget {
    uint64_t nodes;
    uint64_t microseconds;
    uint32_t depth;
    int64_t (*clock)(void);  /* microseconds since any fixed moment; NULL: time is not checked */
    const atomic_bool *stop; /* set by another thread to be answered at once; may be NULL */
};

struct budget_meter {
    const struct budget *budget;
    int64_t begun;
    uint64_t nodes;
    uint64_t mask; /* checks the clock when these bits of `nodes` are all zero */
    bool spent;
};

/* `look_every`: how many nodes pass between two checks of the clock, a power of two. */
static inline struct budget_meter budget_meter_start(const struct budget *budget,
                                                     uint64_t look_every)
{
    int64_t begun = budget->clock ? budget->clock() : 0;
    return (struct budget_meter){.budget = budget, .begun = begun, .mask = look_every - 1};
}

/* Checks everything that could end the search. */
static inline bool budget_meter_look(struct budget_meter *meter)
{
    const struct budget *budget = meter->budget;
    if (budget->nodes && meter->nodes >= budget->nodes) meter->spent = true;
    if (budget->stop && *budget->stop) meter->spent = true;
    if (budget->clock && budget->microseconds &&
        (uint64_t)(budget->clock() - meter->begun) >= budget->microseconds)
        meter->spent = true;
    return meter->spent;
}

/* Counts a node; true once the budget is spent. */
static inline bool budget_meter_tick(struct budget_meter *meter)
{
    meter->nodes++;
    if (meter->budget->nodes && meter->nodes >= meter->budget->nodes) meter->spent = true;
    if ((meter->nodes & meter->mask) == 0) budget_meter_look(meter);
    return meter->spent;
}

#endif

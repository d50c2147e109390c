/* Budgets: when to stop thinking, and the meter that tells. */
#ifndef BV_BUDGET_H
#define BV_BUDGET_H

#include <stdatomic.h>

#include "core/base.h"

/* Whichever comes first. Nought means no limit of that kind. */
struct bv_budget {
    uint64_t nodes;
    uint64_t microseconds;
    uint32_t depth;
    uint64_t (*clock)(void); /* microseconds since any fixed moment; NULL: time is not looked at */
    const atomic_bool *stop; /* set by another thread to be answered at once; may be NULL */
};

struct bv_meter {
    const struct bv_budget *budget;
    uint64_t begun;
    uint64_t nodes;
    uint64_t mask; /* looks at the clock when these bits of `nodes` are all nought */
    bool spent;
};

/* `look_every`: how many nodes pass between two looks at the clock, a power of two. */
static inline struct bv_meter bv_meter_start(const struct bv_budget *budget, uint64_t look_every)
{
    uint64_t begun = budget->clock ? budget->clock() : 0;
    return (struct bv_meter){.budget = budget, .begun = begun, .mask = look_every - 1};
}

/* Looks at everything that could end the thinking. */
static inline bool bv_meter_look(struct bv_meter *meter)
{
    const struct bv_budget *budget = meter->budget;
    if (budget->nodes && meter->nodes >= budget->nodes) meter->spent = true;
    if (budget->stop && *budget->stop) meter->spent = true;
    if (budget->clock && budget->microseconds &&
        budget->clock() - meter->begun >= budget->microseconds)
        meter->spent = true;
    return meter->spent;
}

/* Counts a node; true once the budget is spent. */
static inline bool bv_meter_tick(struct bv_meter *meter)
{
    meter->nodes++;
    if (meter->budget->nodes && meter->nodes >= meter->budget->nodes) meter->spent = true;
    if ((meter->nodes & meter->mask) == 0) bv_meter_look(meter);
    return meter->spent;
}

#endif

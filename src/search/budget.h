/* Budgets: when to stop searching, and the meter that checks it. */
#pragma once

#include <stdatomic.h>

#include "core/base.h"

struct net;
struct search_answer;

/* Hears of a search while it goes on: how many nodes it has, and now and then the best it knows
 * (NULL: as before). */
typedef void budget_listener(void *context, uint64_t nodes, const struct search_answer *best);

/* The first limit reached counts. Zero means no limit of that kind. */
struct budget {
    uint64_t nodes;
    uint64_t microseconds;
    uint32_t depth;
    int64_t (*clock)(void);  /* microseconds since any fixed moment; NULL: time is not checked */
    const atomic_bool *stop; /* set by another thread to be answered at once; may be NULL */
    budget_listener *listen; /* called in the thread that searches; may be NULL */
    void *context;
    const struct net *net; /* to evaluate with instead of the one built in (net.h); may be NULL */
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
    if (budget->listen) budget->listen(budget->context, meter->nodes, NULL);
    if (budget->nodes && meter->nodes >= budget->nodes) meter->spent = true;
    if (budget->stop && *budget->stop) meter->spent = true;
    if (budget->clock && budget->microseconds &&
        (uint64_t)(budget->clock() - meter->begun) >= budget->microseconds)
        meter->spent = true;
    return meter->spent;
}

/* Whether a search that grows evenly should tell the best it knows: when it has doubled. */
static inline bool budget_wants_best(const struct budget *budget, uint64_t visits)
{
    return budget->listen && (visits & (visits - 1)) == 0;
}

/* Counts a node; true once the budget is spent. */
static inline bool budget_meter_tick(struct budget_meter *meter)
{
    meter->nodes++;
    if (meter->budget->nodes && meter->nodes >= meter->budget->nodes) meter->spent = true;
    if ((meter->nodes & meter->mask) == 0) budget_meter_look(meter);
    return meter->spent;
}

/*
 * What time it is. A house alone goes by the clock of its machine. Where nodes share a store they all go by the database's
 * clock, so that nobody's time runs out early because a client has come to another node.
 */
#include <stdatomic.h>
#include <time.h>

#include "server/fellowship/fellowship.h"

static int64_t clock_of(clockid_t which)
{
    struct timespec time;
    clock_gettime(which, &time);
    return (int64_t)time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

/* The shared clock, less this machine's that nobody sets. */
static atomic_int_fast64_t shift;
static atomic_bool shared;

int64_t bv_machine_now(void)
{
    return clock_of(CLOCK_REALTIME);
}

int64_t bv_now(void)
{
    if (!atomic_load(&shared)) return bv_machine_now();
    return clock_of(CLOCK_MONOTONIC) + atomic_load(&shift);
}

void bv_now_set(int64_t now)
{
    atomic_store(&shift, now - clock_of(CLOCK_MONOTONIC));
    atomic_store(&shared, true);
}

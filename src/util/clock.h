/*
 * The clocks of the machine. The monotonic clock measures how long something takes: it cannot be
 * set, and its zero means nothing. The wall clock tells the date, and may be set at any moment.
 */
#pragma once

#include <stdint.h>
#include <time.h>

static inline int64_t clock_read(clockid_t clock)
{
    struct timespec time;
    clock_gettime(clock, &time);
    return (int64_t)time.tv_sec * 1000000 + time.tv_nsec / 1000;
}

/* Of the monotonic clock. */
static inline int64_t clock_microseconds(void)
{
    return clock_read(CLOCK_MONOTONIC);
}

static inline int64_t clock_milliseconds(void)
{
    return clock_microseconds() / 1000;
}

/* Of the wall clock, since 1970. */
static inline int64_t clock_wall_milliseconds(void)
{
    return clock_read(CLOCK_REALTIME) / 1000;
}

/* How long this thread has been working, waiting not counted. */
static inline int64_t clock_thread_microseconds(void)
{
    return clock_read(CLOCK_THREAD_CPUTIME_ID);
}

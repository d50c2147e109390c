#include "table/clock.h"

void table_clock_set(struct table_clock *clock, const struct table_time_control *control)
{
    *clock = (struct table_clock){.control = *control};
    for (int side = 0; side < BV_SIDES_MAX; side++) {
        clock->left[side] = control->budget;
        clock->vacation_left[side] = control->vacation;
    }
}

static int64_t later(int64_t a, int64_t b)
{
    return a > b ? a : b;
}

static int64_t earlier(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

/* Whether the side shares its time with others. */
static bool is_shared(const struct table_clock *clock, int side)
{
    uint8_t own = (uint8_t)(1 << side);
    return clock->running & own && clock->running != own;
}

/* Until when the time of a side stands still: while the side is on vacation or, where time is
 * shared, any side that shares it. */
static int64_t still_until(const struct table_clock *clock, int side)
{
    int64_t until = clock->away_until[side];
    if (!is_shared(clock, side)) return until;
    for (int i = 0; i < BV_SIDES_MAX; i++)
        if (clock->running & 1 << i) until = later(until, clock->away_until[i]);
    return until;
}

/* The time that counts for a side between the last moment and now; a current vacation began before
 * that moment. */
static int64_t elapsed(const struct table_clock *clock, int side, int64_t now)
{
    int64_t away = earlier(now, still_until(clock, side)) - clock->moment;
    return later(now - clock->moment - later(away, 0), 0);
}

void table_clock_advance(struct table_clock *clock, int64_t now)
{
    int64_t passed[BV_SIDES_MAX];
    for (int side = 0; side < BV_SIDES_MAX; side++)
        passed[side] = clock->running & 1 << side ? elapsed(clock, side, now) : 0;
    for (int side = 0; side < BV_SIDES_MAX; side++) {
        clock->left[side] -= passed[side];
        if (clock->done & 1 << side) clock->idle[side] += passed[side];
    }
    clock->moment = later(now, clock->moment);
}

static int64_t increment_of(const struct table_clock *clock)
{
    return clock->control.mode == TABLE_TIME_CLOCK ? clock->control.increment : 0;
}

static void end_turn(struct table_clock *clock, int side)
{
    clock->left[side] += clock->idle[side] + increment_of(clock);
    clock->idle[side] = 0;
}

void table_clock_run(struct table_clock *clock, uint8_t sides)
{
    bool together = clock->running & (clock->running - 1);
    if (sides == clock->running) return;
    for (int side = 0; side < BV_SIDES_MAX; side++) {
        bool ran = clock->running & 1 << side;
        bool runs = sides & 1 << side;
        bool ended = ran && (!runs || together);
        if (ended) end_turn(clock, side);
        if (clock->control.mode == TABLE_TIME_DAYS && runs && (!ran || ended))
            clock->left[side] = clock->control.budget;
    }
    clock->since = clock->moment;
    clock->running = sides;
    clock->done = 0;
}

void table_clock_done(struct table_clock *clock, uint8_t sides)
{
    clock->done = clock->running & sides;
}

void table_clock_skip(struct table_clock *clock, int64_t now)
{
    clock->since = clock->moment = later(now, clock->moment);
}

void table_clock_credit(struct table_clock *clock, int side, int64_t milliseconds)
{
    uint8_t sides = is_shared(clock, side) ? clock->running : (uint8_t)(1 << side);
    for (int i = 0; i < BV_SIDES_MAX; i++)
        if (sides & 1 << i) clock->left[i] += milliseconds;
}

void table_clock_vacation(struct table_clock *clock, int side, int64_t milliseconds)
{
    int64_t taken = earlier(milliseconds, clock->vacation_left[side]);
    clock->vacation_left[side] -= taken;
    clock->away_until[side] = later(clock->away_until[side], clock->moment) + taken;
}

int64_t table_clock_seems_left(const struct table_clock *clock, int side, int64_t now)
{
    int64_t left = clock->left[side];
    if (clock->running & 1 << side) left -= elapsed(clock, side, now);
    return later(left, 0);
}

int64_t table_clock_left(const struct table_clock *clock, int side, int64_t now)
{
    if (!(clock->done & 1 << side)) return table_clock_seems_left(clock, side, now);
    return later(clock->left[side] + clock->idle[side] + increment_of(clock), 0);
}

int64_t table_clock_due(const struct table_clock *clock, int *side)
{
    int64_t first = INT64_MAX;
    if (clock->control.mode == TABLE_TIME_NONE) return first;
    for (int i = 0; i < BV_SIDES_MAX; i++) {
        if (!(clock->running & ~clock->done & 1 << i)) continue;
        int64_t away = still_until(clock, i) - clock->moment;
        int64_t due = clock->moment + clock->left[i] + later(away, 0);
        if (due >= first) continue;
        first = due;
        *side = i;
    }
    return first;
}

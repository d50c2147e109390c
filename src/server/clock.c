#include "server/clock.h"

void bv_clock_set(struct bv_clock *clock, const struct bv_time_control *control)
{
    *clock = (struct bv_clock){.control = *control};
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

/* What counts for a side between the last moment and now. */
static int64_t elapsed(const struct bv_clock *clock, int side, int64_t now)
{
    int64_t away =
        earlier(now, clock->away_until[side]) - later(clock->moment, clock->away_from[side]);
    return later(now - clock->moment - later(away, 0), 0);
}

void bv_clock_advance(struct bv_clock *clock, int64_t now)
{
    for (int side = 0; side < BV_SIDES_MAX; side++)
        if (clock->running & 1 << side) clock->left[side] -= elapsed(clock, side, now);
    clock->moment = later(now, clock->moment);
}

static void stop(struct bv_clock *clock, int side, bool ran)
{
    clock->stopped[side] = clock->moment;
    clock->given[side] = ran && clock->control.mode == BV_TIME_CLOCK ? clock->control.increment : 0;
    clock->left[side] += clock->given[side];
}

void bv_clock_run(struct bv_clock *clock, uint8_t sides)
{
    for (int side = 0; side < BV_SIDES_MAX; side++) {
        bool ran = clock->running & 1 << side;
        bool runs = sides & 1 << side;
        if (!runs && (ran || !clock->begun)) stop(clock, side, ran);
        if (clock->control.mode == BV_TIME_DAYS && runs && !ran)
            clock->left[side] = clock->control.budget;
    }
    clock->begun = true;
    clock->running = sides;
}

void bv_clock_skip(struct bv_clock *clock, int64_t now)
{
    clock->moment = later(now, clock->moment);
}

void bv_clock_credit(struct bv_clock *clock, int side, int64_t milliseconds)
{
    clock->left[side] += milliseconds;
}

void bv_clock_vacation(struct bv_clock *clock, int side, int64_t milliseconds)
{
    int64_t taken = earlier(milliseconds, clock->vacation_left[side]);
    clock->vacation_left[side] -= taken;
    clock->away_from[side] = clock->moment;
    clock->away_until[side] = later(clock->away_until[side], clock->moment) + taken;
}

int64_t bv_clock_left(const struct bv_clock *clock, int side, int64_t now)
{
    int64_t left = clock->left[side];
    if (clock->running & 1 << side) left -= elapsed(clock, side, now);
    return later(left, 0);
}

int64_t bv_clock_seems_left(const struct bv_clock *clock, int side, int64_t now)
{
    if (clock->running & 1 << side) return bv_clock_left(clock, side, now);
    int64_t before = clock->left[side] - clock->given[side];
    return later(before - later(now - clock->stopped[side], 0), 0);
}

int64_t bv_clock_due(const struct bv_clock *clock, int *side)
{
    int64_t first = INT64_MAX;
    if (clock->control.mode == BV_TIME_NONE) return first;
    for (int i = 0; i < BV_SIDES_MAX; i++) {
        if (!(clock->running & 1 << i)) continue;
        int64_t away = clock->away_until[i] - later(clock->moment, clock->away_from[i]);
        int64_t due = clock->moment + clock->left[i] + later(away, 0);
        if (due >= first) continue;
        first = due;
        *side = i;
    }
    return first;
}

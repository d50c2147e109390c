/*
 * The clocks of the sides. A clock changes only by the events of its table: each event brings its
 * time, so applying the same events always gives the same clock.
 *
 *     none    no time limit
 *     clock   a number of seconds for each side, and an increment for each completed turn
 *     days    a number of days for each turn; a side may take vacation, which stops its days
 *
 * The increment is given for a completed turn, never for a single action: otherwise a clock would
 * reveal how many secret actions the other side has taken.
 *
 * Where both sides act at the same time and in secret, the clock that all players see must not
 * reveal which side is done. So both sides share one time until both are done: it runs for both,
 * and what one side is given, both are given (a credit, a vacation that stops the clock). Only a
 * side that is done knows that its own time has stopped; the others learn it when the turn ends for
 * both.
 */
#pragma once

#include "core/game.h"

enum table_time_mode { TABLE_TIME_NONE, TABLE_TIME_CLOCK, TABLE_TIME_DAYS };

struct table_time_control {
    enum table_time_mode mode;
    int64_t budget;    /* ms for a side: for the whole game, or for one turn */
    int64_t increment; /* ms for a turn */
    int64_t vacation;  /* ms that a side may take in total */
};

#define TABLE_DAY ((int64_t)24 * 60 * 60 * 1000)

struct table_clock {
    struct table_time_control control;
    int64_t left[BV_SIDES_MAX];
    int64_t away_until[BV_SIDES_MAX]; /* the end of the last vacation */
    int64_t vacation_left[BV_SIDES_MAX];
    int64_t
        /* time that ran although the side was done; given back when the turn ends */
        idle[BV_SIDES_MAX];
    int64_t moment;  /* time is counted up to here */
    int64_t since;   /* since when it runs for these sides without interruption */
    uint8_t running; /* a bit for each side whose time runs, as all players see it */
    /* of those, a bit for each side that has completed its turn in secret */
    uint8_t done;
};

void table_clock_set(struct table_clock *clock, const struct table_time_control *control);

/* Counts the time up to now. */
void table_clock_advance(struct table_clock *clock, int64_t now);

/* From now on the time of these sides runs, as all players see it. A side whose time stops has
 * completed its turn; where several ran together and no longer do, all have completed it. */
void table_clock_run(struct table_clock *clock, uint8_t sides);

/* Of the sides whose time runs, these have completed their turn in secret. */
void table_clock_done(struct table_clock *clock, uint8_t sides);

/* Time has passed that does not count. */
void table_clock_skip(struct table_clock *clock, int64_t now);

/* Where the time of several sides runs, all of them get the credit. */
void table_clock_credit(struct table_clock *clock, int side, int64_t milliseconds);

/* From now; limited to what the side has left of its vacation. */
void table_clock_vacation(struct table_clock *clock, int side, int64_t milliseconds);

/* The side's remaining time, at least 0. */
int64_t table_clock_left(const struct table_clock *clock, int side, int64_t now);

/* The same as the other players see it, who do not know that the side has completed its turn in
 * secret: as if its time still ran. */
int64_t table_clock_seems_left(const struct table_clock *clock, int side, int64_t now);

/* When the first running side that is not done has no time left; INT64_MAX: never. *side is that
 * side. */
int64_t table_clock_due(const struct table_clock *clock, int *side);

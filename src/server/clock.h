/*
 * The time of two sides. A clock is wound by what happens at the table and by nothing else: it is told the moment of
 * each deed, so that the fold of the same deeds always shows the same time.
 *
 *     none    nobody is timed
 *     clock   so many seconds a side, and an increment for each turn that a side has completed
 *     days    so many days for each turn; a side may take vacation, during which its days stand still
 *
 * An increment is given for a completed turn, never for a single action: otherwise a clock would tell how many secret
 * actions the other side has taken.
 *
 * Where both sides act at the same time and in secret, the clock that everybody sees must not tell who is done. So both
 * sides have one time until both are done: it runs for both, and what one of them is given, both are given (a credit, a
 * vacation during which it stands still). Only a side that is done knows that its own time has stopped; the others learn of
 * it when the turn ends for both.
 */
#ifndef BV_CLOCK_H
#define BV_CLOCK_H

#include "core/game.h"

enum bv_time_mode { BV_TIME_NONE, BV_TIME_CLOCK, BV_TIME_DAYS };

struct bv_time_control {
    enum bv_time_mode mode;
    int64_t budget;    /* ms: of a side for the whole game, or for one turn */
    int64_t increment; /* ms a turn */
    int64_t vacation;  /* ms a side may take in all */
};

#define BV_DAY ((int64_t)24 * 60 * 60 * 1000)

struct bv_clock {
    struct bv_time_control control;
    int64_t left[BV_SIDES_MAX];
    int64_t away_until[BV_SIDES_MAX]; /* the end of the last vacation */
    int64_t vacation_left[BV_SIDES_MAX];
    int64_t
        idle[BV_SIDES_MAX]; /* time that ran although the side was done; given back at the end */
    int64_t moment;         /* up to which time has been counted */
    int64_t since;          /* from when it has run for these sides without interruption */
    uint8_t running;        /* a bit for each side whose time runs, as far as everybody knows */
    uint8_t done;           /* of those, a bit for each that has completed its turn in secret */
};

void bv_clock_set(struct bv_clock *clock, const struct bv_time_control *control);

/* Counts the time up to now. */
void bv_clock_advance(struct bv_clock *clock, int64_t now);

/* From now on the time of these sides runs, as far as everybody knows: a side that no longer does has completed its turn, and
 * so have all where several ran and no longer do. */
void bv_clock_run(struct bv_clock *clock, uint8_t sides);

/* Of the sides whose time runs these have completed their turn, in secret. */
void bv_clock_done(struct bv_clock *clock, uint8_t sides);

/* Time has passed that does not count. */
void bv_clock_skip(struct bv_clock *clock, int64_t now);

/* Where several sides run all of them are given the time. */
void bv_clock_credit(struct bv_clock *clock, int side, int64_t milliseconds);

/* From now; at most what is left of the side's vacation is taken. */
void bv_clock_vacation(struct bv_clock *clock, int side, int64_t milliseconds);

/* What a side has left now, at least nought. */
int64_t bv_clock_left(const struct bv_clock *clock, int side, int64_t now);

/* The same as those see it who do not know that the side has completed its turn in secret: as if it still ran. */
int64_t bv_clock_seems_left(const struct bv_clock *clock, int side, int64_t now);

/* When the first side that runs, and is not done, will have nothing left; INT64_MAX: never. *side is that side. */
int64_t bv_clock_due(const struct bv_clock *clock, int *side);

#endif

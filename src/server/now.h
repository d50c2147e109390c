/*
 * What time it is, on three scales (store/gametime.h says why):
 *
 *     bv_now            the wall clock's, for people: this machine's, or the database's where nodes share one
 *     bv_game_now       game time: for live clocks, for absences, and for whatever the server itself waits for
 *     bv_confirmed_now  the wall clock's without jumps that are not confirmed: for deadlines by the calendar
 *
 * All stand still while the loop handles what has come in and move on with its next turn, so what is done in one turn is
 * done at one moment on each scale. The loop reads the monotonic clock, and nobody else needs to. Where no loop turns (in a
 * command, in a test) all three are the machine's wall clock.
 */
#ifndef BV_NOW_H
#define BV_NOW_H

#include "store/gametime.h"

struct bv_house;
struct bv_store;

/* From any thread; milliseconds, of wall clocks since 1970. */
int64_t bv_now(void);
int64_t bv_game_now(void);
int64_t bv_confirmed_now(void);
/* By this machine's wall clock, read at once. */
int64_t bv_machine_now(void);

/* Goes on from what the store has. */
bool bv_time_open(struct bv_house *house, struct bv_store *store, struct bv_error *error);

/* The loop turns; `monotonic` is in milliseconds. */
void bv_time_turn(struct bv_house *house, int64_t monotonic);

/* Puts game time among the changes, with all others, so that nothing is stored that seems to come later; and now and then
 * alone (`now`: at once). Nodes that share a database keep it with their beats. */
void bv_time_keep(struct bv_house *house, bool now);

#endif

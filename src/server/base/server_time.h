/*
 * The current time, on three scales (store/game_time.h says why):
 *
 *     server_now            wall time, for people: this machine's, or that of a shared database
 *     server_game_now       game time: for live clocks, absences and the server's own timers
 *     server_confirmed_now  wall time without unconfirmed jumps: for deadlines by the calendar
 *
 * All three are constant during one turn of the event loop, so everything in one turn happens at
 * one moment on each scale. Only the loop reads the monotonic clock. Where no loop runs (in a
 * command, in a test) all three are the machine's wall clock.
 */
#pragma once

#include "store/game_time.h"

/* From any thread; milliseconds, wall time since 1970. */
int64_t server_now(void);
int64_t server_game_now(void);
int64_t server_confirmed_now(void);

/* The game time when it last resumed after a standstill. */
int64_t server_opened(void);

/* The loop's turn begins: sets all of them. */
void server_time_set(const struct game_time *time);

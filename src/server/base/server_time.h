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
#ifndef SERVER_BASE_SERVER_TIME_H
#define SERVER_BASE_SERVER_TIME_H

#include "store/game_time.h"

struct server;
struct store;

/* From any thread; milliseconds, wall time since 1970. */
int64_t server_now(void);
int64_t server_game_now(void);
int64_t server_confirmed_now(void);

/* Continues from the times in the store. */
bool server_time_open(struct server *server, struct store *store, struct bv_error *error);

/* Begins a turn of the loop; `monotonic` is in milliseconds. */
void server_time_turn(struct server *server, int64_t monotonic);

/* Adds game time to the open transaction if it has changes, so that nothing stored lies after the
 * stored game time; and from time to time alone (`now`: at once). Nodes that share a database store
 * it with their heartbeats. */
void server_time_store(struct server *server, bool now);

#endif

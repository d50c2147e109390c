/*
 * Game time: what live clocks run on.
 *
 * The wall clock says what day it is, and may be set at any moment, by an hour or by a year. A monotonic clock cannot be
 * set, but begins anew with each machine and goes on while the server cannot answer. So the server keeps a time of its
 * own, in milliseconds, which advances by the monotonic clock while the server lives and its loop turns, and not
 * otherwise: not while it is closed, stopped or asleep, nor when somebody sets a clock. It is stored together with the
 * wall time at which it was so, and goes on from there when the server opens again.
 *
 *     game   ────1 2 3 4 5│6 7 8 9│10 11 12        nobody is charged for what lies between
 *     wall   ────1 2 3 4 5│65 66 67 68│30 31 32     the wall clock was set forward, then the server was closed
 *                         └ a jump    └ another
 *
 * A jump is wall time that passed without game time, or less wall time than game time. Each is noticed (from BV_JUMP_LEAST
 * on) and logged, whatever made it: a clock that was set, a machine that slept, a server that was closed. Live games
 * write down what game time it is when they begin and after each jump (server/deed.h); between two of these marks the
 * wall times of their events tell the game time.
 *
 * Deadlines by the calendar (days for a move) follow the wall clock. But a jump forward of more than BV_JUMP_TRUSTED is
 * held back from them: nothing ends by it before the wall clock has gone on evenly for bv_jump_confirmed_after of game time. A
 * clock that was set wrongly and is set right again within that time has ended nothing, and whoever could not move because
 * the server was closed has that long to do it.
 *
 * A server alone advances it with each turn of its loop. Nodes that share a database advance one stored game time
 * together: each beat of any node counts what the database's clock measured since the last beat of any, if that is
 * not longer than what the node's own monotonic clock measured since its own last beat, and not too long for one beat. So
 * neither a step of the database's clock (also by a failover to another machine) nor time in which no node lived is counted,
 * and no two nodes need to compare their monotonic clocks.
 */
#ifndef BV_GAMETIME_H
#define BV_GAMETIME_H

#include "core/text.h"

enum {
    BV_JUMP_LEAST = 1000,            /* less is drift, and noise */
    BV_JUMP_TRUSTED = 3 * 60 * 1000, /* so much is believed at once */
    BV_GAME_TIME_TEXT = 96,          /* bytes of the stored text, with its NUL */
};

struct bv_game_time {
    int64_t game;
    int64_t wall; /* milliseconds since 1970, at that game time */
    int64_t
        held; /* jumps forward that are not confirmed: deadlines are still so much behind the wall clock */
    int64_t calm; /* the game time of the last jump */
    int64_t
        opened; /* the game time when it last went on after a standstill: what happened before is below it */
};

/* How many milliseconds a jump forward is held back; set once, before there are threads. */
void bv_jump_confirm_after(int64_t milliseconds);

/* A new server's: game time begins as wall time, and only ever falls behind. */
void bv_game_time_begin(struct bv_game_time *time, int64_t wall);

/* So much time has passed by a clock that nobody sets, INT64_MAX: nobody knows; the wall clock is at `wall`. More than
 * `longest` is a standstill, and does not count. Returns the jump that was noticed, 0: none. */
int64_t bv_game_time_advance(struct bv_game_time *time, int64_t elapsed, int64_t longest,
                             int64_t wall);

/* As it is stored, as the setting BV_GAME_TIME_SETTING. */
#define BV_GAME_TIME_SETTING "game-time"
void bv_game_time_write(const struct bv_game_time *time, char text[BV_GAME_TIME_TEXT]);
bool bv_game_time_read(struct bv_game_time *time, const char *text);

#endif

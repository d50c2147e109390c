/*
 * Game time: the time that the clocks of live games run on.
 *
 * The wall clock tells the date, and may be set at any moment, by an hour or by a year. The
 * monotonic clock cannot be set, but starts anew with each machine and continues while the server
 * cannot answer. So the server has a time of its own, in milliseconds, which advances with the
 * monotonic clock only while the server runs and its loop turns: not while it is stopped or
 * suspended, nor when a clock is set. It is stored together with the wall time of that moment, and
 * continues from there when the server starts again.
 *
 *     game   ────1 2 3 4 5│6 7 8 9│10 11 12         no player loses the time in between
 *     wall   ────1 2 3 4 5│65 66 67 68│30 31 32     clock set forward, then server stopped
 *                         └ a jump    └ another
 *
 * A jump is wall time that passed without game time, or less wall time than game time. Every jump
 * of at least GAME_TIME_JUMP_LEAST is detected and logged, whatever its cause: a clock that was
 * set, a suspended machine, a stopped server. The log of a live game records the game time when the
 * game begins and after each jump (table/event.h); between two of these marks the wall times of its
 * events give the game time.
 *
 * Calendar deadlines (days for a move) follow the wall clock. But a jump forward of more than
 * GAME_TIME_JUMP_TRUSTED does not count for them at once: no deadline ends by it before the wall
 * clock has run evenly for game_time_confirm_after of game time. So a clock that is set wrongly and
 * corrected within that time ends nothing, and a player who could not move because the server was
 * stopped has that long to move.
 *
 * A single server advances game time with each turn of its loop. Nodes that share a database
 * advance one stored game time together: each heartbeat of any node adds what the database's clock
 * measured since the last heartbeat of any node, if that is not longer than what the node's own
 * monotonic clock measured since its own last heartbeat, and not too long for one heartbeat. So
 * neither a step of the database's clock (also by a failover to another machine) nor time in which
 * no node was running is counted, and no two nodes need to compare their monotonic clocks.
 */
#pragma once

#include "core/text.h"

enum {
    GAME_TIME_JUMP_LEAST = 1000,            /* less is drift and noise */
    GAME_TIME_JUMP_TRUSTED = 3 * 60 * 1000, /* up to this it is trusted at once */
    GAME_TIME_TEXT = 96,                    /* bytes of the stored text, with its NUL */
};

struct game_time {
    int64_t game;
    int64_t wall; /* milliseconds since 1970, at that game time */
    /* jumps forward that are not confirmed: deadlines are this far behind the wall clock */
    int64_t held;
    int64_t calm; /* the game time of the last jump */
    /* the game time when it last resumed after a standstill: earlier events are below it */
    int64_t opened;
};

/* Sets for how many milliseconds a jump forward is held back; called once, before there are
 * threads. */
void game_time_confirm_after(int64_t milliseconds);

/* For a new server: game time begins as wall time, and can only fall behind it. */
void game_time_begin(struct game_time *time, int64_t wall);

/* Advances by `elapsed` of a monotonic clock (INT64_MAX: unknown); the wall clock is at `wall`.
 * More than `longest` is a standstill and does not count. Returns the jump that was detected, 0:
 * none. */
int64_t game_time_advance(struct game_time *time, int64_t elapsed, int64_t longest, int64_t wall);

/* The stored form, in the setting GAME_TIME_SETTING. */
#define GAME_TIME_SETTING "game-time"
void game_time_write(const struct game_time *time, char text[GAME_TIME_TEXT]);
bool game_time_read(struct game_time *time, const char *text);

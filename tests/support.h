/*
 * What rule tests are written with. The tests set a game in progress (session.h) with a position, play
 * tokens and say in one line what must hold. Every failure stops the test and prints the position.
 */
#pragma once

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "core/board.h"
#include "core/transcript.h"
#include "games/session.h"

/* A new game: `session("kriegspiel", "axis=both seats=6")`; settings left out have their defaults. */
struct session *session(const char *game, const char *settings);

/* The same on a board of one's own, given as text. */
struct session *session_on(const char *game, const char *settings, const char *board);
void session_end(struct session *session);

/* Sets the position from its one line of text; the past is forgotten. */
void at(struct session *session, const char *position);

/*
 * Sets the position from a drawn board: rows parted by newlines, blanks inside rows ignored, then the other
 * fields of the position's line:
 *     drawn(s, ". . k . . . .\n"
 *              ". . . . . . .\n", "S 0 0");
 */
void drawn(struct session *session, const char *rows, const char *fields);

/* Plays tokens parted by blanks. A word `F.men:` says who plays what follows; without it the only one to act. */
void play(struct session *session, const char *tokens);

/* Each of these tokens is (or is not) legal for a seat that is to act now. */
void expect_legal(struct session *session, const char *tokens);
void expect_illegal(struct session *session, const char *tokens);

/* The whole menu of a seat, in canonical order. */
void expect_menu(struct session *session, const char *seat, const char *tokens);

/* The tokens of the menu that begin with `prefix`, in canonical order. */
void expect_menu_of(struct session *session, const char *prefix, const char *tokens);

/* The names of those to act, in order, parted by blanks; "" when the game is over. */
void expect_to_act(struct session *session, const char *seats);

/* The result line, without its `= `. */
void expect_over(struct session *session, const char *result);
void expect_running(struct session *session);

/* The position's line is exactly this, or contains this. */
void expect_position(struct session *session, const char *position);
void expect_position_has(struct session *session, const char *part);

/* The drawing of the position, in plain text, contains this. */
void expect_drawn(struct session *session, const char *part);

/* What the game says of the position to a seat, in English, contains this. */
void expect_fact(struct session *session, const char *seat, const char *part);

/* Why a touch of `to` does nothing (with what stands on `from` in hand, unless that is ""), in English. */
void expect_why(struct session *session, const char *seat, const char *from, const char *to,
                const char *reason);

/* What a point shows to a seat, as JSON, contains this. */
void expect_about(struct session *session, const char *seat, const char *point, const char *part);

/* Making terms fails on this board, with a message that contains `part`. */
void expect_bad_board(const char *game, const char *board, const char *part);

/* The text of a built-in board, with the first `from` replaced by `to`; free it. The first must be there. */
char *board_with(const char *game, const char *name, const char *from, const char *to);

/* The text of tests/boards/GAME.board, on which everything is corrected that can be; free it. */
char *corrected_board(const char *game);

/*
 * Plays `games` random games of every form and every combination of options (or, where these are too many, of a
 * sample of them) and calls `look` before each ply; the seed makes it repeatable.
 */
typedef void session_look(struct session *session, void *context);
void random_games(const char *game, int games, uint64_t seed, session_look *look, void *context);

/* The same on the terms of one session. */
void random_games_of(struct session *session, int games, uint64_t seed, session_look *look,
                     void *context);

/* How many edges the tree of the game has at `depth` (every outcome and every seat's token is one). */
uint64_t perft(struct session *session, int depth);

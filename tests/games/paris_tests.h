/*
 * What the tests of Siege de Paris share. Boards of 192 squares hide what a test is about, so men are listed
 * instead of drawn: `Gf4 sc9 @S +a1` is White's General on f4, a black Soldier on c9, the garrison's General in
 * circle S and one of its Soldiers on a1. Men of the garrison who are not listed sit in the free circles, Soldiers
 * first.
 */
#pragma once

#include "support.h"

/*
 * A session on the board `classique` with the plain value of every option, whatever the defaults are,
 * unless `settings` say otherwise.
 */
struct session *paris_session(const char *settings);

struct session *paris(const char *settings, const char *men, const char *fields);

/* The same in a session that is there already. */
void paris_at(struct session *session, const char *men, const char *fields);

/* The position's line for a list of men; in static storage. */
const char *paris_position(const char *men, const char *fields);

/* The groups, one a file; each returns how many tests failed. */
int paris_board_tests(void);
int paris_moves_tests(void);
int paris_capture_tests(void);
int paris_turn_tests(void);
int paris_end_tests(void);

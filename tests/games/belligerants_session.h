/*
 * What the tests of Les Belligérants share: positions written as pawns and squares, and the groups
 * of tests.
 */
#pragma once

#include "support.h"

/*
 * Sets the position: pawns by code and square, capitals Yellow's, small letters Pink's, `'` for a
 * flat counter; then the fields of the position's line. Pawns that are not named are destroyed.
 *     stand(s, "EMk3 SOm1 boc4 TK'e9 soa15", "J move die=3");
 */
void stand(struct session *session, const char *pawns, const char *fields);

/* The pawns of the position are exactly these, in any order; fields are not looked at. */
void expect_stand(struct session *session, const char *pawns);

/* The text of the board riviere, to be changed; free it. */
char *riviere(void);

/* Changes a square of it, not in the last file if a star is to come: paint(board, "b9", ".*"). */
void paint(char *board, const char *square, const char *cell);

/* The board riviere with another map; free it. */
char *board_of(const char *rows);

/* Groups of tests, one a file: the number of failures. */
int belligerants_marching(void); /* B1–B11, B19, B23–B25 */
int belligerants_taking(void);   /* B12–B18 */
int belligerants_ending(void);   /* B20–B22, B26–B29 */
int belligerants_boards(void);   /* board files and texts */

/*
 * The tests of Échec aux Chevaliers, one file for each part of the sheet, and what they draw boards with.
 */
#pragma once

#include "support.h"

/* A game on the board of 1969 whose ranks 7 to 1, or 14 to 8, are drawn; the other half is empty. */
struct session *south(const char *settings, const char *ranks, const char *fields);
struct session *north(const char *settings, const char *ranks, const char *fields);

/* Runs all tests of a file: the number that failed. */
int chevaliers_piece_tests(void);
int chevaliers_capture_tests(void);
int chevaliers_turn_tests(void);
int chevaliers_end_tests(void);
int chevaliers_text_tests(void);
int chevaliers_random_tests(void);

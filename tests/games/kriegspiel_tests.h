/*
 * The tests of Kriegspiel come in several files, each a group of its own. Most positions are drawn
 * on small fields of five lines:
 *
 *     rows                        columns (the top line has a, c and e only)
 *     a5  b5  c5  d5  e5          a5      c5      e5
 *       a4  b4  c4  d4            a4  b4  c4  d4  e4
 *     a3  b3  c3  d3  e3          a3  b3  c3  d3  e3
 *       a2  b2  c2  d2            a2  b2  c2  d2  e2
 *     a1  b1  c1  d1  e1          a1  b1  c1  d1  e1
 */
#pragma once

#include "support.h"

/* Each returns how many tests failed. */
int kriegspiel_field_tests(void);
int kriegspiel_move_tests(void);
int kriegspiel_transfer_tests(void);
int kriegspiel_fire_tests(void);
int kriegspiel_end_tests(void);
int kriegspiel_text_tests(void);

extern const char kriegspiel_small_rows[];
extern const char kriegspiel_small_columns[];

/* A game on a small field. */
struct session *on_rows(const char *settings);
struct session *on_columns(const char *settings);

/* What the position shows on a hexagon of the small rows: `5S9`, `...`. */
void expect_cell(struct session *session, const char *hexagon, const char *cell);

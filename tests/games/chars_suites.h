/* The tests of Bataille de Chars are several files with one main; each file runs its own group. */
#pragma once

#include "support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int chars_setup_suite(void);
int chars_moves_suite(void);
int chars_turn_suite(void);
int chars_view_suite(void);
int chars_text_suite(void);

/*
 * Sets a position from squares and what stands on them, as the position's line writes it, and
 * further fields:
 *     put(s, "1:V3 55:A 67:G2!+", "V move mines=12");
 */
void put(struct session *session, const char *pieces, const char *fields);

/* Plays a whole set-up for both sides, the usual one of these tests. */
void set_up_both(struct session *session);

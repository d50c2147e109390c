/*
 * How games began: of public games as their leaflets are usually read, what was played after each of the first lines of
 * tokens, how often, and who won. Every finished game is filed under a tag for each of its first tokens,
 *
 *     next=HASH SEAT TOKEN RESULT
 *
 * where the hash stands for the game and all tokens before. So whoever wants to know how games went on from a line reads the
 * tags that begin with its hash: exact, and one look at an index. Lines that reach the same position another way are others.
 */
#ifndef BV_OPENINGS_H
#define BV_OPENINGS_H

#include "server/table.h"

enum { BV_OPENING_TOKENS = 16, BV_LINE_NAME_SIZE = 32 };

/* Adds the tags of a game that is over; none if it is not one of those that are counted. */
void bv_opening_tags(const struct bv_table *table, struct bv_out *out);

/* {"games":…,"moves":[…]} of a line, by the beginning of its tags; NULL where the store could not be read. Free it. */
char *bv_openings_count(struct bv_store *store, const char *line);

#endif

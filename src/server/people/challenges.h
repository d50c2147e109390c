/*
 * Challenges: a private table with the challenger on one side, and the other side kept for somebody in particular. Until
 * the game begins or the table is closed, whoever does it, a paper in the name of each of the two says so:
 *
 *     paper challenge  PERSON/TABLE  {from, to, at}
 *
 * Nobody is told the keys of the seats that are kept: accepting the challenge is the only way to sit there.
 */
#ifndef BV_CHALLENGES_H
#define BV_CHALLENGES_H

#include "server/house.h"

/* A table no longer waits for the game to begin: if it was a challenge, that is over, and both are told. */
void bv_challenge_settle(struct bv_house *house, const struct bv_table *table);

/* All challenges between a person and another (NULL: anybody) are over, and their tables closed. */
void bv_challenges_close(struct bv_house *house, const char *person, const char *other);

#endif

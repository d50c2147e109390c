/*
 * Challenges: a private table with the challenger on one side and the other side reserved for one
 * person. From its creation until the game begins or the table is closed, a challenge has one
 * document for each of the two persons:
 *
 *     document challenge  PERSON/TABLE  {from, to, at}
 *
 * The seat keys of the reserved side are never sent to a client: accepting the challenge is the
 * only way to take it.
 */
#pragma once

#include "server/accounts/accounts.h"

/* The table no longer waits for its game to begin. If it was a challenge, the challenge ends and
 * both persons are notified. */
void challenge_settle(struct accounts *accounts, const struct table *table);

/* Ends all challenges between a person and another (NULL: any other), and closes their tables. */
void challenges_close(struct accounts *accounts, const char *person, const char *other);

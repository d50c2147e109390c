/*
 * Relations between persons: friends and blocks. Each relation has one document for each of the two
 * persons, so that either list is read with one query:
 *
 *     friend   A/B   {state}     `friend`, or `asked` (A has asked B), or `asking` (B asks A)
 *     block    A/B   {at}        A has blocked B
 *     blocker  B/A   {at}        the same, indexed by B
 */
#ifndef SERVER_ACCOUNTS_RELATIONS_H
#define SERVER_ACCOUNTS_RELATIONS_H

#include "server/accounts/accounts.h"

/* Whether the person is an account or a bot. */
bool person_is_known(struct accounts *accounts, const char *person);

/* Whether there is a person with that id, with or without an account. */
bool person_exists(struct accounts *accounts, const char *person);

struct relation {
    bool friend, asked, asking, blocked; /* blocked: `one` has blocked `other`, not the reverse */
};
struct relation relation_of(struct accounts *accounts, const char *one, const char *other);

bool relation_has_blocked(struct accounts *accounts, const char *who, const char *whom);

/* Whether the person has blocked anyone, or is blocked by anyone. For most persons neither is true,
 * which saves a query for each other person. Read from the store, like any list. */
bool relation_has_blocked_anyone(struct accounts *accounts, const char *person);
bool relation_is_blocked_by_anyone(struct accounts *accounts, const char *person);

/* Whether the owner of the table, or a player seated there, has blocked the person. */
bool relation_is_unwelcome(struct accounts *accounts, const struct table *table,
                           const char *person);

#endif

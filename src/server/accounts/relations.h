/*
 * Relations between persons: friends and blocks. One person asks to be friends, and the other
 * accepts by asking too. Each relation has one document for each of the two persons, so that either
 * list is read with one query:
 *
 *     friend   A/B   {state}     `friend`, or `asked` (A has asked B), or `asking` (B asks A)
 *     block    A/B   {at}        A has blocked B
 *     blocker  B/A   {at}        the same, indexed by B
 */
#pragma once

#include "server/accounts/accounts.h"

/* Writes `relation` of one person to another: {"friend","asked","asking","blocked"}. Blocked: `one`
 * has blocked `other`, not the reverse. */
void relation_write(struct accounts *accounts, const char *one, const char *other,
                    struct bv_out *out);

bool relation_has_blocked(struct accounts *accounts, const char *who, const char *whom);

/* Whether the person has blocked a player, or is blocked by one. For most persons neither is true,
 * which saves a query for each other person. Read from the store, like any list. */
bool relation_has_blocked_anyone(struct accounts *accounts, const char *person);
bool relation_is_blocked_by_anyone(struct accounts *accounts, const char *person);

/* Whether the owner of the table, or a player seated there, has blocked the person. */
bool relation_is_unwelcome(struct accounts *accounts, const struct table *table,
                           const char *person);

/*
 * What people are to each other: friends, or blocked. Each relation is a paper in the name of each of the two, so that
 * either list is read at once:
 *
 *     friend   A/B   {state}     `friend`, or `asked` (A has asked B), or `asking` (B asks A)
 *     block    A/B   {at}        A would have nothing to do with B
 *     blocker  B/A   {at}        the same, found from B
 */
#ifndef BV_RELATIONS_H
#define BV_RELATIONS_H

#include "server/house.h"

/* Somebody who can be found again: with an account, or a bot. */
bool bv_is_known(struct bv_house *house, const char *person);

/* Whether somebody has that id, with an account or without. */
bool bv_is_somebody(struct bv_house *house, const char *person);

struct bv_relation {
    bool friend, asked, asking, blocked; /* blocked: by the one, not the other way round */
};
struct bv_relation bv_relation_of(struct bv_house *house, const char *one, const char *other);

bool bv_has_blocked(struct bv_house *house, const char *who, const char *whom);

/* Whether the person has blocked anybody, or anybody the person. Most people have to do with neither, so this saves asking
 * about each; it is read from the store, like any list. */
bool bv_has_blocked_anybody(struct bv_house *house, const char *person);
bool bv_is_blocked_by_anybody(struct bv_house *house, const char *person);

/* Whether who opened the table, or one who sits there, has blocked the person. */
bool bv_is_unwelcome(struct bv_house *house, const struct bv_table *table, const char *person);

#endif

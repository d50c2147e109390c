/*
 * The purge: what nobody needs any more is thrown away. Once an hour, a little at a time so that nobody waits for it:
 *
 *     guests       without an account who have opened and joined nothing for `guest-days`; their games stay
 *     sessions     that were not used for 400 days
 *     challenges   that nobody took up for 30 days
 *     invitations  that are used up
 *     bans         that are over
 *     tickets      that were used, when they would be too old anyway
 *     the audit    after two years
 *     reports      that are closed, after two years
 */
#ifndef BV_PURGE_H
#define BV_PURGE_H

#include "store/store.h"

struct bv_house;

enum { BV_PURGE_CHORES = 8 };

/* Where it stands; all noughts at first. */
struct bv_purge {
    int64_t next; /* when to go on */
    uint32_t chore;
    uint32_t slice;                   /* of the guests */
    char after[BV_PAPER_KEY_MAX + 1]; /* the last paper that was looked at */
    uint32_t gone[BV_PURGE_CHORES];   /* in this round */
};

/* Does a little more of it, if it is time. */
void bv_purge_look(struct bv_house *house, int64_t now);

/* A little of it, whatever the time; true when a round is done. */
bool bv_purge_slice(struct bv_house *house, int64_t now);

#endif

/*
 * The log of a table written again, because somebody who is named in it becomes somebody else (a guest who logs in) or
 * nobody (who asks to be forgotten). What happened at the table stays the same; only who it was is another.
 */
#ifndef BV_REWRITE_H
#define BV_REWRITE_H

#include "server/house.h"

struct bv_rewriting {
    const char *from; /* the person */
    const char *to;   /* the new one */
    const char *name; /* and how they are called */
    bool forgotten;   /* what they said is blanked, and the new one is no person of the house */
};

/* Writes it again in the flight that stands ready, files it again where it is over, and shows it anew to all who attend. */
void bv_room_rewrite(struct bv_house *house, struct bv_room *room, const struct bv_rewriting *how);

#endif

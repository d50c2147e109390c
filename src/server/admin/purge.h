/*
 * The purge deletes what is no longer needed. It runs once an hour, in small slices so that
 * requests do not wait:
 *
 *     guests       without an account and without a table for `guest-days`; their games stay
 *     sessions     not used for 400 days
 *     challenges   not accepted for 30 days
 *     invitations  that are used up
 *     bans         that have ended
 *     tickets      that were used and would have expired anyway
 *     audit        entries older than two years
 *     reports      closed ones older than two years
 */
#pragma once

#include "store/store.h"

struct admin;

enum { PURGE_TASKS = 8 };

/* The state of the purge; all zeros at first. */
struct purge {
    int64_t next; /* when to continue */
    uint32_t task;
    uint32_t slice;                   /* of the guests */
    char after[DOCUMENT_KEY_MAX + 1]; /* the last document that was examined */
    uint32_t gone[PURGE_TASKS];       /* deleted in this round */
};

/* Does the next slice, if it is time. */
void purge_tick(struct admin *admin, int64_t now);

/* Does the next slice at any time; true when a round is done. */
bool purge_slice(struct admin *admin, int64_t now);

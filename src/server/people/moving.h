/*
 * Somebody becomes somebody else: a guest who logs in (all their games become the account's), or an account that is
 * deleted (nobody is named any more). The log of each of their tables is written again, one table in each flight, so
 * that the house never stands still:
 *
 *     paper moving  PERSON  {"to": ACCOUNT or ""}     from the first moment until nothing is left to do
 *
 * What is left to do is what the store still lists under the old name; so it does not matter when a flight fails or the
 * house is closed in between. Who is moving can no longer come in.
 */
#ifndef BV_MOVING_H
#define BV_MOVING_H

#include "server/house.h"

enum { BV_MOVED_KEPT_MAX = 32 };

/* What will move: how many tables, and which stay as they are, because both have joined them. */
struct bv_moved {
    uint32_t tables;
    uint32_t kept;
    char table[BV_MOVED_KEPT_MAX][BV_ID_SIZE];
};

/* Goes on with what was under way when the house was closed. */
bool bv_moving_restore(struct bv_house *house, struct bv_error *error);
void bv_moving_clear(struct bv_house *house);

/* Another node has written the paper of a person who moves, or has done the last step; or may have, of anybody (false: the
 * store cannot be read now). */
void bv_moving_heard(struct bv_house *house, const char *person);
bool bv_moving_missed(struct bv_house *house);

/* A guest becomes an account. */
void bv_move_guest(struct bv_house *house, const char *guest, const char *account,
                   struct bv_moved *moved);

/* An account or a bot is deleted: its name and sessions at once, the rest by and by. */
void bv_forget_person(struct bv_house *house, const char *person);

/* Throws away papers that are somebody's (kinds.h), so many as a flight should carry. True if none was left on disk. */
bool bv_throw_papers(struct bv_house *house, const char *person);

bool bv_is_moving(const struct bv_house *house, const char *person);

/* One step. */
void bv_moving_step(struct bv_house *house);

#endif

/* What rooms.c and opening.c share. */
#ifndef BV_ROOMS_H
#define BV_ROOMS_H

#include "server/house.h"

/* A room with a new table in it, on its way to the disk. */
struct bv_room *bv_room_add(struct bv_house *house, const struct bv_setup *setup, int64_t now);

/* Everything that happens at a table passes here: folded, on its way to the disk, and told when it is there. */
void bv_room_take(struct bv_house *house, struct bv_room *room, const struct bv_deed *deed);

/* What follows by itself: dice, answers of the computer, the next table when both sides would play again. */
void bv_room_follow(struct bv_house *house, struct bv_room *room);

/* Opens the next table when both sides would play again. */
void bv_play_again(struct bv_house *house, struct bv_room *room);

#endif

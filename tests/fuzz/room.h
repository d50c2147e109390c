/* A table for harnesses: the game that a byte picks, Ada and Bob at it. */
#ifndef TESTS_FUZZ_ROOM_H
#define TESTS_FUZZ_ROOM_H

#include "server/decide.h"
#include "server/tell.h"

struct bv_table *open_room(unsigned pick);
void close_room(struct bv_table *table);

/* Takes a deed as the house does: its line can be read again, it is folded, and told to every channel that hears it. */
void room_takes(struct bv_table *table, const struct bv_deed *deed);

#endif

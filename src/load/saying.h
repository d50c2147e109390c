/*
 * A message of a player on its way: begun with its verb and number, fields added, ended and sent.
 */
#ifndef BV_LOAD_SAYING_H
#define BV_LOAD_SAYING_H

#include "load/crowd.h"

enum { BV_SAYING_SIZE = 1024 };

struct bv_saying {
    char text[BV_SAYING_SIZE];
    struct bv_out out;
};

static inline bool bv_has_table(const struct bv_player *player)
{
    return player->table->ledger->table[0] != '\0';
}

/* The seat through which the player hears of the table: the first of its side. */
int bv_channel_of_player(const struct bv_player *player);

/* Begins `{"do":VERB,"id":N`, and `"table":ID` where there is one; the number. */
uint32_t bv_say_begin(struct bv_player *player, struct bv_saying *saying, const char *verb);
void bv_say_field(struct bv_saying *saying, const char *name, const char *value);
void bv_say_end(struct bv_crowd *crowd, struct bv_player *player, struct bv_saying *saying);

#endif

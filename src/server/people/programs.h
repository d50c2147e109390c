/*
 * Bots: programs that play through the public interface, each owned by an account and marked wherever it is named. A bot
 * may do what guests do. Papers, beside those of any account and the session that is its token:
 *
 *     bot  OWNER/BOT  {"created"}
 *
 * The token BOT.TOKEN is shown once, when it is made.
 */
#ifndef BV_PROGRAMS_H
#define BV_PROGRAMS_H

#include "server/house.h"

enum { BV_BOTS_MAX = 5 };

/* The bots of a person, as elements of an array that is open: {"id","name","created"}. */
void bv_bots_write(struct bv_house *house, const char *owner, struct bv_out *out);

/* The bots of a person: their ids; how many there are. */
uint32_t bv_bots_of(struct bv_house *house, const char *owner, char bot[BV_BOTS_MAX][BV_ID_SIZE]);

#endif

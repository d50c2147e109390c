/*
 * Bots: programs that play through the public API. Each bot is owned by an account and is marked as
 * a bot wherever its name appears. A bot has the rights of a guest. Documents, besides those of any
 * account and the session that holds its token:
 *
 *     bot  OWNER/BOT  {"created"}
 *
 * The token BOT.TOKEN is shown once, when it is created.
 */
#pragma once

#include "server/accounts/accounts.h"

enum { BOTS_MAX = 5 };

/* Writes the bots of a person as elements of an open array: {"id","name","created"}. */
void bots_write(struct accounts *accounts, const char *owner, struct bv_out *out);

/* Lists the ids of a person's bots; returns how many there are. */
uint32_t bots_of(struct accounts *accounts, const char *owner, char bot[BOTS_MAX][ID_SIZE]);

/* A vacation from all games by correspondence at once. */
#pragma once

#include "server/accounts/accounts.h"

/* The days that a player has left at a table by days, and until when the player is away. Written
 * into an open object. */
void vacation_write(const struct table *table, const char *person, struct bv_out *out);

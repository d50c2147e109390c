/* Notes that a player writes about a game. */
#pragma once

#include "server/accounts/accounts.h"

/* One person replaces another at a table: the note follows. */
void note_move(struct accounts *accounts, const char *table, const char *from, const char *to);

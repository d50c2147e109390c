/* A table for harnesses: the game that a byte picks, Ada and Bob at it. */
#pragma once

#include "table/command.h"
#include "table/messages.h"

struct table *open_fuzz_table(unsigned pick);
void close_fuzz_table(struct table *table);

/* Takes an event as the server does: its line can be read again, it is folded, and told to every channel that hears it. */
void apply_to_fuzz_table(struct table *table, const struct table_event *event);

/* Refusals because the store cannot be read. The reason is only logged: it may name a folder or
 * something hidden. */
#pragma once

#include "table/refusal.h"

/* The store's error goes to the log and not to the client. */
bool refusal_unreadable(struct refusal *refusal);
bool refusal_unreadable_table(struct refusal *refusal, const struct bv_error *error);

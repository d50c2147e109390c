/*
 * The opening book: statistics on how public games with the usual rule options began. For each
 * sequence of first tokens it gives the next tokens, how often each was played, and who won. Every
 * finished game gets one search tag for each of its first tokens,
 *
 *     next=HASH SEAT TOKEN RESULT
 *
 * where the hash stands for the game and all tokens before this one. The continuations of a
 * sequence are therefore the tags that begin with its hash: exact counts, from one index lookup.
 * Sequences that reach the same position in another order are counted separately.
 */
#pragma once

#include "store/store.h"
#include "table/table.h"

enum { OPENING_TOKENS = 16, OPENING_LINE_SIZE = 32 };

/* Adds the tags of a finished game; none if the game does not count. */
void opening_book_tags(const struct table *table, struct bv_out *out);

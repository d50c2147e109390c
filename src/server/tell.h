/*
 * What people are told: the one place where a table's truth becomes words. Everything that leaves the house about a
 * table is written here, from the view of the seat it is written for; nothing else reads a state to tell of it.
 *
 * Each seat, and the watchers together, have a channel whose messages are numbered 1, 2, 3 … A deed that a seat may not
 * know of makes no message and uses no number there, so that the numbers betray nothing either. When the game is over
 * there are no secrets left, and everybody is shown everything.
 */
#ifndef BV_TELL_H
#define BV_TELL_H

#include "server/table.h"

enum { BV_MESSAGE_MAX = 64 * 1024 };

/* The channels that hear of a deed that has just been taken: a bit each. */
uint32_t bv_heard_by(const struct bv_table *table, const struct bv_deed *deed,
                     const struct bv_effect *effect);

/* The message about a deed that has just been taken, for one channel that hears of it. */
void bv_tell_deed(const struct bv_table *table, const struct bv_deed *deed,
                  const struct bv_effect *effect, int channel, struct bv_out *out);

/* The same to somebody who would not hear what people say: only that its number is taken. */
void bv_tell_muted(const struct bv_table *table, int channel, struct bv_out *out);

/* The whole table as it stands now, for one channel. */
void bv_tell_table(const struct bv_table *table, int channel, int64_t now, struct bv_out *out);

/* `ratings` of both sides before and after, where the game has counted: {"F":{"before":1500,"after":1512}, …}. */
void bv_tell_ratings(const struct bv_table *table, struct bv_out *out);

/* One line of the lobby: into an object that is open. */
void bv_tell_summary(const struct bv_table *table, struct bv_out *out);

/* What a seat to act may choose, from its view: `legal`, at most BV_LEGAL_TOLD tokens, and `all`, whether that is
 * everything. Into an object that is open. */
enum { BV_LEGAL_TOLD = 1024 };
void bv_tell_legal(const struct bv_table *table, int seat, struct bv_out *out);

#endif

/*
 * Messages: what clients are told about a table, as JSON. This is the only module that turns the
 * state of a table into text for clients. Each message is written from the view of the seat that
 * gets it, so hidden information cannot leak elsewhere.
 *
 * Each seat has a channel, and all watchers share one. The messages of a channel are numbered 1, 2,
 * 3 … An event that a seat may not know of makes no message and uses no number on its channel, so
 * that the numbers reveal nothing either. When the game is over there are no secrets left, and
 * every channel shows everything.
 */
#pragma once

#include "table/table.h"

enum { MESSAGE_MAX = 64 * 1024 };

/* The channels that get a message about an event that was just applied: a bit each. */
uint32_t messages_channels(const struct table *table, const struct table_event *event,
                           const struct table_effect *effect);

/* The message about an event that was just applied, for one of these channels. */
void messages_event(const struct table *table, const struct table_event *event,
                    const struct table_effect *effect, int channel, struct bv_out *out);

/* The same for a client that has muted chat: only the message's number. */
void messages_muted(const struct table *table, int channel, struct bv_out *out);

/* The whole table as it stands now, for one channel. */
void messages_table(const struct table *table, int channel, int64_t now, struct bv_out *out);

/* `ratings` of both sides before and after, if the game was rated:
 * {"F":{"before":1500,"after":1512}, …}. */
void messages_ratings(const struct table *table, struct bv_out *out);

/* The table's line in the lobby; written into an open object. */
void messages_summary(const struct table *table, struct bv_out *out);

/* The choices of a seat that is to act, from its view: `legal`, at most MESSAGES_LEGAL_MAX tokens,
 * and `all`, whether these are all. Written into an open object. */
enum { MESSAGES_LEGAL_MAX = 1024 };
void messages_legal(const struct table *table, int seat, struct bv_out *out);

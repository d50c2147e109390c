/*
 * Subscriptions: which clients follow a table, on which channels, and which messages they missed.
 * Presence follows from them: who is at a table, here and on other nodes. The lobby is the list of
 * public tables; clients may follow it too.
 */
#pragma once

#include "server/delivery/live_tables.h"

/* Subscribes a client to a table: sends the messages after the numbers in `since`, then the table
 * as it stands. */
bool subscription_open(struct live_tables *tables, struct client *client, struct live_table *live,
                       const cJSON *since, struct refusal *refusal);
void subscription_close(struct live_tables *tables, struct client *client, struct live_table *live);
void subscription_close_all(struct live_tables *tables, struct client *client);
/* The transaction of a subscription was lost, so the client has no answer: drops the
 * subscription. */
void subscription_cancel(struct live_tables *tables, struct client *client, uint64_t transaction);
struct subscription *subscription_of(struct client *client, const struct live_table *live);

/* Makes the messages of a channel after number `since` again from the log, until the visitor
 * returns false. Chat of players whom `reader` has blocked is left out ("": no player). Returns
 * whether these were all messages. */
typedef bool replay_visitor(void *context, const struct table_event *event, struct bv_span message);
bool subscription_replay(struct live_tables *tables, struct live_table *live, int channel,
                         uint32_t since, const char *reader, replay_visitor *visit, void *context);

/* Sends the whole table again to a player's subscriptions (NULL: to all); their channels may have
 * changed. */
void live_table_show(struct live_tables *tables, struct live_table *live, const char *person,
                     enum outbox_when when);

/* ---- Presence -------------------------------------------------------------------------------- */

/* Sends all subscribers who else is present. Presence is not stored: it has no message number and
 * is not replayed. */
void presence_send(struct live_tables *tables, struct live_table *live);

/* Whether a player follows the table, here or on another node. */
bool presence_has(const struct live_table *live, const char *person);

/* How many clients of this node follow the table. */
size_t presence_clients(const struct live_table *live);

/* A bit for each side with a subscriber. */
uint8_t presence_sides(const struct live_table *live);

/* Messages `here` and `who` of other nodes. */
void remote_presence_here(struct live_tables *tables, const char *node, struct bv_span text);
void remote_presence_who(struct live_tables *tables, struct bv_span text);

/* ---- The lobby ------------------------------------------------------------------------------- */

void lobby_subscribe(struct live_tables *tables, struct client *client);
void lobby_unsubscribe(struct live_tables *tables, struct client *client);

/* A table's line has changed. */
void lobby_changed(struct live_tables *tables, struct live_table *live, enum outbox_when when);

/* A table's line, written again if it has changed; an unloaded table is loaded once for it. NULL:
 * the store cannot be read. */
const char *live_table_summary(struct live_tables *tables, struct live_table *live);

/* Which tables that are not over: public ones, or those of a club; of one game if not NULL. */
struct lobby_filter {
    const char *game;
    const char *club;
};
/* Writes their lines into an open array, newest first; false if not all fit. */
bool lobby_write(struct live_tables *tables, struct lobby_filter filter, struct bv_out *out);

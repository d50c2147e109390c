/* Live tables: what the files of this folder share about them. A live table is a table that this
 * node knows, with its subscribers. It is listed from its start to its end, and loaded (its events
 * are applied to a struct table) while it is in use. */
#ifndef SERVER_DELIVERY_LIVE_TABLES_H
#define SERVER_DELIVERY_LIVE_TABLES_H

#include "server/delivery/server.h"

/* ---- live_tables.c --------------------------------------------------------------------------- */

struct live_table *live_table_find(struct server *server, const char *id);
struct live_table *live_table_of_key(struct server *server, int64_t key);
/* Lists a table without loading it; key 0: not known yet. */
struct live_table *live_table_list(struct server *server, int64_t key, const char *id);
void live_table_set_key(struct server *server, struct live_table *live, int64_t key);
void live_table_remove(struct server *server, struct live_table *live);

/* A live table for a new table, which belongs to the open transaction. */
struct live_table *live_table_add(struct server *server, const struct table_setup *setup,
                                  int64_t now);

/* Every event passes here: applied, added to the open transaction, sent when that is on disk. */
void live_table_apply(struct server *server, struct live_table *live,
                      const struct table_event *event);

/* What follows by itself: dice, answers of the computer, the next table of a rematch. */
void live_table_follow(struct server *server, struct live_table *live);

/* Sends an event that was applied to the subscribers; and whether it changes the line in the
 * lobby. */
void live_table_announce(struct server *server, struct live_table *live,
                         const struct table_event *event, const struct table_effect *effect);
bool live_table_changes_summary(const struct table_event *event, enum table_stage before,
                                enum table_stage after);

/* Applies what is due by time at a loaded table. */
bool live_table_time_passes(struct server *server, struct live_table *live);

/* Opens the next table when both sides have asked for a rematch. */
void live_table_rematch(struct server *server, struct live_table *live);

/* ---- live_loading.c -------------------------------------------------------------------------- */

bool live_table_load(struct server *server, struct live_table *live, struct bv_error *error);
void live_table_unload(struct server *server, struct live_table *live);
void live_table_keep_line(struct live_table *live, struct bv_span line, int64_t at);
/* Drops the saved position of the last replay. */
void live_table_forget_replay(struct live_table *live);
/* Stores an event for time that a live clock must not count. */
void live_table_set_clock_right(struct server *server, struct live_table *live);

/* Applies the events that other nodes have stored, and sends them here; returns how many. Does
 * nothing while an event of this node is not on disk, because the table is then ahead of the
 * store. */
uint32_t live_table_catch_up(struct server *server, struct live_table *live);

/* Marks a table to be caught up as soon as possible; catches up those that can be. */
void live_table_behind(struct server *server, struct live_table *live);
void live_tables_catch_up(struct server *server);

/* ---- live_updates.c -------------------------------------------------------------------------- */

/* Lists a table that is not loaded or not known as the store has it; removes it when it is over.
 * False: the store cannot be read. */
bool live_table_look_up(struct server *server, int64_t key);

/* ---- computer_jobs.c ------------------------------------------------------------------------- */

/* Asks the computer for a move, if it is to act. */
void computer_jobs_ask(struct server *server, struct live_table *live);

/* ---- remote_presence.c ----------------------------------------------------------------------- */

void remote_presence_forget(struct live_table *live);
/* Asks other nodes for their subscribers; tells them those of this node. */
void remote_presence_ask(struct server *server, struct live_table *live);
void remote_presence_send(struct server *server, struct live_table *live);
/* Forgets the reports of dead nodes, and repeats this node's own. */
void remote_presence_look(struct server *server, struct live_table *live, int64_t now);

/* Visits the seated players who subscribe on other nodes; a player may come twice. */
void remote_presence_visit(const struct live_table *live, store_person_visitor *visit,
                           void *context);
int64_t remote_presence_watchers(const struct live_table *live);
uint8_t remote_presence_sides(const struct live_table *live);

/* ---- subscriptions.c: presence --------------------------------------------------------------- */

/* The sides that are present have changed: notes since when the others are absent, and tells the
 * subscribers. */
void presence_changed(struct server *server, struct live_table *live, uint8_t before);
int64_t presence_watchers_here(const struct live_table *live);
uint8_t presence_sides_here(const struct live_table *live);

#endif

/* Live tables: what live_tables.c, live_loading.c and subscriptions.c share. */
#pragma once

#include "server/base/server_time.h"
#include "server/delivery/subscriptions.h"
#include "store/store.h"
#include "table/messages.h"

enum { LIVE_BUCKETS = 1 << 14, LIVE_TEXT_SIZE = 256 * 1024, COMPUTER_JOBS_MAX = 16 };

struct live_tables {
    const struct config *config;
    struct store *reader;
    struct outbox *outbox;
    struct rate_limiter *limiter;
    struct thinkers *thinkers;
    struct metrics *metrics;
    struct peers *peers;
    struct live_table_hooks hooks;

    struct terms_cache *terms_cache;
    int64_t last_key;
    int64_t looked; /* when all live tables were last checked */
    bool pacing;    /* at some table computers play each other */
    struct live_table *bucket[LIVE_BUCKETS], *by_key[LIVE_BUCKETS];
    size_t count;
    size_t loaded;
    size_t unloaded; /* since memory was last given back to the system */
    int64_t *behind; /* tables of which the store has more entries than this node */
    size_t behind_count, behind_capacity;
    int64_t *lost; /* tables whose last events were not stored: read them again */
    size_t lost_count, lost_capacity;
    uint32_t sweep; /* the number of the last time that all unfinished tables were read */
    struct store_cursor sweep_at;
    bool sweeping; /* it is not complete */
    /* the last transaction with a job for the computer; 0: all were looked for */
    uint64_t job_transaction;
    int64_t claimed;                  /* when jobs were last claimed */
    int64_t claim[COMPUTER_JOBS_MAX]; /* tables whose jobs this node has claimed and not begun */
    uint32_t claims;
    struct client **lobby; /* clients that follow the lobby */
    size_t in_lobby, lobby_capacity;
    char text[LIVE_TEXT_SIZE]; /* buffer for a message */
    /* buffer for an answer that may need to load tables while it is written */
    char page[LIVE_TEXT_SIZE];
};

/* ---- live_tables.c --------------------------------------------------------------------------- */

struct live_table *live_table_find(struct live_tables *tables, const char *id);
struct live_table *live_table_of_key(struct live_tables *tables, int64_t key);
/* Lists a table without loading it; key 0: not known yet. */
struct live_table *live_table_list(struct live_tables *tables, int64_t key, const char *id);
void live_table_set_key(struct live_tables *tables, struct live_table *live, int64_t key);
/* What the list says about a table without loading it. */
void live_table_describe(struct live_table *live, const struct table_setup *setup);
void live_table_remove(struct live_tables *tables, struct live_table *live);

/* Sends an event that was applied to the subscribers; and whether it changes the line in the
 * lobby. */
void live_table_announce(struct live_tables *tables, struct live_table *live,
                         const struct table_event *event, const struct table_effect *effect,
                         enum outbox_when when);
bool live_table_changes_summary(const struct table_event *event, enum table_stage before,
                                enum table_stage after);

/* ---- live_loading.c -------------------------------------------------------------------------- */

bool live_table_load(struct live_tables *tables, struct live_table *live, struct bv_error *error);
void live_table_unload(struct live_tables *tables, struct live_table *live);
void live_table_keep_line(struct live_table *live, struct bv_span line, int64_t at);
/* Drops the saved position of the last replay. */
void live_table_forget_replay(struct live_table *live);
/* The current time on the scale of the table's events: where a live clock runs, game time plus its
 * offset; else wall time. */
int64_t live_table_now(const struct live_table *live);
/* Stores an event for time that a live clock must not count; every other event comes after it. */
void live_table_set_clock_right(struct live_tables *tables, struct live_table *live);
/* Stores what is due in a table that was just loaded, before it is shown to a subscriber. */
void live_table_settle(struct live_tables *tables, struct live_table *live);

/* Applies the entries that other nodes have stored, and sends them here; returns how many. Does
 * nothing while an event of this node is not on disk, because the table is then ahead of the
 * store. */
uint32_t live_table_catch_up(struct live_tables *tables, struct live_table *live);

/* Lists every table that is not over. */
bool live_tables_restore(struct live_tables *tables, struct bv_error *error);
/* Reads the next page of these tables; after the last one, removes those that are over now. */
void live_tables_sweep(struct live_tables *tables);

/* Lists a table that is not loaded or not known as the store has it; removes it when it is over.
 * False: the store cannot be read. */
bool live_table_look_up(struct live_tables *tables, int64_t key);

/* ---- subscriptions.c ------------------------------------------------------------------------- */

/* Sends an event that was just applied to the subscribers. */
void live_table_send(struct live_tables *tables, struct live_table *live,
                     const struct table_event *event, const struct table_effect *effect,
                     enum outbox_when when);

/* Sets the channels of every subscription to those of the seats that the player holds now. */
void subscriptions_follow_seats(struct live_table *live);

/* For how long each side has been absent; 0: it is present. */
void presence_absent(const struct live_table *live, int64_t absent[BV_SIDES_MAX]);

void remote_presence_forget(struct live_table *live);
/* Asks other nodes for their subscribers. */
void remote_presence_ask(struct live_tables *tables, struct live_table *live);
/* Forgets the reports of dead nodes, and repeats this node's own. */
void remote_presence_tick(struct live_tables *tables, struct live_table *live, int64_t now);

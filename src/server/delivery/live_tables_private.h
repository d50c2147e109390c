/* Live tables: what live_tables.c, live_loading.c and subscriptions.c share. */
#pragma once

#include "server/base/server_time.h"
#include "server/delivery/subscriptions.h"
#include "store/store.h"
#include "table/messages.h"

enum { LIVE_BUCKETS = 1 << 14, LIVE_TEXT_SIZE = 256 * 1024, COMPUTER_JOBS_MAX = 16 };

/* What only live tables know of one of them. */
struct live_own {
    bool listed;
    bool timed;         /* its clocks run on game time, not on calendar time */
    char club[ID_SIZE]; /* only members of this club may take a seat; "": no club */
    char *summary;      /* its line in the lobby; NULL: not written yet */
    bool summary_old;
    int64_t look; /* wall time at which a time limit may run out */
    char **line;  /* the event log while the table is loaded, for messages that a client missed */
    int64_t *line_at;
    size_t lines, line_capacity, line_at_capacity;
    /* the table as it was after `replay_lines` lines: the next page of a replay continues there;
     * NULL: no replay is open */
    struct table *replay;
    size_t replay_lines;
    bool thinking; /* the computer is computing a move for it */
    /* it was loaded for a reader, and no client, time limit or command has used it since: nothing
     * is stored for it */
    bool idle;
    /* the next check does what follows by itself: it was just loaded, or waits until `pace` */
    bool unfollowed;
    /* the earliest moment for the next move where computers play each other */
    int64_t pace;
    bool stopped;         /* its live clock stands still until that can be stored */
    int64_t last_active;  /* when something last happened here */
    uint64_t transaction; /* the last transaction with an event of this table */
    int64_t stored_look;  /* `look` as the store has it */
    /* game time, like every time of a live table except `look` */
    int64_t absent_since[BV_SIDES_MAX];
    int64_t empty_since; /* when the last subscriber left; 0: there was none */
    uint8_t came;        /* a bit for each side that has had a subscriber */
    struct client **client;
    size_t clients, client_capacity;
    struct live_table *next, *next_by_key; /* the next in each hash bucket */

    /* Only where nodes share the store: */
    uint32_t stored; /* events that are on disk and were sent to clients here */
    int64_t checked; /* when it was last compared with the store */
    bool behind;     /* the store has more events */
    bool rewritten;  /* the store has the same events with other text */
    /* the number of the last sweep that found it among the unfinished tables */
    uint32_t swept;
    /* event counts at which the computer was to act: its job was stored, was claimed by this
     * node, */
    uint32_t posted, held;
    uint32_t released; /* or was this node's until an event that may not be stored yet */
    struct remote_presence *remote_presence; /* subscribers on other nodes */
    int64_t reported; /* when the other nodes were last told who subscribes here */
};

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

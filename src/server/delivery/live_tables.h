/*
 * Live tables: the tables that this node knows. A live table is listed from its start to its end,
 * which takes little memory. It is loaded (its events are applied to a struct table) while it is in
 * use, and unloaded when it has not been used for a while.
 *
 *     live_tables.c     the list, events, commands, the computer, periodic checks
 *     live_loading.c    loading from the store, and keeping up with what other nodes store
 *     subscriptions.c   who follows a table and the lobby, here and on other nodes
 *     open_table.c      a client opens a table
 *     table_api.c       the same over HTTP
 *
 * Every change is an event. It is applied, added to the open transaction (outbox.h), and sent to
 * the subscribers when that is on disk.
 */
#pragma once

#include "server/base/config.h"
#include "server/base/metrics.h"
#include "server/delivery/outbox.h"
#include "server/delivery/thinkers.h"
#include "store/peers.h"
#include "table/command.h"

/* A table that the server knows: loaded, or only listed (table is NULL). */
struct live_table {
    int64_t key;
    char id[ID_SIZE];
    enum table_stage stage;
    const struct bv_game *game; /* NULL: not known yet */
    struct table *table;
    struct live_own *own; /* what only live tables themselves know (live_tables_private.h) */
};

struct live_tables;

/* What live tables ask and tell the features; `main` fills it in. */
struct live_table_hooks {
    void *context;
    /* Whether the person may play at tables of that club ("": no club); if not, sets the
     * refusal. */
    bool (*club_lets_in)(void *context, const char *club, const char *person,
                         struct refusal *refusal);
    /* Whether the person is an account or a bot. */
    bool (*has_account)(void *context, const char *person);
    /* Whether the owner of the table, or a player seated there, has blocked the person. */
    bool (*is_unwelcome)(void *context, const struct table *table, const char *person);
    /* Whether `who` has blocked `whom`; NULL stands for any player. */
    bool (*has_blocked)(void *context, const char *who, const char *whom);
    /* These seats are to act now, and were not before the last event. */
    void (*turned)(void *context, const struct live_table *live, bv_seats seats);
    /* The table no longer waits for its game to begin. */
    void (*begun)(void *context, const struct table *table);
    /* The table is over: what its end changes elsewhere goes into the open transaction. */
    void (*ended)(void *context, struct live_table *live);
};

/* What live tables are given; all of it outlives them. */
struct live_tables_deps {
    const struct config *config;
    struct store *reader;
    struct outbox *outbox;
    struct rate_limiter *limiter;
    struct thinkers *thinkers;
    struct metrics *metrics;
    struct peers *peers; /* the other nodes that share the store; NULL: the server runs alone */
    struct live_table_hooks hooks;
};

/* Lists every table that is not over; NULL: the store cannot be read. */
struct live_tables *live_tables_open(const struct live_tables_deps *given, struct bv_error *error);
void live_tables_close(struct live_tables *tables);

/* ---- For requests ---------------------------------------------------------------------------- */

/* The live table, loaded and up to date with the store. NULL: there is none, or the store cannot be
 * read (then the refusal says so). */
struct live_table *live_table_enter(struct live_tables *tables, const char *id,
                                    struct refusal *refusal);

/* The same without asking the store for newer events. Enough for a command: if another node was
 * faster, the transaction is overtaken and the command runs again. */
struct live_table *live_table_at_hand(struct live_tables *tables, const char *id,
                                      struct refusal *refusal);

/* Opens a table; `occupants` may say who sits where: {"F":"me","A":"computer:5"}. NULL: refused. */
struct live_table *live_table_open(struct live_tables *tables, struct client *client,
                                   const cJSON *fields, struct refusal *refusal);

/* The answer to the client that opened a table: its id, and the keys of the reserved seats. */
void live_table_write_opened(const struct live_table *live, struct bv_out *out);

/* Runs a client's command and everything that follows from it. *key: the invitation that was made,
 * or "". */
bool live_table_command(struct live_tables *tables, struct live_table *live, struct client *client,
                        const struct request *request, char key[TABLE_KEY_SIZE],
                        struct refusal *refusal);

/* The whole table as it is now, for one channel (messages_table). */
void live_table_write(const struct live_table *live, int channel, struct bv_out *out);

/* ---- For features ---------------------------------------------------------------------------- */

/* The terms of the games that are played; for table_setup_read. */
struct terms_cache *live_tables_terms(struct live_tables *tables);

/* A live table for a new table, which belongs to the open transaction. */
struct live_table *live_table_add(struct live_tables *tables, const struct table_setup *setup,
                                  int64_t now);

/* Opens a table whose players are known, one for each side, and begins its game. The setup keeps its
 * terms; the table holds them too. */
struct live_player {
    const char *person, *name;
};
struct live_table *live_table_begin(struct live_tables *tables, struct table_setup *setup,
                                    const struct live_player player[BV_SIDES_MAX]);

/* Whether the client may have one more table: limits how fast a player opens tables, and how many
 * unfinished ones the player has. */
bool live_tables_may_open(struct live_tables *tables, const struct client *client,
                          struct refusal *refusal);

/* Every event passes here: applied, added to the open transaction, sent when that is on disk. */
void live_table_apply(struct live_tables *tables, struct live_table *live,
                      const struct table_event *event);

/* Rewrites the log in the open transaction: every event that `change` changes, and with them the
 * table, which gets another setup. In a log that is longer than any real game, moves stay as they
 * are. The caller sends the table again. */
typedef bool live_table_change(const void *context, struct table_event *event);
void live_table_rewrite(struct live_tables *tables, struct live_table *live,
                        const struct table_setup *setup, live_table_change *change,
                        const void *context);

/* What follows by itself: dice, prepared replies, answers of the computer, the next table of a rematch. */
void live_table_follow(struct live_tables *tables, struct live_table *live);

/* How many are at each stage. */
void live_tables_count_stages(const struct live_tables *tables, size_t count[TABLE_OVER + 1]);
size_t live_tables_count(const struct live_tables *tables);

/* The live tables that are wanted, the newest first; the caller frees the list. */
typedef bool live_table_choice(const void *context, const struct live_table *live);
struct live_table **live_tables_newest(const struct live_tables *tables, live_table_choice *wanted,
                                       const void *context, size_t *count);
size_t live_tables_loaded(const struct live_tables *tables);

/* ---- For the event loop ---------------------------------------------------------------------- */

/* The computer has chosen a move. */
void live_table_answered(struct live_tables *tables, const struct thinkers_answer *answer);

/* The outbox reports: the table has that many events on disk; or its last events were not stored,
 * because another node was faster (overtaken) or because the store failed. */
void live_table_stored(struct live_tables *tables, int64_t key, uint32_t number);
void live_table_lost(struct live_tables *tables, int64_t key, bool overtaken);
/* All lost events are known: loads their tables again. */
void live_tables_recover(struct live_tables *tables);

/* Checks all live tables: time limits, and which can be unloaded. `now` is game time. */
void live_tables_tick(struct live_tables *tables, int64_t now);

/* Milliseconds until the next check, at most `most`. */
int live_tables_wait(const struct live_tables *tables, int most);

/* Wall time has jumped by that many milliseconds against game time. */
void live_tables_jumped(struct live_tables *tables, int64_t jump);

/* Claims jobs of the computer when a worker thread is free. `now` is game time. */
void computer_jobs_tick(struct live_tables *tables, int64_t now);

/* ---- For the cluster ------------------------------------------------------------------------- */

/* Other nodes have changed these tables; or a notice about such changes may have been lost. */
void live_tables_updated(struct live_tables *tables, struct bv_span changed);
void live_tables_missed(struct live_tables *tables);

/* Catches up the tables of which the store has more events, as soon as they can be. */
void live_tables_catch_up(struct live_tables *tables);

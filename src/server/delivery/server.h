/*
 * The server's state, and the functions that the request handlers share.
 *
 * A client connects by HTTP or by WebSocket. What it asks for reads or changes tables (live_table)
 * and documents (accounts, clubs, tournaments). Every change is collected in a transaction
 * (outbox.h); messages about it leave only after the transaction is on disk. One thread, the event
 * loop's, runs everything declared here. Computer players (thinkers.h), commits (outbox.h),
 * password hashing and searches of old games run in threads of their own.
 *
 *     socket_api.c, http_api.c   requests of clients, over WebSocket and over HTTP
 *     live_tables.c              live tables: events are applied, stored and sent
 *     open_table.c               new tables
 *     live_loading.c             tables are loaded from the store and kept up to date with it
 *     live_updates.c             tables that other nodes have changed
 *     remote_presence.c          subscribers of a table on other nodes
 *     computer_jobs.c            which node computes the computer's next move
 *     subscriptions.c            which client subscribes to which table, on which channels
 *     lobby.c                    the list of public tables
 *     documents.c                the document cache
 *     connections.c              the connections of each player
 *     accounts/                  guests, accounts and authentication
 *     tournaments/               clubs, and tournaments that the server runs
 */
#ifndef SERVER_DELIVERY_SERVER_H
#define SERVER_DELIVERY_SERVER_H

#include "server/accounts/authentication.h"
#include "server/accounts/persons.h"
#include "server/admin/bans.h"
#include "server/admin/purge.h"
#include "server/base/base_url.h"
#include "server/base/config.h"
#include "server/base/metrics.h"
#include "server/base/server_time.h"
#include "server/base/signature.h"
#include "server/delivery/connections.h"
#include "server/delivery/documents.h"
#include "server/delivery/outbox.h"
#include "server/delivery/remote_connections.h"
#include "server/delivery/thinkers.h"
#include "server/main/server_pages.h"
#include "server/main/static_files.h"
#include "store/peers.h"
#include "table/command.h"
#include "table/messages.h"

/* Milliseconds between two checks of all live tables, and between two moves where computers play
 * each other. */
enum { LIVE_LOOK = 500, LIVE_PACE = 50 };

enum { LIVE_BUCKETS = 1 << 14, SERVER_TEXT_SIZE = 256 * 1024, COMPUTER_JOBS_MAX = 16 };

/* A table that the server knows: loaded, or only listed (table is NULL). */
struct live_table {
    int64_t key;
    char id[ID_SIZE];
    enum table_stage stage;
    bool listed;
    bool timed;         /* its clocks run on game time, not on calendar time */
    char club[ID_SIZE]; /* only members of this club may take a seat; "": anybody */
    char *summary;      /* its line in the lobby; NULL: not written yet */
    bool summary_old;
    int64_t look; /* wall time at which a time limit may run out */

    struct table *table;
    char **line; /* the event log while the table is loaded, for messages that a client missed */
    int64_t *line_at;
    size_t lines, line_capacity, line_at_capacity;
    /* the table as it was after `replay_lines` lines: the next page of a replay continues there;
     * NULL: no replay is open */
    struct table *replay;
    size_t replay_lines;
    bool thinking; /* the computer is computing a move for it */
    bool paced;    /* the computer's next move waits until `pace` */
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
    uint32_t stored; /* entries that are on disk and were sent to clients here */
    int64_t checked; /* when it was last compared with the store */
    bool behind;     /* the store has more entries */
    bool rewritten;  /* the store has the same entries with other text */
    /* the number of the last sweep that found it among the unfinished tables */
    uint32_t swept;
    /* event counts at which the computer was to act: its job was stored, was claimed by this
     * node, */
    uint32_t posted, held;
    uint32_t released; /* or was this node's until an event that may not be stored yet */
    struct remote_presence *remote_presence; /* subscribers on other nodes */
    int64_t reported; /* when the other nodes were last told who subscribes here */
};

struct server {
    struct peers *peers; /* the other nodes that share the store; NULL: the server runs alone */
    /* players connected to other nodes; NULL: the server runs alone */
    struct remote_connections *remote_connections;
    /* when this node last sent its use of rate limits */
    int64_t limits_shared;
    uint32_t doubtful;     /* clients whose session must be checked again */
    bool documents_missed; /* other nodes may have changed documents: read them again */
    uint64_t announced;    /* a hash of the last announcement that all clients were sent */
    const struct config *config;
    struct game_time time; /* of this turn of the loop */
    int64_t turned;        /* when it began, by the monotonic clock; 0: the loop has not started */
    int64_t time_kept;     /* the game time that the store has */
    struct base_url base;
    struct metrics metrics;
    /* slow rounds since the last warning, and when that warning was logged */
    uint64_t slow_rounds, slow_logged;
    struct net *net;
    struct store *reader;
    struct outbox *outbox;
    struct documents *documents;
    struct connections *connections;
    struct rate_limiter *limiter;
    struct thinkers *thinkers;
    struct record_search *record_search;
    struct hasher *hasher;
    /* accounts and guests that are being merged into another account */
    struct account_merges *merges;
    struct schedule *schedule;
    struct terms_cache *terms_cache;
    struct server_pages *server_pages;
    struct bans *bans;
    struct purge purge;
    struct static_files *pages; /* NULL: there is no web client to serve */
    uint8_t secret[SECRET_SIZE];
    int64_t last_key;
    int64_t looked; /* when all live tables were last checked */
    bool pacing;    /* at some table computers play each other */
    struct live_table *bucket[LIVE_BUCKETS], *by_key[LIVE_BUCKETS];
    size_t tables;
    size_t tables_loaded;
    size_t tables_unloaded; /* since memory was last given back to the system */
    int64_t *behind;        /* tables of which the store has more entries than this node */
    size_t tables_behind, behind_capacity;
    int64_t *lost; /* tables whose last events were not stored: read them again */
    size_t tables_lost, lost_capacity;
    uint32_t sweep; /* how often all unfinished tables were read */
    bool missed;    /* a sweep is due */
    /* the last transaction with a job for the computer; 0: all were looked for */
    uint64_t job_transaction;
    int64_t claimed;                  /* when jobs were last claimed */
    int64_t claim[COMPUTER_JOBS_MAX]; /* tables whose jobs this node has claimed and not begun */
    uint32_t claims;
    uint32_t threads; /* worker threads of the computer players */
    struct client **lobby;
    size_t in_lobby, lobby_capacity;
    char text[SERVER_TEXT_SIZE]; /* buffer for a message */
    /* buffer for an answer that may need to load tables while it is written */
    char page[SERVER_TEXT_SIZE];
};

void random_bytes(void *bytes, size_t size);

/* `size - 1` random letters and digits from the system's random source. */
void random_id(char *id, size_t size);

/* ---- live_tables.c, open_table.c, live_loading.c --------------------------------------------- */

/* Lists every table that is not over. */
bool live_tables_restore(struct server *server, struct bv_error *error);

/* The live table, loaded and up to date with the store. NULL: there is none, or the store cannot be
 * read (then the refusal says so). */
struct live_table *live_table_enter(struct server *server, const char *id, struct refusal *refusal);

/* The same without asking the store for newer entries. Enough for a command: if another node was
 * faster, the transaction is overtaken and the command runs again. */
struct live_table *live_table_at_hand(struct server *server, const char *id,
                                      struct refusal *refusal);

/* Opens a table; `chairs` may say who sits where: {"F":"me","A":"computer:5"}. NULL: refused. */
struct live_table *live_table_open(struct server *server, struct client *client,
                                   const cJSON *fields, struct refusal *refusal);

/* The answer to the client that opened a table: its id, and the keys of the reserved seats. */
void live_table_write_opened(const struct live_table *live, struct bv_out *out);

/* Runs a client's command and everything that follows from it. *key: the invitation that was made,
 * or "". */
bool live_table_command(struct server *server, struct live_table *live, struct client *client,
                        const struct request *request, char key[TABLE_KEY_SIZE],
                        struct refusal *refusal);

/* Gives a side back the time that a lost connection cost it. */
void live_table_credit(struct server *server, struct live_table *live, int side,
                       int64_t milliseconds);

void live_table_answered(struct server *server, const struct thinkers_answer *answer);

/* The outbox reports: the table has that many entries on disk; or its last events were not stored,
 * because another node was faster (overtaken) or because the store failed. */
void live_table_stored(struct server *server, int64_t key, uint32_t number);
void live_table_lost(struct server *server, int64_t key, bool overtaken);
/* All lost events are known: loads their tables again. */
void live_tables_recover(struct server *server);

/* The current time on the scale of the table's events: where a live clock runs, game time plus its
 * offset; else wall time. */
int64_t live_table_now(const struct live_table *live);

/* Checks all live tables: time limits, and which can be unloaded. `now` is game time. */
void live_tables_look(struct server *server, int64_t now);

/* Wall time has jumped by that many milliseconds against game time. */
void live_tables_jumped(struct server *server, int64_t jump);

/* Frees all live tables. */
void live_tables_clear(struct server *server);

/* Where nodes share the store: other nodes have changed these tables; or a notice about such
 * changes may have been lost. */
void live_tables_updated(struct server *server, struct bv_span tables);
void live_tables_missed(struct server *server);
/* Messages `here` and `who` of other nodes (remote_presence.c). */
void remote_presence_here(struct server *server, const char *node, struct bv_span text);
void remote_presence_who(struct server *server, struct bv_span text);
/* Claims jobs of the computer when a worker thread is free. `now` is game time. */
void computer_jobs_look(struct server *server, int64_t now);

/* ---- subscriptions.c ------------------------------------------------------------------------- */

/* Subscribes a client to a table: sends the messages after the numbers in `since`, then the table
 * as it stands. */
bool subscription_open(struct server *server, struct client *client, struct live_table *live,
                       const cJSON *since, struct refusal *refusal);
void subscription_close(struct server *server, struct client *client, struct live_table *live);
void subscription_close_all(struct server *server, struct client *client);
/* The transaction of a subscription was lost, so the client has no answer: drops the
 * subscription. */
void subscription_cancel(struct server *server, struct client *client, uint64_t transaction);

/* Sends all subscribers who else is present. Presence is not stored: it has no message number and
 * is not replayed. */
void presence_send(struct server *server, struct live_table *live);
struct subscription *subscription_of(struct client *client, const struct live_table *live);

/* Makes the messages of a channel after number `since` again from the log, until the visitor
 * returns false. Chat of players whom `hearer` has blocked is left out ("": no player). Returns
 * whether these were all messages. */
typedef bool replay_visitor(void *context, const struct table_event *event, struct bv_span message);
bool subscription_replay(struct server *server, struct live_table *live, int channel,
                         uint32_t since, const char *hearer, replay_visitor *visit, void *context);

/* Sends an event that was just applied to the subscribers. */
void live_table_send(struct server *server, struct live_table *live,
                     const struct table_event *event, const struct table_effect *effect);

/* Sends the whole table again to a player's subscriptions (NULL: to all); their channels may have
 * changed. */
void live_table_show(struct server *server, struct live_table *live, const char *person);

/* Sets the channels of every subscription to those of the seats that the player holds now. */
void subscriptions_follow_seats(struct live_table *live);

/* A bit for each side with a subscriber. */
uint8_t presence_sides(const struct live_table *live);
void presence_absent(const struct live_table *live, int64_t absent[BV_SIDES_MAX]);

/* ---- lobby.c --------------------------------------------------------------------------------- */

void lobby_subscribe(struct server *server, struct client *client);
void lobby_unsubscribe(struct server *server, struct client *client);
/* A table's line has changed. */
void lobby_changed(struct server *server, struct live_table *live);
/* A table's line, written again if it has changed; an unloaded table is loaded once for it. NULL:
 * the store cannot be read. */
const char *live_table_summary(struct server *server, struct live_table *live);
bool lobby_summary_is_of_game(const char *summary, const char *game);
/* Which tables that are not over: public ones, or those of a club; of one game if not NULL. */
struct lobby_filter {
    const char *game;
    const char *club;
};
/* Writes their lines into an open array, newest first; false if not all fit. */
bool lobby_write(struct server *server, struct lobby_filter filter, struct bv_out *out);

/* ---- accounts/guests.c ----------------------------------------------------------------------- */

/* Reads the secret that signs cookies, or makes one. */
bool guests_open(struct server *server, struct store *store, struct bv_error *error);

/* A new guest; writes the value of the cookie to `cookie`. False if the name is not allowed. */
bool guest_new(struct server *server, struct client *client, const char *name,
               char cookie[GUEST_COOKIE_MAX], struct refusal *refusal);
void guest_cookie(const struct server *server, const char *person, char cookie[GUEST_COOKIE_MAX]);

/* Whether a guest may have this name: it can be displayed, and no account has it. */
bool guest_name_check(struct server *server, const char *name, struct refusal *refusal);

/* ---- socket_api.c, http_api.c ---------------------------------------------------------------- */

void socket_opened(struct server *server, struct client *client);
/* Answers a message; returns whether it only read. */
bool socket_message(struct server *server, struct client *client, struct bv_span text);
/* Sends a player a message on all connections, on all nodes, when the open transaction is on
 * disk. */
void person_send(struct server *server, const char *person, struct bv_span message);
/* The same on the player's connections to this node only. */
void person_send_here(struct server *server, const char *person, struct bv_span message);
void api_request(struct server *server, struct client *client, const struct http_request *request);
/* Answers a request with a refusal, without reading it. */
void api_turn_away(struct server *server, struct client *client, const struct refusal *refusal);

/* A request to the metrics address (main/health.c). */
void server_metrics_request(struct server *server, struct connection *connection,
                            const struct http_request *request);

/* ---- main.c ---------------------------------------------------------------------------------- */

/* Starts the server and runs it until a signal stops it. Prints its address when it is ready. */
bool server_run(const struct config *config, struct bv_error *error);

#endif

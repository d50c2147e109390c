/*
 * Load clients: many tables with two players each, all on one epoll in one thread, which play
 * random moves until they are stopped. The first player opens the table, the second sits down and
 * starts; when a game is over they open the next.
 *
 *     position ──▶ move chosen ──▶ [ waits in the queue, if --rate is set ] ──▶ sent ──▶ done,
 *                                                                            both players informed
 *
 * A player that loses its connection reconnects, subscribes from its last message on and sends the
 * unanswered move again.
 */
#ifndef LOAD_CLIENTS_H
#define LOAD_CLIENTS_H

#include "load/histogram.h"
#include "load/ledger.h"

enum { LOAD_SENT_TIMES = 8 };

struct load_table;

struct load_player {
    struct client_connection connection; /* first: a connection of a table is cast to its player */
    struct load_table *table;
    int side;
    uint32_t requests; /* number of messages sent so far */
    uint32_t opening;  /* id of the unanswered `open`; 0: none */
    uint32_t playing;  /* id of the unanswered move; 0: none */
    uint32_t moves;    /* made in all games, for their idempotency keys */
    uint32_t heard;    /* number of the last message about the table */
    bool greeted;      /* the server has sent its hello */
    bool settled;      /* and a table was shown since then */
    bool shown;        /* the table was shown since the subscription */
    bool begun;        /* the game has begun */
    bool over;         /* the game is over */
    bool queued;
    int seat; /* that plays the token */
    char token[BV_TOKEN_MAX];
    bool chosen; /* the token is the next move */
    int64_t
        sent_at[LOAD_SENT_TIMES]; /* send times of the last moves of this game; 0: not counted */
    uint32_t told[2];             /* moves of this player that it and its opponent were sent */
    uint32_t unanswered;          /* messages of this player */
    int64_t waiting_since;
    int64_t moved;     /* when the last move was first sent */
    int64_t moved_at;  /* the same in milliseconds since 1970 */
    int64_t again;     /* when to retry a command that the server could not execute; 0: none */
    uint32_t setbacks; /* in a row */
    uint32_t proving;  /* id of the unanswered `say`; 0: none */
    bool said;         /* the `say` is stored */
    bool back;         /* returned since the fault */
};

struct load_table {
    struct load_player player[BV_SIDES_MAX];
    struct random_client *random_player;
    struct ledger *ledger; /* its table is "" until it is open */
};

struct load_figures {
    int64_t since; /* when counting began */
    uint64_t moves;
    uint64_t games;
    uint64_t refused;
    uint64_t astray;      /* messages out of order, or moves that were never sent */
    uint64_t put_off;     /* commands that the server could not execute at that moment */
    uint64_t misdirected; /* messages for another player's seat */
    uint64_t mistimed;    /* moves whose recorded time differs from when they were sent */
    struct histogram done;
    struct histogram told;
};

struct load_settings {
    uint32_t tables;
    const struct bv_game *game; /* NULL: each game in turn */
    double rate;                /* moves a second in total; 0: as fast as possible */
    uint32_t games_most;        /* tables opened in total; 0: no limit */
    uint32_t moves_a_game;      /* then the table is left as it is; 0: played to the end */
    bool keeps_ledgers;         /* of finished games, for an audit */
    bool witnesses;             /* keeps all messages, and tolerates faults of the server */
};

struct load_clients {
    struct client_loop loop;
    struct server_addresses addresses;
    struct load_settings settings;
    struct load_table *table;
    struct client_connection *idle;
    uint32_t idles;
    struct random_client *random_player[8];
    size_t random_players;
    struct load_player **queue; /* a ring of the players that wait to move */
    uint32_t queue_size, queue_first, queue_length;
    double allowance; /* moves that the rate allows now */
    int64_t paced;    /* when `allowance` was last updated */
    int64_t looked;   /* when timeouts were last checked */
    uint32_t opened;  /* tables in total */
    uint32_t finished;
    bool quiet; /* no new moves */
    char refusal[512];
    struct ledger *past; /* of finished games */
    struct load_figures figures;
    size_t texts;          /* bytes of the messages kept */
    int64_t fault_over;    /* when the last fault ended */
    uint32_t came_back;    /* players that have returned since */
    struct histogram back; /* and after how long, over all rounds */
};

/* On the heap; NULL and an error on failure. No player connects before load_clients_invite. */
struct load_clients *load_clients_new(const struct server_addresses *addresses,
                                      const struct load_settings *settings, struct bv_error *error);
void load_clients_free(struct load_clients *clients);

/* The players may connect from now on. */
void load_clients_invite(struct load_clients *clients);

/* Adds connections that only stay open. */
bool load_clients_add_idle(struct load_clients *clients, uint32_t count);

/* Runs the clients for this long. */
void load_clients_run(struct load_clients *clients, int64_t microseconds);

/* Resets all counters. */
void load_clients_count_anew(struct load_clients *clients);

/* A fault is over: from now on, the time until each player has returned is measured (retry.h). */
void load_clients_fault_over(struct load_clients *clients);

/* Players that are connected and have seen a table since. */
uint32_t load_clients_seated(const struct load_clients *clients);
/* Players whose last move is not answered yet. */
uint32_t load_clients_waiting(const struct load_clients *clients);

/* ---- playing.c, for clients.c ---------------------------------------------------------------- */

void load_player_hears(void *clients, struct client_connection *connection, struct bv_span text);
void load_player_lost(void *clients, struct client_connection *connection);
/* Resumes play: subscribes to the table and resends what was not answered, or opens a table. */
void load_player_resume(struct load_clients *clients, struct load_player *player);
/* Sends the chosen token, unless it is no longer needed. */
void load_player_move(struct load_clients *clients, struct load_player *player);

#endif

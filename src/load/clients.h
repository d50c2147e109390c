/*
 * Load clients: many tables with two players each, all on one epoll in one thread, which play
 * random moves until they are stopped. The first player opens the table, the second sits down and
 * starts; when a game is over they open the next.
 *
 *     position ──▶ move chosen ──▶ [ waits in the queue, if --rate is set ] ──▶ sent ──▶ done,
 *                                                                            both players informed
 *
 * A player that loses its connection reconnects, subscribes from its last message on and sends the
 * unanswered move again. No other client plays its seats, so its own moves must come back to it once
 * each, in their order, and messages must be numbered without a gap.
 */
#pragma once

#include "client/message.h"
#include "games/session.h"
#include "load/histogram.h"

enum { LOAD_SENT_TIMES = 8, LOAD_TABLE_ID_SIZE = 32 };

struct load_table;

struct load_move {
    int seat;
    char token[BV_TOKEN_MAX];
};

struct load_player {
    struct client_connection connection; /* first: a connection of a table is cast to its player */
    struct load_table *table;
    int side;
    uint32_t requests; /* number of messages sent so far */
    uint32_t opening;  /* id of the unanswered `open`; 0: none */
    uint32_t playing;  /* id of the unanswered move; 0: none */
    uint32_t moves;    /* made in all games, for their idempotency keys */
    uint32_t received; /* number of the last message about the table */
    bool greeted;      /* the server has sent its hello */
    bool settled;      /* and a table was shown since then */
    bool shown;        /* the table was shown since the subscription */
    bool begun;        /* the game has begun */
    bool over;         /* the game is over */
    bool queued;
    bool chosen; /* `next` is the next move */
    struct load_move next;
    struct load_move last; /* the last move sent */
    uint32_t sent;         /* moves of this game */
    uint32_t acknowledged; /* all of them, or all but the last */
    uint32_t delivered[2]; /* moves of this player that it and its opponent have received */
    int64_t
        sent_at[LOAD_SENT_TIMES]; /* send times of the last moves of this game; 0: not counted */
    uint32_t unanswered;          /* messages of this player */
    int64_t waiting_since;
};

/* Whether its last move is not answered yet. */
static inline bool load_player_waits(const struct load_player *player)
{
    return player->acknowledged < player->sent;
}

struct load_table {
    struct load_player player[BV_SIDES_MAX];
    struct session *session;
    char id[LOAD_TABLE_ID_SIZE]; /* "" until the table is open */
};

struct load_figures {
    int64_t since; /* when counting began */
    uint64_t moves;
    uint64_t games;
    uint64_t refused;
    uint64_t astray; /* messages out of order or for another seat, or moves that were never sent */
    struct histogram done;
    struct histogram delivered;
};

struct load_clients;

/* Sees what the players send and receive, to keep books on it. */
struct load_observer {
    void *context;
    /* The player has sent a new move, `last`. */
    void (*moved)(void *context, struct load_player *player);
    /* A request was answered; `code` says why it was refused, and is empty if it was not. Returns
     * true if the refusal does not count: the observer sends the request again later. */
    bool (*answered)(void *context, struct load_player *player, uint32_t request,
                     struct bv_span code);
    /* A message about the table for a seat, or for watchers (-1). */
    void (*received)(void *context, struct load_player *player, int seat, const cJSON *message,
                     struct bv_span text);
    void (*lost)(void *context, struct load_player *player); /* the connection */
    void (*leaves)(void *context, struct load_table *table); /* both players, for the next table */
    /* The server was killed and has started again; `last`: and the run ends. Returns false to end
     * it before. */
    bool (*restarted)(void *context, struct load_clients *clients, bool last);
};

struct load_settings {
    uint32_t tables;
    const struct bv_game *game; /* NULL: each game in turn */
    double rate;                /* moves a second in total; 0: as fast as possible */
    uint32_t games_most;        /* tables opened in total; 0: no limit */
    uint32_t moves_a_game;      /* then the table is left as it is; 0: played to the end */
    bool timed;                 /* every second table has a clock */
    const struct load_observer *observer; /* NULL: none */
};

struct load_clients {
    struct client_loop loop;
    struct server_addresses addresses;
    struct load_settings settings;
    struct load_table *table;
    struct client_connection *idle;
    uint32_t idles;
    struct session *session[8];
    size_t sessions;
    struct load_player **queue; /* a ring of the players that wait to move */
    uint32_t queue_size, queue_first, queue_length;
    double allowance; /* moves that the rate allows now */
    int64_t paced;    /* when `allowance` was last updated */
    uint32_t opened;  /* tables in total */
    uint32_t finished;
    bool quiet; /* no new moves */
    char refusal[512];
    struct load_figures figures;
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

/* Players that are connected and have seen a table since. */
uint32_t load_clients_seated(const struct load_clients *clients);
/* Players whose last move is not answered yet. */
uint32_t load_clients_waiting(const struct load_clients *clients);
/* Acknowledged moves that their players have not received. */
uint32_t load_clients_undelivered(const struct load_clients *clients);

/* ---- playing.c ------------------------------------------------------------------------------- */

/* The seat whose messages the player receives: the first of its side. */
int load_channel_of_player(const struct load_player *player);

/* Begins a request, at the player's table where there is one; returns its id. */
uint32_t load_request_begin(struct load_player *player, struct client_message *request,
                            enum request_verb verb);
void load_request_send(struct load_clients *clients, struct load_player *player,
                       struct client_message *request);

void load_player_receives(void *clients, struct client_connection *connection, struct bv_span text);
void load_player_lost(void *clients, struct client_connection *connection);
/* Resumes play: subscribes to the table and resends what was not answered, or opens a table. */
void load_player_resume(struct load_clients *clients, struct load_player *player);
/* Sends the chosen token, unless it is no longer needed. */
void load_player_move(struct load_clients *clients, struct load_player *player);

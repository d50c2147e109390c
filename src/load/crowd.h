/*
 * A crowd: many tables with two players each, all on one epoll in one thread, who play at random until they are told to
 * stop. One of the two opens the table, the other sits down and starts; when a game is over they open the next.
 *
 *     position ──▶ a move is chosen ──▶ [ its turn in the queue, when there is a pace ] ──▶ sent ──▶ done, told to both
 *
 * Whoever loses the connection comes back, attends from where it was and sends the unanswered move again.
 */
#ifndef BV_LOAD_CROWD_H
#define BV_LOAD_CROWD_H

#include "load/histogram.h"
#include "load/ledger.h"

enum { BV_SENT_TIMES = 8 };

struct bv_crowd_table;

struct bv_player {
    struct bv_caller caller; /* first: a caller of a table is a player */
    struct bv_crowd_table *table;
    int side;
    uint32_t requests; /* numbers given to messages so far */
    uint32_t opening;  /* number of the `open` that is not answered; 0: none */
    uint32_t playing;  /* number of the move that is not answered; 0: none */
    uint32_t moves;    /* made in all games, for their keys */
    uint32_t heard;    /* number of the last message about the table */
    bool greeted;      /* the server has said hello */
    bool settled;      /* and since then we have seen a table */
    bool shown;        /* the table was shown since we attend it */
    bool begun;        /* we know that the game has begun, */
    bool over;         /* or that it is over */
    bool queued;
    int seat; /* of the token */
    char token[BV_TOKEN_MAX];
    bool chosen; /* the token is the next move */
    int64_t sent_at
        [BV_SENT_TIMES]; /* when the moves of this game were sent, the last few; 0: do not count it */
    uint32_t told[2];    /* moves of ours that we, and the other, were told of */
    uint32_t unanswered; /* messages of ours */
    int64_t waiting_since;
    int64_t moved;     /* when the last move was first sent, */
    int64_t moved_at;  /* and what the time was, milliseconds since 1970 */
    int64_t again;     /* when to try again what the house could not do; 0: nothing */
    uint32_t setbacks; /* in a row */
    uint32_t proving;  /* number of the word that is not answered; 0: none */
    bool said;         /* the word is stored */
    bool back;         /* since the fault */
};

struct bv_crowd_table {
    struct bv_player player[BV_SIDES_MAX];
    struct bv_gambler *gambler;
    struct bv_ledger *ledger; /* its table is "" until it is open */
};

struct bv_crowd_figures {
    int64_t since; /* when counting began */
    uint64_t moves;
    uint64_t games;
    uint64_t refused;
    uint64_t astray;      /* messages that came out of order, or moves we did not make */
    uint64_t put_off;     /* wishes that the house could not grant at the moment */
    uint64_t misdirected; /* messages for somebody else's seat */
    uint64_t mistimed;    /* moves of ours whose time is not when we made them */
    struct bv_histogram done;
    struct bv_histogram told;
};

struct bv_crowd_wishes {
    uint32_t tables;
    const struct bv_game *game; /* NULL: all in turn */
    double rate;                /* moves a second in all; 0: as fast as it goes */
    uint32_t games_most;        /* tables opened in all; 0: no end */
    uint32_t moves_a_game;      /* then the table is left as it is; 0: played to the end */
    bool keeps_ledgers;         /* of the games that are over, for an audit */
    bool witnesses;             /* keeps all that was told, and bears with a house in trouble */
};

struct bv_crowd {
    struct bv_switchboard board;
    struct bv_doors doors;
    struct bv_crowd_wishes wishes;
    struct bv_crowd_table *table;
    struct bv_caller *idle;
    uint32_t idles;
    struct bv_gambler *gambler[8];
    size_t gamblers;
    struct bv_player **queue; /* a ring of those who wait for their turn to move */
    uint32_t queue_size, queue_first, queue_length;
    double allowance; /* moves that the pace allows now */
    int64_t paced;    /* until when it was reckoned */
    int64_t looked;   /* when patience was last looked at */
    uint32_t opened;  /* tables, in all */
    uint32_t finished;
    bool quiet; /* no new moves */
    char refusal[512];
    struct bv_ledger *past; /* of games that are over */
    struct bv_crowd_figures figures;
    size_t texts;             /* bytes of what was told */
    int64_t fault_over;       /* since when the players are to come back, */
    uint32_t came_back;       /* how many have, */
    struct bv_histogram back; /* and after how long, in all rounds */
};

/* On the heap; NULL and an error if it cannot be. Nobody calls until they are invited. */
struct bv_crowd *bv_crowd_new(const struct bv_doors *doors, const struct bv_crowd_wishes *wishes,
                              struct bv_error *error);
void bv_crowd_free(struct bv_crowd *crowd);

/* The players may call from now on. */
void bv_crowd_invite(struct bv_crowd *crowd);

/* So many further callers who only stay connected. */
bool bv_crowd_add_idle(struct bv_crowd *crowd, uint32_t count);

/* Lets the crowd play for so many microseconds. */
void bv_crowd_run(struct bv_crowd *crowd, int64_t microseconds);

/* Counting begins anew. */
void bv_crowd_count_anew(struct bv_crowd *crowd);

/* A fault is over: from now on it is measured when each player is back (patience.h). */
void bv_crowd_fault_over(struct bv_crowd *crowd);

/* Players who are connected and have seen a table since. */
uint32_t bv_crowd_seated(const struct bv_crowd *crowd);
/* Players whose last move is not answered yet. */
uint32_t bv_crowd_waiting(const struct bv_crowd *crowd);

/* ---- playing.c, for crowd.c -------------------------------------------------------------------------------------- */

void bv_player_hears(void *crowd, struct bv_caller *caller, struct bv_span text);
void bv_player_lost(void *crowd, struct bv_caller *caller);
/* Goes on where the player was: attends the table and sends what was not answered, or opens a table. */
void bv_player_resume(struct bv_crowd *crowd, struct bv_player *player);
/* Sends the token that was chosen, unless that has become pointless. */
void bv_player_move(struct bv_crowd *crowd, struct bv_player *player);

#endif

/*
 * The house: who is there, which tables stand in it, and what connects them. One thread, the event loop's, does
 * everything here; thinking (bots.h), committing (post.h) and searching old games (archive.h) go on in others.
 *
 *     socket.c, api.c   what clients ask for, as messages and as HTTP requests
 *     rooms.c           a table and those around it: deeds are taken, stored and told; opening.c opens them
 *     waking.c          tables are read from the store, and kept true to it when other nodes write there too
 *     hearsay.c         what other nodes have done at tables; elsewhere.c: who attends through them
 *     jobs.c            when the computer is to act
 *     attend.c          who attends which table, with which channels
 *     lobby.c           the list of public tables, live
 *     guests.c          a name and a sealed cookie; people/ has accounts, and who it is that asks
 *     desk.c            the papers of the house
 *     porter.c          which connections a person has
 *     evenings/         clubs, and tournaments that the house conducts
 */
#ifndef BV_HOUSE_H
#define BV_HOUSE_H

#include "server/bots.h"
#include "server/decide.h"
#include "server/desk.h"
#include "server/fellowship/roster.h"
#include "server/keeping/bans.h"
#include "server/keeping/base.h"
#include "server/keeping/config.h"
#include "server/keeping/metrics.h"
#include "server/keeping/notices.h"
#include "server/keeping/purge.h"
#include "server/now.h"
#include "server/pages.h"
#include "server/people/people.h"
#include "server/people/recognise.h"
#include "server/porter.h"
#include "server/post.h"
#include "server/seal.h"
#include "server/tell.h"
#include "store/fellows.h"

/* Milliseconds between two looks over the rooms, and between two moves of computers among themselves. */
enum { BV_LOOK = 500, BV_PACE = 50 };

enum { BV_ROOM_BUCKETS = 1 << 14, BV_TEXT_ROOM = 256 * 1024, BV_CLAIMS = 16 };

/* A table of the house, asleep (table is NULL) or awake. */
struct bv_room {
    int64_t key;
    char id[BV_ID_SIZE];
    enum bv_table_stage stage;
    bool listed;
    bool live;             /* its clocks run on game time, not by the calendar */
    char club[BV_ID_SIZE]; /* whose members may sit here; "": anybody */
    char *summary;         /* its line in the lobby; NULL: to be made */
    bool summary_old;
    int64_t look; /* when time may bring something, by the wall clock */

    struct bv_table *table;
    char **line; /* the log while it is awake, to tell what somebody missed, */
    int64_t *line_at;
    size_t lines, line_room, line_at_room;
    struct bv_table *
        retold; /* and the table as it was where somebody last stopped reading that, so that the next page */
    size_t retold_lines;                /* goes on from there; NULL: nobody has */
    bool thinking;                      /* a question to the computer is under way */
    bool paced;                         /* or waits for its time */
    int64_t pace;                       /* before which computers among themselves play no more */
    bool stopped;                       /* its live clock stands still until that can be stored */
    int64_t stirred;                    /* when something last happened here */
    uint64_t flight;                    /* the last that carries a deed of this table */
    int64_t stored_look;                /* as the store has it */
    int64_t absent_since[BV_SIDES_MAX]; /* game time, as all moments of a room but `look` */
    int64_t empty_since; /* when the last who attended left; 0: nobody has attended */
    uint8_t came;        /* a bit for each side of which somebody has attended */
    struct bv_client **client;
    size_t clients, client_room;
    struct bv_room *next, *next_by_key; /* in its buckets */

    /* Where nodes share the store: */
    uint32_t stored;       /* entries that are on disk and were told here */
    int64_t checked;       /* when it was last compared with the store */
    bool behind;           /* the store has more */
    bool rewritten;        /* the store has the same in other words */
    uint32_t swept;        /* when it was last among the unfinished tables */
    uint32_t posted, held; /* the number of deeds at which the computer was to act: its job is
                                     * written down, is this node's */
    uint32_t let_go;       /* or was until a deed that may not be stored yet */
    struct bv_elsewhere *elsewhere; /* who attends through other nodes */
    int64_t said;                   /* when they were told who attends here */
};

struct bv_house {
    struct bv_fellows *fellows; /* other nodes that share the store; NULL: the house is alone */
    struct bv_roster *roster;   /* who is in through these; NULL: nobody */
    int64_t gossiped;           /* when they were last told of limits */
    uint32_t doubtful;  /* clients of whom it is to be seen whether they still are who they were */
    bool papers_missed; /* other nodes may have changed papers: they are to be read anew */
    uint64_t announced; /* a hash of what everybody was last told */
    const struct bv_config *config;
    struct bv_game_time time; /* of this turn of the loop */
    int64_t turned;    /* when it began, by the monotonic clock; 0: the loop has not turned */
    int64_t time_kept; /* the game time that the store has */
    struct bv_base base;
    struct bv_metrics metrics;
    uint64_t slow_rounds, slow_told; /* since when a warning was given, and when */
    struct bv_net *net;
    struct bv_store *reader;
    struct bv_post *post;
    struct bv_desk *desk;
    struct bv_porter *porter;
    struct bv_gate *gate;
    struct bv_bots *bots;
    struct bv_archive *archive;
    struct bv_vault *vault;
    struct bv_moving *moving; /* people who become others */
    struct bv_hall *hall;
    struct bv_shelf *shelf;
    struct bv_notices *notices;
    struct bv_bans *bans;
    struct bv_purge purge;
    struct bv_pages *pages; /* NULL: there is no client to serve */
    uint8_t secret[BV_SECRET_SIZE];
    int64_t last_key;
    int64_t looked; /* when the rooms were last looked over */
    bool pacing;    /* somewhere computers play among themselves */
    struct bv_room *bucket[BV_ROOM_BUCKETS], *by_key[BV_ROOM_BUCKETS];
    size_t rooms;
    size_t awake;
    size_t fallen_asleep; /* since memory was last given back */
    int64_t *behind;      /* tables of which the store has more than their rooms */
    size_t rooms_behind, behind_room;
    int64_t *lost; /* tables whose last deeds were not stored, to be read anew */
    size_t rooms_lost, lost_room;
    uint32_t sweep; /* how often all unfinished tables were read */
    bool missed;    /* and must be once more */
    uint64_t
        job_flight;  /* the last that carries a job for the computer; 0: it has been looked for */
    int64_t claimed; /* when jobs were last looked for */
    int64_t claim[BV_CLAIMS]; /* tables whose jobs are this node's, and not begun */
    uint32_t claims;
    uint32_t threads; /* that think */
    struct bv_client **lobby;
    size_t in_lobby, lobby_room;
    char text[BV_TEXT_ROOM]; /* where a message is written */
    char page[BV_TEXT_ROOM]; /* where an answer is, for which tables may have to be woken */
};

void bv_random_bytes(void *bytes, size_t size);

/* `size - 1` letters and digits that nobody can guess. */
void bv_random_id(char *id, size_t size);

/* ---- rooms.c ------------------------------------------------------------------------------------------------- */

/* Puts every table that is not over on the list. */
bool bv_rooms_restore(struct bv_house *house, struct bv_error *error);

/* The room of a table, awake and as the store has it; NULL if there is none, or the store cannot be read (then the refusal
 * says so). */
struct bv_room *bv_room_enter(struct bv_house *house, const char *id, struct bv_refusal *refusal);

/* The same as far as this node knows it: enough to decide on, since what another node has changed meanwhile shows when the
 * deed is stored. */
struct bv_room *bv_room_at_hand(struct bv_house *house, const char *id, struct bv_refusal *refusal);

/* A new table; `chairs` may say who sits where: {"F":"me","A":"computer:5"}. NULL: refused. */
struct bv_room *bv_room_open(struct bv_house *house, struct bv_client *client, const cJSON *fields,
                             struct bv_refusal *refusal);

/* What whoever opened a table is told: its id, and the keys of the seats that are kept. */
void bv_room_write_opened(const struct bv_room *room, struct bv_out *out);

/* A wish of a client, and everything that follows from it. *key: an invitation that was made, else "". */
bool bv_room_wish(struct bv_house *house, struct bv_room *room, struct bv_client *client,
                  const char *verb, const cJSON *fields, char key[BV_KEY_SIZE],
                  struct bv_refusal *refusal);

/* Gives a side time back that a lost connection cost it. */
void bv_room_credit(struct bv_house *house, struct bv_room *room, int side, int64_t milliseconds);

void bv_room_answered(struct bv_house *house, const struct bv_bot_answer *answer);

/* A table has so many entries on disk; or what was last done there was not stored, because another node was faster or
 * because the store failed. */
void bv_room_stored(struct bv_house *house, int64_t key, uint32_t number);
void bv_room_lost(struct bv_house *house, int64_t key, bool overtaken);
/* All that was lost is known: reads the tables anew. */
void bv_rooms_recover(struct bv_house *house);

/* The present wall time as the table's log counts it. A live clock runs on game time; the log says how wall time goes with
 * it, and one node may learn of a step of the wall clock before the other. */
int64_t bv_room_now(const struct bv_room *room);

/* Looks over all rooms: what time brings, and who can sleep. `now` is game time. */
void bv_rooms_look(struct bv_house *house, int64_t now);

/* Wall time has jumped by so much against game time. */
void bv_rooms_jumped(struct bv_house *house, int64_t jump);

/* Frees all rooms. */
void bv_rooms_clear(struct bv_house *house);

/* Where nodes share the store: tables that others have changed, as the store announces them; or some of it was missed. */
void bv_rooms_news(struct bv_house *house, struct bv_span tables);
void bv_rooms_missed(struct bv_house *house);
/* `here` and `who` (elsewhere.c). */
void bv_elsewhere_here(struct bv_house *house, const char *node, struct bv_span text);
void bv_elsewhere_who(struct bv_house *house, struct bv_span text);
/* Claims jobs of the computer when there is time to think. `now` is game time. */
void bv_jobs_look(struct bv_house *house, int64_t now);

/* ---- attend.c -------------------------------------------------------------------------------------------------- */

/* Attends a table: what was missed since the messages numbered in `since`, then the table as it stands. */
bool bv_attend(struct bv_house *house, struct bv_client *client, struct bv_room *room,
               const cJSON *since, struct bv_refusal *refusal);
void bv_leave(struct bv_house *house, struct bv_client *client, struct bv_room *room);
void bv_leave_all(struct bv_house *house, struct bv_client *client);
/* The client does not know that it attends what it asked to attend with that flight. */
void bv_unattend(struct bv_house *house, struct bv_client *client, uint64_t flight);

/* Tells everybody who attends who else is there. Presence is not kept: it has no number and is not told again. */
void bv_tell_presence(struct bv_house *house, struct bv_room *room);
struct bv_attendance *bv_attendance_of(struct bv_client *client, const struct bv_room *room);

/* The messages of a channel after the one numbered `since`, made again from the log by those who made them first, for
 * somebody ("": nobody) who would not hear what those say whom they have blocked, as long as `retold` wants more. Whether
 * these were all. */
typedef bool bv_retold(void *context, const struct bv_deed *deed, struct bv_span message);
bool bv_retell(struct bv_house *house, struct bv_room *room, int channel, uint32_t since,
               const char *hearer, bv_retold *retold, void *context);

/* Sends what a deed that was just taken means to those who attend. */
void bv_tell_room(struct bv_house *house, struct bv_room *room, const struct bv_deed *deed,
                  const struct bv_effect *effect);

/* Shows the table anew to those of a person (NULL: everybody) who attend; their channels may have changed. */
void bv_show_room(struct bv_house *house, struct bv_room *room, const char *person);

/* Everybody hears what their seats at the table, as it stands, let them hear. */
void bv_hear_as_seated(struct bv_room *room);

/* A bit for each side of which somebody attends. */
uint8_t bv_sides_present(const struct bv_room *room);
void bv_sides_absent(const struct bv_room *room, int64_t absent[BV_SIDES_MAX]);

/* ---- lobby.c ---------------------------------------------------------------------------------------------------- */

void bv_lobby_enter(struct bv_house *house, struct bv_client *client);
void bv_lobby_leave(struct bv_house *house, struct bv_client *client);
/* The line of a room has changed. */
void bv_lobby_changed(struct bv_house *house, struct bv_room *room);
/* The line of a room, made when it has changed; a table that sleeps is woken for it once. NULL: it cannot be read. */
const char *bv_room_summary(struct bv_house *house, struct bv_room *room);
bool bv_summary_is_of_game(const char *summary, const char *game);
/* Lines of tables that are not over: the public ones, or those of a club; of one game alone if not NULL. */
struct bv_lobby_filter {
    const char *game;
    const char *club;
};
/* Into an array that is open, newest first; false if there were more than fit. */
bool bv_lobby_write(struct bv_house *house, struct bv_lobby_filter filter, struct bv_out *out);

/* ---- guests.c --------------------------------------------------------------------------------------------------- */

/* The key that cookies are signed with, made when there is none. */
bool bv_guests_open(struct bv_house *house, struct bv_store *store, struct bv_error *error);

/* A new guest; the cookie's value is written to `cookie`. False if the name will not do. */
bool bv_guest_new(struct bv_house *house, struct bv_client *client, const char *name,
                  char cookie[BV_COOKIE_MAX], struct bv_refusal *refusal);
void bv_guest_cookie(const struct bv_house *house, const char *person, char cookie[BV_COOKIE_MAX]);

/* Whether a guest may be called that: it can be shown, and is no account's. */
bool bv_guest_name(struct bv_house *house, const char *name, struct bv_refusal *refusal);

/* ---- socket.c, api.c ---------------------------------------------------------------------------------------------- */

void bv_socket_opened(struct bv_house *house, struct bv_client *client);
/* Answers a message, and says whether it only read. */
bool bv_socket_message(struct bv_house *house, struct bv_client *client, struct bv_span text);
/* Tells a person something on all their connections, when what it speaks of is on disk. */
void bv_tell_person(struct bv_house *house, const char *person, struct bv_span message);
/* The same on their connections to this node alone. */
void bv_tell_person_here(struct bv_house *house, const char *person, struct bv_span message);
void bv_api_request(struct bv_house *house, struct bv_client *client,
                    const struct bv_http_request *request);
/* Answers a request that is not to be looked at. */
void bv_api_turn_away(struct bv_house *house, struct bv_client *client,
                      const struct bv_refusal *refusal);

/* A request that came to the operator's address (keeping/watch.c). */
void bv_metrics_request(struct bv_house *house, struct bv_connection *connection,
                        const struct bv_http_request *request);

enum { BV_PROTOCOL = 1 };

/* A refusal as JSON fields, without braces around them. */
void bv_refusal_write(const struct bv_refusal *refusal, struct bv_out *out);

/* ---- serve.c ------------------------------------------------------------------------------------------------------ */

/* Opens the house and keeps it until it is told to close. Prints its address when it is ready. */
bool bv_serve(const struct bv_config *config, struct bv_error *error);

#endif

/*
 * Tournaments that the server runs. The stored documents are the complete state: a tournament is
 * read, changed and written again at each step, so a restarted server continues where it stopped.
 * Documents:
 *
 *     kind `tournament`        key TOURNAMENT, rank: when it began or is to begin
 *                              {name,kind,table,rounds,minutes,legs,pause,club,owner,bots,stage,
 *                               created,starts,began,ended,opens,games,
 *                               players:[{person,name,rating,joined,left}]}
 *     kind `tournament.games`  key TOURNAMENT/PAGE: {games:[{round,a,b,table,outcome,result}]};
 *                              a and b index players
 *     kind `tournament.open`   key TOURNAMENT, only while it is not over: {owner,club}
 *     kind `tournament.of`     key PERSON/TOURNAMENT: {name}, which a person organises or plays in
 *     kind `held.CLUB`         key TOURNAMENT, same rank: {}, those of a club
 *
 * A round is written when it is paired. If the tournament pauses before a round, its games have no
 * tables until the time `opens`; otherwise the tables are written in the same transaction. The
 * tables of a round, and that they are open, are always written together; so are the end of a game
 * and its result here.
 */
#pragma once

#include "pairing/tournament_state.h"
#include "server/tournaments/club.h"

enum {
    TOURNAMENT_NAME_MAX = 60,
    TOURNAMENT_PAGE = 64, /* games in one document, of at most 400 bytes each */
    TOURNAMENT_PAGES = PAIRING_GAMES / TOURNAMENT_PAGE,
    TOURNAMENTS_OPEN = 5, /* that one person may organise at the same time */
    /* Seconds between the pairing of a round and its tables: at most, and by default with clocks. */
    TOURNAMENT_PAUSE_MOST = 600,
    TOURNAMENT_PAUSE_LIVE = 30,
};

enum tournament_stage {
    TOURNAMENT_ANNOUNCED,
    TOURNAMENT_RUNNING,
    TOURNAMENT_OVER,
    TOURNAMENT_CANCELLED,
};

/* A tournament in memory, while it is read or changed. */
struct tournament {
    char id[ID_SIZE];
    cJSON *document;
    cJSON *players; /* inside the document */
    enum tournament_stage stage;
    enum pairing_kind kind;
    int64_t starts, began, ended; /* 0: not yet, or when the owner starts it */
    int64_t minutes;              /* of an arena */
    int64_t pause;                /* before the tables of a round open, in milliseconds */
    int64_t opens;                /* when the tables of the paired round open; 0: they are open */
    cJSON *page[TOURNAMENT_PAGES];
    struct pairing tourney; /* derived from the documents */
};

/* Their names in documents and answers. */
extern const char *const tournament_stages[4], *const tournament_kinds[3],
                                                   *const tournament_outcomes[PAIRING_GAME_RESULTS];
bool tournament_kind_named(const char *name, enum pairing_kind *kind);

/* NULL: there is none, or it cannot be read. */
struct tournament *tournament_read(struct documents *documents, const char *id);

/* From the main document alone, without games. */
struct tournament *tournament_read_head(struct documents *documents, const char *id);
struct tournament *tournament_of(const char *id, cJSON *document);
void tournament_free(struct tournament *tournament);

/* Writes the main document; the pages of games are written separately. */
void tournament_write(struct documents *documents, struct tournament *tournament);
void tournament_write_page(struct documents *documents, const struct tournament *tournament,
                           int page);

static inline bool tournament_has_ended(const struct tournament *tournament)
{
    return tournament->stage == TOURNAMENT_OVER || tournament->stage == TOURNAMENT_CANCELLED;
}

/* The club that holds it; NULL: none. */
const char *tournament_club(const struct tournament *tournament);

/* The sort key of tournaments: when it began, or is to begin, or was announced. */
int64_t tournament_rank(const struct tournament *tournament);

/* ---- Players and games, by number ------------------------------------------------------------ */

int tournament_player(const struct tournament *tournament, const char *person); /* -1: none */
const char *tournament_player_person(const struct tournament *tournament, int player);
const char *tournament_player_name(const struct tournament *tournament, int player);
bool tournament_player_left(const struct tournament *tournament, int player);
void tournament_player_leave(struct tournament *tournament, int player, bool left);

cJSON *tournament_game(const struct tournament *tournament, int game);

/* Adds a newly paired game to its page. */
void tournament_add(struct tournament *tournament, int game);

/* Sets how a game ended: for the tournament, and as the table reports it. */
void tournament_game_end(cJSON *game, enum pairing_result outcome, const char *result);

void tournament_page_key(const char *id, int page, char key[DOCUMENT_KEY_MAX + 1]);

/* ---- Running a tournament (runner.c) --------------------------------------------------------- */

/* Begins a tournament with at least two players; with fewer it is cancelled. */
void tournament_begin(struct tournaments *tournaments, struct tournament *tournament);

/* Advances the tournament as far as possible now: pairs rounds, opens tables, ends it. */
void tournament_go_on(struct tournaments *tournaments, struct tournament *tournament);

void tournament_cancel(struct tournaments *tournaments, struct tournament *tournament);

/* Looks for games whose tables are gone or ended unnoticed, and settles them: returns how many. The
 * tournament must then be read again. */
int tournament_check_tables(struct tournaments *tournaments, struct tournament *tournament);

/* ---- Routes ---------------------------------------------------------------------------------- */

/* The tournament of the path; NULL and a refusal if there is none. */
struct tournament *tournament_visited(struct exchange *exchange);

/* Writes what a list shows of a tournament into an open object. */
void tournament_put_line(const struct tournament *tournament, struct bv_out *out);

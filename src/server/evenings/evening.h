/*
 * An evening: a tournament that the house conducts. What is on paper is all there is of it: it is read, changed and
 * written again whenever something happens, so a house that opens again goes on where it was closed.
 *
 *     kind `evening`        key EVENING, rank: when it began or is to begin
 *                           {name,kind,table,rounds,minutes,legs,club,owner,bots,stage,created,starts,began,ended,games,
 *                            players:[{person,name,rating,joined,left}]}
 *     kind `evening.games`  key EVENING/PAGE: {games:[{round,a,b,table,outcome,result}]}; a and b count in players
 *     kind `evening.open`   key EVENING, for those that are not over: {owner,club}
 *     kind `evening.of`     key PERSON/EVENING: {name}, all that a person holds or takes part in
 *     kind `held.CLUB`      key EVENING, ranked alike: {}, those of a club
 *
 * A round and its tables are written in one flight, as are the end of a game and its result here.
 */
#ifndef BV_EVENING_H
#define BV_EVENING_H

#include "server/evenings/club.h"
#include "tourney/tourney.h"

enum {
    BV_EVENING_NAME_MAX = 60,
    BV_EVENING_PAGE = 64, /* games on one paper, of at most 400 bytes each */
    BV_EVENING_PAGES = BV_TOURNEY_GAMES / BV_EVENING_PAGE,
    BV_EVENINGS_OPEN = 5, /* that one person may hold at once */
};

enum bv_evening_stage {
    BV_EVENING_ANNOUNCED,
    BV_EVENING_RUNNING,
    BV_EVENING_OVER,
    BV_EVENING_CANCELLED,
};

/* An evening that is being read or changed. */
struct bv_evening {
    char id[BV_ID_SIZE];
    cJSON *paper;
    cJSON *players; /* in the paper */
    enum bv_evening_stage stage;
    enum bv_tourney_kind kind;
    int64_t starts, began, ended; /* 0: not yet, or when the owner says so */
    int64_t minutes;              /* of an arena */
    cJSON *page[BV_EVENING_PAGES];
    struct bv_tourney tourney; /* follows from the papers */
};

const char *bv_evening_stage_name(enum bv_evening_stage stage);
const char *bv_evening_kind_name(enum bv_tourney_kind kind);
bool bv_evening_kind_named(const char *name, enum bv_tourney_kind *kind);
const char *bv_outcome_name(enum bv_tourney_result outcome);

/* NULL: there is none, or it cannot be read (*error says so). */
struct bv_evening *bv_evening_read(struct bv_house *house, const char *id, struct bv_error *error);

/* Of a paper alone, without its games. */
struct bv_evening *bv_evening_of(const char *id, cJSON *paper);
void bv_evening_free(struct bv_evening *evening);

/* Writes the evening itself; its games have pages of their own. */
bool bv_evening_write(struct bv_house *house, struct bv_evening *evening, struct bv_error *error);
bool bv_evening_write_page(struct bv_house *house, const struct bv_evening *evening, int page,
                           struct bv_error *error);

/* By which evenings are ordered: when it began, or is to begin, or was announced. */
int64_t bv_evening_rank(const struct bv_evening *evening);

/* Sets a field of the paper. */
void bv_evening_set(struct bv_evening *evening, const char *name, int64_t value);

/* ---- Players and games, by number --------------------------------------------------------------------------------- */

int bv_evening_player(const struct bv_evening *evening, const char *person); /* -1: none */
const char *bv_player_person(const struct bv_evening *evening, int player);
const char *bv_player_name(const struct bv_evening *evening, int player);
bool bv_player_left(const struct bv_evening *evening, int player);
void bv_player_leave(struct bv_evening *evening, int player, bool left);

cJSON *bv_evening_game(const struct bv_evening *evening, int game);

/* Puts a game that was just paired on its page, at the table of that id (NULL: none). */
void bv_evening_add(struct bv_evening *evening, int game, const char *table);

/* How a game on a page ended: for the tournament, and as the table says it. */
void bv_game_end(cJSON *game, enum bv_tourney_result outcome, const char *result);

void bv_evening_page_key(const char *id, int page, char key[BV_PAPER_KEY_MAX + 1]);

/* ---- What happens (conduct.c) ------------------------------------------------------------------------------------- */

/* Begins an evening with at least two players; with fewer it is cancelled. */
bool bv_evening_begin(struct bv_house *house, struct bv_evening *evening, struct bv_error *error);

/* Goes on as far as it can now: pairs, opens tables, comes to its end. */
bool bv_evening_go_on(struct bv_house *house, struct bv_evening *evening, struct bv_error *error);

bool bv_evening_cancel(struct bv_house *house, struct bv_evening *evening, struct bv_error *error);

/* Finds out what became of games whose tables have vanished or ended unnoticed: how many. What was read is old then. */
int bv_evening_check_tables(struct bv_house *house, struct bv_evening *evening);

/* The person is forgotten: takes part no more where it is not over, and is called otherwise. */
bool bv_evening_forget(struct bv_house *house, const char *id, const char *person,
                       const struct bv_holder *nobody, struct bv_error *error);

/* ---- Routes -------------------------------------------------------------------------------------------------------- */

/* The evening of the path; NULL: refused with *status. */
struct bv_evening *bv_evening_visited(struct bv_visit *visit, int *status);

/* What a list shows of an evening: into an object that is open. */
void bv_evening_put_line(const struct bv_evening *evening, struct bv_out *out);

extern const struct bv_routes bv_evening_routes; /* evenings.c: holding and joining */
extern const struct bv_routes
    bv_result_routes; /* results.c: the page of an evening, and what is taken home */

#endif

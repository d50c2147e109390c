/* Runs a tournament: begins it, pairs players, opens their tables, records results, and ends it. */
#include <sodium/randombytes.h>

#include "pairing/rounds.h"
#include "server/delivery/live_tables.h"
#include "server/tournaments/schedule.h"
#include "server/tournaments/tournament.h"

/* ---- Tables ---------------------------------------------------------------------------------- */

/* Completes a message to one of the players of a game, and sends it. */
static void send_message(struct tournaments *tournaments, const struct tournament *tournament,
                         int game, int side, struct bv_out *out)
{
    const struct pairing_game *paired = &tournament->tourney.game[game];
    bv_json_text(out, "tournament", tournament->id);
    bv_json_number(out, "round", paired->round + 1);
    bv_json_close(out, '}');
    BV_ASSERT(!out->cut);
    connections_send(tournaments->connections, tournaments->outbox,
                     tournament_player_person(tournament, paired->player[side]),
                     (struct bv_span){out->text, out->length});
}

/* The table of a player is open. */
static void notify_player(struct tournaments *tournaments, const struct tournament *tournament,
                          int game, const char *table, int side)
{
    char text[256];
    struct bv_out out = bv_out_into(text, sizeof text);
    bv_json_open(&out, NULL, '{');
    bv_json_text(&out, "type", "tournament");
    bv_json_text(&out, "table", table);
    send_message(tournaments, tournament, game, side, &out);
}

/* The table of a player opens soon. */
static void notify_next(struct tournaments *tournaments, const struct tournament *tournament,
                        int game, const struct bv_game *played, int side)
{
    char text[1024];
    int opponent = tournament->tourney.game[game].player[!side];
    struct bv_out out = bv_out_into(text, sizeof text);
    bv_json_open(&out, NULL, '{');
    bv_json_text(&out, "type", "tournament-next");
    bv_json_text(&out, "opponent", tournament_player_name(tournament, opponent));
    bv_json_text(&out, "side", played->side[side].name);
    bv_json_both(&out, "title", played->side[side].title);
    bv_json_number(&out, "opens", tournament->opens);
    send_message(tournaments, tournament, game, side, &out);
}

/* The caller owns the terms; each table holds another reference. */
static const char *open_table(struct tournaments *tournaments, const struct tournament *tournament,
                              int game, struct table_setup *setup)
{
    struct live_player player[BV_SIDES_MAX];
    for (int side = 0; side < BV_SIDES_MAX; side++) {
        int number = tournament->tourney.game[game].player[side];
        player[side] = (struct live_player){tournament_player_person(tournament, number),
                                            tournament_player_name(tournament, number)};
    }
    setup->pairing = game;
    struct live_table *live = live_table_begin(tournaments->tables, setup, player);
    for (int side = 0; side < BV_SIDES_MAX; side++)
        notify_player(tournaments, tournament, game, live->id, side);
    return live->id;
}

/* In a live game a player who does not come within this time, or half of their own time, loses. */
static int64_t absence_limit(const struct tournaments *tournaments,
                             const struct table_time_control *time)
{
    int64_t most = (int64_t)tournaments->config->no_show_seconds * 1000;
    if (time->mode != TABLE_TIME_CLOCK) return 0;
    return time->budget / 2 < most ? time->budget / 2 : most;
}

/* What all tables of a tournament have in common; the caller releases the terms after use. */
static bool read_setup(struct tournaments *tournaments, const struct tournament *tournament,
                       struct table_setup *setup)
{
    struct bv_error error;
    const cJSON *table = cJSON_GetObjectItemCaseSensitive(tournament->document, "table");
    if (!table_setup_read(table, live_tables_terms(tournaments->tables), setup, &error)) {
        documents_fail(tournaments->documents, error.text);
        return false;
    }
    bv_copy(setup->tournament, tournament->id, sizeof setup->tournament);
    setup->no_show = absence_limit(tournaments, &setup->time);
    return true;
}

/* ---- Pairing --------------------------------------------------------------------------------- */

/* The first game without a result; the number of games: all have one. */
static int first_open(const struct pairing *tourney)
{
    int game = 0;
    while (game < tourney->games && tourney->game[game].result != PAIRING_GAME_OPEN) game++;
    return game;
}

static bool has_open_games(const struct pairing *tourney)
{
    return first_open(tourney) < tourney->games;
}

/* Only players who are online can be paired in an arena. */
static void mark_online(struct tournaments *tournaments, struct tournament *tournament)
{
    for (int i = 0; i < tournament->tourney.players; i++) {
        bool there =
            connections_has(tournaments->connections, tournament_player_person(tournament, i));
        pairing_set_away(&tournament->tourney, i, !there || tournament_player_left(tournament, i));
    }
}

static bool is_late(const struct tournament *tournament)
{
    return tournament->kind == PAIRING_ARENA &&
           server_confirmed_now() >= tournament->began + tournament->minutes * 60 * 1000;
}

static bool is_over(const struct tournament *tournament)
{
    return is_late(tournament) ? !has_open_games(&tournament->tourney)
                               : pairing_over(&tournament->tourney);
}

/* With days for each move, a round robin does not wait between rounds: all games begin at once. */
static bool plays_all_at_once(const struct tournament *tournament, const struct table_setup *setup)
{
    return tournament->kind == PAIRING_ROUND_ROBIN && setup->time.mode == TABLE_TIME_DAYS;
}

static void pair(struct tournament *tournament, bool all_at_once)
{
    uint64_t seed = 0;
    struct pairing *tourney = &tournament->tourney;
    struct matching *matching = memory_new(sizeof *matching);
    randombytes_buf(&seed, sizeof seed);
    struct bv_random random = bv_random_seeded(seed);
    /* A round of only byes and forfeits is over at once. */
    while (!is_over(tournament) && !is_late(tournament))
        if (pairing_next(tourney, matching, &random) == 0 || tournament->kind == PAIRING_ARENA)
            break;
    while (all_at_once && tourney->round < pairing_rounds(tourney)) rounds_round_robin(tourney);
    free(matching);
}

/* Opens the tables of paired games. A player who has left since the pairing forfeits. */
static void open_tables(struct tournaments *tournaments, struct tournament *tournament, int first,
                        struct table_setup *setup)
{
    struct pairing *tourney = &tournament->tourney;
    for (int game = first; game < tourney->games; game++) {
        if (tourney->game[game].result != PAIRING_GAME_OPEN) continue;
        cJSON *entry = tournament_game(tournament, game);
        enum pairing_result result = pairing_forfeit(tourney, game);
        if (result == PAIRING_GAME_OPEN)
            fields_set_text(entry, "table", open_table(tournaments, tournament, game, setup));
        else
            tournament_game_end(entry, result, "");
    }
    tournament->opens = 0;
}

/* Tells the players of a new round whom they meet, and when their tables open. */
static void announce_round(struct tournaments *tournaments, struct tournament *tournament,
                           int first, const struct table_setup *setup)
{
    const struct pairing *tourney = &tournament->tourney;
    tournament->opens = server_confirmed_now() + tournament->pause;
    for (int game = first; game < tourney->games; game++)
        for (int side = 0; side < BV_SIDES_MAX; side++)
            if (tourney->game[game].result == PAIRING_GAME_OPEN)
                notify_next(tournaments, tournament, game, setup->terms->game, side);
}

/* Adds the games of a new round, and opens their tables now or after the pause. */
static void begin_round(struct tournaments *tournaments, struct tournament *tournament, int first,
                        struct table_setup *setup)
{
    const struct pairing *tourney = &tournament->tourney;
    for (int game = first; game < tourney->games; game++) tournament_add(tournament, game);
    fields_set_number(tournament->document, "games", tourney->games);
    int open = first_open(tourney);
    if (tournament->pause && open >= first && open < tourney->games)
        announce_round(tournaments, tournament, first, setup);
    else
        open_tables(tournaments, tournament, first, setup);
}

/* A round is paired, and its tables are not to be opened yet. Where the clock was set back, they
 * are opened now rather than late; the clock of another node may be a little behind. */
static bool is_paused(const struct tournament *tournament)
{
    enum { BEHIND = 60 * 1000 };
    int64_t rest = tournament->opens - server_confirmed_now();
    return rest > 0 && rest <= tournament->pause + BEHIND;
}

/* Writes the tournament and notifies its watchers. */
static void write_step(struct tournaments *tournaments, struct tournament *tournament)
{
    tournament_write(tournaments->documents, tournament);
    schedule_wake(tournaments, tournament->id);
}

static void go_on(struct tournaments *tournaments, struct tournament *tournament,
                  struct table_setup *setup)
{
    const struct pairing *tourney = &tournament->tourney;
    bool announced = tournament->opens != 0;
    bool began = tournament->began != 0;
    int first = tourney->games;
    int changed = announced ? first_open(tourney) : first;
    if (!began) tournament->began = server_now();
    if (tournament->kind == PAIRING_ARENA) mark_online(tournaments, tournament);
    if (announced) open_tables(tournaments, tournament, changed, setup);
    pair(tournament, plays_all_at_once(tournament, setup));
    if (is_over(tournament)) {
        tournament->stage = TOURNAMENT_OVER;
        tournament->ended = server_now();
    }
    bool nothing = tourney->games == first && tournament->stage == TOURNAMENT_RUNNING;
    if (nothing && began && !announced) return;
    begin_round(tournaments, tournament, first, setup);
    for (int page = changed / TOURNAMENT_PAGE; page * TOURNAMENT_PAGE < tourney->games; page++)
        tournament_write_page(tournaments->documents, tournament, page);
    write_step(tournaments, tournament);
}

void tournament_go_on(struct tournaments *tournaments, struct tournament *tournament)
{
    struct table_setup setup;
    bool plays = has_open_games(&tournament->tourney) && !tournament->opens;
    if ((plays && tournament->kind != PAIRING_ARENA) || is_paused(tournament)) return;
    if (!read_setup(tournaments, tournament, &setup)) return;
    go_on(tournaments, tournament, &setup);
    terms_cache_return(live_tables_terms(tournaments->tables), setup.terms);
}

/* ---- Begin and end --------------------------------------------------------------------------- */

void tournament_cancel(struct tournaments *tournaments, struct tournament *tournament)
{
    tournament->stage = TOURNAMENT_CANCELLED;
    tournament->ended = server_now();
    tournament->opens = 0;
    write_step(tournaments, tournament);
}

void tournament_begin(struct tournaments *tournaments, struct tournament *tournament)
{
    struct pairing *tourney = &tournament->tourney;
    if (tourney->players < 2) {
        tournament_cancel(tournaments, tournament);
        return;
    }
    if (tournament->kind == PAIRING_SWISS && !fields_integer(tournament->document, "rounds")) {
        tourney->rules.rounds = pairing_swiss_rounds_for(tourney->players);
        fields_set_number(tournament->document, "rounds", tourney->rules.rounds);
    }
    tournament->stage = TOURNAMENT_RUNNING;
    for (int player = 0; player < tourney->players; player++)
        tournaments->begun(tournaments->context, tournament_player_person(tournament, player),
                           tournament->id);
    tournament_go_on(tournaments, tournament);
}

/* ---- Results --------------------------------------------------------------------------------- */

/* Whether the losing side never came: it never played, and is not online. */
static bool is_absent(const struct live_table *live, int side)
{
    return !table_has_played(live->table, side) && !(presence_sides(live) & 1 << side);
}

/* Only a game decided by time or absence may count as not played. */
static enum pairing_result outcome_of(const struct live_table *live, const char *result)
{
    bool decided = strstr(result, " abandoned") || strstr(result, " time");
    int half_points = table_half_points(live->table, 0);
    if (half_points < 0) return PAIRING_GAME_FORFEIT_BOTH; /* the table was closed */
    if (half_points == 1) return PAIRING_GAME_DRAWN;
    int winner = half_points == 0;
    if (!decided || !is_absent(live, !winner))
        return winner == 0 ? PAIRING_GAME_WON_0 : PAIRING_GAME_WON_1;
    if (is_absent(live, winner)) return PAIRING_GAME_FORFEIT_BOTH;
    return winner == 0 ? PAIRING_GAME_FORFEIT_1 : PAIRING_GAME_FORFEIT_0;
}

/* A player who did not come is not paired again until they say that they are back. */
static void mark_away(struct tournaments *tournaments, const char *id, const cJSON *game,
                      enum pairing_result outcome)
{
    bool away[] = {outcome == PAIRING_GAME_FORFEIT_0 || outcome == PAIRING_GAME_FORFEIT_BOTH,
                   outcome == PAIRING_GAME_FORFEIT_1 || outcome == PAIRING_GAME_FORFEIT_BOTH};
    static const char *const name[] = {"a", "b"};
    if (!away[0] && !away[1]) return;
    struct tournament *tournament = tournament_read_head(tournaments->documents, id);
    if (!tournament) return;
    for (int side = 0; side < BV_SIDES_MAX; side++) {
        int player = (int)fields_integer(game, name[side]);
        if (away[side] && !tournament_player_left(tournament, player))
            tournament_player_leave(tournament, player, true);
    }
    tournament_write(tournaments->documents, tournament);
    tournament_free(tournament);
}

/* If it cannot be read now, tournament_check_tables finds it later. */
static void note(struct tournaments *tournaments, const char *id, int number,
                 const struct live_table *live)
{
    char result[96] = "";
    char key[DOCUMENT_KEY_MAX + 1];
    struct bv_out out = bv_out_into(result, sizeof result);
    if (live) table_result(live->table, &out);
    tournament_page_key(id, number / TOURNAMENT_PAGE, key);
    cJSON *page = documents_read(tournaments->documents, "tournament.games", key);
    cJSON *game = cJSON_GetArrayItem(cJSON_GetObjectItemCaseSensitive(page, "games"),
                                     number % TOURNAMENT_PAGE);
    if (!game) {
        cJSON_Delete(page);
        return;
    }
    enum pairing_result outcome = live ? outcome_of(live, result) : PAIRING_GAME_FORFEIT_BOTH;
    bool closed = !live || *result == '*'; /* by an admin: no player's fault */
    tournament_game_end(game, outcome, result);
    if (!closed) mark_away(tournaments, id, game, outcome);
    documents_write(tournaments->documents, "tournament.games", key, 0, page);
    schedule_wake(tournaments, id);
}

void tournament_note_result(struct tournaments *tournaments, const struct live_table *live)
{
    const struct table_setup *setup = &live->table->setup;
    if (setup->tournament[0]) note(tournaments, setup->tournament, setup->pairing, live);
}

static bool see_stage(void *context, const struct stored_table *stored)
{
    enum table_stage *stage = context;
    *stage = stored->stage;
    return false;
}

/* A table that is not in the store may not be committed yet; then it is not over. */
static bool may_be_over(struct tournaments *tournaments, const char *table)
{
    struct bv_error error;
    enum table_stage stage = TABLE_OVER;
    return store_table(tournaments->reader, table, 0, see_stage, &stage, &error) &&
           stage == TABLE_OVER;
}

int tournament_check_tables(struct tournaments *tournaments, struct tournament *tournament)
{
    int noted = 0;
    for (int game = 0; game < tournament->tourney.games; game++) {
        if (tournament->tourney.game[game].result != PAIRING_GAME_OPEN) continue;
        struct refusal refusal = {0};
        const char *table = fields_text(tournament_game(tournament, game), "table", ID_SIZE - 1);
        if (!table || !may_be_over(tournaments, table)) continue;
        struct live_table *live = live_table_enter(tournaments->tables, table, &refusal);
        bool vanished = !live && bv_equal(refusal.code, "no-such-table");
        if (!vanished && (!live || live->table->stage != TABLE_OVER)) continue;
        note(tournaments, tournament->id, game, live);
        noted++;
    }
    return noted;
}

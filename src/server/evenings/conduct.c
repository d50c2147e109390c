/* How an evening is conducted: it begins, pairs people, opens their tables, notes how games ended, and comes to its end. */
#include "server/evenings/evening.h"
#include "server/evenings/hall.h"
#include "server/fellowship/fellowship.h"
#include "server/rooms.h"
#include "tourney/pairing.h"

/* ---- Tables ------------------------------------------------------------------------------------------------------- */

static void call_player(struct bv_house *house, const struct bv_evening *evening, int game,
                        const char *table, int side)
{
    char text[256];
    const struct bv_tourney_game *paired = &evening->tourney.game[game];
    struct bv_out out = bv_out_into(text, sizeof text);
    bv_json_open(&out, NULL, '{');
    bv_json_text(&out, "type", "evening");
    bv_json_text(&out, "evening", evening->id);
    bv_json_text(&out, "table", table);
    bv_json_number(&out, "round", paired->round + 1);
    bv_json_close(&out, '}');
    bv_tell_person(house, bv_player_person(evening, paired->player[side]),
                   (struct bv_span){text, out.length});
}

/* A player holds all the seats of a side. */
static void seat_players(struct bv_house *house, struct bv_room *room,
                         const struct bv_evening *evening, int game)
{
    const struct bv_terms *terms = room->table->setup.terms;
    for (int seat = 0; seat < terms->form->seats; seat++) {
        int player = evening->tourney.game[game].player[bv_side_of(terms, seat)];
        struct bv_deed deed = {.verb = BV_SIT, .seat = (int8_t)seat, .at = bv_now()};
        struct bv_out person = bv_out_into(deed.person, sizeof deed.person);
        bv_put(&person, bv_player_person(evening, player));
        deed.text = bv_span_of(bv_player_name(evening, player));
        bv_room_take(house, room, &deed);
    }
}

/* The terms are the caller's; each table holds them once more. */
static const char *open_table(struct bv_house *house, const struct bv_evening *evening, int game,
                              struct bv_setup *setup)
{
    bv_shelf_hold(house->shelf, setup->terms);
    bv_random_bytes(setup->seed, sizeof setup->seed);
    setup->pairing = game;
    struct bv_out owner = bv_out_into(setup->owner, sizeof setup->owner);
    bv_put(&owner, bv_player_person(evening, evening->tourney.game[game].player[0]));
    struct bv_room *room = bv_room_add(house, setup, bv_now());
    seat_players(house, room, evening, game);
    bv_room_take(house, room, &(struct bv_deed){.verb = BV_START, .seat = -1, .at = bv_now()});
    bv_room_follow(house, room);
    for (int side = 0; side < BV_SIDES_MAX; side++)
        call_player(house, evening, game, room->id, side);
    return room->id;
}

/* In live games somebody who does not come within this time, or half of their own, has lost. */
static int64_t patience_of(const struct bv_house *house, const struct bv_time_control *time)
{
    int64_t most = (int64_t)house->config->no_show_seconds * 1000;
    if (time->mode != BV_TIME_CLOCK) return 0;
    return time->budget / 2 < most ? time->budget / 2 : most;
}

/* What all tables of an evening have in common; its terms go back to the shelf after use. */
static bool read_setup(struct bv_house *house, const struct bv_evening *evening,
                       struct bv_setup *setup, struct bv_error *error)
{
    const cJSON *table = cJSON_GetObjectItemCaseSensitive(evening->paper, "table");
    if (!bv_setup_read(table, house->shelf, setup, error)) return false;
    bv_copy(setup->evening, evening->id, sizeof setup->evening);
    setup->patience = patience_of(house, &setup->time);
    return true;
}

/* ---- Pairing ------------------------------------------------------------------------------------------------------ */

static bool has_open_games(const struct bv_tourney *tourney)
{
    for (int i = 0; i < tourney->games; i++)
        if (tourney->game[i].result == BV_GAME_OPEN) return true;
    return false;
}

/* Only people who are there can be paired in an arena. */
static void note_who_is_there(struct bv_house *house, struct bv_evening *evening)
{
    for (int i = 0; i < evening->tourney.players; i++) {
        bool there = bv_is_in(house, bv_player_person(evening, i));
        bv_tourney_set_away(&evening->tourney, i, !there || bv_player_left(evening, i));
    }
}

static bool is_late(const struct bv_evening *evening)
{
    return evening->kind == BV_ARENA &&
           bv_confirmed_now() >= evening->began + evening->minutes * 60 * 1000;
}

static bool is_over(const struct bv_evening *evening)
{
    return is_late(evening) ? !has_open_games(&evening->tourney)
                            : bv_tourney_over(&evening->tourney);
}

/* With days for each move the rounds of a round robin are not waited for: all games begin at once. */
static bool plays_all_at_once(const struct bv_evening *evening, const struct bv_setup *setup)
{
    return evening->kind == BV_ROUND_ROBIN && setup->time.mode == BV_TIME_DAYS;
}

static void pair(struct bv_evening *evening, bool all_at_once)
{
    uint64_t seed = 0;
    struct bv_tourney *tourney = &evening->tourney;
    struct bv_matching *matching = bv_new(sizeof *matching);
    bv_random_bytes(&seed, sizeof seed);
    struct bv_random random = bv_random_seeded(seed);
    /* A round of byes and forfeits alone is over at once. */
    while (!is_over(evening) && !is_late(evening))
        if (bv_tourney_pair(tourney, matching, &random) == 0 || evening->kind == BV_ARENA) break;
    while (all_at_once && tourney->round < bv_tourney_rounds(tourney)) bv_pair_round_robin(tourney);
    free(matching);
}

/* Everything from the first new game on is written in this flight: the pairs, and their tables. */
static bool open_games(struct bv_house *house, struct bv_evening *evening, int first,
                       struct bv_setup *setup, struct bv_error *error)
{
    const struct bv_tourney *tourney = &evening->tourney;
    for (int game = first; game < tourney->games; game++) {
        bool open = tourney->game[game].result == BV_GAME_OPEN;
        bv_evening_add(evening, game, open ? open_table(house, evening, game, setup) : NULL);
    }
    bv_evening_set(evening, "games", tourney->games);
    for (int page = first / BV_EVENING_PAGE; page * BV_EVENING_PAGE < tourney->games; page++)
        if (!bv_evening_write_page(house, evening, page, error)) return false;
    return true;
}

static bool go_on(struct bv_house *house, struct bv_evening *evening, struct bv_setup *setup,
                  struct bv_error *error)
{
    int first = evening->tourney.games;
    bool began = evening->began != 0;
    if (!began) evening->began = bv_now();
    if (evening->kind == BV_ARENA) note_who_is_there(house, evening);
    pair(evening, plays_all_at_once(evening, setup));
    if (is_over(evening)) {
        evening->stage = BV_EVENING_OVER;
        evening->ended = bv_now();
    }
    bool nothing = evening->tourney.games == first && evening->stage == BV_EVENING_RUNNING;
    if (nothing && began) return true;
    bool good =
        open_games(house, evening, first, setup, error) && bv_evening_write(house, evening, error);
    bv_hall_stir(house, evening->id);
    return good;
}

bool bv_evening_go_on(struct bv_house *house, struct bv_evening *evening, struct bv_error *error)
{
    struct bv_setup setup;
    if (has_open_games(&evening->tourney) && evening->kind != BV_ARENA) return true;
    if (!read_setup(house, evening, &setup, error)) return false;
    bool good = go_on(house, evening, &setup, error);
    bv_shelf_return(house->shelf, setup.terms);
    return good;
}

/* ---- Beginning and ending ----------------------------------------------------------------------------------------- */

bool bv_evening_cancel(struct bv_house *house, struct bv_evening *evening, struct bv_error *error)
{
    evening->stage = BV_EVENING_CANCELLED;
    evening->ended = bv_now();
    bool good = bv_evening_write(house, evening, error);
    bv_hall_stir(house, evening->id);
    return good;
}

bool bv_evening_begin(struct bv_house *house, struct bv_evening *evening, struct bv_error *error)
{
    struct bv_tourney *tourney = &evening->tourney;
    if (tourney->players < 2) return bv_evening_cancel(house, evening, error);
    int64_t rounds = 0;
    bv_json_get_number(evening->paper, "rounds", 0, BV_SWISS_ROUNDS, &rounds);
    if (evening->kind == BV_SWISS && rounds == 0) {
        tourney->rules.rounds = bv_swiss_rounds_for(tourney->players);
        bv_evening_set(evening, "rounds", tourney->rules.rounds);
    }
    evening->stage = BV_EVENING_RUNNING;
    return bv_evening_go_on(house, evening, error);
}

/* ---- Results ------------------------------------------------------------------------------------------------------ */

/* Whether a side that lost has not come at all: it never played, and is not there. */
static bool has_not_come(const struct bv_room *room, int side)
{
    return !bv_has_played(room->table, side) && !(bv_sides_present(room) & 1 << side);
}

/* Only a game that time decided, or absence, may be one that was not played. */
static enum bv_tourney_result outcome_of(const struct bv_room *room, const char *result)
{
    bool decided = strstr(result, " abandoned") || strstr(result, " time");
    int half_points = bv_table_half_points(room->table, 0);
    if (half_points < 0) return BV_GAME_FORFEIT_BOTH; /* the table was closed */
    if (half_points == 1) return BV_GAME_DRAWN;
    int winner = half_points == 0;
    if (!decided || !has_not_come(room, !winner))
        return winner == 0 ? BV_GAME_WON_0 : BV_GAME_WON_1;
    if (has_not_come(room, winner)) return BV_GAME_FORFEIT_BOTH;
    return winner == 0 ? BV_GAME_FORFEIT_1 : BV_GAME_FORFEIT_0;
}

/* Who has not come is not paired again until they say that they are back. */
static bool send_away(struct bv_house *house, const char *id, const cJSON *game,
                      enum bv_tourney_result outcome, struct bv_error *error)
{
    bool away[] = {outcome == BV_GAME_FORFEIT_0 || outcome == BV_GAME_FORFEIT_BOTH,
                   outcome == BV_GAME_FORFEIT_1 || outcome == BV_GAME_FORFEIT_BOTH};
    static const char *const name[] = {"a", "b"};
    if (!away[0] && !away[1]) return true;
    cJSON *paper = bv_desk_read(house->desk, "evening", id, error);
    if (!paper) return false;
    struct bv_evening *evening = bv_evening_of(id, paper);
    for (int side = 0; side < BV_SIDES_MAX; side++) {
        int64_t player = 0;
        bv_json_get_number(game, name[side], 0, BV_TOURNEY_PLAYERS, &player);
        if (away[side] && !bv_player_left(evening, (int)player))
            bv_player_leave(evening, (int)player, true);
    }
    bool good = bv_evening_write(house, evening, error);
    bv_evening_free(evening);
    return good;
}

/* What cannot be read now is found by bv_evening_check_tables later. */
static void note(struct bv_house *house, const char *id, int number, const struct bv_room *room)
{
    char result[96] = "";
    char key[BV_PAPER_KEY_MAX + 1];
    struct bv_error error;
    struct bv_out out = bv_out_into(result, sizeof result);
    if (room) bv_table_result(room->table, &out);
    bv_evening_page_key(id, number / BV_EVENING_PAGE, key);
    cJSON *page = bv_desk_read(house->desk, "evening.games", key, &error);
    cJSON *game = cJSON_GetArrayItem(cJSON_GetObjectItemCaseSensitive(page, "games"),
                                     number % BV_EVENING_PAGE);
    if (game) {
        enum bv_tourney_result outcome = room ? outcome_of(room, result) : BV_GAME_FORFEIT_BOTH;
        bool closed = !room || *result == '*'; /* by a keeper: nobody's fault */
        bv_game_end(game, outcome, result);
        if (bv_desk_write(house->desk, "evening.games", key, 0, page, &error) && !closed)
            send_away(house, id, game, outcome, &error);
        bv_hall_stir(house, id);
    }
    cJSON_Delete(page);
}

void bv_evening_note(struct bv_house *house, const struct bv_room *room)
{
    const struct bv_setup *setup = &room->table->setup;
    if (setup->evening[0]) note(house, setup->evening, setup->pairing, room);
}

static bool see_stage(void *context, const struct bv_stored_table *stored)
{
    enum bv_table_stage *stage = context;
    *stage = stored->stage;
    return false;
}

/* A table that is not in the store may be on its way there; then it is not over. */
static bool may_be_over(struct bv_house *house, const char *table)
{
    struct bv_error error;
    enum bv_table_stage stage = BV_TABLE_OVER;
    return bv_store_table(house->reader, table, 0, see_stage, &stage, &error) &&
           stage == BV_TABLE_OVER;
}

int bv_evening_check_tables(struct bv_house *house, struct bv_evening *evening)
{
    int noted = 0;
    for (int game = 0; game < evening->tourney.games; game++) {
        if (evening->tourney.game[game].result != BV_GAME_OPEN) continue;
        struct bv_refusal refusal = {0};
        const char *table =
            bv_json_get_text(bv_evening_game(evening, game), "table", BV_ID_SIZE - 1);
        if (!may_be_over(house, table)) continue;
        struct bv_room *room = bv_room_enter(house, table, &refusal);
        bool vanished = !room && bv_equal(refusal.code, "no-such-table");
        if (!vanished && (!room || room->table->stage != BV_TABLE_OVER)) continue;
        note(house, evening->id, game, room);
        noted++;
    }
    return noted;
}

/* The page of a tournament: standings and games. Also its downloads as CSV, JSON and records. */
#include <stdio.h>

#include "server/records/records.h"
#include "server/tournaments/downloads.h"
#include "server/tournaments/page_cache.h"
#include "server/tournaments/schedule.h"

enum {
    HEAD_SIZE = 16 * 1024,
    PLAYER_SIZE = 512 + 4 * PAIRING_ROUND_ROBIN_PLAYERS,
    GAME_SIZE = 400,
    SHOWN_GAMES = 400, /* of an arena, whose page is requested often: only the last games */
    RECORDS_AT_ONCE = 20,
};

/* What is being written: a tournament with its standings, and its players by number. */
struct report {
    const struct tournament *tournament;
    const char *person[PAIRING_PLAYERS];
    const char *name[PAIRING_PLAYERS];
    struct pairing_standing standing[PAIRING_PLAYERS];
    int players;
};

static struct report *report_of(const struct tournament *tournament)
{
    struct report *report = memory_new(sizeof *report);
    report->tournament = tournament;
    const cJSON *player = NULL;
    int number = 0;
    cJSON_ArrayForEach(player, tournament->players)
    {
        report->person[number] = fields_text(player, "person", ID_SIZE);
        report->name[number++] = fields_text(player, "name", TABLE_NAME_MAX);
    }
    report->players = pairing_standings(&tournament->tourney, report->standing);
    return report;
}

/* ---- Standings ------------------------------------------------------------------------------- */

/* A measure as shown, 3.5 for seven halves: at most three decimals. */
static void put_measure(int value, int unit, struct bv_out *out)
{
    int64_t thousandths = (int64_t)value * 1000 / unit;
    int64_t rest = thousandths % 1000;
    if (thousandths < 0) bv_put_char(out, '-');
    if (thousandths < 0) thousandths = -thousandths;
    if (rest < 0) rest = -rest;
    bv_put_number(out, thousandths / 1000);
    for (int64_t digit = 100; rest; digit /= 10) {
        if (digit == 100) bv_put_char(out, '.');
        bv_put_char(out, (char)('0' + rest / digit));
        rest %= digit;
    }
}

static void put_measures(const struct pairing_standing *standing,
                         const struct pairing_measure *measure, struct bv_out *out)
{
    bv_json_open(out, "measures", '[');
    for (int i = 0; i < PAIRING_MEASURES && measure[i].id; i++) {
        char text[32];
        struct bv_out number = bv_out_into(text, sizeof text);
        put_measure(standing->measure[i], measure[i].unit, &number);
        bv_json_raw(out, text);
    }
    bv_json_close(out, ']');
}

static void put_standing(const struct report *report, const struct pairing_standing *standing,
                         const struct pairing_measure *measure, struct bv_out *out)
{
    int player = standing->player;
    bv_json_open(out, NULL, '{');
    bv_json_number(out, "place", standing->place);
    bv_json_text(out, "person", report->person[player]);
    bv_json_text(out, "name", report->name[player]);
    bv_json_number(out, "rating", report->tournament->tourney.player[player].rating);
    bv_json_bool(out, "left", tournament_player_left(report->tournament, player));
    put_measures(standing, measure, out);
    bv_json_number(out, "won", standing->won);
    bv_json_number(out, "drawn", standing->drawn);
    bv_json_number(out, "lost", standing->lost);
    bv_json_close(out, '}');
}

static void put_standings(const struct report *report, struct bv_out *out)
{
    const struct pairing_measure *measure = pairing_measures(report->tournament->kind);
    bv_json_open(out, "measures", '[');
    for (int i = 0; i < PAIRING_MEASURES && measure[i].id; i++) {
        bv_json_open(out, NULL, '{');
        bv_json_text(out, "id", measure[i].id);
        bv_json_both(out, "name", measure[i].name);
        bv_json_close(out, '}');
    }
    bv_json_close(out, ']');
    bv_json_open(out, "standings", '[');
    for (int i = 0; i < report->players; i++)
        put_standing(report, &report->standing[i], measure, out);
    bv_json_close(out, ']');
}

/* ---- Games ----------------------------------------------------------------------------------- */

static void put_person(const struct report *report, const char *name, uint16_t player,
                       struct bv_out *out)
{
    bv_json_text_or_null(out, name, player == PAIRING_NONE ? NULL : report->person[player]);
}

static void put_points(const struct pairing_game *game, struct bv_out *out)
{
    bv_json_open(out, "points", '[');
    for (int side = 0; side < BV_SIDES_MAX; side++) {
        char text[8];
        struct bv_out number = bv_out_into(text, sizeof text);
        put_measure(pairing_half_points((enum pairing_result)game->result, side), 2, &number);
        bv_json_raw(out, text);
    }
    bv_json_close(out, ']');
}

static void put_game(const struct report *report, int number, const cJSON *entry,
                     struct bv_out *out)
{
    const struct pairing_game *game = &report->tournament->tourney.game[number];
    const char *table = fields_text(entry, "table", ID_SIZE);
    const char *result = fields_text(entry, "result", 96);
    bv_json_open(out, NULL, '{');
    bv_json_number(out, "round", game->round + 1);
    put_person(report, "a", game->player[0], out);
    put_person(report, "b", game->player[1], out);
    bv_json_text(out, "outcome", tournament_outcomes[game->result]);
    if (game->result != PAIRING_GAME_OPEN) put_points(game, out);
    if (table) bv_json_text(out, "table", table);
    if (result) bv_json_text(out, "result", result);
    bv_json_close(out, '}');
}

static void put_games(const struct report *report, int first, struct bv_out *out)
{
    int number = 0;
    bv_json_number(out, "firstGame", first);
    bv_json_open(out, "games", '[');
    for (int page = 0; page < TOURNAMENT_PAGES; page++) {
        const cJSON *entry = NULL;
        cJSON_ArrayForEach(entry, report->tournament->page[page])
        {
            if (number >= first) put_game(report, number, entry, out);
            number++;
        }
    }
    bv_json_close(out, ']');
}

/* ---- The crosstable of a round robin --------------------------------------------------------- */

/* The score of each player against each other, in the order of the standings; null: they have not
 * met. */
static void put_crosstable(const struct report *report, struct bv_out *out)
{
    int16_t points[PAIRING_ROUND_ROBIN_PLAYERS][PAIRING_ROUND_ROBIN_PLAYERS];
    const struct pairing *tourney = &report->tournament->tourney;
    for (int i = 0; i < tourney->players; i++)
        for (int j = 0; j < tourney->players; j++) points[i][j] = -1;
    for (int i = 0; i < tourney->games; i++) {
        const struct pairing_game *game = &tourney->game[i];
        for (int side = 0; game->result != PAIRING_GAME_OPEN && side < BV_SIDES_MAX; side++) {
            int16_t *cell = &points[game->player[side]][game->player[!side]];
            if (*cell < 0) *cell = 0;
            *cell = (int16_t)(*cell + pairing_half_points((enum pairing_result)game->result, side));
        }
    }
    bv_json_open(out, "crosstable", '[');
    for (int i = 0; i < report->players; i++) {
        bv_json_open(out, NULL, '[');
        for (int j = 0; j < report->players; j++) {
            char text[16] = "null";
            int16_t cell = points[report->standing[i].player][report->standing[j].player];
            struct bv_out number = bv_out_into(text, sizeof text);
            if (cell >= 0)
                put_measure(cell, 2, &number);
            else
                bv_put(&number, "null");
            bv_json_raw(out, text);
        }
        bv_json_close(out, ']');
    }
    bv_json_close(out, ']');
}

/* ---- The page -------------------------------------------------------------------------------- */

static void put_page(const struct tournament *tournament, int first, struct bv_out *out)
{
    struct report *report = report_of(tournament);
    bv_json_open(out, NULL, '{');
    bv_json_open(out, "tournament", '{');
    tournament_put_line(tournament, out);
    bv_json_close(out, '}');
    bv_json_number(out, "round", tournament->tourney.round);
    bv_json_number_or_null(out, "opens", tournament->opens);
    put_standings(report, out);
    put_games(report, first, out);
    if (tournament->kind == PAIRING_ROUND_ROBIN) put_crosstable(report, out);
    bv_json_close(out, '}');
    free(report);
}

/* The length depends on the tournament: the text is allocated, and the caller frees it. */
static char *write_page(const struct tournament *tournament, int first, size_t *length)
{
    const struct pairing *tourney = &tournament->tourney;
    size_t size = HEAD_SIZE + (size_t)tourney->players * PLAYER_SIZE +
                  (size_t)(tourney->games - first) * GAME_SIZE;
    char *text = memory_new(size);
    struct bv_out out = bv_out_into(text, size);
    put_page(tournament, first, &out);
    BV_ASSERT(!out.cut);
    *length = out.length;
    return text;
}

static void send(struct exchange *exchange, const char *type, const char *headers,
                 struct bv_span body)
{
    struct http_response answer = {.status = 200, .type = type, .headers = headers, .body = body};
    api_respond(exchange, &answer);
}

static const struct cached_page *cache_page(struct exchange *exchange, uint64_t losses)
{
    size_t length = 0;
    struct tournament *tournament = tournament_visited(exchange);
    if (!tournament) return NULL;
    bool cut = tournament->kind == PAIRING_ARENA && tournament->tourney.games > SHOWN_GAMES;
    char *text = write_page(tournament, cut ? tournament->tourney.games - SHOWN_GAMES : 0, &length);
    const struct cached_page *cached_page = page_cache_put(
        schedule_page_cache(tournaments_of(exchange)), tournament, text, length, losses);
    tournament_free(tournament);
    return cached_page;
}

/* Whether the reader takes part: null, or whether the reader has left. */
static void put_own(const struct cached_page *cached_page, const char *reader, struct bv_out *out)
{
    for (int i = 0; *reader && i < cached_page->players; i++)
        if (bv_equal(cached_page->player[i].person, reader)) {
            bv_json_text(out, "you", cached_page->player[i].left ? "left" : "in");
            return;
        }
    bv_json_null(out, "you");
}

/* The part about this reader comes first, then the page that is the same for all. */
static int get_tournament(struct exchange *exchange)
{
    enum { OWN_SIZE = 32 };
    char id[ID_SIZE];
    const struct outbox_figures *figures = outbox_figures(tournaments_of(exchange)->outbox);
    uint64_t losses = figures->failures + figures->overtaken;
    api_path_id(exchange->id, id);
    const struct cached_page *cached_page =
        page_cache_find(schedule_page_cache(tournaments_of(exchange)), id, losses);
    if (!cached_page) cached_page = cache_page(exchange, losses);
    if (!cached_page) return exchange->refusal.status;
    size_t size = cached_page->length + OWN_SIZE;
    char *text = memory_new(size);
    struct bv_out out = bv_out_into(text, size);
    bv_json_open(&out, NULL, '{');
    put_own(cached_page, exchange->client->person, &out);
    bv_put_char(&out, ',');
    bv_put_span(&out, (struct bv_span){cached_page->text + 1, cached_page->length - 1});
    BV_ASSERT(!out.cut);
    send(exchange, "application/json", NULL, (struct bv_span){text, out.length});
    free(text);
    /* While the store has trouble, what was read may be about to be lost. */
    if (outbox_trouble(tournaments_of(exchange)->outbox)[0])
        page_cache_drop(schedule_page_cache(tournaments_of(exchange)), id);
    return 0;
}

static int get_results_json(struct exchange *exchange)
{
    size_t length = 0;
    struct tournament *tournament = tournament_visited(exchange);
    if (!tournament) return exchange->refusal.status;
    char *text = write_page(tournament, 0, &length);
    send(exchange, "application/json",
         "Content-Disposition: attachment; filename=\"results.json\"\r\n",
         (struct bv_span){text, length});
    free(text);
    tournament_free(tournament);
    return 0;
}

/* ---- CSV ------------------------------------------------------------------------------------- */

static void put_row(const struct report *report, const struct pairing_standing *standing,
                    const struct pairing_measure *measure, struct bv_out *out)
{
    const int counts[] = {standing->won, standing->drawn, standing->lost};
    bv_put_number(out, standing->place);
    bv_put_char(out, ',');
    csv_cell(report->name[standing->player], out);
    for (int i = 0; i < PAIRING_MEASURES && measure[i].id; i++) {
        bv_put_char(out, ',');
        put_measure(standing->measure[i], measure[i].unit, out);
    }
    for (size_t i = 0; i < BV_COUNT(counts); i++) {
        bv_put_char(out, ',');
        bv_put_number(out, counts[i]);
    }
    bv_put(out, "\r\n");
}

static int get_results_csv(struct exchange *exchange)
{
    struct tournament *tournament = tournament_visited(exchange);
    if (!tournament) return exchange->refusal.status;
    struct report *report = report_of(tournament);
    const struct pairing_measure *measure = pairing_measures(tournament->kind);
    struct bv_out *out = exchange->out;
    out->length = 0; /* no JSON here */
    bv_put(out, "place,player");
    for (int i = 0; i < PAIRING_MEASURES && measure[i].id; i++) {
        bv_put_char(out, ',');
        bv_put(out, measure[i].id);
    }
    bv_put(out, ",won,drawn,lost\r\n");
    for (int i = 0; i < report->players; i++) put_row(report, &report->standing[i], measure, out);
    send(exchange, "text/csv; charset=utf-8",
         "Content-Disposition: attachment; filename=\"results.csv\"\r\n",
         (struct bv_span){out->text, out->length});
    free(report);
    tournament_free(tournament);
    return 0;
}

/* ---- Records --------------------------------------------------------------------------------- */

/* Adds the record of one game, if it has one: `001-4fgdw71j1engcnj7.record`. */
static void add_record(struct exchange *exchange, const struct tournament *tournament, int game,
                       struct tar *tar)
{
    char name[64];
    size_t length = 0;
    struct refusal ignored;
    const char *table = fields_text(tournament_game(tournament, game), "table", ID_SIZE - 1);
    struct live_table *live =
        table ? live_table_enter(tournaments_of(exchange)->tables, table, &ignored) : NULL;
    if (!live || live->table->stage != TABLE_OVER || !live->table->begun) return;
    snprintf(name, sizeof name, "%04d-%s.record", game + 1, table);
    char *text = record_text(live->table, &length);
    tar_add(tar, name, live->table->ended, (struct bv_span){text, length});
    free(text);
}

/* This loads tables, so it takes a few at a time; if there are more, a link leads to them. */
static int get_games(struct exchange *exchange)
{
    char query[8];
    char headers[192] = "";
    int from = 0;
    if (api_query_get(exchange->request->query, "from", query, sizeof query) &&
        !bv_number_of(bv_span_of(query), 0, PAIRING_GAMES, &from))
        return api_refuse(exchange, REFUSE_BAD_QUERY_FROM);
    struct tournament *tournament = tournament_visited(exchange);
    if (!tournament) return exchange->refusal.status;
    struct tar tar = {0};
    int end = from + RECORDS_AT_ONCE;
    bool more = end < tournament->tourney.games;
    for (int game = from; game < tournament->tourney.games && game < end; game++)
        add_record(exchange, tournament, game, &tar);
    tar_end(&tar);
    struct bv_out out = bv_out_into(headers, sizeof headers);
    bv_put(&out, "Content-Disposition: attachment; filename=\"games.tar\"\r\n");
    if (more) {
        bv_put(&out, "Link: <?from=");
        bv_put_number(&out, end);
        bv_put(&out, ">; rel=\"next\"\r\n");
    }
    send(exchange, "application/x-tar", headers, (struct bv_span){tar.text, tar.length});
    free(tar.text);
    tournament_free(tournament);
    return 0;
}

static const struct api_route rows[] = {
    {"GET", "/api/v1/tournaments/*", get_tournament, API_ANYONE},
    {"GET", "/api/v1/tournaments/*/results.json", get_results_json, API_ANYONE},
    {"GET", "/api/v1/tournaments/*/results.csv", get_results_csv, API_ANYONE},
    {"GET", "/api/v1/tournaments/*/games", get_games, API_ANYONE},
};

const struct api_routes tournament_result_routes = {rows, BV_COUNT(rows)};

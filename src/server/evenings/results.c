/* The page of an evening: how it stands, who met whom; and the same to be taken home as CSV, JSON and records. */
#include <stdio.h>

#include "server/archive.h"
#include "server/evenings/csv.h"
#include "server/evenings/hall.h"
#include "server/evenings/placards.h"
#include "server/evenings/tar.h"

enum {
    HEAD_ROOM = 16 * 1024,
    PLAYER_ROOM = 512 + 4 * BV_ROUND_ROBIN_PLAYERS,
    GAME_ROOM = 400,
    SHOWN_GAMES = 400, /* of an arena, whose page is read again and again: the last ones */
    RECORDS_AT_ONCE = 20,
};

/* What is being written: an evening with its standings, and its players by number. */
struct book {
    const struct bv_evening *evening;
    const char *person[BV_TOURNEY_PLAYERS];
    const char *name[BV_TOURNEY_PLAYERS];
    struct bv_standing standing[BV_TOURNEY_PLAYERS];
    int players;
};

static struct book *book_of(const struct bv_evening *evening)
{
    struct book *book = bv_new(sizeof *book);
    book->evening = evening;
    const cJSON *player = NULL;
    int number = 0;
    cJSON_ArrayForEach(player, evening->players)
    {
        book->person[number] = bv_json_get_text(player, "person", BV_ID_SIZE);
        book->name[number++] = bv_json_get_text(player, "name", BV_TABLE_NAME_MAX);
    }
    book->players = bv_tourney_standings(&evening->tourney, book->standing);
    return book;
}

/* ---- Standings ---------------------------------------------------------------------------------------------------- */

/* A measure as it is shown, 3.5 for seven halves: at most three decimals. */
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

static void put_measures(const struct bv_standing *standing, const struct bv_measure *measure,
                         struct bv_out *out)
{
    bv_json_open(out, "measures", '[');
    for (int i = 0; i < BV_MEASURES && measure[i].id; i++) {
        char text[32];
        struct bv_out number = bv_out_into(text, sizeof text);
        put_measure(standing->measure[i], measure[i].unit, &number);
        bv_json_raw(out, text);
    }
    bv_json_close(out, ']');
}

static void put_standing(const struct book *book, const struct bv_standing *standing,
                         const struct bv_measure *measure, struct bv_out *out)
{
    int player = standing->player;
    bv_json_open(out, NULL, '{');
    bv_json_number(out, "place", standing->place);
    bv_json_text(out, "person", book->person[player]);
    bv_json_text(out, "name", book->name[player]);
    bv_json_number(out, "rating", book->evening->tourney.player[player].rating);
    bv_json_bool(out, "left", bv_player_left(book->evening, player));
    put_measures(standing, measure, out);
    bv_json_number(out, "won", standing->won);
    bv_json_number(out, "drawn", standing->drawn);
    bv_json_number(out, "lost", standing->lost);
    bv_json_close(out, '}');
}

static void put_standings(const struct book *book, struct bv_out *out)
{
    const struct bv_measure *measure = bv_tourney_measures(book->evening->kind);
    bv_json_open(out, "measures", '[');
    for (int i = 0; i < BV_MEASURES && measure[i].id; i++) {
        bv_json_open(out, NULL, '{');
        bv_json_text(out, "id", measure[i].id);
        bv_json_both(out, "name", measure[i].name);
        bv_json_close(out, '}');
    }
    bv_json_close(out, ']');
    bv_json_open(out, "standings", '[');
    for (int i = 0; i < book->players; i++) put_standing(book, &book->standing[i], measure, out);
    bv_json_close(out, ']');
}

/* ---- Games -------------------------------------------------------------------------------------------------------- */

static void put_person(const struct book *book, const char *name, uint16_t player,
                       struct bv_out *out)
{
    if (player == BV_NOBODY)
        bv_json_null(out, name);
    else
        bv_json_text(out, name, book->person[player]);
}

static void put_points(const struct bv_tourney_game *game, struct bv_out *out)
{
    bv_json_open(out, "points", '[');
    for (int side = 0; side < BV_SIDES_MAX; side++) {
        char text[8];
        struct bv_out number = bv_out_into(text, sizeof text);
        put_measure(bv_half_points((enum bv_tourney_result)game->result, side), 2, &number);
        bv_json_raw(out, text);
    }
    bv_json_close(out, ']');
}

static void put_game(const struct book *book, int number, const cJSON *entry, struct bv_out *out)
{
    const struct bv_tourney_game *game = &book->evening->tourney.game[number];
    const char *table = bv_json_get_text(entry, "table", BV_ID_SIZE);
    const char *result = bv_json_get_text(entry, "result", 96);
    bv_json_open(out, NULL, '{');
    bv_json_number(out, "round", game->round + 1);
    put_person(book, "a", game->player[0], out);
    put_person(book, "b", game->player[1], out);
    bv_json_text(out, "outcome", bv_outcome_name((enum bv_tourney_result)game->result));
    if (game->result != BV_GAME_OPEN) put_points(game, out);
    if (table) bv_json_text(out, "table", table);
    if (result) bv_json_text(out, "result", result);
    bv_json_close(out, '}');
}

static void put_games(const struct book *book, int first, struct bv_out *out)
{
    int number = 0;
    bv_json_number(out, "firstGame", first);
    bv_json_open(out, "games", '[');
    for (int page = 0; page < BV_EVENING_PAGES; page++) {
        const cJSON *entry = NULL;
        cJSON_ArrayForEach(entry, book->evening->page[page])
        {
            if (number >= first) put_game(book, number, entry, out);
            number++;
        }
    }
    bv_json_close(out, ']');
}

/* ---- The table of a round robin ----------------------------------------------------------------------------------- */

/* What each has scored against each, in the order of the standings; null: they have not met. */
static void put_crosstable(const struct book *book, struct bv_out *out)
{
    int16_t points[BV_ROUND_ROBIN_PLAYERS][BV_ROUND_ROBIN_PLAYERS];
    const struct bv_tourney *tourney = &book->evening->tourney;
    for (int i = 0; i < tourney->players; i++)
        for (int j = 0; j < tourney->players; j++) points[i][j] = -1;
    for (int i = 0; i < tourney->games; i++) {
        const struct bv_tourney_game *game = &tourney->game[i];
        for (int side = 0; game->result != BV_GAME_OPEN && side < BV_SIDES_MAX; side++) {
            int16_t *cell = &points[game->player[side]][game->player[!side]];
            if (*cell < 0) *cell = 0;
            *cell = (int16_t)(*cell + bv_half_points((enum bv_tourney_result)game->result, side));
        }
    }
    bv_json_open(out, "crosstable", '[');
    for (int i = 0; i < book->players; i++) {
        bv_json_open(out, NULL, '[');
        for (int j = 0; j < book->players; j++) {
            char text[16] = "null";
            int16_t cell = points[book->standing[i].player][book->standing[j].player];
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

/* ---- The page ----------------------------------------------------------------------------------------------------- */

static void put_page(const struct bv_evening *evening, int first, struct bv_out *out)
{
    struct book *book = book_of(evening);
    bv_json_open(out, NULL, '{');
    bv_json_open(out, "evening", '{');
    bv_evening_put_line(evening, out);
    bv_json_close(out, '}');
    bv_json_number(out, "round", evening->tourney.round);
    put_standings(book, out);
    put_games(book, first, out);
    if (evening->kind == BV_ROUND_ROBIN) put_crosstable(book, out);
    bv_json_close(out, '}');
    free(book);
}

/* As long as the evening is: it has its own memory, which the caller frees. */
static char *write_page(const struct bv_evening *evening, int first, size_t *length)
{
    const struct bv_tourney *tourney = &evening->tourney;
    size_t size = HEAD_ROOM + (size_t)tourney->players * PLAYER_ROOM +
                  (size_t)(tourney->games - first) * GAME_ROOM;
    char *text = bv_new(size);
    struct bv_out out = bv_out_into(text, size);
    put_page(evening, first, &out);
    BV_ASSERT(!out.cut);
    *length = out.length;
    return text;
}

static void send(struct bv_visit *visit, const char *type, const char *headers, struct bv_span body)
{
    struct bv_http_answer answer = {.status = 200, .type = type, .headers = headers, .body = body};
    bv_post_answer(visit->house->post, visit->client, &answer);
}

static const struct bv_placard *hang_page(struct bv_visit *visit, uint64_t losses, int *status)
{
    size_t length = 0;
    struct bv_evening *evening = bv_evening_visited(visit, status);
    if (!evening) return NULL;
    bool cut = evening->kind == BV_ARENA && evening->tourney.games > SHOWN_GAMES;
    char *text = write_page(evening, cut ? evening->tourney.games - SHOWN_GAMES : 0, &length);
    const struct bv_placard *placard =
        bv_placard_hang(bv_hall_placards(visit->house), evening, text, length, losses);
    bv_evening_free(evening);
    return placard;
}

/* Whether the reader takes part: null, or whether they have left. */
static void put_own(const struct bv_placard *placard, const char *reader, struct bv_out *out)
{
    for (int i = 0; *reader && i < placard->players; i++)
        if (bv_equal(placard->player[i].person, reader)) {
            bv_json_text(out, "you", placard->player[i].left ? "left" : "in");
            return;
        }
    bv_json_null(out, "you");
}

/* What everybody reads, and before it what this reader is there. */
static int get_evening(struct bv_visit *visit)
{
    enum { OWN_ROOM = 32 };
    int status = 0;
    char id[BV_ID_SIZE];
    const struct bv_post_figures *figures = bv_post_figures(visit->house->post);
    uint64_t losses = figures->failures + figures->overtaken;
    bv_visit_id(visit->id, id);
    const struct bv_placard *placard = bv_placard_find(bv_hall_placards(visit->house), id, losses);
    if (!placard) placard = hang_page(visit, losses, &status);
    if (!placard) return status;
    size_t size = placard->length + OWN_ROOM;
    char *text = bv_new(size);
    struct bv_out out = bv_out_into(text, size);
    bv_json_open(&out, NULL, '{');
    put_own(placard, visit->client->person, &out);
    bv_put_char(&out, ',');
    bv_put_span(&out, (struct bv_span){placard->text + 1, placard->length - 1});
    BV_ASSERT(!out.cut);
    send(visit, "application/json", NULL, (struct bv_span){text, out.length});
    free(text);
    /* While the store is in trouble something that is about to be lost may have been read. */
    if (bv_post_trouble(visit->house->post)[0])
        bv_placard_take_down(bv_hall_placards(visit->house), id);
    return 0;
}

static int get_results_json(struct bv_visit *visit)
{
    int status = 0;
    size_t length = 0;
    struct bv_evening *evening = bv_evening_visited(visit, &status);
    if (!evening) return status;
    char *text = write_page(evening, 0, &length);
    send(visit, "application/json",
         "Content-Disposition: attachment; filename=\"results.json\"\r\n",
         (struct bv_span){text, length});
    free(text);
    bv_evening_free(evening);
    return 0;
}

/* ---- CSV ---------------------------------------------------------------------------------------------------------- */

static void put_row(const struct book *book, const struct bv_standing *standing,
                    const struct bv_measure *measure, struct bv_out *out)
{
    const int counts[] = {standing->won, standing->drawn, standing->lost};
    bv_put_number(out, standing->place);
    bv_put_char(out, ',');
    bv_csv_cell(book->name[standing->player], out);
    for (int i = 0; i < BV_MEASURES && measure[i].id; i++) {
        bv_put_char(out, ',');
        put_measure(standing->measure[i], measure[i].unit, out);
    }
    for (size_t i = 0; i < BV_COUNT(counts); i++) {
        bv_put_char(out, ',');
        bv_put_number(out, counts[i]);
    }
    bv_put(out, "\r\n");
}

static int get_results_csv(struct bv_visit *visit)
{
    int status = 0;
    struct bv_evening *evening = bv_evening_visited(visit, &status);
    if (!evening) return status;
    struct book *book = book_of(evening);
    const struct bv_measure *measure = bv_tourney_measures(evening->kind);
    struct bv_out *out = visit->out;
    out->length = 0; /* no JSON here */
    bv_put(out, "place,player");
    for (int i = 0; i < BV_MEASURES && measure[i].id; i++) {
        bv_put_char(out, ',');
        bv_put(out, measure[i].id);
    }
    bv_put(out, ",won,drawn,lost\r\n");
    for (int i = 0; i < book->players; i++) put_row(book, &book->standing[i], measure, out);
    send(visit, "text/csv; charset=utf-8",
         "Content-Disposition: attachment; filename=\"results.csv\"\r\n",
         (struct bv_span){out->text, out->length});
    free(book);
    bv_evening_free(evening);
    return 0;
}

/* ---- Records ------------------------------------------------------------------------------------------------------ */

/* The record of one game, if it has one: `001-4fgdw71j1engcnj7.record`. */
static void add_record(struct bv_visit *visit, const struct bv_evening *evening, int game,
                       struct bv_tar *tar)
{
    char name[64];
    size_t length = 0;
    struct bv_refusal ignored;
    const char *table = bv_json_get_text(bv_evening_game(evening, game), "table", BV_ID_SIZE - 1);
    struct bv_room *room = table ? bv_room_enter(visit->house, table, &ignored) : NULL;
    if (!room || room->table->stage != BV_TABLE_OVER || !room->table->begun) return;
    snprintf(name, sizeof name, "%04d-%s.record", game + 1, table);
    char *text = bv_archive_record(room->table, &length);
    bv_tar_add(tar, name, room->table->ended, (struct bv_span){text, length});
    free(text);
}

/* Tables are woken for it, so a few at a time; where there are more, a link leads to them. */
static int get_games(struct bv_visit *visit)
{
    char query[8];
    char headers[192] = "";
    int status = 0;
    int from = 0;
    if (bv_query_get(visit->request->query, "from", query, sizeof query) &&
        !bv_number_of(bv_span_of(query), 0, BV_TOURNEY_GAMES, &from))
        return bv_api_refuse(visit, 400, "bad-query",
                             (struct bv_text){"« from » est un nombre.", "'from' is a number."});
    struct bv_evening *evening = bv_evening_visited(visit, &status);
    if (!evening) return status;
    struct bv_tar tar = {0};
    int end = from + RECORDS_AT_ONCE;
    bool more = end < evening->tourney.games;
    for (int game = from; game < evening->tourney.games && game < end; game++)
        add_record(visit, evening, game, &tar);
    bv_tar_end(&tar);
    struct bv_out out = bv_out_into(headers, sizeof headers);
    bv_put(&out, "Content-Disposition: attachment; filename=\"games.tar\"\r\n");
    if (more) {
        bv_put(&out, "Link: <?from=");
        bv_put_number(&out, end);
        bv_put(&out, ">; rel=\"next\"\r\n");
    }
    send(visit, "application/x-tar", headers, (struct bv_span){tar.text, tar.length});
    free(tar.text);
    bv_evening_free(evening);
    return 0;
}

static const struct bv_route_row rows[] = {
    {"GET", "/api/v1/evenings/*", get_evening},
    {"GET", "/api/v1/evenings/*/results.json", get_results_json},
    {"GET", "/api/v1/evenings/*/results.csv", get_results_csv},
    {"GET", "/api/v1/evenings/*/games", get_games},
};

const struct bv_routes bv_result_routes = {rows, BV_COUNT(rows)};

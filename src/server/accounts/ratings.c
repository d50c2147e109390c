#include "server/accounts/ratings.h"

#include <math.h>

#include "server/accounts/persons.h"
#include "server/delivery/live_tables.h"

enum { LEADERS_TOLD = 100, RATINGS_READ = 1000 };

#define YEAR (365 * TABLE_DAY)

/* The document kind of a game's ratings. */
static void rating_kind(const char *game, char kind[DOCUMENT_KIND_MAX + 1])
{
    struct bv_out out = bv_out_into(kind, DOCUMENT_KIND_MAX + 1);
    bv_put(&out, "rating.");
    bv_put(&out, game);
}

static double number_of(const cJSON *document, const char *field, double otherwise)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(document, field);
    return cJSON_IsNumber(item) ? item->valuedouble : otherwise;
}

struct rating_standing rating_standing_of(const cJSON *document, int64_t now)
{
    struct glicko fresh = glicko_new();
    struct rating_standing standing = {
        .glicko = {number_of(document, "rating", fresh.rating),
                   number_of(document, "deviation", fresh.deviation),
                   number_of(document, "volatility", fresh.volatility)},
        .best = number_of(document, "best", 0),
        .games = (int)number_of(document, "games", 0),
        .won = (int)number_of(document, "won", 0),
        .drawn = (int)number_of(document, "drawn", 0),
        .lost = (int)number_of(document, "lost", 0),
        .last = (int64_t)number_of(document, "last", 0),
    };
    double idle = standing.last && now > standing.last ? (double)(now - standing.last) / 1000 : 0;
    standing.glicko = glicko_aged(standing.glicko, idle / GLICKO_PERIOD_SECONDS);
    return standing;
}

struct rating_standing rating_read(struct documents *documents, const char *game,
                                   const char *person, int64_t now)
{
    char kind[DOCUMENT_KIND_MAX + 1];
    rating_kind(game, kind);
    cJSON *document = documents_read(documents, kind, person);
    struct rating_standing standing = rating_standing_of(document, now);
    cJSON_Delete(document);
    return standing;
}

int rating_told(double rating)
{
    return (int)lround(rating);
}

bool rating_is_provisional(const struct rating_standing *standing)
{
    return standing->glicko.deviation >= RATING_PROVISIONAL_DEVIATION;
}

void rating_write(const struct rating_standing *standing, struct bv_out *out)
{
    bv_json_number(out, "rating", rating_told(standing->glicko.rating));
    bv_json_number(out, "deviation", rating_told(standing->glicko.deviation));
    bv_json_number(out, "games", standing->games);
    bv_json_bool(out, "provisional", rating_is_provisional(standing));
}

void rating_standing_play(struct rating_standing pair[2], int half_points, int64_t now)
{
    struct glicko glicko[2] = {pair[0].glicko, pair[1].glicko};
    glicko_game(glicko, half_points / 2.0);
    for (int i = 0; i < 2; i++) {
        int own = i ? 2 - half_points : half_points;
        pair[i].glicko = glicko[i];
        pair[i].games++;
        pair[i].won += own == 2;
        pair[i].drawn += own == 1;
        pair[i].lost += own == 0;
        pair[i].last = now;
        if (glicko[i].rating > pair[i].best) pair[i].best = glicko[i].rating;
    }
}

/* ---- A rated game ---------------------------------------------------------------------------- */

/* The player of a side of a rated game; NULL: the side is not held by one account or bot. */
static const char *player_of(struct accounts *accounts, const struct table *table, int side)
{
    bv_seats seats = bv_seats_of_side(table_terms(table), side);
    const struct table_occupant *occupant = &table->occupant[__builtin_ctz(seats)];
    if (table_people_of_side(table, side) != 1 || !occupant->holders) return NULL;
    return person_is_known(accounts, occupant->holder[0].person) ? occupant->holder[0].person
                                                                 : NULL;
}

static void write_standing(struct accounts *accounts, const char *game, const char *person,
                           const struct rating_standing *standing)
{
    char kind[DOCUMENT_KIND_MAX + 1];
    cJSON *document = cJSON_CreateObject();
    rating_kind(game, kind);
    cJSON_AddNumberToObject(document, "rating", standing->glicko.rating);
    cJSON_AddNumberToObject(document, "deviation", standing->glicko.deviation);
    cJSON_AddNumberToObject(document, "volatility", standing->glicko.volatility);
    cJSON_AddNumberToObject(document, "games", standing->games);
    cJSON_AddNumberToObject(document, "won", standing->won);
    cJSON_AddNumberToObject(document, "drawn", standing->drawn);
    cJSON_AddNumberToObject(document, "lost", standing->lost);
    cJSON_AddNumberToObject(document, "last", (double)standing->last);
    cJSON_AddNumberToObject(document, "best", standing->best);
    documents_write(accounts->documents, kind, person,
                    (int64_t)lround(standing->glicko.rating * 100), document);
}

static void note_change(struct accounts *accounts, struct live_table *live,
                        const struct table_rating_change change[BV_SIDES_MAX])
{
    char text[64];
    struct bv_out out = bv_out_into(text, sizeof text);
    for (int side = 0; side < BV_SIDES_MAX; side++) {
        if (side) bv_put_char(&out, ' ');
        bv_put_number(&out, change[side].before);
        bv_put_char(&out, ' ');
        bv_put_number(&out, change[side].after);
    }
    live_table_apply(
        accounts->tables, live,
        &(struct table_event){
            .verb = TABLE_RATED, .seat = -1, .text = {text, out.length}, .at = live->table->ended});
}

/* If the store cannot be read the game is not rated at all, rather than for one of the two. */
static void rate_game(struct accounts *accounts, struct live_table *live)
{
    const struct table *table = live->table;
    const char *game = table_terms(table)->game->id;
    struct rating_standing pair[BV_SIDES_MAX];
    struct table_rating_change change[BV_SIDES_MAX];
    const char *person[BV_SIDES_MAX];
    for (int side = 0; side < BV_SIDES_MAX; side++) {
        person[side] = player_of(accounts, table, side);
        if (!person[side]) return;
        pair[side] = rating_read(accounts->documents, game, person[side], table->ended);
        change[side].before = rating_told(pair[side].glicko.rating);
    }
    if (documents_failed(accounts->documents) || bv_equal(person[0], person[1])) return;
    rating_standing_play(pair, table_half_points(table, 0), table->ended);
    for (int side = 0; side < BV_SIDES_MAX; side++) {
        write_standing(accounts, game, person[side], &pair[side]);
        change[side].after = rating_told(pair[side].glicko.rating);
    }
    note_change(accounts, live, change);
}

/* ---- Tallies: games played, won, drawn and lost; those against the computer separately ------- */

static bool has_computer(const struct table *table)
{
    for (int seat = 0; seat < table_terms(table)->form->seats; seat++)
        if (table->occupant[seat].level) return true;
    return false;
}

static void tally(struct accounts *accounts, const char *person, const struct table *table,
                  int half_points)
{
    static const char *const counts[] = {"lost", "drawn", "won"}; /* by half points */
    struct pair_key key = pair_key(person, table_terms(table)->game->id);
    cJSON *document = documents_read(accounts->documents, "tally", key.text);
    if (!document) document = cJSON_CreateObject();
    bool computer = has_computer(table);
    cJSON *part = computer ? cJSON_GetObjectItemCaseSensitive(document, "computer") : document;
    if (!part) part = cJSON_AddObjectToObject(document, "computer");
    fields_set_number(part, "games", fields_integer(part, "games") + 1);
    fields_set_number(part, counts[half_points], fields_integer(part, counts[half_points]) + 1);
    fields_set_number(document, "last", table->ended);
    documents_write(accounts->documents, "tally", key.text, table->ended, document);
}

/* A person who holds several seats of a side is counted at the first; a person who plays against
 * themselves is not counted. */
static bool counts_here(const struct table *table, int seat, const char *person)
{
    const struct bv_terms *terms = table_terms(table);
    bv_seats held = table_seats_held(table, person);
    return __builtin_ctz(held) == seat &&
           !(held & ~bv_seats_of_side(terms, bv_side_of(terms, seat)));
}

static void tally_game(struct accounts *accounts, const struct table *table)
{
    const struct bv_terms *terms = table_terms(table);
    for (int seat = 0; seat < terms->form->seats; seat++)
        for (int i = 0; i < table->occupant[seat].holders; i++) {
            const char *person = table->occupant[seat].holder[i].person;
            if (counts_here(table, seat, person) && person_is_known(accounts, person))
                tally(accounts, person, table, table_half_points(table, bv_side_of(terms, seat)));
        }
}

void rating_count_game(struct accounts *accounts, struct live_table *live)
{
    const struct table *table = live->table;
    if (!table_both_have_played(table) || table_half_points(table, 0) < 0) return;
    tally_game(accounts, table);
    if (table->setup.rated) rate_game(accounts, live);
}

/* ---- Leaderboards ---------------------------------------------------------------------------- */

struct ranking {
    struct accounts *accounts;
    int64_t now;
    const char *sought; /* the person whose rank is wanted; NULL: the list is wanted */
    struct bv_out *out;
    int place; /* of the last listed player */
    bool found;
};

bool rating_is_listed(const struct rating_standing *standing, int64_t now)
{
    return standing->games && !rating_is_provisional(standing) && now - standing->last <= YEAR;
}

/* Persons are looked up only for the rows that are shown: with a thousand ratings above a person,
 * that would be most of the work. A person who is being forgotten keeps the rank meanwhile. */
static void put_leader(const struct ranking *ranking, const char *person,
                       const struct rating_standing *standing)
{
    struct client client = {0};
    person_become(ranking->accounts, &client, person);
    if (!client.person[0]) return;
    bv_json_open(ranking->out, NULL, '{');
    bv_json_number(ranking->out, "place", ranking->place);
    person_put_client("person", &client, ranking->out);
    rating_write(standing, ranking->out);
    bv_json_close(ranking->out, '}');
}

static bool visit_rating(void *context, const struct document *document)
{
    struct ranking *ranking = context;
    struct rating_standing standing = rating_standing_of(document->fields, ranking->now);
    if (!rating_is_listed(&standing, ranking->now)) return true;
    ranking->place++;
    if (ranking->sought) {
        ranking->found = bv_equal(ranking->sought, document->key);
        return !ranking->found;
    }
    put_leader(ranking, document->key, &standing);
    return ranking->place < LEADERS_TOLD;
}

static void scan(struct ranking *ranking, const char *game)
{
    char kind[DOCUMENT_KIND_MAX + 1];
    rating_kind(game, kind);
    documents_ranked(ranking->accounts->documents, kind, INT64_MAX, "", RATINGS_READ, visit_rating,
                     ranking);
}

void rating_write_place(struct accounts *accounts, const char *game, const char *person,
                        const struct rating_standing *standing, struct bv_out *out)
{
    struct ranking ranking = {.accounts = accounts, .now = server_now(), .sought = person};
    if (!rating_is_listed(standing, ranking.now)) return;
    scan(&ranking, game);
    if (ranking.found) bv_json_number(out, "place", ranking.place);
}

/* The client's own rank, after the first rated game. */
static void put_own(struct exchange *exchange, const char *game, int64_t now)
{
    const char *me = exchange->client->person;
    struct rating_standing standing = rating_read(exchange->documents, game, me, now);
    if (!standing.games) return;
    bv_json_open(exchange->out, "me", '{');
    rating_write_place(accounts_of(exchange), game, me, &standing, exchange->out);
    rating_write(&standing, exchange->out);
    bv_json_close(exchange->out, '}');
}

static int get_leaders(struct exchange *exchange)
{
    char id[32] = "";
    int64_t now = server_now();
    api_query_get(exchange->request->query, "game", id, sizeof id);
    if (!bv_game_find(bv_span_of(id), &exchange->refusal.detail))
        return api_refuse(exchange, REFUSE_BAD_QUERY_GAME);
    struct ranking ranking = {.accounts = accounts_of(exchange), .now = now, .out = exchange->out};
    bv_json_text(exchange->out, "game", id);
    bv_json_open(exchange->out, "leaders", '[');
    scan(&ranking, id);
    bv_json_close(exchange->out, ']');
    if (exchange->client->person[0]) put_own(exchange, id, now);
    return 200;
}

static const struct api_route rows[] = {
    {"GET", "/api/v1/leaders", get_leaders, API_ANYONE},
};

const struct api_routes rating_routes = {rows, BV_COUNT(rows)};

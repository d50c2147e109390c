#include "server/accounts/leaderboard.h"

#include "server/accounts/accounts.h"
#include "server/accounts/authentication.h"
#include "server/accounts/persons.h"

enum { LEADERS_TOLD = 100, RATINGS_READ = 1000 };

#define YEAR (365 * TABLE_DAY)

bool leaderboard_has(const struct rating_standing *standing, int64_t now)
{
    return standing->games && !rating_is_provisional(standing) && now - standing->last <= YEAR;
}

void leaderboard_write_standing(const struct rating_standing *standing, struct bv_out *out)
{
    bv_json_number(out, "rating", rating_told(standing->glicko.rating));
    bv_json_number(out, "deviation", rating_told(standing->glicko.deviation));
    bv_json_number(out, "games", standing->games);
    bv_json_bool(out, "provisional", rating_is_provisional(standing));
}

/* ---- Reading the list ------------------------------------------------------------------------ */

struct ranking {
    struct accounts *accounts;
    int64_t now;
    const char *sought; /* the person whose rank is wanted; NULL: the list is wanted */
    struct bv_out *out;
    int place; /* of the last listed player */
    bool found;
};

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
    leaderboard_write_standing(standing, ranking->out);
    bv_json_close(ranking->out, '}');
}

static bool visit_rating(void *context, const struct store_document *document)
{
    struct ranking *ranking = context;
    cJSON *text = cJSON_ParseWithLength(document->text.text, document->text.length);
    struct rating_standing standing = rating_standing_of(text, ranking->now);
    cJSON_Delete(text);
    if (!leaderboard_has(&standing, ranking->now)) return true;
    ranking->place++;
    if (ranking->sought) {
        ranking->found = bv_equal(ranking->sought, document->key);
        return !ranking->found;
    }
    put_leader(ranking, document->key, &standing);
    return ranking->place < LEADERS_TOLD;
}

static bool scan(struct ranking *ranking, const char *game, struct bv_error *error)
{
    char kind[DOCUMENT_KIND_MAX + 1];
    rating_kind(game, kind);
    return store_ranked(ranking->accounts->reader, kind, INT64_MAX, "", RATINGS_READ, visit_rating,
                        ranking, error);
}

int leaderboard_place(struct accounts *accounts, const char *game, const char *person, int64_t now)
{
    struct bv_error error;
    struct ranking ranking = {.accounts = accounts, .now = now, .sought = person};
    return scan(&ranking, game, &error) && ranking.found ? ranking.place : 0;
}

/* ---- The answer ------------------------------------------------------------------------------ */

/* The client's own rank, after the first rated game. */
static void put_own(struct exchange *exchange, const char *game, int64_t now)
{
    char kind[DOCUMENT_KIND_MAX + 1];
    const char *me = exchange->client->person;
    if (!me[0]) return;
    rating_kind(game, kind);
    cJSON *document = documents_read(accounts_of(exchange)->documents, kind, me, NULL);
    struct rating_standing standing = rating_standing_of(document, now);
    cJSON_Delete(document);
    if (!standing.games) return;
    bv_json_open(exchange->out, "me", '{');
    int place = leaderboard_has(&standing, now)
                    ? leaderboard_place(accounts_of(exchange), game, me, now)
                    : 0;
    if (place) bv_json_number(exchange->out, "place", place);
    leaderboard_write_standing(&standing, exchange->out);
    bv_json_close(exchange->out, '}');
}

static int get_leaders(struct exchange *exchange)
{
    char id[32] = "";
    struct bv_error error;
    int64_t now = server_now();
    api_query_get(exchange->request->query, "game", id, sizeof id);
    if (!bv_game_find(bv_span_of(id), &exchange->refusal.detail))
        return api_refuse(exchange, REFUSE_BAD_QUERY_GAME);
    struct ranking ranking = {.accounts = accounts_of(exchange), .now = now, .out = exchange->out};
    bv_json_text(exchange->out, "game", id);
    bv_json_open(exchange->out, "leaders", '[');
    bool read = scan(&ranking, id, &error);
    bv_json_close(exchange->out, ']');
    put_own(exchange, id, now);
    return read ? 200 : api_unreadable(exchange, &error);
}

static const struct api_route rows[] = {
    {"GET", "/api/v1/leaders", get_leaders},
};

const struct api_routes leaderboard_routes = {rows, BV_COUNT(rows)};

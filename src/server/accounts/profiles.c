/* Profiles: since when a person is here, ratings and tallies, and the relation to the client. Also
 * the search for persons by name. */
#include "server/accounts/persons.h"
#include "server/accounts/ratings.h"
#include "server/accounts/relations.h"
#include "table/names.h"

enum { FOUND_MAX = 20 };

/* ---- A profile ------------------------------------------------------------------------------- */

static void put_account(struct exchange *exchange, const char *person)
{
    cJSON *account = documents_read(exchange->documents, "account", person);
    const char *owner = fields_text(account, "owner", ID_SIZE - 1);
    if (account) {
        fields_put_number(account, "created", exchange->out);
        fields_put_text(account, "about", exchange->out);
    }
    if (owner) person_put(accounts_of(exchange), "owner", owner, exchange->out);
    cJSON_Delete(account);
}

static void put_rating(struct exchange *exchange, const char *game, const char *person)
{
    struct rating_standing standing = rating_read(exchange->documents, game, person, server_now());
    if (!standing.games) return;
    bv_json_open(exchange->out, NULL, '{');
    bv_json_text(exchange->out, "game", game);
    rating_write(&standing, exchange->out);
    bv_json_number(exchange->out, "won", standing.won);
    bv_json_number(exchange->out, "drawn", standing.drawn);
    bv_json_number(exchange->out, "lost", standing.lost);
    bv_json_number(exchange->out, "best", rating_told(standing.best));
    rating_write_place(accounts_of(exchange), game, person, &standing, exchange->out);
    bv_json_close(exchange->out, '}');
}

static void put_counts(const cJSON *tally, struct bv_out *out)
{
    fields_put_number(tally, "games", out);
    fields_put_number(tally, "won", out);
    fields_put_number(tally, "drawn", out);
    fields_put_number(tally, "lost", out);
}

static void put_tally(struct exchange *exchange, const char *game, const char *person)
{
    cJSON *tally = documents_read(exchange->documents, "tally", pair_key(person, game).text);
    if (!tally) return;
    bv_json_open(exchange->out, NULL, '{');
    bv_json_text(exchange->out, "game", game);
    put_counts(tally, exchange->out);
    bv_json_open(exchange->out, "computer", '{');
    put_counts(cJSON_GetObjectItemCaseSensitive(tally, "computer"), exchange->out);
    bv_json_close(exchange->out, '}');
    bv_json_close(exchange->out, '}');
    cJSON_Delete(tally);
}

static int get_profile(struct exchange *exchange)
{
    char person[ID_SIZE];
    if (!person_of_path(exchange, person)) return exchange->refusal.status;
    person_put(accounts_of(exchange), "person", person, exchange->out);
    put_account(exchange, person);
    bv_json_open(exchange->out, "ratings", '[');
    for (size_t i = 0; i < bv_game_count; i++) put_rating(exchange, bv_games[i]->id, person);
    bv_json_close(exchange->out, ']');
    bv_json_open(exchange->out, "tallies", '[');
    for (size_t i = 0; i < bv_game_count; i++) put_tally(exchange, bv_games[i]->id, person);
    bv_json_close(exchange->out, ']');
    const char *me = exchange->client->person;
    if (me[0] && !bv_equal(me, person))
        relation_write(accounts_of(exchange), me, person, exchange->out);
    return 200;
}

/* ---- Searching for persons ------------------------------------------------------------------- */

static bool put_found(void *context, const struct document *name)
{
    struct exchange *exchange = context;
    const char *person = fields_text(name->fields, "person", ID_SIZE - 1);
    if (person && person_exists(accounts_of(exchange), person))
        person_put(accounts_of(exchange), NULL, person, exchange->out);
    return true;
}

static int get_people(struct exchange *exchange)
{
    char name[4 * ACCOUNT_NAME_MOST];
    char folded[NAME_FOLDED_SIZE] = "";
    if (api_query_get(exchange->request->query, "name", name, sizeof name)) name_fold(name, folded);
    if (!folded[0]) return api_refuse(exchange, REFUSE_BAD_QUERY_NAME);
    bv_json_open(exchange->out, "people", '[');
    documents_stored(exchange->documents, "name", folded, "", FOUND_MAX, put_found, exchange);
    bv_json_close(exchange->out, ']');
    return 200;
}

static const struct api_route rows[] = {
    {"GET", "/api/v1/people", get_people, API_ANYONE},
    {"GET", "/api/v1/people/*", get_profile, API_ANYONE},
};

const struct api_routes profile_routes = {rows, BV_COUNT(rows)};

/* Profiles: since when a person is here, ratings and tallies, and the relation to the client. Also
 * the search for persons by name. */
#include "server/accounts/accounts.h"
#include "server/accounts/leaderboard.h"
#include "server/accounts/named_person.h"
#include "server/accounts/persons.h"
#include "server/accounts/ratings.h"
#include "server/accounts/relations.h"
#include "table/names.h"

enum { FOUND_MAX = 20 };

/* ---- A profile ------------------------------------------------------------------------------- */

static void put_account(struct exchange *exchange, const char *person)
{
    cJSON *account = documents_read(accounts_of(exchange)->documents, "account", person, NULL);
    int64_t created = 0;
    const char *about = fields_text(account, "about", DOCUMENT_MAX);
    const char *owner = fields_text(account, "owner", ID_SIZE - 1);
    if (fields_number(account, "created", 0, INT64_MAX, &created))
        bv_json_number(exchange->out, "created", created);
    if (about) bv_json_text(exchange->out, "about", about);
    if (owner) person_put(accounts_of(exchange), "owner", owner, exchange->out);
    cJSON_Delete(account);
}

static void put_rating(struct exchange *exchange, const char *game, const char *person)
{
    char kind[DOCUMENT_KIND_MAX + 1];
    int64_t now = server_now();
    rating_kind(game, kind);
    cJSON *document = documents_read(accounts_of(exchange)->documents, kind, person, NULL);
    struct rating_standing standing = rating_standing_of(document, now);
    cJSON_Delete(document);
    if (!standing.games) return;
    bv_json_open(exchange->out, NULL, '{');
    bv_json_text(exchange->out, "game", game);
    leaderboard_write_standing(&standing, exchange->out);
    bv_json_number(exchange->out, "won", standing.won);
    bv_json_number(exchange->out, "drawn", standing.drawn);
    bv_json_number(exchange->out, "lost", standing.lost);
    bv_json_number(exchange->out, "best", rating_told(standing.best));
    int place = leaderboard_has(&standing, now)
                    ? leaderboard_place(accounts_of(exchange), game, person, now)
                    : 0;
    if (place) bv_json_number(exchange->out, "place", place);
    bv_json_close(exchange->out, '}');
}

static void put_counts(const cJSON *tally, struct bv_out *out)
{
    static const char *const counts[] = {"games", "won", "drawn", "lost"};
    for (size_t i = 0; i < BV_COUNT(counts); i++) {
        int64_t count = 0;
        fields_number(tally, counts[i], 0, INT64_MAX, &count);
        bv_json_number(out, counts[i], count);
    }
}

static void put_tally(struct exchange *exchange, const char *game, const char *person)
{
    char key[DOCUMENT_KEY_MAX + 1];
    documents_pair_key(person, game, key);
    cJSON *tally = documents_read(accounts_of(exchange)->documents, "tally", key, NULL);
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
    if (!named_person_of(exchange, person)) return exchange->refusal.status;
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

static bool put_found(void *context, const struct store_document *document)
{
    struct exchange *exchange = context;
    cJSON *name = cJSON_ParseWithLength(document->text.text, document->text.length);
    const char *person = fields_text(name, "person", ID_SIZE - 1);
    if (person && person_exists(accounts_of(exchange), person))
        person_put(accounts_of(exchange), NULL, person, exchange->out);
    cJSON_Delete(name);
    return true;
}

static int get_people(struct exchange *exchange)
{
    char name[4 * ACCOUNT_NAME_MOST];
    char folded[NAME_FOLDED_SIZE] = "";
    struct bv_error error;
    if (api_query_get(exchange->request->query, "name", name, sizeof name)) name_fold(name, folded);
    if (!folded[0]) return api_refuse(exchange, REFUSE_BAD_QUERY_NAME);
    bv_json_open(exchange->out, "people", '[');
    bool read = store_documents(accounts_of(exchange)->reader, "name", folded, "", FOUND_MAX,
                                put_found, exchange, &error);
    bv_json_close(exchange->out, ']');
    return read ? 200 : api_unreadable(exchange, &error);
}

static const struct api_route rows[] = {
    {"GET", "/api/v1/people", get_people},
    {"GET", "/api/v1/people/*", get_profile},
};

const struct api_routes profile_routes = {rows, BV_COUNT(rows)};

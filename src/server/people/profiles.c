/* Who somebody is: since when, how they play, and what they are to whoever asks. And finding people by their names. */
#include "server/api.h"
#include "server/people/leaders.h"
#include "server/people/names.h"
#include "server/people/people.h"
#include "server/people/ratings.h"
#include "server/people/relations.h"
#include "server/people/visits.h"

enum { FOUND_MAX = 20 };

/* ---- A profile -------------------------------------------------------------------------------------------------- */

static void put_account(struct bv_visit *visit, const char *person)
{
    cJSON *account = bv_desk_read(visit->house->desk, "account", person, NULL);
    int64_t created = 0;
    const char *about = bv_json_get_text(account, "about", BV_PAPER_MAX);
    const char *owner = bv_json_get_text(account, "owner", BV_ID_SIZE - 1);
    if (bv_json_get_number(account, "created", 0, INT64_MAX, &created))
        bv_json_number(visit->out, "created", created);
    if (about) bv_json_text(visit->out, "about", about);
    if (owner) bv_person_put(visit->house, "owner", owner, visit->out);
    cJSON_Delete(account);
}

static void put_rating(struct bv_visit *visit, const char *game, const char *person)
{
    char kind[BV_PAPER_KIND_MAX + 1];
    int64_t now = bv_now();
    bv_rating_kind(game, kind);
    cJSON *paper = bv_desk_read(visit->house->desk, kind, person, NULL);
    struct bv_rating_standing standing = bv_standing_of(paper, now);
    cJSON_Delete(paper);
    if (!standing.games) return;
    bv_json_open(visit->out, NULL, '{');
    bv_json_text(visit->out, "game", game);
    bv_standing_write(&standing, visit->out);
    bv_json_number(visit->out, "won", standing.won);
    bv_json_number(visit->out, "drawn", standing.drawn);
    bv_json_number(visit->out, "lost", standing.lost);
    bv_json_number(visit->out, "best", bv_rating_told(standing.best));
    int place = bv_is_leader(&standing, now) ? bv_leader_place(visit->house, game, person, now) : 0;
    if (place) bv_json_number(visit->out, "place", place);
    bv_json_close(visit->out, '}');
}

static void put_counts(const cJSON *tally, struct bv_out *out)
{
    static const char *const counts[] = {"games", "won", "drawn", "lost"};
    for (size_t i = 0; i < BV_COUNT(counts); i++) {
        int64_t count = 0;
        bv_json_get_number(tally, counts[i], 0, INT64_MAX, &count);
        bv_json_number(out, counts[i], count);
    }
}

static void put_tally(struct bv_visit *visit, const char *game, const char *person)
{
    char key[BV_PAPER_KEY_MAX + 1];
    bv_pair_key(person, game, key);
    cJSON *tally = bv_desk_read(visit->house->desk, "tally", key, NULL);
    if (!tally) return;
    bv_json_open(visit->out, NULL, '{');
    bv_json_text(visit->out, "game", game);
    put_counts(tally, visit->out);
    bv_json_open(visit->out, "computer", '{');
    put_counts(cJSON_GetObjectItemCaseSensitive(tally, "computer"), visit->out);
    bv_json_close(visit->out, '}');
    bv_json_close(visit->out, '}');
    cJSON_Delete(tally);
}

static int get_profile(struct bv_visit *visit)
{
    char person[BV_ID_SIZE];
    if (!bv_visit_names(visit, person)) return bv_status_of(visit->refusal.code);
    bv_person_put(visit->house, "person", person, visit->out);
    put_account(visit, person);
    bv_json_open(visit->out, "ratings", '[');
    for (size_t i = 0; i < bv_game_count; i++) put_rating(visit, bv_games[i]->id, person);
    bv_json_close(visit->out, ']');
    bv_json_open(visit->out, "tallies", '[');
    for (size_t i = 0; i < bv_game_count; i++) put_tally(visit, bv_games[i]->id, person);
    bv_json_close(visit->out, ']');
    const char *me = visit->client->person;
    if (me[0] && !bv_equal(me, person)) bv_relation_write(visit->house, me, person, visit->out);
    return 200;
}

/* ---- Finding people ---------------------------------------------------------------------------------------------- */

static bool put_found(void *context, const struct bv_paper *paper)
{
    struct bv_visit *visit = context;
    cJSON *name = cJSON_ParseWithLength(paper->text.text, paper->text.length);
    const char *person = bv_json_get_text(name, "person", BV_ID_SIZE - 1);
    if (person && bv_is_somebody(visit->house, person))
        bv_person_put(visit->house, NULL, person, visit->out);
    cJSON_Delete(name);
    return true;
}

static int get_people(struct bv_visit *visit)
{
    char name[4 * BV_NAME_MOST];
    char folded[BV_FOLDED_SIZE] = "";
    struct bv_error error;
    if (bv_query_get(visit->request->query, "name", name, sizeof name)) bv_name_fold(name, folded);
    if (!folded[0])
        return bv_api_refuse(visit, 400, "bad-query",
                             (struct bv_text){"Il manque le début d'un nom.",
                                              "The beginning of a name is missing."});
    bv_json_open(visit->out, "people", '[');
    bool read = bv_store_papers(visit->house->reader, "name", folded, "", FOUND_MAX, put_found,
                                visit, &error);
    bv_json_close(visit->out, ']');
    return read ? 200 : bv_api_unreadable(visit, &error);
}

static const struct bv_route_row rows[] = {
    {"GET", "/api/v1/people", get_people},
    {"GET", "/api/v1/people/*", get_profile},
};

const struct bv_routes bv_profile_routes = {rows, BV_COUNT(rows)};

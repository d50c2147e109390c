#include "server/people/leaders.h"

#include "server/api.h"
#include "server/people/people.h"

enum { LEADERS_TOLD = 100, RATINGS_READ = 1000 };

#define YEAR (365 * BV_DAY)

bool bv_is_leader(const struct bv_rating_standing *standing, int64_t now)
{
    return standing->games && !bv_is_provisional(standing) && now - standing->last <= YEAR;
}

void bv_standing_write(const struct bv_rating_standing *standing, struct bv_out *out)
{
    bv_json_number(out, "rating", bv_rating_told(standing->glicko.rating));
    bv_json_number(out, "deviation", bv_rating_told(standing->glicko.deviation));
    bv_json_number(out, "games", standing->games);
    bv_json_bool(out, "provisional", bv_is_provisional(standing));
}

/* ---- Going down the list ------------------------------------------------------------------------------------------ */

struct ranking {
    struct bv_house *house;
    int64_t now;
    const char *sought; /* whose place is wanted; NULL: the list itself is */
    struct bv_out *out;
    int place; /* of the last leader met */
    bool found;
};

/* People are looked up only where they are shown: with a thousand ratings before somebody, that is most of the work. Who is
 * being forgotten keeps their place meanwhile. */
static void put_leader(const struct ranking *ranking, const char *person,
                       const struct bv_rating_standing *standing)
{
    struct bv_client somebody = {0};
    bv_become(ranking->house, &somebody, person);
    if (!somebody.person[0]) return;
    bv_json_open(ranking->out, NULL, '{');
    bv_json_number(ranking->out, "place", ranking->place);
    bv_person_put_client("person", &somebody, ranking->out);
    bv_standing_write(standing, ranking->out);
    bv_json_close(ranking->out, '}');
}

static bool meet(void *context, const struct bv_paper *paper)
{
    struct ranking *ranking = context;
    cJSON *text = cJSON_ParseWithLength(paper->text.text, paper->text.length);
    struct bv_rating_standing standing = bv_standing_of(text, ranking->now);
    cJSON_Delete(text);
    if (!bv_is_leader(&standing, ranking->now)) return true;
    ranking->place++;
    if (ranking->sought) {
        ranking->found = bv_equal(ranking->sought, paper->key);
        return !ranking->found;
    }
    put_leader(ranking, paper->key, &standing);
    return ranking->place < LEADERS_TOLD;
}

static bool go_down(struct ranking *ranking, const char *game, struct bv_error *error)
{
    char kind[BV_PAPER_KIND_MAX + 1];
    bv_rating_kind(game, kind);
    return bv_store_ranked(ranking->house->reader, kind, INT64_MAX, "", RATINGS_READ, meet, ranking,
                           error);
}

int bv_leader_place(struct bv_house *house, const char *game, const char *person, int64_t now)
{
    struct bv_error error;
    struct ranking ranking = {.house = house, .now = now, .sought = person};
    return go_down(&ranking, game, &error) && ranking.found ? ranking.place : 0;
}

/* ---- The answer --------------------------------------------------------------------------------------------------- */

/* Where who asks stands, once they have played. */
static void put_own(struct bv_visit *visit, const char *game, int64_t now)
{
    char kind[BV_PAPER_KIND_MAX + 1];
    const char *me = visit->client->person;
    if (!me[0]) return;
    bv_rating_kind(game, kind);
    cJSON *paper = bv_desk_read(visit->house->desk, kind, me, NULL);
    struct bv_rating_standing standing = bv_standing_of(paper, now);
    cJSON_Delete(paper);
    if (!standing.games) return;
    bv_json_open(visit->out, "me", '{');
    int place = bv_is_leader(&standing, now) ? bv_leader_place(visit->house, game, me, now) : 0;
    if (place) bv_json_number(visit->out, "place", place);
    bv_standing_write(&standing, visit->out);
    bv_json_close(visit->out, '}');
}

static int get_leaders(struct bv_visit *visit)
{
    char id[32] = "";
    struct bv_error error;
    int64_t now = bv_now();
    bv_query_get(visit->request->query, "game", id, sizeof id);
    if (!bv_game_find(bv_span_of(id), &visit->refusal.detail))
        return bv_api_refuse(
            visit, 400, "bad-query",
            (struct bv_text){"Ce jeu n'est pas connu ici.", "This game is not known here."});
    struct ranking ranking = {.house = visit->house, .now = now, .out = visit->out};
    bv_json_text(visit->out, "game", id);
    bv_json_open(visit->out, "leaders", '[');
    bool read = go_down(&ranking, id, &error);
    bv_json_close(visit->out, ']');
    put_own(visit, id, now);
    return read ? 200 : bv_api_unreadable(visit, &error);
}

static const struct bv_route_row rows[] = {
    {"GET", "/api/v1/leaders", get_leaders},
};

const struct bv_routes bv_leader_routes = {rows, BV_COUNT(rows)};

/* Evenings over HTTP: announcing one, finding, joining, starting. */
#include "server/evenings/evening.h"
#include "server/evenings/hall.h"
#include "server/people/accounts.h"
#include "server/people/people.h"
#include "server/people/ratings.h"

enum { LISTED = 50, MINUTES_MOST = 12 * 60 };

#define YEAR (366 * BV_DAY)

/* ---- Refusals ----------------------------------------------------------------------------------------------------- */

static int bad_evening(struct bv_visit *visit, const char *why)
{
    bv_error_set(&visit->refusal.detail, why);
    return bv_api_refuse(visit, 400, "bad-evening",
                         (struct bv_text){"Une soirée ne peut pas se tenir ainsi.",
                                          "An evening cannot be held like that."});
}

static int not_now(struct bv_visit *visit, struct bv_text text)
{
    return bv_api_refuse(visit, 409, "not-now", text);
}

struct bv_evening *bv_evening_visited(struct bv_visit *visit, int *status)
{
    char id[BV_ID_SIZE];
    struct bv_error error = {""};
    bv_visit_id(visit->id, id);
    struct bv_evening *evening = bv_evening_read(visit->house, id, &error);
    if (!evening)
        *status = error.text[0] ? bv_api_unreadable(visit, &error)
                                : bv_api_refuse(visit, 404, "no-such-evening",
                                                (struct bv_text){"Cette soirée n'existe pas.",
                                                                 "There is no such evening."});
    return evening;
}

static const char *club_of(const struct bv_evening *evening)
{
    return bv_json_get_text(evening->paper, "club", BV_ID_SIZE - 1);
}

/* Whoever announced it, and the officers of its club. */
static bool may_conduct(struct bv_visit *visit, const struct bv_evening *evening)
{
    const char *person = visit->client->person;
    const char *club = club_of(evening);
    if (bv_equal(bv_json_get_text(evening->paper, "owner", BV_ID_SIZE), person)) return true;
    return club && bv_club_role(visit->house, club, person) >= BV_OFFICER;
}

/* The evening of the path for somebody who conducts it. */
static struct bv_evening *conducted(struct bv_visit *visit, int *status)
{
    *status = bv_needs_account(visit) ? 0 : 403;
    struct bv_evening *evening = *status ? NULL : bv_evening_visited(visit, status);
    if (!evening || may_conduct(visit, evening)) return evening;
    bv_evening_free(evening);
    *status = bv_api_refuse(visit, 403, "not-owner",
                            (struct bv_text){"Seul qui organise la soirée peut le faire.",
                                             "Only whoever holds the evening may do that."});
    return NULL;
}

/* Who changed it is answered in the same flight. */
static int written(struct bv_visit *visit, struct bv_evening *evening, bool good,
                   const struct bv_error *error)
{
    bv_json_open(visit->out, "evening", '{');
    bv_evening_put_line(evening, visit->out);
    bv_json_close(visit->out, '}');
    bv_evening_free(evening);
    return good ? 200 : bv_api_unreadable(visit, error);
}

/* ---- Announcing --------------------------------------------------------------------------------------------------- */

static void take_over(cJSON *to, const cJSON *from, const char *name)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(from, name);
    if (item) cJSON_AddItemToObject(to, name, cJSON_Duplicate(item, true));
}

/* What the tables of the evening are asked to be like: everybody finds them, unless it is a club's. */
static cJSON *table_of(const cJSON *fields)
{
    cJSON *table = cJSON_CreateObject();
    take_over(table, fields, "game");
    take_over(table, fields, "readings");
    take_over(table, fields, "time");
    take_over(table, fields, "rated");
    cJSON_AddBoolToObject(table, "public", !cJSON_GetObjectItemCaseSensitive(fields, "club"));
    return table;
}

/* A setup as it is kept in the paper: what was understood, and nothing else that was said. */
static cJSON *table_for(const struct bv_setup *setup)
{
    enum { SETUP_ROOM = 4096 };
    char text[SETUP_ROOM];
    struct bv_out out = bv_out_into(text, sizeof text);
    bv_json_open(&out, NULL, '{');
    bv_setup_write(setup, &out);
    bv_json_close(&out, '}');
    BV_ASSERT(!out.cut);
    return cJSON_ParseWithLength(text, out.length);
}

/* The rules of the game are those of a table; NULL: nothing is wrong, and *table is as it will be kept. */
static const char *wrong_with_table(struct bv_house *house, cJSON **table,
                                    enum bv_tourney_kind kind, struct bv_error *error)
{
    struct bv_setup setup;
    if (!bv_setup_read(*table, house->shelf, &setup, error)) return error->text;
    enum bv_time_mode mode = setup.time.mode;
    struct bv_text why;
    bool common = bv_setup_is_common(&setup, &why);
    bool rated = setup.rated;
    cJSON_Delete(*table);
    *table = table_for(&setup);
    bv_shelf_return(house->shelf, setup.terms);
    if (mode == BV_TIME_NONE) return "time: seconds or days are wanted";
    if (rated && !common) return "rated: by the usual reading of the rules alone";
    if (kind == BV_ARENA && mode != BV_TIME_CLOCK) return "time: an arena is played by seconds";
    return NULL;
}

/* A number that may be missing: then it is `usual`. */
static bool read_number(const cJSON *fields, const char *name, int64_t least, int64_t most,
                        int64_t usual, int64_t *number)
{
    *number = usual;
    return !cJSON_GetObjectItemCaseSensitive(fields, name) ||
           bv_json_get_number(fields, name, least, most, number);
}

struct wanted {
    enum bv_tourney_kind kind;
    int64_t rounds, legs, minutes, starts;
};

static const char *wrong_with(const cJSON *fields, struct wanted *wanted)
{
    int64_t now = bv_now();
    const char *name = bv_json_get_text(fields, "name", BV_EVENING_NAME_MAX);
    *wanted = (struct wanted){.legs = 1};
    if (!bv_is_presentable(name, BV_EVENING_NAME_MAX))
        return "name: 1 to 60 bytes that can be seen";
    if (!bv_evening_kind_named(bv_json_get_text(fields, "kind", 16), &wanted->kind))
        return "kind: 'round-robin', 'swiss' or 'arena'";
    if (wanted->kind == BV_SWISS &&
        !read_number(fields, "rounds", 1, BV_SWISS_ROUNDS, 0, &wanted->rounds))
        return "rounds: from 1 to 32";
    if (wanted->kind == BV_ROUND_ROBIN && !read_number(fields, "legs", 1, 2, 1, &wanted->legs))
        return "legs: 1 or 2";
    if (wanted->kind == BV_ARENA &&
        !bv_json_get_number(fields, "minutes", 1, MINUTES_MOST, &wanted->minutes))
        return "minutes: from 1 to 720";
    if (!read_number(fields, "starts", now, now + YEAR, 0, &wanted->starts))
        return "starts: milliseconds since 1970, within a year";
    return NULL;
}

static cJSON *paper_of(struct bv_visit *visit, const struct wanted *wanted, cJSON *table)
{
    const cJSON *fields = visit->body;
    cJSON *paper = cJSON_CreateObject();
    take_over(paper, fields, "name");
    cJSON_AddStringToObject(paper, "kind", bv_evening_kind_name(wanted->kind));
    cJSON_AddItemToObject(paper, "table", table);
    cJSON_AddNumberToObject(paper, "rounds", (double)wanted->rounds);
    cJSON_AddNumberToObject(paper, "legs", (double)wanted->legs);
    cJSON_AddNumberToObject(paper, "minutes", (double)wanted->minutes);
    take_over(paper, fields, "club");
    cJSON_AddStringToObject(paper, "owner", visit->client->person);
    cJSON_AddBoolToObject(paper, "bots", bv_json_get_true(fields, "bots"));
    cJSON_AddStringToObject(paper, "stage", bv_evening_stage_name(BV_EVENING_ANNOUNCED));
    cJSON_AddNumberToObject(paper, "created", (double)bv_now());
    cJSON_AddNumberToObject(paper, "starts", (double)wanted->starts);
    cJSON_AddNumberToObject(paper, "games", 0);
    cJSON_AddArrayToObject(paper, "players");
    return paper;
}

/* So that a person finds what they hold and play, and is found there. */
static bool note_part(struct bv_house *house, const char *person, const struct bv_evening *evening,
                      struct bv_error *error)
{
    char key[BV_PAPER_KEY_MAX + 1];
    bv_pair_key(person, evening->id, key);
    bool part = bv_evening_player(evening, person) >= 0 ||
                bv_equal(bv_json_get_text(evening->paper, "owner", BV_ID_SIZE), person);
    if (!part) return bv_desk_remove(house->desk, "evening.of", key, error);
    cJSON *paper = cJSON_CreateObject();
    take_over(paper, evening->paper, "name");
    bool good = bv_desk_write(house->desk, "evening.of", key, 0, paper, error);
    cJSON_Delete(paper);
    return good;
}

static int announce(struct bv_visit *visit, const struct wanted *wanted, cJSON *table)
{
    char id[BV_CLUB_ID_SIZE];
    struct bv_error error = {""};
    bv_random_id(id, sizeof id);
    struct bv_evening *evening = bv_evening_of(id, paper_of(visit, wanted, table));
    const char *club = club_of(evening);
    bool good = bv_evening_write(visit->house, evening, &error) &&
                note_part(visit->house, visit->client->person, evening, &error);
    if (good) bv_hall_add(visit->house, id, visit->client->person, club ? club : "");
    int status = written(visit, evening, good, &error);
    return status == 200 ? 201 : status;
}

static int post_evenings(struct bv_visit *visit)
{
    struct wanted wanted;
    struct bv_error error = {""};
    const char *person = visit->client->person;
    if (!bv_needs_account(visit)) return 403;
    const char *club = bv_json_get_text(visit->body, "club", BV_ID_SIZE - 1);
    const char *wrong = wrong_with(visit->body, &wanted);
    if (!wrong && !club && cJSON_GetObjectItemCaseSensitive(visit->body, "club"))
        wrong = "club: an id is wanted";
    if (wrong) return bad_evening(visit, wrong);
    if (club && bv_club_role(visit->house, club, person) < BV_OFFICER)
        return bv_api_refuse(visit, 403, "not-owner",
                             (struct bv_text){"Les soirées d'un club sont l'affaire de son bureau.",
                                              "The evenings of a club are for its officers."});
    if (bv_hall_held_by(visit->house, person) >= BV_EVENINGS_OPEN)
        return bv_api_refuse(visit, 409, "enough",
                             (struct bv_text){"On organise cinq soirées à la fois au plus.",
                                              "One holds five evenings at once at most."});
    cJSON *table = table_of(visit->body);
    wrong = wrong_with_table(visit->house, &table, wanted.kind, &error);
    if (!wrong) return announce(visit, &wanted, table);
    cJSON_Delete(table);
    return bad_evening(visit, wrong);
}

/* ---- Finding ------------------------------------------------------------------------------------------------------ */

static void put_moment(struct bv_out *out, const char *name, int64_t moment)
{
    if (moment)
        bv_json_number(out, name, moment);
    else
        bv_json_null(out, name);
}

static void put_raw(struct bv_out *out, const cJSON *from, const char *name)
{
    char *text = cJSON_PrintUnformatted(cJSON_GetObjectItemCaseSensitive(from, name));
    if (!text) return;
    bv_put(out, ",\"");
    bv_put(out, name);
    bv_put(out, "\":");
    bv_put(out, text);
    cJSON_free(text);
}

void bv_evening_put_line(const struct bv_evening *evening, struct bv_out *out)
{
    const cJSON *paper = evening->paper;
    const cJSON *table = cJSON_GetObjectItemCaseSensitive(paper, "table");
    int64_t rounds = 0;
    int64_t legs = 1;
    bv_json_get_number(paper, "rounds", 0, BV_SWISS_ROUNDS, &rounds);
    bv_json_get_number(paper, "legs", 1, 2, &legs);
    bv_json_text(out, "id", evening->id);
    bv_json_text(out, "name", bv_json_get_text(paper, "name", BV_EVENING_NAME_MAX));
    bv_json_text(out, "kind", bv_evening_kind_name(evening->kind));
    bv_json_text(out, "stage", bv_evening_stage_name(evening->stage));
    bv_json_text(out, "game", bv_json_get_text(table, "game", 32));
    put_raw(out, table, "readings");
    put_raw(out, table, "time");
    bv_json_bool(out, "rated", bv_json_get_true(table, "rated"));
    bv_json_bool(out, "bots", bv_json_get_true(paper, "bots"));
    if (evening->kind == BV_SWISS) put_moment(out, "rounds", rounds);
    if (evening->kind == BV_ROUND_ROBIN) bv_json_number(out, "legs", legs);
    if (evening->kind == BV_ARENA) bv_json_number(out, "minutes", evening->minutes);
    if (club_of(evening)) bv_json_text(out, "club", club_of(evening));
    bv_json_text(out, "owner", bv_json_get_text(paper, "owner", BV_ID_SIZE));
    put_moment(out, "starts", evening->starts);
    put_moment(out, "began", evening->began);
    put_moment(out, "ended", evening->ended);
    bv_json_number(out, "players", cJSON_GetArraySize(evening->players));
}

static struct bv_evening *read_paper(struct bv_house *house, const char *id)
{
    cJSON *paper = bv_desk_read(house->desk, "evening", id, NULL);
    return paper ? bv_evening_of(id, paper) : NULL;
}

static void put_evening(const struct bv_evening *evening, struct bv_out *out)
{
    enum { LINE_ROOM = 4096 };
    if (out->length + LINE_ROOM > out->size) return;
    bv_json_open(out, NULL, '{');
    bv_evening_put_line(evening, out);
    bv_json_close(out, '}');
}

/* A page of those that are not over, as they were read. */
struct open_page {
    struct bv_evening *evening[LISTED];
    size_t count;
};

static int by_rank(const void *a, const void *b)
{
    int64_t first = bv_evening_rank(*(struct bv_evening *const *)a);
    int64_t second = bv_evening_rank(*(struct bv_evening *const *)b);
    return (first > second) - (first < second);
}

static void put_stage(const struct open_page *page, enum bv_evening_stage stage, struct bv_out *out)
{
    bv_json_open(out, bv_evening_stage_name(stage), '[');
    for (size_t i = 0; i < page->count; i++)
        if (page->evening[i]->stage == stage) put_evening(page->evening[i], out);
    bv_json_close(out, ']');
}

/* Pages go by ids, which do not change while somebody turns them; on a page, what begins first comes first. */
static void put_open(struct bv_house *house, const char *club, const char *after,
                     struct bv_out *out)
{
    const char *id[LISTED];
    struct open_page page = {.count = 0};
    size_t listed = bv_hall_list(house, club, after, id, LISTED);
    for (size_t i = 0; i < listed; i++) {
        struct bv_evening *evening = read_paper(house, id[i]);
        if (evening) page.evening[page.count++] = evening;
    }
    qsort((void *)page.evening, page.count, sizeof page.evening[0], by_rank);
    put_stage(&page, BV_EVENING_RUNNING, out);
    put_stage(&page, BV_EVENING_ANNOUNCED, out);
    for (size_t i = 0; i < page.count; i++) bv_evening_free(page.evening[i]);
    if (listed == LISTED)
        bv_json_text(out, "after", id[LISTED - 1]);
    else
        bv_json_null(out, "after");
}

struct page {
    char id[LISTED][BV_ID_SIZE];
    uint32_t count;
};

static bool note_id(void *context, const struct bv_paper *paper)
{
    struct page *page = context;
    struct bv_out out = bv_out_into(page->id[page->count++], BV_ID_SIZE);
    bv_put(&out, paper->key);
    return true;
}

/* By when they began, the last first; those that are not over are in other lists and left out. */
static bool put_over(struct bv_visit *visit, const char *club, const char *before, int64_t rank,
                     struct bv_error *error)
{
    struct page page = {.count = 0};
    char kind[BV_PAPER_KIND_MAX + 1];
    struct bv_out out = bv_out_into(kind, sizeof kind);
    bv_put(&out, *club ? "held." : "evening");
    bv_put(&out, club);
    bool good =
        bv_store_ranked(visit->house->reader, kind, rank, before, LISTED, note_id, &page, error);
    bv_json_open(visit->out, "over", '[');
    for (uint32_t i = 0; i < page.count; i++) {
        if (bv_hall_has(visit->house, page.id[i])) continue;
        struct bv_evening *evening = read_paper(visit->house, page.id[i]);
        if (evening && evening->stage == BV_EVENING_OVER) put_evening(evening, visit->out);
        bv_evening_free(evening);
    }
    bv_json_close(visit->out, ']');
    if (page.count == LISTED)
        bv_json_text(visit->out, "before", page.id[LISTED - 1]);
    else
        bv_json_null(visit->out, "before");
    return good;
}

static int get_evenings(struct bv_visit *visit)
{
    char club[BV_CLUB_ID_SIZE] = "";
    char before[BV_ID_SIZE] = "";
    char after[BV_ID_SIZE] = "";
    int64_t rank = INT64_MAX;
    struct bv_error error = {""};
    bv_query_get(visit->request->query, "club", club, sizeof club);
    if (bv_query_get(visit->request->query, "before", before, sizeof before)) {
        struct bv_evening *last = *before ? read_paper(visit->house, before) : NULL;
        if (!last)
            return bv_api_refuse(visit, 400, "bad-query",
                                 (struct bv_text){"Il n'y a rien après cette soirée.",
                                                  "Nothing comes after that evening."});
        rank = bv_evening_rank(last);
        bv_evening_free(last);
    }
    bv_query_get(visit->request->query, "after", after, sizeof after);
    put_open(visit->house, club, after, visit->out);
    bool good = put_over(visit, club, before, rank, &error);
    return good ? 200 : bv_api_unreadable(visit, &error);
}

/* ---- Joining and leaving ------------------------------------------------------------------------------------------- */

/* Somebody with an account, or a bot where bots may play. */
static bool may_play(struct bv_visit *visit, const struct bv_evening *evening, int *status)
{
    const char *person = visit->client->person;
    bool bot = bv_is_bot(person);
    *status = bot || bv_needs_account(visit) ? 0 : 403;
    if (bot && !bv_json_get_true(evening->paper, "bots"))
        *status = bv_api_refuse(visit, 403, "not-for-bots",
                                (struct bv_text){"Cette soirée se joue sans programmes.",
                                                 "This evening is played without programs."});
    const char *club = club_of(evening);
    if (!*status && club && !bv_club_lets_in(visit->house, club, person, &visit->refusal))
        *status = 403;
    return *status == 0;
}

static int rating_of(struct bv_house *house, const struct bv_evening *evening, const char *person)
{
    char kind[BV_PAPER_KIND_MAX + 1];
    const cJSON *table = cJSON_GetObjectItemCaseSensitive(evening->paper, "table");
    bv_rating_kind(bv_json_get_text(table, "game", 32), kind);
    cJSON *paper = bv_desk_read(house->desk, kind, person, NULL);
    struct bv_rating_standing standing = bv_standing_of(paper, bv_now());
    cJSON_Delete(paper);
    return bv_rating_told(standing.glicko.rating);
}

static void add_player(struct bv_visit *visit, struct bv_evening *evening)
{
    const char *person = visit->client->person;
    cJSON *player = cJSON_CreateObject();
    cJSON_AddStringToObject(player, "person", person);
    cJSON_AddStringToObject(player, "name", visit->client->name);
    cJSON_AddNumberToObject(player, "rating", rating_of(visit->house, evening, person));
    cJSON_AddNumberToObject(player, "joined", (double)bv_now());
    cJSON_AddItemToArray(evening->players, player);
}

/* Whether nobody new can take part any more. */
static bool is_complete(const struct bv_evening *evening)
{
    const struct bv_tourney *tourney = &evening->tourney;
    if (evening->stage != BV_EVENING_RUNNING || evening->kind == BV_ARENA) return false;
    return evening->kind == BV_ROUND_ROBIN || tourney->round >= bv_tourney_rounds(tourney);
}

/* Somebody new; or somebody who had left is back. */
static int join(struct bv_visit *visit, struct bv_evening *evening)
{
    int player = bv_evening_player(evening, visit->client->person);
    if (player >= 0) {
        bv_player_leave(evening, player, false);
        return 0;
    }
    if (is_complete(evening))
        return not_now(visit, (struct bv_text){"Ce tournoi a commencé sans vous.",
                                               "This tournament has begun without you."});
    if (bv_tourney_join(&evening->tourney, 0) == BV_NOBODY)
        return bv_api_refuse(
            visit, 409, "enough",
            (struct bv_text){"Cette soirée est au complet.", "This evening is full."});
    add_player(visit, evening);
    return 0;
}

static bool is_closed(const struct bv_evening *evening)
{
    return evening->stage >= BV_EVENING_OVER;
}

static int closed(struct bv_visit *visit)
{
    return not_now(visit, (struct bv_text){"Cette soirée est finie.", "This evening is over."});
}

static int post_join(struct bv_visit *visit)
{
    int status = 0;
    struct bv_error error = {""};
    if (!bv_needs_person(visit)) return 401;
    struct bv_evening *evening = bv_evening_visited(visit, &status);
    if (!evening) return status;
    if (is_closed(evening))
        status = closed(visit);
    else if (may_play(visit, evening, &status))
        status = join(visit, evening);
    if (status) {
        bv_evening_free(evening);
        return status;
    }
    bool good = bv_evening_write(visit->house, evening, &error) &&
                note_part(visit->house, visit->client->person, evening, &error);
    bv_hall_stir(visit->house, evening->id);
    return written(visit, evening, good, &error);
}

static int post_leave(struct bv_visit *visit)
{
    int status = 0;
    struct bv_error error = {""};
    if (!bv_needs_person(visit)) return 401;
    struct bv_evening *evening = bv_evening_visited(visit, &status);
    if (!evening) return status;
    if (is_closed(evening)) {
        bv_evening_free(evening);
        return closed(visit);
    }
    int player = bv_evening_player(evening, visit->client->person);
    if (player >= 0 && evening->stage == BV_EVENING_ANNOUNCED)
        cJSON_DeleteItemFromArray(evening->players, player);
    else if (player >= 0)
        bv_player_leave(evening, player, true);
    bool good = bv_evening_write(visit->house, evening, &error) &&
                note_part(visit->house, visit->client->person, evening, &error);
    bv_hall_stir(visit->house, evening->id);
    return written(visit, evening, good, &error);
}

/* ---- Conducting ---------------------------------------------------------------------------------------------------- */

static int post_start(struct bv_visit *visit)
{
    int status = 0;
    struct bv_error error = {""};
    struct bv_evening *evening = conducted(visit, &status);
    if (!evening) return status;
    if (evening->stage != BV_EVENING_ANNOUNCED)
        status = not_now(visit, (struct bv_text){"Cette soirée a déjà commencé.",
                                                 "This evening has begun already."});
    else if (evening->tourney.players < 2)
        status = not_now(visit,
                         (struct bv_text){"Il faut être au moins deux.", "It takes two at least."});
    if (status) {
        bv_evening_free(evening);
        return status;
    }
    bool good = bv_evening_begin(visit->house, evening, &error);
    return written(visit, evening, good, &error);
}

static int delete_evening(struct bv_visit *visit)
{
    int status = 0;
    struct bv_error error = {""};
    struct bv_evening *evening = conducted(visit, &status);
    if (!evening) return status;
    if (is_closed(evening)) {
        bv_evening_free(evening);
        return closed(visit);
    }
    bool good = bv_evening_cancel(visit->house, evening, &error);
    return written(visit, evening, good, &error);
}

/* ---- Being forgotten ----------------------------------------------------------------------------------------------- */

static void replace(cJSON *object, const char *name, const char *text)
{
    cJSON_ReplaceItemInObjectCaseSensitive(object, name, cJSON_CreateString(text));
}

bool bv_evening_forget(struct bv_house *house, const char *id, const char *person,
                       const struct bv_holder *nobody, struct bv_error *error)
{
    cJSON *paper = bv_desk_read(house->desk, "evening", id, error);
    if (!paper) return !error->text[0];
    struct bv_evening *evening = bv_evening_of(id, paper);
    int player = bv_evening_player(evening, person);
    bool announced = evening->stage == BV_EVENING_ANNOUNCED;
    bool owner = bv_equal(bv_json_get_text(evening->paper, "owner", BV_ID_SIZE), person);
    if (player >= 0 && announced) {
        cJSON_DeleteItemFromArray(evening->players, player);
    } else if (player >= 0) {
        bv_player_leave(evening, player, true);
        replace(cJSON_GetArrayItem(evening->players, player), "person", nobody->person);
        replace(cJSON_GetArrayItem(evening->players, player), "name", nobody->name);
    }
    if (owner) replace(evening->paper, "owner", nobody->person);
    bool good = owner && announced ? bv_evening_cancel(house, evening, error)
                                   : bv_evening_write(house, evening, error);
    bv_hall_stir(house, id);
    bv_evening_free(evening);
    return good;
}

static const struct bv_route_row rows[] = {
    {"POST", "/api/v1/evenings", post_evenings},
    {"GET", "/api/v1/evenings", get_evenings},
    {"DELETE", "/api/v1/evenings/*", delete_evening},
    {"POST", "/api/v1/evenings/*/join", post_join},
    {"POST", "/api/v1/evenings/*/leave", post_leave},
    {"POST", "/api/v1/evenings/*/start", post_start},
};

const struct bv_routes bv_evening_routes = {rows, BV_COUNT(rows)};

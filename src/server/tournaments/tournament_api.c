/* The tournaments API: announcing, finding, joining and starting one. */
#include "server/accounts/account.h"
#include "server/accounts/persons.h"
#include "server/accounts/ratings.h"
#include "server/tournaments/schedule.h"
#include "server/tournaments/tournament.h"

enum { LISTED = 50, MINUTES_MOST = 12 * 60 };

#define YEAR (366 * TABLE_DAY)

/* ---- Refusals -------------------------------------------------------------------------------- */

static int bad_tournament(struct exchange *exchange, const char *why)
{
    bv_error_set(&exchange->refusal.detail, why);
    return api_refuse(exchange, REFUSE_BAD_TOURNAMENT);
}

struct tournament *tournament_visited(struct exchange *exchange, int *status)
{
    char id[ID_SIZE];
    struct bv_error error = {""};
    api_path_id(exchange->id, id);
    struct tournament *tournament = tournament_read(tournaments_of(exchange), id, &error);
    if (!tournament)
        *status = error.text[0] ? api_unreadable(exchange, &error)
                                : api_refuse(exchange, REFUSE_NO_SUCH_TOURNAMENT);
    return tournament;
}

static const char *club_of(const struct tournament *tournament)
{
    return fields_text(tournament->document, "club", ID_SIZE - 1);
}

/* The person who announced it, and the officers of its club. */
static bool may_run(struct exchange *exchange, const struct tournament *tournament)
{
    const char *person = exchange->client->person;
    const char *club = club_of(tournament);
    if (bv_equal(fields_text(tournament->document, "owner", ID_SIZE), person)) return true;
    return club && club_role(tournaments_of(exchange), club, person) >= CLUB_OFFICER;
}

/* The tournament of the path for a person who may run it. */
static struct tournament *tournament_to_run(struct exchange *exchange, int *status)
{
    *status = account_needed(exchange) ? 0 : 403;
    struct tournament *tournament = *status ? NULL : tournament_visited(exchange, status);
    if (!tournament || may_run(exchange, tournament)) return tournament;
    tournament_free(tournament);
    *status = api_refuse(exchange, REFUSE_NOT_OWNER_TOURNAMENT);
    return NULL;
}

/* The change and the answer belong to the same transaction. */
static int written(struct exchange *exchange, struct tournament *tournament, bool good,
                   const struct bv_error *error)
{
    bv_json_open(exchange->out, "tournament", '{');
    tournament_put_line(tournament, exchange->out);
    bv_json_close(exchange->out, '}');
    tournament_free(tournament);
    return good ? 200 : api_unreadable(exchange, error);
}

/* ---- Announcing ------------------------------------------------------------------------------ */

static void take_over(cJSON *to, const cJSON *from, const char *name)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(from, name);
    if (item) cJSON_AddItemToObject(to, name, cJSON_Duplicate(item, true));
}

/* The table settings of the tournament: public, unless it is a club's. */
static cJSON *table_of(const cJSON *fields)
{
    cJSON *table = cJSON_CreateObject();
    take_over(table, fields, "game");
    take_over(table, fields, "options");
    take_over(table, fields, "time");
    take_over(table, fields, "rated");
    cJSON_AddBoolToObject(table, "public", !cJSON_GetObjectItemCaseSensitive(fields, "club"));
    return table;
}

/* A setup as stored in the document: only the fields that were understood. */
static cJSON *table_for(const struct table_setup *setup)
{
    enum { SETUP_ROOM = 4096 };
    char text[SETUP_ROOM];
    struct bv_out out = bv_out_into(text, sizeof text);
    bv_json_open(&out, NULL, '{');
    table_setup_write(setup, &out);
    bv_json_close(&out, '}');
    BV_ASSERT(!out.cut);
    return cJSON_ParseWithLength(text, out.length);
}

/* The rules for tables apply; NULL: nothing is wrong, and *table is what will be stored. */
static const char *wrong_with_table(struct tournaments *tournaments, cJSON **table,
                                    enum pairing_kind kind, struct bv_error *error)
{
    struct table_setup setup;
    if (!table_setup_read(*table, live_tables_terms(tournaments->tables), &setup, error))
        return error->text;
    enum table_time_mode mode = setup.time.mode;
    struct refusal ignored;
    bool common = table_setup_is_common(&setup, &ignored);
    bool rated = setup.rated;
    cJSON_Delete(*table);
    *table = table_for(&setup);
    terms_cache_return(live_tables_terms(tournaments->tables), setup.terms);
    if (mode == TABLE_TIME_NONE) return "time: seconds or days are needed";
    if (rated && !common) return "rated: only with the usual rule options";
    if (kind == PAIRING_ARENA && mode != TABLE_TIME_CLOCK) return "time: an arena needs seconds";
    return NULL;
}

/* An optional number; default: `usual`. */
static bool read_number(const cJSON *fields, const char *name, int64_t least, int64_t most,
                        int64_t usual, int64_t *number)
{
    *number = usual;
    return !cJSON_GetObjectItemCaseSensitive(fields, name) ||
           fields_number(fields, name, least, most, number);
}

struct wanted {
    enum pairing_kind kind;
    int64_t rounds, legs, minutes, starts;
};

static const char *wrong_with(const cJSON *fields, struct wanted *wanted)
{
    int64_t now = server_now();
    const char *name = fields_text(fields, "name", TOURNAMENT_NAME_MAX);
    *wanted = (struct wanted){.legs = 1};
    if (!text_is_presentable(name, TOURNAMENT_NAME_MAX)) return "name: 1 to 60 visible bytes";
    if (!tournament_kind_named(fields_text(fields, "kind", 16), &wanted->kind))
        return "kind: 'round-robin', 'swiss' or 'arena'";
    if (wanted->kind == PAIRING_SWISS &&
        !read_number(fields, "rounds", 1, PAIRING_SWISS_ROUNDS, 0, &wanted->rounds))
        return "rounds: from 1 to 32";
    if (wanted->kind == PAIRING_ROUND_ROBIN && !read_number(fields, "legs", 1, 2, 1, &wanted->legs))
        return "legs: 1 or 2";
    if (wanted->kind == PAIRING_ARENA &&
        !fields_number(fields, "minutes", 1, MINUTES_MOST, &wanted->minutes))
        return "minutes: from 1 to 720";
    if (!read_number(fields, "starts", now, now + YEAR, 0, &wanted->starts))
        return "starts: milliseconds since 1970, within a year";
    return NULL;
}

static cJSON *document_of(struct exchange *exchange, const struct wanted *wanted, cJSON *table)
{
    const cJSON *fields = exchange->body;
    cJSON *document = cJSON_CreateObject();
    take_over(document, fields, "name");
    cJSON_AddStringToObject(document, "kind", tournament_kind_name(wanted->kind));
    cJSON_AddItemToObject(document, "table", table);
    cJSON_AddNumberToObject(document, "rounds", (double)wanted->rounds);
    cJSON_AddNumberToObject(document, "legs", (double)wanted->legs);
    cJSON_AddNumberToObject(document, "minutes", (double)wanted->minutes);
    take_over(document, fields, "club");
    cJSON_AddStringToObject(document, "owner", exchange->client->person);
    cJSON_AddBoolToObject(document, "bots", fields_true(fields, "bots"));
    cJSON_AddStringToObject(document, "stage", tournament_stage_name(TOURNAMENT_ANNOUNCED));
    cJSON_AddNumberToObject(document, "created", (double)server_now());
    cJSON_AddNumberToObject(document, "starts", (double)wanted->starts);
    cJSON_AddNumberToObject(document, "games", 0);
    cJSON_AddArrayToObject(document, "players");
    return document;
}

/* Indexes the tournaments that a person organises and plays in. */
static bool note_part(struct tournaments *tournaments, const char *person,
                      const struct tournament *tournament, struct bv_error *error)
{
    char key[DOCUMENT_KEY_MAX + 1];
    documents_pair_key(person, tournament->id, key);
    bool part = tournament_player(tournament, person) >= 0 ||
                bv_equal(fields_text(tournament->document, "owner", ID_SIZE), person);
    if (!part) return documents_remove(tournaments->documents, "tournament.of", key, error);
    cJSON *document = cJSON_CreateObject();
    take_over(document, tournament->document, "name");
    bool good = documents_write(tournaments->documents, "tournament.of", key, 0, document, error);
    cJSON_Delete(document);
    return good;
}

static int announce(struct exchange *exchange, const struct wanted *wanted, cJSON *table)
{
    char id[CLUB_ID_SIZE];
    struct bv_error error = {""};
    random_id(id, sizeof id);
    struct tournament *tournament = tournament_of(id, document_of(exchange, wanted, table));
    const char *club = club_of(tournament);
    bool good = tournament_write(tournaments_of(exchange), tournament, &error) &&
                note_part(tournaments_of(exchange), exchange->client->person, tournament, &error);
    if (good)
        schedule_add(tournaments_of(exchange), id, exchange->client->person, club ? club : "");
    int status = written(exchange, tournament, good, &error);
    return status == 200 ? 201 : status;
}

static int post_tournaments(struct exchange *exchange)
{
    struct wanted wanted;
    struct bv_error error = {""};
    const char *person = exchange->client->person;
    if (!account_needed(exchange)) return 403;
    const char *club = fields_text(exchange->body, "club", ID_SIZE - 1);
    const char *wrong = wrong_with(exchange->body, &wanted);
    if (!wrong && !club && cJSON_GetObjectItemCaseSensitive(exchange->body, "club"))
        wrong = "club: an id is needed";
    if (wrong) return bad_tournament(exchange, wrong);
    if (club && club_role(tournaments_of(exchange), club, person) < CLUB_OFFICER)
        return api_refuse(exchange, REFUSE_NOT_OWNER_OFFICERS);
    if (schedule_held_by(tournaments_of(exchange), person) >= TOURNAMENTS_OPEN)
        return api_refuse(exchange, REFUSE_ENOUGH_TOURNAMENTS);
    cJSON *table = table_of(exchange->body);
    wrong = wrong_with_table(tournaments_of(exchange), &table, wanted.kind, &error);
    if (!wrong) return announce(exchange, &wanted, table);
    cJSON_Delete(table);
    return bad_tournament(exchange, wrong);
}

/* ---- Finding --------------------------------------------------------------------------------- */

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

void tournament_put_line(const struct tournament *tournament, struct bv_out *out)
{
    const cJSON *document = tournament->document;
    const cJSON *table = cJSON_GetObjectItemCaseSensitive(document, "table");
    int64_t rounds = 0;
    int64_t legs = 1;
    fields_number(document, "rounds", 0, PAIRING_SWISS_ROUNDS, &rounds);
    fields_number(document, "legs", 1, 2, &legs);
    bv_json_text(out, "id", tournament->id);
    bv_json_text(out, "name", fields_text(document, "name", TOURNAMENT_NAME_MAX));
    bv_json_text(out, "kind", tournament_kind_name(tournament->kind));
    bv_json_text(out, "stage", tournament_stage_name(tournament->stage));
    bv_json_text(out, "game", fields_text(table, "game", 32));
    put_raw(out, table, "options");
    put_raw(out, table, "time");
    bv_json_bool(out, "rated", fields_true(table, "rated"));
    bv_json_bool(out, "bots", fields_true(document, "bots"));
    if (tournament->kind == PAIRING_SWISS) put_moment(out, "rounds", rounds);
    if (tournament->kind == PAIRING_ROUND_ROBIN) bv_json_number(out, "legs", legs);
    if (tournament->kind == PAIRING_ARENA) bv_json_number(out, "minutes", tournament->minutes);
    if (club_of(tournament)) bv_json_text(out, "club", club_of(tournament));
    bv_json_text(out, "owner", fields_text(document, "owner", ID_SIZE));
    put_moment(out, "starts", tournament->starts);
    put_moment(out, "began", tournament->began);
    put_moment(out, "ended", tournament->ended);
    bv_json_number(out, "players", cJSON_GetArraySize(tournament->players));
}

static struct tournament *read_document(struct tournaments *tournaments, const char *id)
{
    cJSON *document = documents_read(tournaments->documents, "tournament", id, NULL);
    return document ? tournament_of(id, document) : NULL;
}

static void put_tournament(const struct tournament *tournament, struct bv_out *out)
{
    enum { LINE_ROOM = 4096 };
    if (out->length + LINE_ROOM > out->size) return;
    bv_json_open(out, NULL, '{');
    tournament_put_line(tournament, out);
    bv_json_close(out, '}');
}

/* A page of those that are not over, as they were read. */
struct open_page {
    struct tournament *tournament[LISTED];
    size_t count;
};

static int by_rank(const void *a, const void *b)
{
    int64_t first = tournament_rank(*(struct tournament *const *)a);
    int64_t second = tournament_rank(*(struct tournament *const *)b);
    return (first > second) - (first < second);
}

static void put_stage(const struct open_page *page, enum tournament_stage stage, struct bv_out *out)
{
    bv_json_open(out, tournament_stage_name(stage), '[');
    for (size_t i = 0; i < page->count; i++)
        if (page->tournament[i]->stage == stage) put_tournament(page->tournament[i], out);
    bv_json_close(out, ']');
}

/* Pages are ordered by id, which does not change between requests; on a page, the earliest start
 * comes first. */
static void put_open(struct tournaments *tournaments, const char *club, const char *after,
                     struct bv_out *out)
{
    const char *id[LISTED];
    struct open_page page = {.count = 0};
    size_t listed = schedule_list(tournaments, club, after, id, LISTED);
    for (size_t i = 0; i < listed; i++) {
        struct tournament *tournament = read_document(tournaments, id[i]);
        if (tournament) page.tournament[page.count++] = tournament;
    }
    qsort((void *)page.tournament, page.count, sizeof page.tournament[0], by_rank);
    put_stage(&page, TOURNAMENT_RUNNING, out);
    put_stage(&page, TOURNAMENT_ANNOUNCED, out);
    for (size_t i = 0; i < page.count; i++) tournament_free(page.tournament[i]);
    if (listed == LISTED)
        bv_json_text(out, "after", id[LISTED - 1]);
    else
        bv_json_null(out, "after");
}

struct page {
    char id[LISTED][ID_SIZE];
    uint32_t count;
};

static bool note_id(void *context, const struct store_document *document)
{
    struct page *page = context;
    struct bv_out out = bv_out_into(page->id[page->count++], ID_SIZE);
    bv_put(&out, document->key);
    return true;
}

/* By start, the latest first; those that are not over are in other lists and left out. */
static bool put_over(struct exchange *exchange, const char *club, const char *before, int64_t rank,
                     struct bv_error *error)
{
    struct page page = {.count = 0};
    char kind[DOCUMENT_KIND_MAX + 1];
    struct bv_out out = bv_out_into(kind, sizeof kind);
    bv_put(&out, *club ? "held." : "tournament");
    bv_put(&out, club);
    bool good = store_ranked(tournaments_of(exchange)->reader, kind, rank, before, LISTED, note_id,
                             &page, error);
    bv_json_open(exchange->out, "over", '[');
    for (uint32_t i = 0; i < page.count; i++) {
        if (schedule_has(tournaments_of(exchange), page.id[i])) continue;
        struct tournament *tournament = read_document(tournaments_of(exchange), page.id[i]);
        if (tournament && tournament->stage == TOURNAMENT_OVER)
            put_tournament(tournament, exchange->out);
        tournament_free(tournament);
    }
    bv_json_close(exchange->out, ']');
    if (page.count == LISTED)
        bv_json_text(exchange->out, "before", page.id[LISTED - 1]);
    else
        bv_json_null(exchange->out, "before");
    return good;
}

static int get_tournaments(struct exchange *exchange)
{
    char club[CLUB_ID_SIZE] = "";
    char before[ID_SIZE] = "";
    char after[ID_SIZE] = "";
    int64_t rank = INT64_MAX;
    struct bv_error error = {""};
    api_query_get(exchange->request->query, "club", club, sizeof club);
    if (api_query_get(exchange->request->query, "before", before, sizeof before)) {
        struct tournament *last = *before ? read_document(tournaments_of(exchange), before) : NULL;
        if (!last) return api_refuse(exchange, REFUSE_BAD_QUERY_TOURNAMENT);
        rank = tournament_rank(last);
        tournament_free(last);
    }
    api_query_get(exchange->request->query, "after", after, sizeof after);
    put_open(tournaments_of(exchange), club, after, exchange->out);
    bool good = put_over(exchange, club, before, rank, &error);
    return good ? 200 : api_unreadable(exchange, &error);
}

/* ---- Joining and leaving --------------------------------------------------------------------- */

/* An account, or a bot where bots may play. */
static bool may_play(struct exchange *exchange, const struct tournament *tournament, int *status)
{
    const char *person = exchange->client->person;
    bool bot = person_is_bot(person);
    *status = bot || account_needed(exchange) ? 0 : 403;
    if (bot && !fields_true(tournament->document, "bots"))
        *status = api_refuse(exchange, REFUSE_NOT_FOR_BOTS_TOURNAMENT);
    const char *club = club_of(tournament);
    if (!*status && club &&
        !club_lets_in(tournaments_of(exchange), club, person, &exchange->refusal))
        *status = 403;
    return *status == 0;
}

static int rating_of(struct tournaments *tournaments, const struct tournament *tournament,
                     const char *person)
{
    char kind[DOCUMENT_KIND_MAX + 1];
    const cJSON *table = cJSON_GetObjectItemCaseSensitive(tournament->document, "table");
    rating_kind(fields_text(table, "game", 32), kind);
    cJSON *document = documents_read(tournaments->documents, kind, person, NULL);
    struct rating_standing standing = rating_standing_of(document, server_now());
    cJSON_Delete(document);
    return rating_told(standing.glicko.rating);
}

static void add_player(struct exchange *exchange, struct tournament *tournament)
{
    const char *person = exchange->client->person;
    cJSON *player = cJSON_CreateObject();
    cJSON_AddStringToObject(player, "person", person);
    cJSON_AddStringToObject(player, "name", exchange->client->name);
    cJSON_AddNumberToObject(player, "rating",
                            rating_of(tournaments_of(exchange), tournament, person));
    cJSON_AddNumberToObject(player, "joined", (double)server_now());
    cJSON_AddItemToArray(tournament->players, player);
}

/* Whether no new player can join any more. */
static bool is_complete(const struct tournament *tournament)
{
    const struct pairing *tourney = &tournament->tourney;
    if (tournament->stage != TOURNAMENT_RUNNING || tournament->kind == PAIRING_ARENA) return false;
    return tournament->kind == PAIRING_ROUND_ROBIN || tourney->round >= pairing_rounds(tourney);
}

/* A new player; or a player who had left comes back. */
static int join(struct exchange *exchange, struct tournament *tournament)
{
    int player = tournament_player(tournament, exchange->client->person);
    if (player >= 0) {
        tournament_player_leave(tournament, player, false);
        return 0;
    }
    if (is_complete(tournament)) return api_refuse(exchange, REFUSE_NOT_NOW);
    if (pairing_join(&tournament->tourney, 0) == PAIRING_NOBODY)
        return api_refuse(exchange, REFUSE_ENOUGH);
    add_player(exchange, tournament);
    return 0;
}

static bool is_closed(const struct tournament *tournament)
{
    return tournament->stage >= TOURNAMENT_OVER;
}

static int closed(struct exchange *exchange)
{
    return api_refuse(exchange, REFUSE_NOT_NOW_OVER);
}

static int post_join(struct exchange *exchange)
{
    int status = 0;
    struct bv_error error = {""};
    if (!api_needs_person(exchange)) return 401;
    struct tournament *tournament = tournament_visited(exchange, &status);
    if (!tournament) return status;
    if (is_closed(tournament))
        status = closed(exchange);
    else if (may_play(exchange, tournament, &status))
        status = join(exchange, tournament);
    if (status) {
        tournament_free(tournament);
        return status;
    }
    bool good = tournament_write(tournaments_of(exchange), tournament, &error) &&
                note_part(tournaments_of(exchange), exchange->client->person, tournament, &error);
    schedule_stir(tournaments_of(exchange), tournament->id);
    return written(exchange, tournament, good, &error);
}

static int post_leave(struct exchange *exchange)
{
    int status = 0;
    struct bv_error error = {""};
    if (!api_needs_person(exchange)) return 401;
    struct tournament *tournament = tournament_visited(exchange, &status);
    if (!tournament) return status;
    if (is_closed(tournament)) {
        tournament_free(tournament);
        return closed(exchange);
    }
    int player = tournament_player(tournament, exchange->client->person);
    if (player >= 0 && tournament->stage == TOURNAMENT_ANNOUNCED)
        cJSON_DeleteItemFromArray(tournament->players, player);
    else if (player >= 0)
        tournament_player_leave(tournament, player, true);
    bool good = tournament_write(tournaments_of(exchange), tournament, &error) &&
                note_part(tournaments_of(exchange), exchange->client->person, tournament, &error);
    schedule_stir(tournaments_of(exchange), tournament->id);
    return written(exchange, tournament, good, &error);
}

/* ---- Running --------------------------------------------------------------------------------- */

static int post_start(struct exchange *exchange)
{
    int status = 0;
    struct bv_error error = {""};
    struct tournament *tournament = tournament_to_run(exchange, &status);
    if (!tournament) return status;
    if (tournament->stage != TOURNAMENT_ANNOUNCED)
        status = api_refuse(exchange, REFUSE_NOT_NOW);
    else if (tournament->tourney.players < 2)
        status = api_refuse(exchange, REFUSE_NOT_NOW_PLAYERS);
    if (status) {
        tournament_free(tournament);
        return status;
    }
    bool good = tournament_begin(tournaments_of(exchange), tournament, &error);
    return written(exchange, tournament, good, &error);
}

static int delete_tournament(struct exchange *exchange)
{
    int status = 0;
    struct bv_error error = {""};
    struct tournament *tournament = tournament_to_run(exchange, &status);
    if (!tournament) return status;
    if (is_closed(tournament)) {
        tournament_free(tournament);
        return closed(exchange);
    }
    bool good = tournament_cancel(tournaments_of(exchange), tournament, &error);
    return written(exchange, tournament, good, &error);
}

/* ---- Forgetting a person --------------------------------------------------------------------- */

static void replace(cJSON *object, const char *name, const char *text)
{
    cJSON_ReplaceItemInObjectCaseSensitive(object, name, cJSON_CreateString(text));
}

bool tournament_forget(struct tournaments *tournaments, const char *id, const char *person,
                       const struct table_holder *replacement, struct bv_error *error)
{
    cJSON *document = documents_read(tournaments->documents, "tournament", id, error);
    if (!document) return !error->text[0];
    struct tournament *tournament = tournament_of(id, document);
    int player = tournament_player(tournament, person);
    bool announced = tournament->stage == TOURNAMENT_ANNOUNCED;
    bool owner = bv_equal(fields_text(tournament->document, "owner", ID_SIZE), person);
    if (player >= 0 && announced) {
        cJSON_DeleteItemFromArray(tournament->players, player);
    } else if (player >= 0) {
        tournament_player_leave(tournament, player, true);
        replace(cJSON_GetArrayItem(tournament->players, player), "person", replacement->person);
        replace(cJSON_GetArrayItem(tournament->players, player), "name", replacement->name);
    }
    if (owner) replace(tournament->document, "owner", replacement->person);
    bool good = owner && announced ? tournament_cancel(tournaments, tournament, error)
                                   : tournament_write(tournaments, tournament, error);
    schedule_stir(tournaments, id);
    tournament_free(tournament);
    return good;
}

/* Each tournament gets a different name for the person, so that they cannot be linked. */
bool tournaments_forget(struct tournaments *tournaments, const char *person, const char *kind,
                        const char *key)
{
    struct bv_error ignored;
    struct table_holder holder = {.person = "gone", .name = "?"};
    random_id(holder.person + 4, 13);
    if (bv_equal(kind, "member")) return clubs_forget(tournaments, person, &ignored);
    return !bv_equal(kind, "tournament.of") ||
           tournament_forget(tournaments, strchr(key, '/') + 1, person, &holder, &ignored);
}

static const struct api_route rows[] = {
    {"POST", "/api/v1/tournaments", post_tournaments},
    {"GET", "/api/v1/tournaments", get_tournaments},
    {"DELETE", "/api/v1/tournaments/*", delete_tournament},
    {"POST", "/api/v1/tournaments/*/join", post_join},
    {"POST", "/api/v1/tournaments/*/leave", post_leave},
    {"POST", "/api/v1/tournaments/*/start", post_start},
};

const struct api_routes tournament_routes = {rows, BV_COUNT(rows)};

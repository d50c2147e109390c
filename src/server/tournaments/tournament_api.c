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

struct tournament *tournament_visited(struct exchange *exchange)
{
    char id[ID_SIZE];
    api_path_id(exchange->id, id);
    struct tournament *tournament = tournament_read(exchange->documents, id);
    if (!tournament) api_refuse(exchange, REFUSE_NO_SUCH_TOURNAMENT);
    return tournament;
}

/* The person who announced it, and the officers of its club. */
static bool may_run(struct exchange *exchange, const struct tournament *tournament)
{
    const char *person = exchange->client->person;
    const char *club = tournament_club(tournament);
    if (fields_is(tournament->document, "owner", person)) return true;
    return club && club_role(tournaments_of(exchange), club, person) >= CLUB_OFFICER;
}

/* The answer after a step: the tournament, or the refusal. Frees the tournament. */
static int answer(struct exchange *exchange, struct tournament *tournament, bool done)
{
    bv_json_open(exchange->out, "tournament", '{');
    tournament_put_line(tournament, exchange->out);
    bv_json_close(exchange->out, '}');
    tournament_free(tournament);
    return done ? 200 : exchange->refusal.status;
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
    cJSON_AddBoolToObject(table, "public", !fields_has(fields, "club"));
    return table;
}

/* A setup as stored in the document: only the fields that were understood. */
static cJSON *table_for(const struct table_setup *setup)
{
    enum { SETUP_SIZE = 4096 };
    char text[SETUP_SIZE];
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
    return !fields_has(fields, name) || fields_number(fields, name, least, most, number);
}

struct wanted {
    enum pairing_kind kind;
    int64_t rounds, legs, minutes, pause, starts;
};

enum { USUAL_PAUSE = -1 };

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
    if (wanted->kind != PAIRING_ARENA &&
        !read_number(fields, "pause", 0, TOURNAMENT_PAUSE_MOST, USUAL_PAUSE, &wanted->pause))
        return "pause: from 0 to 600 seconds";
    if (!read_number(fields, "starts", now, now + YEAR, 0, &wanted->starts))
        return "starts: milliseconds since 1970, within a year";
    return NULL;
}

/* Players of live games are told of their opponents first; with days there is no hurry. */
static int64_t pause_of(const struct wanted *wanted, const cJSON *table)
{
    if (wanted->pause != USUAL_PAUSE) return wanted->pause;
    const cJSON *time = cJSON_GetObjectItemCaseSensitive(table, "time");
    return fields_has(time, "seconds") ? TOURNAMENT_PAUSE_LIVE : 0;
}

static cJSON *document_of(struct exchange *exchange, const struct wanted *wanted, cJSON *table)
{
    const cJSON *fields = exchange->body;
    cJSON *document = cJSON_CreateObject();
    take_over(document, fields, "name");
    cJSON_AddStringToObject(document, "kind", tournament_kinds[wanted->kind]);
    cJSON_AddItemToObject(document, "table", table);
    cJSON_AddNumberToObject(document, "rounds", (double)wanted->rounds);
    cJSON_AddNumberToObject(document, "legs", (double)wanted->legs);
    cJSON_AddNumberToObject(document, "minutes", (double)wanted->minutes);
    cJSON_AddNumberToObject(document, "pause", (double)pause_of(wanted, table));
    take_over(document, fields, "club");
    cJSON_AddStringToObject(document, "owner", exchange->client->person);
    cJSON_AddBoolToObject(document, "bots", fields_true(fields, "bots"));
    cJSON_AddStringToObject(document, "stage", tournament_stages[TOURNAMENT_ANNOUNCED]);
    cJSON_AddNumberToObject(document, "created", (double)server_now());
    cJSON_AddNumberToObject(document, "starts", (double)wanted->starts);
    cJSON_AddNumberToObject(document, "games", 0);
    cJSON_AddArrayToObject(document, "players");
    return document;
}

/* Indexes the tournaments that a person organises and plays in. */
static void note_part(struct documents *documents, const char *person,
                      const struct tournament *tournament)
{
    struct pair_key key = pair_key(person, tournament->id);
    if (tournament_player(tournament, person) < 0 &&
        !fields_is(tournament->document, "owner", person)) {
        documents_remove(documents, "tournament.of", key.text);
        return;
    }
    cJSON *document = cJSON_CreateObject();
    take_over(document, tournament->document, "name");
    documents_write(documents, "tournament.of", key.text, 0, document);
}

static int announce(struct exchange *exchange, const struct wanted *wanted, cJSON *table)
{
    char id[CLUB_ID_SIZE];
    const char *person = exchange->client->person;
    random_id(id, sizeof id);
    struct tournament *tournament = tournament_of(id, document_of(exchange, wanted, table));
    const char *club = tournament_club(tournament);
    tournament_write(exchange->documents, tournament);
    note_part(exchange->documents, person, tournament);
    if (!documents_failed(exchange->documents))
        schedule_add(tournaments_of(exchange), id, person, club ? club : "");
    answer(exchange, tournament, true);
    return 201;
}

static int post_tournaments(struct exchange *exchange)
{
    struct wanted wanted;
    struct bv_error error = {""};
    const char *person = exchange->client->person;
    const char *club = fields_text(exchange->body, "club", ID_SIZE - 1);
    const char *wrong = wrong_with(exchange->body, &wanted);
    if (!wrong && !club && fields_has(exchange->body, "club")) wrong = "club: an id is needed";
    if (wrong) return bad_tournament(exchange, wrong);
    if (club && club_role(tournaments_of(exchange), club, person) < CLUB_OFFICER)
        return api_refuse(exchange, REFUSE_NOT_OWNER_OFFICERS);
    if (schedule_held_by(tournaments_of(exchange), person) >= TOURNAMENTS_OPEN)
        return api_refuse(exchange, REFUSE_LIMIT_REACHED_TOURNAMENTS);
    cJSON *table = table_of(exchange->body);
    wrong = wrong_with_table(tournaments_of(exchange), &table, wanted.kind, &error);
    if (!wrong) return announce(exchange, &wanted, table);
    cJSON_Delete(table);
    return bad_tournament(exchange, wrong);
}

/* ---- Finding --------------------------------------------------------------------------------- */

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
    bv_json_text(out, "id", tournament->id);
    fields_put_text(document, "name", out);
    bv_json_text(out, "kind", tournament_kinds[tournament->kind]);
    bv_json_text(out, "stage", tournament_stages[tournament->stage]);
    fields_put_text(table, "game", out);
    put_raw(out, table, "options");
    put_raw(out, table, "time");
    bv_json_bool(out, "rated", fields_true(table, "rated"));
    bv_json_bool(out, "bots", fields_true(document, "bots"));
    if (tournament->kind == PAIRING_SWISS)
        bv_json_number_or_null(out, "rounds", fields_integer(document, "rounds"));
    if (tournament->kind == PAIRING_ROUND_ROBIN) fields_put_number(document, "legs", out);
    if (tournament->kind == PAIRING_ARENA) fields_put_number(document, "minutes", out);
    if (tournament->kind != PAIRING_ARENA) bv_json_number(out, "pause", tournament->pause / 1000);
    if (tournament_club(tournament)) fields_put_text(document, "club", out);
    fields_put_text(document, "owner", out);
    bv_json_number_or_null(out, "starts", tournament->starts);
    bv_json_number_or_null(out, "began", tournament->began);
    bv_json_number_or_null(out, "ended", tournament->ended);
    bv_json_number(out, "players", cJSON_GetArraySize(tournament->players));
}

static void put_tournament(const struct tournament *tournament, struct bv_out *out)
{
    enum { LINE_SIZE = 4096 };
    if (out->length + LINE_SIZE > out->size) return;
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
    bv_json_open(out, tournament_stages[stage], '[');
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
        struct tournament *tournament = tournament_read_head(tournaments->documents, id[i]);
        if (tournament) page.tournament[page.count++] = tournament;
    }
    qsort((void *)page.tournament, page.count, sizeof page.tournament[0], by_rank);
    put_stage(&page, TOURNAMENT_RUNNING, out);
    put_stage(&page, TOURNAMENT_ANNOUNCED, out);
    for (size_t i = 0; i < page.count; i++) tournament_free(page.tournament[i]);
    bv_json_text_or_null(out, "after", listed == LISTED ? id[LISTED - 1] : NULL);
}

struct page {
    char id[LISTED][ID_SIZE];
    uint32_t count;
};

static bool note_id(void *context, const struct document *document)
{
    struct page *page = context;
    bv_copy_text(page->id[page->count++], ID_SIZE, document->key);
    return true;
}

/* By start, the latest first; those that are not over are in other lists and left out. */
static void put_over(struct exchange *exchange, const char *club, const char *before, int64_t rank)
{
    struct page page = {.count = 0};
    char kind[DOCUMENT_KIND_MAX + 1];
    struct bv_out out = bv_out_into(kind, sizeof kind);
    bv_put(&out, *club ? "held." : "tournament");
    bv_put(&out, club);
    documents_ranked(exchange->documents, kind, rank, before, LISTED, note_id, &page);
    bv_json_open(exchange->out, "over", '[');
    for (uint32_t i = 0; i < page.count; i++) {
        if (schedule_has(tournaments_of(exchange), page.id[i])) continue;
        struct tournament *tournament = tournament_read_head(exchange->documents, page.id[i]);
        if (tournament && tournament->stage == TOURNAMENT_OVER)
            put_tournament(tournament, exchange->out);
        tournament_free(tournament);
    }
    bv_json_close(exchange->out, ']');
    bv_json_text_or_null(exchange->out, "before",
                         page.count == LISTED ? page.id[LISTED - 1] : NULL);
}

static int get_tournaments(struct exchange *exchange)
{
    char club[CLUB_ID_SIZE] = "";
    char before[ID_SIZE] = "";
    char after[ID_SIZE] = "";
    int64_t rank = INT64_MAX;
    api_query_get(exchange->request->query, "club", club, sizeof club);
    if (api_query_get(exchange->request->query, "before", before, sizeof before)) {
        struct tournament *last = tournament_read_head(exchange->documents, before);
        if (!last) return api_refuse(exchange, REFUSE_BAD_QUERY_TOURNAMENT);
        rank = tournament_rank(last);
        tournament_free(last);
    }
    api_query_get(exchange->request->query, "after", after, sizeof after);
    put_open(tournaments_of(exchange), club, after, exchange->out);
    put_over(exchange, club, before, rank);
    return 200;
}

/* ---- Joining and leaving --------------------------------------------------------------------- */

/* An account, or a bot where bots may play. */
static bool may_play(struct exchange *exchange, const struct tournament *tournament)
{
    const char *person = exchange->client->person;
    const char *club = tournament_club(tournament);
    bool bot = person_is_bot(person);
    if (!bot && !exchange->client->account)
        return refusal_set(&exchange->refusal, REFUSE_NEEDS_ACCOUNT);
    if (bot && !fields_true(tournament->document, "bots"))
        return refusal_set(&exchange->refusal, REFUSE_NOT_FOR_BOTS_TOURNAMENT);
    return !club || club_lets_in(tournaments_of(exchange), club, person, &exchange->refusal);
}

static void add_player(struct exchange *exchange, struct tournament *tournament)
{
    const char *person = exchange->client->person;
    const cJSON *table = cJSON_GetObjectItemCaseSensitive(tournament->document, "table");
    struct rating_standing standing =
        rating_read(exchange->documents, fields_text(table, "game", 32), person, server_now());
    cJSON *player = cJSON_CreateObject();
    cJSON_AddStringToObject(player, "person", person);
    cJSON_AddStringToObject(player, "name", exchange->client->name);
    cJSON_AddNumberToObject(player, "rating", rating_told(standing.glicko.rating));
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

/* ---- Steps: each changes the tournament of the path, or sets the refusal --------------------- */

typedef bool tournament_step(struct exchange *exchange, struct tournament *tournament);

static int take_step(struct exchange *exchange, tournament_step *step)
{
    struct tournament *tournament = tournament_visited(exchange);
    if (!tournament) return exchange->refusal.status;
    return answer(exchange, tournament, step(exchange, tournament));
}

static bool is_open(struct exchange *exchange, const struct tournament *tournament)
{
    return !tournament_has_ended(tournament) ||
           refusal_set(&exchange->refusal, REFUSE_NOT_NOW_OVER);
}

/* The client has joined or left. */
static bool write_part(struct exchange *exchange, struct tournament *tournament)
{
    tournament_write(exchange->documents, tournament);
    note_part(exchange->documents, exchange->client->person, tournament);
    schedule_wake(tournaments_of(exchange), tournament->id);
    return true;
}

/* A new player; or a player who had left comes back. */
static bool join(struct exchange *exchange, struct tournament *tournament)
{
    int player = tournament_player(tournament, exchange->client->person);
    if (!is_open(exchange, tournament) || !may_play(exchange, tournament)) return false;
    if (player >= 0) {
        tournament_player_leave(tournament, player, false);
        return write_part(exchange, tournament);
    }
    if (is_complete(tournament)) return refusal_set(&exchange->refusal, REFUSE_NOT_NOW);
    if (pairing_join(&tournament->tourney, 0) == PAIRING_NONE)
        return refusal_set(&exchange->refusal, REFUSE_LIMIT_REACHED);
    add_player(exchange, tournament);
    return write_part(exchange, tournament);
}

static int post_join(struct exchange *exchange)
{
    return take_step(exchange, join);
}

static bool leave(struct exchange *exchange, struct tournament *tournament)
{
    int player = tournament_player(tournament, exchange->client->person);
    if (!is_open(exchange, tournament)) return false;
    if (player >= 0 && tournament->stage == TOURNAMENT_ANNOUNCED)
        cJSON_DeleteItemFromArray(tournament->players, player);
    else if (player >= 0)
        tournament_player_leave(tournament, player, true);
    return write_part(exchange, tournament);
}

static int post_leave(struct exchange *exchange)
{
    return take_step(exchange, leave);
}

static bool start(struct exchange *exchange, struct tournament *tournament)
{
    if (!may_run(exchange, tournament))
        return refusal_set(&exchange->refusal, REFUSE_NOT_OWNER_TOURNAMENT);
    if (tournament->stage != TOURNAMENT_ANNOUNCED)
        return refusal_set(&exchange->refusal, REFUSE_NOT_NOW);
    if (tournament->tourney.players < 2)
        return refusal_set(&exchange->refusal, REFUSE_NOT_NOW_PLAYERS);
    tournament_begin(tournaments_of(exchange), tournament);
    return true;
}

static int post_start(struct exchange *exchange)
{
    return take_step(exchange, start);
}

static bool cancel(struct exchange *exchange, struct tournament *tournament)
{
    if (!may_run(exchange, tournament))
        return refusal_set(&exchange->refusal, REFUSE_NOT_OWNER_TOURNAMENT);
    if (!is_open(exchange, tournament)) return false;
    tournament_cancel(tournaments_of(exchange), tournament);
    return true;
}

static int delete_tournament(struct exchange *exchange)
{
    return take_step(exchange, cancel);
}

/* ---- Forgetting a person --------------------------------------------------------------------- */

/* Leaves the tournament if it is not over, and is renamed in it. */
static void forget(struct tournaments *tournaments, const char *id, const char *person,
                   const struct table_holder *replacement)
{
    struct tournament *tournament = tournament_read_head(tournaments->documents, id);
    if (!tournament) return;
    int player = tournament_player(tournament, person);
    bool announced = tournament->stage == TOURNAMENT_ANNOUNCED;
    bool owner = fields_is(tournament->document, "owner", person);
    if (player >= 0 && announced) {
        cJSON_DeleteItemFromArray(tournament->players, player);
    } else if (player >= 0) {
        cJSON *entry = cJSON_GetArrayItem(tournament->players, player);
        tournament_player_leave(tournament, player, true);
        fields_set_text(entry, "person", replacement->person);
        fields_set_text(entry, "name", replacement->name);
    }
    if (owner) fields_set_text(tournament->document, "owner", replacement->person);
    if (owner && announced)
        tournament_cancel(tournaments, tournament);
    else
        tournament_write(tournaments->documents, tournament);
    schedule_wake(tournaments, id);
    tournament_free(tournament);
}

/* Each tournament gets a different name for the person, so that they cannot be linked. */
bool tournaments_forget(struct tournaments *tournaments, const char *person, const char *kind,
                        const char *key)
{
    struct table_holder holder = {.person = "gone", .name = "?"};
    random_id(holder.person + 4, 13);
    if (bv_equal(kind, "member")) clubs_forget(tournaments, person);
    if (bv_equal(kind, "tournament.of")) forget(tournaments, strchr(key, '/') + 1, person, &holder);
    return !documents_failed(tournaments->documents);
}

static const struct api_route rows[] = {
    {"POST", "/api/v1/tournaments", post_tournaments, API_ACCOUNT},
    {"GET", "/api/v1/tournaments", get_tournaments, API_ANYONE},
    {"DELETE", "/api/v1/tournaments/*", delete_tournament, API_ACCOUNT},
    {"POST", "/api/v1/tournaments/*/join", post_join, API_PERSON},
    {"POST", "/api/v1/tournaments/*/leave", post_leave, API_PERSON},
    {"POST", "/api/v1/tournaments/*/start", post_start, API_ACCOUNT},
};

const struct api_routes tournament_routes = {rows, BV_COUNT(rows)};

#include "server/tournaments/tournament.h"

#include <stdio.h>

static const char *const stages[] = {"announced", "running", "over", "cancelled"};
static const char *const kinds[] = {"round-robin", "swiss", "arena"};
static const char *const outcomes[] = {"open",      "won-a",     "won-b",        "drawn",
                                       "forfeit-a", "forfeit-b", "forfeit-both", "bye"};

const char *tournament_stage_name(enum tournament_stage stage)
{
    return stages[stage];
}

const char *tournament_kind_name(enum pairing_kind kind)
{
    return kinds[kind];
}

const char *tournament_outcome_name(enum pairing_result outcome)
{
    return outcomes[outcome];
}

/* The index of a word in a list; -1: it is not there. */
static int place_in(const char *const *list, size_t count, const char *word)
{
    for (size_t i = 0; word && i < count; i++)
        if (bv_equal(list[i], word)) return (int)i;
    return -1;
}

/* A tournament in an unknown stage cannot go on. */
static enum tournament_stage stage_named(const char *name)
{
    int place = place_in(stages, BV_COUNT(stages), name);
    return place < 0 ? TOURNAMENT_CANCELLED : (enum tournament_stage)place;
}

bool tournament_kind_named(const char *name, enum pairing_kind *kind)
{
    int place = place_in(kinds, BV_COUNT(kinds), name);
    if (place >= 0) *kind = (enum pairing_kind)place;
    return place >= 0;
}

/* ---- Reading --------------------------------------------------------------------------------- */

static int64_t number_of(const cJSON *object, const char *name)
{
    int64_t number = 0;
    fields_number(object, name, INT64_MIN, INT64_MAX, &number);
    return number;
}

/* The server wrote the documents: they are valid. */
static void build(struct tournament *tournament)
{
    struct pairing *tourney = &tournament->tourney;
    struct pairing_rules rules = {.kind = tournament->kind,
                                  .rounds = (int)number_of(tournament->document, "rounds"),
                                  .legs = (int)number_of(tournament->document, "legs")};
    if (tournament->kind == PAIRING_SWISS && rules.rounds == 0)
        rules.rounds = 1; /* until it begins */
    bool good = pairing_begin(tourney, rules);
    const cJSON *player = NULL;
    cJSON_ArrayForEach(player, tournament->players)
    {
        int number = pairing_join(tourney, (int)number_of(player, "rating"));
        good = good && number != PAIRING_NOBODY;
        pairing_set_away(tourney, number, number_of(player, "left") != 0);
    }
    for (int page = 0; page < TOURNAMENT_PAGES; page++) {
        const cJSON *game = NULL;
        cJSON_ArrayForEach(game, tournament->page[page])
        {
            int64_t b = number_of(game, "b");
            const char *outcome = fields_text(game, "outcome", 16);
            struct pairing_game kept = {
                .player = {(uint16_t)number_of(game, "a"), b < 0 ? PAIRING_NOBODY : (uint16_t)b},
                .round = (uint8_t)number_of(game, "round"),
                .result = (uint8_t)place_in(outcomes, BV_COUNT(outcomes), outcome)};
            good = good && pairing_add(tourney, kept);
        }
    }
    BV_ASSERT(good);
    (void)good;
}

struct tournament *tournament_of(const char *id, cJSON *document)
{
    struct tournament *tournament = memory_new(sizeof *tournament);
    struct bv_out out = bv_out_into(tournament->id, sizeof tournament->id);
    bv_put(&out, id);
    tournament->document = document;
    tournament->players = cJSON_GetObjectItemCaseSensitive(document, "players");
    tournament->stage = stage_named(fields_text(document, "stage", 16));
    tournament_kind_named(fields_text(document, "kind", 16), &tournament->kind);
    tournament->starts = number_of(document, "starts");
    tournament->began = number_of(document, "began");
    tournament->ended = number_of(document, "ended");
    tournament->minutes = number_of(document, "minutes");
    return tournament;
}

void tournament_free(struct tournament *tournament)
{
    if (!tournament) return;
    for (int i = 0; i < TOURNAMENT_PAGES; i++) cJSON_Delete(tournament->page[i]);
    cJSON_Delete(tournament->document);
    free(tournament);
}

void tournament_page_key(const char *id, int page, char key[DOCUMENT_KEY_MAX + 1])
{
    snprintf(key, DOCUMENT_KEY_MAX + 1, "%s/%03d", id, page);
}

static bool read_pages(struct tournaments *tournaments, struct tournament *tournament,
                       struct bv_error *error)
{
    int64_t games = number_of(tournament->document, "games");
    for (int page = 0; page * TOURNAMENT_PAGE < games; page++) {
        char key[DOCUMENT_KEY_MAX + 1];
        tournament_page_key(tournament->id, page, key);
        cJSON *document = documents_read(tournaments->documents, "tournament.games", key, error);
        if (!document && !error->text[0]) bv_error_set(error, "a page of a tournament is missing");
        if (!document) return false;
        tournament->page[page] = cJSON_DetachItemFromObjectCaseSensitive(document, "games");
        cJSON_Delete(document);
    }
    return true;
}

struct tournament *tournament_read(struct tournaments *tournaments, const char *id,
                                   struct bv_error *error)
{
    error->text[0] = '\0';
    cJSON *document = *id ? documents_read(tournaments->documents, "tournament", id, error) : NULL;
    if (!document) return NULL;
    struct tournament *tournament = tournament_of(id, document);
    if (read_pages(tournaments, tournament, error)) {
        build(tournament);
        return tournament;
    }
    tournament_free(tournament);
    return NULL;
}

/* ---- Writing --------------------------------------------------------------------------------- */

void tournament_set(struct tournament *tournament, const char *name, int64_t value)
{
    cJSON_DeleteItemFromObjectCaseSensitive(tournament->document, name);
    cJSON_AddNumberToObject(tournament->document, name, (double)value);
}

int64_t tournament_rank(const struct tournament *tournament)
{
    if (tournament->began) return tournament->began;
    return tournament->starts ? tournament->starts : number_of(tournament->document, "created");
}

static bool write_for_club(struct tournaments *tournaments, const struct tournament *tournament,
                           struct bv_error *error)
{
    char kind[DOCUMENT_KIND_MAX + 1];
    const char *club = fields_text(tournament->document, "club", ID_SIZE - 1);
    if (!club) return true;
    snprintf(kind, sizeof kind, "held.%s", club);
    cJSON *nothing = cJSON_CreateObject();
    bool good = documents_write(tournaments->documents, kind, tournament->id,
                                tournament_rank(tournament), nothing, error);
    cJSON_Delete(nothing);
    return good;
}

static bool write_whether_open(struct tournaments *tournaments, const struct tournament *tournament,
                               struct bv_error *error)
{
    if (tournament->stage >= TOURNAMENT_OVER)
        return documents_remove(tournaments->documents, "tournament.open", tournament->id, error);
    cJSON *open = cJSON_CreateObject();
    const char *club = fields_text(tournament->document, "club", ID_SIZE - 1);
    cJSON_AddStringToObject(open, "owner", fields_text(tournament->document, "owner", ID_SIZE));
    if (club) cJSON_AddStringToObject(open, "club", club);
    bool good =
        documents_write(tournaments->documents, "tournament.open", tournament->id, 0, open, error);
    cJSON_Delete(open);
    return good;
}

bool tournament_write(struct tournaments *tournaments, struct tournament *tournament,
                      struct bv_error *error)
{
    cJSON_ReplaceItemInObjectCaseSensitive(tournament->document, "stage",
                                           cJSON_CreateString(stages[tournament->stage]));
    tournament_set(tournament, "began", tournament->began);
    tournament_set(tournament, "ended", tournament->ended);
    return documents_write(tournaments->documents, "tournament", tournament->id,
                           tournament_rank(tournament), tournament->document, error) &&
           write_for_club(tournaments, tournament, error) &&
           write_whether_open(tournaments, tournament, error);
}

bool tournament_write_page(struct tournaments *tournaments, const struct tournament *tournament,
                           int page, struct bv_error *error)
{
    char key[DOCUMENT_KEY_MAX + 1];
    tournament_page_key(tournament->id, page, key);
    cJSON *document = cJSON_CreateObject();
    cJSON_AddItemReferenceToObject(document, "games", tournament->page[page]);
    bool good =
        documents_write(tournaments->documents, "tournament.games", key, 0, document, error);
    cJSON_Delete(document);
    return good;
}

/* ---- Players and games ----------------------------------------------------------------------- */

int tournament_player(const struct tournament *tournament, const char *person)
{
    int number = 0;
    const cJSON *player = NULL;
    cJSON_ArrayForEach(player, tournament->players)
    {
        if (bv_equal(fields_text(player, "person", ID_SIZE), person)) return number;
        number++;
    }
    return -1;
}

const char *tournament_player_person(const struct tournament *tournament, int player)
{
    return fields_text(cJSON_GetArrayItem(tournament->players, player), "person", ID_SIZE);
}

const char *tournament_player_name(const struct tournament *tournament, int player)
{
    return fields_text(cJSON_GetArrayItem(tournament->players, player), "name", TABLE_NAME_MAX);
}

bool tournament_player_left(const struct tournament *tournament, int player)
{
    return number_of(cJSON_GetArrayItem(tournament->players, player), "left") != 0;
}

void tournament_player_leave(struct tournament *tournament, int player, bool left)
{
    cJSON *entry = cJSON_GetArrayItem(tournament->players, player);
    cJSON_DeleteItemFromObjectCaseSensitive(entry, "left");
    if (left) cJSON_AddNumberToObject(entry, "left", (double)server_now());
}

cJSON *tournament_game(const struct tournament *tournament, int game)
{
    return cJSON_GetArrayItem(tournament->page[game / TOURNAMENT_PAGE], game % TOURNAMENT_PAGE);
}

void tournament_add(struct tournament *tournament, int game, const char *table)
{
    const struct pairing_game *paired = &tournament->tourney.game[game];
    bool alone = paired->player[1] == PAIRING_NOBODY;
    cJSON *entry = cJSON_CreateObject();
    cJSON_AddNumberToObject(entry, "round", paired->round);
    cJSON_AddNumberToObject(entry, "a", paired->player[0]);
    cJSON_AddNumberToObject(entry, "b", alone ? -1 : paired->player[1]);
    if (table) cJSON_AddStringToObject(entry, "table", table);
    cJSON_AddStringToObject(entry, "outcome", outcomes[paired->result]);
    cJSON **page = &tournament->page[game / TOURNAMENT_PAGE];
    if (!*page) *page = cJSON_CreateArray();
    cJSON_AddItemToArray(*page, entry);
}

void tournament_game_end(cJSON *game, enum pairing_result outcome, const char *result)
{
    cJSON_ReplaceItemInObjectCaseSensitive(game, "outcome", cJSON_CreateString(outcomes[outcome]));
    cJSON_DeleteItemFromObjectCaseSensitive(game, "result");
    if (*result) cJSON_AddStringToObject(game, "result", result);
}

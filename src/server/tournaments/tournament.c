#include "server/tournaments/tournament.h"

#include <stdio.h>

const char *const tournament_stages[] = {"announced", "running", "over", "cancelled"};
const char *const tournament_kinds[] = {"round-robin", "swiss", "arena"};
const char *const tournament_outcomes[] = {"open",      "won-a",     "won-b",        "drawn",
                                           "forfeit-a", "forfeit-b", "forfeit-both", "bye"};

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
    int place = place_in(tournament_stages, BV_COUNT(tournament_stages), name);
    return place < 0 ? TOURNAMENT_CANCELLED : (enum tournament_stage)place;
}

bool tournament_kind_named(const char *name, enum pairing_kind *kind)
{
    int place = place_in(tournament_kinds, BV_COUNT(tournament_kinds), name);
    if (place >= 0) *kind = (enum pairing_kind)place;
    return place >= 0;
}

/* ---- Reading --------------------------------------------------------------------------------- */

/* The server wrote the documents: they are valid. */
static void build(struct tournament *tournament)
{
    struct pairing *tourney = &tournament->tourney;
    struct pairing_rules rules = {.kind = tournament->kind,
                                  .rounds = (int)fields_integer(tournament->document, "rounds"),
                                  .legs = (int)fields_integer(tournament->document, "legs")};
    if (tournament->kind == PAIRING_SWISS && rules.rounds == 0)
        rules.rounds = 1; /* until it begins */
    bool good = pairing_begin(tourney, rules);
    const cJSON *player = NULL;
    cJSON_ArrayForEach(player, tournament->players)
    {
        int number = pairing_join(tourney, (int)fields_integer(player, "rating"));
        good = good && number != PAIRING_NONE;
        pairing_set_away(tourney, number, fields_integer(player, "left") != 0);
    }
    for (int page = 0; page < TOURNAMENT_PAGES; page++) {
        const cJSON *game = NULL;
        cJSON_ArrayForEach(game, tournament->page[page])
        {
            int64_t b = -1;
            fields_number(game, "b", 0, PAIRING_PLAYERS, &b);
            const char *outcome = fields_text(game, "outcome", 16);
            struct pairing_game kept = {
                .player = {(uint16_t)fields_integer(game, "a"), b < 0 ? PAIRING_NONE : (uint16_t)b},
                .round = (uint8_t)fields_integer(game, "round"),
                .result =
                    (uint8_t)place_in(tournament_outcomes, BV_COUNT(tournament_outcomes), outcome)};
            good = good && pairing_add(tourney, kept);
        }
    }
    BV_ASSERT(good);
    (void)good;
}

struct tournament *tournament_of(const char *id, cJSON *document)
{
    struct tournament *tournament = memory_new(sizeof *tournament);
    bv_copy_text(tournament->id, sizeof tournament->id, id);
    tournament->document = document;
    tournament->players = cJSON_GetObjectItemCaseSensitive(document, "players");
    tournament->stage = stage_named(fields_text(document, "stage", 16));
    tournament_kind_named(fields_text(document, "kind", 16), &tournament->kind);
    tournament->starts = fields_integer(document, "starts");
    tournament->began = fields_integer(document, "began");
    tournament->ended = fields_integer(document, "ended");
    tournament->minutes = fields_integer(document, "minutes");
    tournament->pause = fields_integer(document, "pause") * 1000;
    tournament->opens = fields_integer(document, "opens");
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

static bool read_pages(struct documents *documents, struct tournament *tournament)
{
    int64_t games = fields_integer(tournament->document, "games");
    for (int page = 0; page * TOURNAMENT_PAGE < games; page++) {
        char key[DOCUMENT_KEY_MAX + 1];
        tournament_page_key(tournament->id, page, key);
        cJSON *document = documents_read(documents, "tournament.games", key);
        if (!document) {
            documents_fail(documents, "a page of a tournament is missing");
            return false;
        }
        tournament->page[page] = cJSON_DetachItemFromObjectCaseSensitive(document, "games");
        cJSON_Delete(document);
    }
    return true;
}

struct tournament *tournament_read_head(struct documents *documents, const char *id)
{
    cJSON *document = *id ? documents_read(documents, "tournament", id) : NULL;
    return document ? tournament_of(id, document) : NULL;
}

struct tournament *tournament_read(struct documents *documents, const char *id)
{
    struct tournament *tournament = tournament_read_head(documents, id);
    if (!tournament) return NULL;
    if (read_pages(documents, tournament)) {
        build(tournament);
        return tournament;
    }
    tournament_free(tournament);
    return NULL;
}

/* ---- Writing --------------------------------------------------------------------------------- */

int64_t tournament_rank(const struct tournament *tournament)
{
    if (tournament->began) return tournament->began;
    return tournament->starts ? tournament->starts
                              : fields_integer(tournament->document, "created");
}

const char *tournament_club(const struct tournament *tournament)
{
    return fields_text(tournament->document, "club", ID_SIZE - 1);
}

static void write_for_club(struct documents *documents, const struct tournament *tournament)
{
    char kind[DOCUMENT_KIND_MAX + 1];
    const char *club = tournament_club(tournament);
    if (!club) return;
    snprintf(kind, sizeof kind, "held.%s", club);
    documents_write(documents, kind, tournament->id, tournament_rank(tournament),
                    cJSON_CreateObject());
}

static void write_whether_open(struct documents *documents, const struct tournament *tournament)
{
    if (tournament_has_ended(tournament)) {
        documents_remove(documents, "tournament.open", tournament->id);
        return;
    }
    cJSON *open = cJSON_CreateObject();
    fields_set_text(open, "owner", fields_text(tournament->document, "owner", ID_SIZE));
    fields_set_text(open, "club", tournament_club(tournament));
    documents_write(documents, "tournament.open", tournament->id, 0, open);
}

void tournament_write(struct documents *documents, struct tournament *tournament)
{
    fields_set_text(tournament->document, "stage", tournament_stages[tournament->stage]);
    fields_set_number(tournament->document, "began", tournament->began);
    fields_set_number(tournament->document, "ended", tournament->ended);
    fields_set_number(tournament->document, "opens", tournament->opens);
    documents_write(documents, "tournament", tournament->id, tournament_rank(tournament),
                    cJSON_Duplicate(tournament->document, true));
    write_for_club(documents, tournament);
    write_whether_open(documents, tournament);
}

void tournament_write_page(struct documents *documents, const struct tournament *tournament,
                           int page)
{
    char key[DOCUMENT_KEY_MAX + 1];
    tournament_page_key(tournament->id, page, key);
    cJSON *document = cJSON_CreateObject();
    cJSON_AddItemReferenceToObject(document, "games", tournament->page[page]);
    documents_write(documents, "tournament.games", key, 0, document);
}

/* ---- Players and games ----------------------------------------------------------------------- */

int tournament_player(const struct tournament *tournament, const char *person)
{
    int number = 0;
    const cJSON *player = NULL;
    cJSON_ArrayForEach(player, tournament->players)
    {
        if (fields_is(player, "person", person)) return number;
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
    return fields_integer(cJSON_GetArrayItem(tournament->players, player), "left") != 0;
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

void tournament_add(struct tournament *tournament, int game)
{
    const struct pairing_game *paired = &tournament->tourney.game[game];
    bool alone = paired->player[1] == PAIRING_NONE;
    cJSON *entry = cJSON_CreateObject();
    cJSON_AddNumberToObject(entry, "round", paired->round);
    cJSON_AddNumberToObject(entry, "a", paired->player[0]);
    cJSON_AddNumberToObject(entry, "b", alone ? -1 : paired->player[1]);
    cJSON_AddStringToObject(entry, "outcome", tournament_outcomes[paired->result]);
    cJSON **page = &tournament->page[game / TOURNAMENT_PAGE];
    if (!*page) *page = cJSON_CreateArray();
    cJSON_AddItemToArray(*page, entry);
}

void tournament_game_end(cJSON *game, enum pairing_result outcome, const char *result)
{
    fields_set_text(game, "outcome", tournament_outcomes[outcome]);
    fields_set_text(game, "result", *result ? result : NULL);
}

#include "server/evenings/evening.h"

#include <stdio.h>

static const char *const stages[] = {"announced", "running", "over", "cancelled"};
static const char *const kinds[] = {"round-robin", "swiss", "arena"};
static const char *const outcomes[] = {"open",      "won-a",     "won-b",        "drawn",
                                       "forfeit-a", "forfeit-b", "forfeit-both", "bye"};

const char *bv_evening_stage_name(enum bv_evening_stage stage)
{
    return stages[stage];
}

const char *bv_evening_kind_name(enum bv_tourney_kind kind)
{
    return kinds[kind];
}

const char *bv_outcome_name(enum bv_tourney_result outcome)
{
    return outcomes[outcome];
}

/* The place of a word in a list; -1: it is not there. */
static int place_in(const char *const *list, size_t count, const char *word)
{
    for (size_t i = 0; word && i < count; i++)
        if (bv_equal(list[i], word)) return (int)i;
    return -1;
}

/* What we do not know cannot go on. */
static enum bv_evening_stage stage_named(const char *name)
{
    int place = place_in(stages, BV_COUNT(stages), name);
    return place < 0 ? BV_EVENING_CANCELLED : (enum bv_evening_stage)place;
}

bool bv_evening_kind_named(const char *name, enum bv_tourney_kind *kind)
{
    int place = place_in(kinds, BV_COUNT(kinds), name);
    if (place >= 0) *kind = (enum bv_tourney_kind)place;
    return place >= 0;
}

/* ---- Reading ------------------------------------------------------------------------------------------------------ */

static int64_t number_of(const cJSON *object, const char *name)
{
    int64_t number = 0;
    bv_json_get_number(object, name, INT64_MIN, INT64_MAX, &number);
    return number;
}

/* The papers are our own: what they say makes sense. */
static void build(struct bv_evening *evening)
{
    struct bv_tourney *tourney = &evening->tourney;
    struct bv_tourney_rules rules = {.kind = evening->kind,
                                     .rounds = (int)number_of(evening->paper, "rounds"),
                                     .legs = (int)number_of(evening->paper, "legs")};
    if (evening->kind == BV_SWISS && rules.rounds == 0) rules.rounds = 1; /* until it begins */
    bool good = bv_tourney_begin(tourney, rules);
    const cJSON *player = NULL;
    cJSON_ArrayForEach(player, evening->players)
    {
        int number = bv_tourney_join(tourney, (int)number_of(player, "rating"));
        good = good && number != BV_NOBODY;
        bv_tourney_set_away(tourney, number, number_of(player, "left") != 0);
    }
    for (int page = 0; page < BV_EVENING_PAGES; page++) {
        const cJSON *game = NULL;
        cJSON_ArrayForEach(game, evening->page[page])
        {
            int64_t b = number_of(game, "b");
            const char *outcome = bv_json_get_text(game, "outcome", 16);
            struct bv_tourney_game kept = {
                .player = {(uint16_t)number_of(game, "a"), b < 0 ? BV_NOBODY : (uint16_t)b},
                .round = (uint8_t)number_of(game, "round"),
                .result = (uint8_t)place_in(outcomes, BV_COUNT(outcomes), outcome)};
            good = good && bv_tourney_add(tourney, kept);
        }
    }
    BV_ASSERT(good);
    (void)good;
}

struct bv_evening *bv_evening_of(const char *id, cJSON *paper)
{
    struct bv_evening *evening = bv_new(sizeof *evening);
    struct bv_out out = bv_out_into(evening->id, sizeof evening->id);
    bv_put(&out, id);
    evening->paper = paper;
    evening->players = cJSON_GetObjectItemCaseSensitive(paper, "players");
    evening->stage = stage_named(bv_json_get_text(paper, "stage", 16));
    bv_evening_kind_named(bv_json_get_text(paper, "kind", 16), &evening->kind);
    evening->starts = number_of(paper, "starts");
    evening->began = number_of(paper, "began");
    evening->ended = number_of(paper, "ended");
    evening->minutes = number_of(paper, "minutes");
    return evening;
}

void bv_evening_free(struct bv_evening *evening)
{
    if (!evening) return;
    for (int i = 0; i < BV_EVENING_PAGES; i++) cJSON_Delete(evening->page[i]);
    cJSON_Delete(evening->paper);
    free(evening);
}

void bv_evening_page_key(const char *id, int page, char key[BV_PAPER_KEY_MAX + 1])
{
    snprintf(key, BV_PAPER_KEY_MAX + 1, "%s/%03d", id, page);
}

static bool read_pages(struct bv_house *house, struct bv_evening *evening, struct bv_error *error)
{
    int64_t games = number_of(evening->paper, "games");
    for (int page = 0; page * BV_EVENING_PAGE < games; page++) {
        char key[BV_PAPER_KEY_MAX + 1];
        bv_evening_page_key(evening->id, page, key);
        cJSON *paper = bv_desk_read(house->desk, "evening.games", key, error);
        if (!paper && !error->text[0]) bv_error_set(error, "a page of an evening is missing");
        if (!paper) return false;
        evening->page[page] = cJSON_DetachItemFromObjectCaseSensitive(paper, "games");
        cJSON_Delete(paper);
    }
    return true;
}

struct bv_evening *bv_evening_read(struct bv_house *house, const char *id, struct bv_error *error)
{
    error->text[0] = '\0';
    cJSON *paper = *id ? bv_desk_read(house->desk, "evening", id, error) : NULL;
    if (!paper) return NULL;
    struct bv_evening *evening = bv_evening_of(id, paper);
    if (read_pages(house, evening, error)) {
        build(evening);
        return evening;
    }
    bv_evening_free(evening);
    return NULL;
}

/* ---- Writing ------------------------------------------------------------------------------------------------------ */

void bv_evening_set(struct bv_evening *evening, const char *name, int64_t value)
{
    cJSON_DeleteItemFromObjectCaseSensitive(evening->paper, name);
    cJSON_AddNumberToObject(evening->paper, name, (double)value);
}

int64_t bv_evening_rank(const struct bv_evening *evening)
{
    if (evening->began) return evening->began;
    return evening->starts ? evening->starts : number_of(evening->paper, "created");
}

static bool write_for_club(struct bv_house *house, const struct bv_evening *evening,
                           struct bv_error *error)
{
    char kind[BV_PAPER_KIND_MAX + 1];
    const char *club = bv_json_get_text(evening->paper, "club", BV_ID_SIZE - 1);
    if (!club) return true;
    snprintf(kind, sizeof kind, "held.%s", club);
    cJSON *nothing = cJSON_CreateObject();
    bool good =
        bv_desk_write(house->desk, kind, evening->id, bv_evening_rank(evening), nothing, error);
    cJSON_Delete(nothing);
    return good;
}

static bool write_whether_open(struct bv_house *house, const struct bv_evening *evening,
                               struct bv_error *error)
{
    if (evening->stage >= BV_EVENING_OVER)
        return bv_desk_remove(house->desk, "evening.open", evening->id, error);
    cJSON *open = cJSON_CreateObject();
    const char *club = bv_json_get_text(evening->paper, "club", BV_ID_SIZE - 1);
    cJSON_AddStringToObject(open, "owner", bv_json_get_text(evening->paper, "owner", BV_ID_SIZE));
    if (club) cJSON_AddStringToObject(open, "club", club);
    bool good = bv_desk_write(house->desk, "evening.open", evening->id, 0, open, error);
    cJSON_Delete(open);
    return good;
}

bool bv_evening_write(struct bv_house *house, struct bv_evening *evening, struct bv_error *error)
{
    cJSON_ReplaceItemInObjectCaseSensitive(evening->paper, "stage",
                                           cJSON_CreateString(stages[evening->stage]));
    bv_evening_set(evening, "began", evening->began);
    bv_evening_set(evening, "ended", evening->ended);
    return bv_desk_write(house->desk, "evening", evening->id, bv_evening_rank(evening),
                         evening->paper, error) &&
           write_for_club(house, evening, error) && write_whether_open(house, evening, error);
}

bool bv_evening_write_page(struct bv_house *house, const struct bv_evening *evening, int page,
                           struct bv_error *error)
{
    char key[BV_PAPER_KEY_MAX + 1];
    bv_evening_page_key(evening->id, page, key);
    cJSON *paper = cJSON_CreateObject();
    cJSON_AddItemReferenceToObject(paper, "games", evening->page[page]);
    bool good = bv_desk_write(house->desk, "evening.games", key, 0, paper, error);
    cJSON_Delete(paper);
    return good;
}

/* ---- Players and games -------------------------------------------------------------------------------------------- */

int bv_evening_player(const struct bv_evening *evening, const char *person)
{
    int number = 0;
    const cJSON *player = NULL;
    cJSON_ArrayForEach(player, evening->players)
    {
        if (bv_equal(bv_json_get_text(player, "person", BV_ID_SIZE), person)) return number;
        number++;
    }
    return -1;
}

const char *bv_player_person(const struct bv_evening *evening, int player)
{
    return bv_json_get_text(cJSON_GetArrayItem(evening->players, player), "person", BV_ID_SIZE);
}

const char *bv_player_name(const struct bv_evening *evening, int player)
{
    return bv_json_get_text(cJSON_GetArrayItem(evening->players, player), "name",
                            BV_TABLE_NAME_MAX);
}

bool bv_player_left(const struct bv_evening *evening, int player)
{
    return number_of(cJSON_GetArrayItem(evening->players, player), "left") != 0;
}

void bv_player_leave(struct bv_evening *evening, int player, bool left)
{
    cJSON *entry = cJSON_GetArrayItem(evening->players, player);
    cJSON_DeleteItemFromObjectCaseSensitive(entry, "left");
    if (left) cJSON_AddNumberToObject(entry, "left", (double)bv_now());
}

cJSON *bv_evening_game(const struct bv_evening *evening, int game)
{
    return cJSON_GetArrayItem(evening->page[game / BV_EVENING_PAGE], game % BV_EVENING_PAGE);
}

void bv_evening_add(struct bv_evening *evening, int game, const char *table)
{
    const struct bv_tourney_game *paired = &evening->tourney.game[game];
    bool alone = paired->player[1] == BV_NOBODY;
    cJSON *entry = cJSON_CreateObject();
    cJSON_AddNumberToObject(entry, "round", paired->round);
    cJSON_AddNumberToObject(entry, "a", paired->player[0]);
    cJSON_AddNumberToObject(entry, "b", alone ? -1 : paired->player[1]);
    if (table) cJSON_AddStringToObject(entry, "table", table);
    cJSON_AddStringToObject(entry, "outcome", outcomes[paired->result]);
    cJSON **page = &evening->page[game / BV_EVENING_PAGE];
    if (!*page) *page = cJSON_CreateArray();
    cJSON_AddItemToArray(*page, entry);
}

void bv_game_end(cJSON *game, enum bv_tourney_result outcome, const char *result)
{
    cJSON_ReplaceItemInObjectCaseSensitive(game, "outcome", cJSON_CreateString(outcomes[outcome]));
    cJSON_DeleteItemFromObjectCaseSensitive(game, "result");
    if (*result) cJSON_AddStringToObject(game, "result", result);
}

/* Tallies: how many games of each kind somebody has played, won, drawn and lost; those with the computer apart. */
#include "server/people/ratings.h"
#include "server/people/relations.h"

static const char *const counts[] = {"lost", "drawn", "won"}; /* by half points */

static bool has_computer(const struct bv_table *table)
{
    for (int seat = 0; seat < bv_table_terms(table)->form->seats; seat++)
        if (table->chair[seat].level) return true;
    return false;
}

static void add_one(cJSON *tally, const char *field)
{
    cJSON *item = cJSON_GetObjectItemCaseSensitive(tally, field);
    if (item && cJSON_IsNumber(item))
        cJSON_SetNumberValue(item, item->valuedouble + 1);
    else
        cJSON_AddNumberToObject(tally, field, 1);
}

static void tally(struct bv_house *house, const char *person, const char *game, int half_points,
                  bool computer, int64_t at)
{
    char key[BV_PAPER_KEY_MAX + 1];
    struct bv_error trouble;
    bv_pair_key(person, game, key);
    cJSON *paper = bv_desk_read(house->desk, "tally", key, &trouble);
    if (trouble.text[0]) return;
    if (!paper) paper = cJSON_CreateObject();
    cJSON *part = computer ? cJSON_GetObjectItemCaseSensitive(paper, "computer") : paper;
    if (!part) part = cJSON_AddObjectToObject(paper, "computer");
    add_one(part, "games");
    add_one(part, counts[half_points]);
    cJSON_DeleteItemFromObjectCaseSensitive(paper, "last");
    cJSON_AddNumberToObject(paper, "last", (double)at);
    bv_desk_write(house->desk, "tally", key, at, paper, &trouble);
    cJSON_Delete(paper);
}

/* Somebody who holds several seats of a side is counted at the first; who plays against themselves is not counted. */
static bool counts_here(const struct bv_table *table, int seat, const char *person)
{
    const struct bv_terms *terms = bv_table_terms(table);
    bv_seats held = bv_seats_held(table, person);
    return __builtin_ctz(held) == seat &&
           !(held & ~bv_seats_of_side(terms, bv_side_of(terms, seat)));
}

void bv_tally_game(struct bv_house *house, const struct bv_table *table)
{
    const struct bv_terms *terms = bv_table_terms(table);
    bool computer = has_computer(table);
    for (int seat = 0; seat < terms->form->seats; seat++)
        for (int i = 0; i < table->chair[seat].holders; i++) {
            const char *person = table->chair[seat].holder[i].person;
            if (!counts_here(table, seat, person) || !bv_is_known(house, person)) continue;
            tally(house, person, terms->game->id,
                  bv_table_half_points(table, bv_side_of(terms, seat)), computer, table->ended);
        }
}

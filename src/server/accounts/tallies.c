/* Tallies: how many games a person has played, won, drawn and lost, per game; games against the
 * computer are counted separately. */
#include "server/accounts/ratings.h"
#include "server/accounts/relations.h"

static const char *const counts[] = {"lost", "drawn", "won"}; /* by half points */

static bool has_computer(const struct table *table)
{
    for (int seat = 0; seat < table_terms(table)->form->seats; seat++)
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

static void tally(struct accounts *accounts, const char *person, const char *game, int half_points,
                  bool computer, int64_t at)
{
    char key[DOCUMENT_KEY_MAX + 1];
    struct bv_error trouble;
    documents_pair_key(person, game, key);
    cJSON *document = documents_read(accounts->documents, "tally", key, &trouble);
    if (trouble.text[0]) return;
    if (!document) document = cJSON_CreateObject();
    cJSON *part = computer ? cJSON_GetObjectItemCaseSensitive(document, "computer") : document;
    if (!part) part = cJSON_AddObjectToObject(document, "computer");
    add_one(part, "games");
    add_one(part, counts[half_points]);
    cJSON_DeleteItemFromObjectCaseSensitive(document, "last");
    cJSON_AddNumberToObject(document, "last", (double)at);
    documents_write(accounts->documents, "tally", key, at, document, &trouble);
    cJSON_Delete(document);
}

/* A person who holds several seats of a side is counted at the first; a person who plays against
 * themselves is not counted. */
static bool counts_here(const struct table *table, int seat, const char *person)
{
    const struct bv_terms *terms = table_terms(table);
    bv_seats held = table_seats_held(table, person);
    return __builtin_ctz(held) == seat &&
           !(held & ~bv_seats_of_side(terms, bv_side_of(terms, seat)));
}

void rating_tally_game(struct accounts *accounts, const struct table *table)
{
    const struct bv_terms *terms = table_terms(table);
    bool computer = has_computer(table);
    for (int seat = 0; seat < terms->form->seats; seat++)
        for (int i = 0; i < table->chair[seat].holders; i++) {
            const char *person = table->chair[seat].holder[i].person;
            if (!counts_here(table, seat, person) || !person_is_known(accounts, person)) continue;
            tally(accounts, person, terms->game->id,
                  table_half_points(table, bv_side_of(terms, seat)), computer, table->ended);
        }
}

#include "server/accounts/ratings.h"

#include <math.h>

#include "server/accounts/relations.h"
#include "server/delivery/live_tables.h"

void rating_kind(const char *game, char kind[DOCUMENT_KIND_MAX + 1])
{
    struct bv_out out = bv_out_into(kind, DOCUMENT_KIND_MAX + 1);
    bv_put(&out, "rating.");
    bv_put(&out, game);
}

static double number_of(const cJSON *document, const char *field, double otherwise)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(document, field);
    return cJSON_IsNumber(item) ? item->valuedouble : otherwise;
}

struct rating_standing rating_standing_of(const cJSON *document, int64_t now)
{
    struct glicko fresh = glicko_new();
    struct rating_standing standing = {
        .glicko = {number_of(document, "rating", fresh.rating),
                   number_of(document, "deviation", fresh.deviation),
                   number_of(document, "volatility", fresh.volatility)},
        .best = number_of(document, "best", 0),
        .games = (int)number_of(document, "games", 0),
        .won = (int)number_of(document, "won", 0),
        .drawn = (int)number_of(document, "drawn", 0),
        .lost = (int)number_of(document, "lost", 0),
        .last = (int64_t)number_of(document, "last", 0),
    };
    double idle = standing.last && now > standing.last ? (double)(now - standing.last) / 1000 : 0;
    standing.glicko = glicko_aged(standing.glicko, idle / GLICKO_PERIOD_SECONDS);
    return standing;
}

int rating_told(double rating)
{
    return (int)lround(rating);
}

bool rating_is_provisional(const struct rating_standing *standing)
{
    return standing->glicko.deviation >= RATING_PROVISIONAL_DEVIATION;
}

void rating_standing_play(struct rating_standing pair[2], int half_points, int64_t now)
{
    struct glicko glicko[2] = {pair[0].glicko, pair[1].glicko};
    glicko_game(glicko, half_points / 2.0);
    for (int i = 0; i < 2; i++) {
        int own = i ? 2 - half_points : half_points;
        pair[i].glicko = glicko[i];
        pair[i].games++;
        pair[i].won += own == 2;
        pair[i].drawn += own == 1;
        pair[i].lost += own == 0;
        pair[i].last = now;
        if (glicko[i].rating > pair[i].best) pair[i].best = glicko[i].rating;
    }
}

/* ---- A rated game ---------------------------------------------------------------------------- */

/* The player of a side of a rated game; NULL: the side is not held by one account or bot. */
static const char *player_of(struct accounts *accounts, const struct table *table, int side)
{
    bv_seats seats = bv_seats_of_side(table_terms(table), side);
    const struct table_chair *chair = &table->chair[__builtin_ctz(seats)];
    if (table_people_of_side(table, side) != 1 || !chair->holders) return NULL;
    return person_is_known(accounts, chair->holder[0].person) ? chair->holder[0].person : NULL;
}

static bool read_standing(struct accounts *accounts, const char *kind, const char *person,
                          int64_t now, struct rating_standing *standing)
{
    struct bv_error trouble;
    cJSON *document = documents_read(accounts->documents, kind, person, &trouble);
    *standing = rating_standing_of(document, now);
    cJSON_Delete(document);
    return !trouble.text[0];
}

static void write_standing(struct accounts *accounts, const char *kind, const char *person,
                           const struct rating_standing *standing)
{
    struct bv_error trouble;
    cJSON *document = cJSON_CreateObject();
    cJSON_AddNumberToObject(document, "rating", standing->glicko.rating);
    cJSON_AddNumberToObject(document, "deviation", standing->glicko.deviation);
    cJSON_AddNumberToObject(document, "volatility", standing->glicko.volatility);
    cJSON_AddNumberToObject(document, "games", standing->games);
    cJSON_AddNumberToObject(document, "won", standing->won);
    cJSON_AddNumberToObject(document, "drawn", standing->drawn);
    cJSON_AddNumberToObject(document, "lost", standing->lost);
    cJSON_AddNumberToObject(document, "last", (double)standing->last);
    cJSON_AddNumberToObject(document, "best", standing->best);
    documents_write(accounts->documents, kind, person,
                    (int64_t)lround(standing->glicko.rating * 100), document, &trouble);
    cJSON_Delete(document);
}

static void note_change(struct accounts *accounts, struct live_table *live,
                        const struct table_rating_change change[BV_SIDES_MAX])
{
    char text[64];
    struct bv_out out = bv_out_into(text, sizeof text);
    for (int side = 0; side < BV_SIDES_MAX; side++) {
        if (side) bv_put_char(&out, ' ');
        bv_put_number(&out, change[side].before);
        bv_put_char(&out, ' ');
        bv_put_number(&out, change[side].after);
    }
    live_table_apply(
        accounts->tables, live,
        &(struct table_event){
            .verb = TABLE_RATED, .seat = -1, .text = {text, out.length}, .at = live->table->ended});
}

/* If the store cannot be read the game is not rated at all, rather than for one of the two. */
static void rate_game(struct accounts *accounts, struct live_table *live)
{
    char kind[DOCUMENT_KIND_MAX + 1];
    const struct table *table = live->table;
    struct rating_standing pair[BV_SIDES_MAX];
    struct table_rating_change change[BV_SIDES_MAX];
    const char *person[BV_SIDES_MAX];
    rating_kind(table_terms(table)->game->id, kind);
    for (int side = 0; side < BV_SIDES_MAX; side++) {
        person[side] = player_of(accounts, table, side);
        if (!person[side] ||
            !read_standing(accounts, kind, person[side], table->ended, &pair[side]))
            return;
        change[side].before = rating_told(pair[side].glicko.rating);
    }
    if (bv_equal(person[0], person[1])) return;
    rating_standing_play(pair, table_half_points(table, 0), table->ended);
    for (int side = 0; side < BV_SIDES_MAX; side++) {
        write_standing(accounts, kind, person[side], &pair[side]);
        change[side].after = rating_told(pair[side].glicko.rating);
    }
    note_change(accounts, live, change);
}

void rating_count_game(struct accounts *accounts, struct live_table *live)
{
    const struct table *table = live->table;
    if (!table_both_have_played(table) || table_half_points(table, 0) < 0) return;
    rating_tally_game(accounts, table);
    if (table->setup.rated) rate_game(accounts, live);
}

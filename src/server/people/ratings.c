#include "server/people/ratings.h"

#include <math.h>

#include "server/people/relations.h"
#include "server/rooms.h"

void bv_rating_kind(const char *game, char kind[BV_PAPER_KIND_MAX + 1])
{
    struct bv_out out = bv_out_into(kind, BV_PAPER_KIND_MAX + 1);
    bv_put(&out, "rating.");
    bv_put(&out, game);
}

static double number_of(const cJSON *paper, const char *field, double otherwise)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(paper, field);
    return cJSON_IsNumber(item) ? item->valuedouble : otherwise;
}

struct bv_rating_standing bv_standing_of(const cJSON *paper, int64_t now)
{
    struct bv_glicko fresh = bv_glicko_new();
    struct bv_rating_standing standing = {
        .glicko = {number_of(paper, "rating", fresh.rating),
                   number_of(paper, "deviation", fresh.deviation),
                   number_of(paper, "volatility", fresh.volatility)},
        .best = number_of(paper, "best", 0),
        .games = (int)number_of(paper, "games", 0),
        .won = (int)number_of(paper, "won", 0),
        .drawn = (int)number_of(paper, "drawn", 0),
        .lost = (int)number_of(paper, "lost", 0),
        .last = (int64_t)number_of(paper, "last", 0),
    };
    double idle = standing.last && now > standing.last ? (double)(now - standing.last) / 1000 : 0;
    standing.glicko = bv_glicko_aged(standing.glicko, idle / BV_GLICKO_PERIOD_SECONDS);
    return standing;
}

int bv_rating_told(double rating)
{
    return (int)lround(rating);
}

bool bv_is_provisional(const struct bv_rating_standing *standing)
{
    return standing->glicko.deviation >= BV_PROVISIONAL_DEVIATION;
}

void bv_standing_play(struct bv_rating_standing pair[2], int half_points, int64_t now)
{
    struct bv_glicko glicko[2] = {pair[0].glicko, pair[1].glicko};
    bv_glicko_game(glicko, half_points / 2.0);
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

/* ---- A rated game --------------------------------------------------------------------------------------------- */

/* Who plays a side of a rated game; NULL: the side is not one person who can be found again. */
static const char *player_of(struct bv_house *house, const struct bv_table *table, int side)
{
    bv_seats seats = bv_seats_of_side(bv_table_terms(table), side);
    const struct bv_chair *chair = &table->chair[__builtin_ctz(seats)];
    if (bv_people_of_side(table, side) != 1 || !chair->holders) return NULL;
    return bv_is_known(house, chair->holder[0].person) ? chair->holder[0].person : NULL;
}

static bool read_standing(struct bv_house *house, const char *kind, const char *person, int64_t now,
                          struct bv_rating_standing *standing)
{
    struct bv_error trouble;
    cJSON *paper = bv_desk_read(house->desk, kind, person, &trouble);
    *standing = bv_standing_of(paper, now);
    cJSON_Delete(paper);
    return !trouble.text[0];
}

static void write_standing(struct bv_house *house, const char *kind, const char *person,
                           const struct bv_rating_standing *standing)
{
    struct bv_error trouble;
    cJSON *paper = cJSON_CreateObject();
    cJSON_AddNumberToObject(paper, "rating", standing->glicko.rating);
    cJSON_AddNumberToObject(paper, "deviation", standing->glicko.deviation);
    cJSON_AddNumberToObject(paper, "volatility", standing->glicko.volatility);
    cJSON_AddNumberToObject(paper, "games", standing->games);
    cJSON_AddNumberToObject(paper, "won", standing->won);
    cJSON_AddNumberToObject(paper, "drawn", standing->drawn);
    cJSON_AddNumberToObject(paper, "lost", standing->lost);
    cJSON_AddNumberToObject(paper, "last", (double)standing->last);
    cJSON_AddNumberToObject(paper, "best", standing->best);
    bv_desk_write(house->desk, kind, person, (int64_t)lround(standing->glicko.rating * 100), paper,
                  &trouble);
    cJSON_Delete(paper);
}

static void note_change(struct bv_house *house, struct bv_room *room,
                        const struct bv_rating_change change[BV_SIDES_MAX])
{
    char text[64];
    struct bv_out out = bv_out_into(text, sizeof text);
    for (int side = 0; side < BV_SIDES_MAX; side++) {
        if (side) bv_put_char(&out, ' ');
        bv_put_number(&out, change[side].before);
        bv_put_char(&out, ' ');
        bv_put_number(&out, change[side].after);
    }
    bv_room_take(
        house, room,
        &(struct bv_deed){
            .verb = BV_RATED, .seat = -1, .text = {text, out.length}, .at = room->table->ended});
}

/* Where the store cannot be read the game is not rated at all, rather than for one of the two. */
static void rate_game(struct bv_house *house, struct bv_room *room)
{
    char kind[BV_PAPER_KIND_MAX + 1];
    const struct bv_table *table = room->table;
    struct bv_rating_standing pair[BV_SIDES_MAX];
    struct bv_rating_change change[BV_SIDES_MAX];
    const char *person[BV_SIDES_MAX];
    bv_rating_kind(bv_table_terms(table)->game->id, kind);
    for (int side = 0; side < BV_SIDES_MAX; side++) {
        person[side] = player_of(house, table, side);
        if (!person[side] || !read_standing(house, kind, person[side], table->ended, &pair[side]))
            return;
        change[side].before = bv_rating_told(pair[side].glicko.rating);
    }
    if (bv_equal(person[0], person[1])) return;
    bv_standing_play(pair, bv_table_half_points(table, 0), table->ended);
    for (int side = 0; side < BV_SIDES_MAX; side++) {
        write_standing(house, kind, person[side], &pair[side]);
        change[side].after = bv_rating_told(pair[side].glicko.rating);
    }
    note_change(house, room, change);
}

void bv_count_game(struct bv_house *house, struct bv_room *room)
{
    const struct bv_table *table = room->table;
    if (!bv_both_have_played(table) || bv_table_half_points(table, 0) < 0) return;
    bv_tally_game(house, table);
    if (table->setup.rated) rate_game(house, room);
}

#include "tourney/pairing.h"

/*
 * A round is the cheapest matching of those present. What must not happen weighs more than everything below it can
 * weigh together in 128 pairs: a pair's ordinary cost stays below 2^31, all of them below 2^38.
 */
static const int64_t REMATCH = INT64_C(1) << 51;
static const int64_t SECOND_BYE = INT64_C(1) << 45;
static const int64_t SIDE_REFUSED = INT64_C(1) << 38;
static const int64_t HALF_POINT = INT64_C(1) << 18; /* of distance, squared */
static const int64_t FLOAT_AGAIN = INT64_C(1) << 13;
static const int64_t SIDE_DISLIKED = INT64_C(1) << 9; /* for each degree of claim */

/* Somebody to be paired; the field is in order of points, then rating, then number. */
struct entrant {
    int player, points, rating;
    int claim;
    int byes;
    int floated; /* last round: 1 against fewer points, -1 against more */
    int group;   /* how many have the same points, */
    int rank;    /* and how many of them are before this one */
};

struct field {
    int count;
    struct entrant entrant[BV_TOURNEY_PLAYERS];
    int index[BV_TOURNEY_PLAYERS]; /* by player; -1 for those away */
};

static bool is_before(const struct entrant *a, const struct entrant *b)
{
    if (a->points != b->points) return a->points > b->points;
    if (a->rating != b->rating) return a->rating > b->rating;
    return a->player < b->player;
}

static void sort(struct field *field)
{
    for (int i = 1; i < field->count; i++) {
        struct entrant moved = field->entrant[i];
        int at = i;
        for (; at > 0 && is_before(&moved, &field->entrant[at - 1]); at--)
            field->entrant[at] = field->entrant[at - 1];
        field->entrant[at] = moved;
    }
}

static void mark_groups(struct field *field)
{
    for (int begin = 0, end; begin < field->count; begin = end) {
        end = begin;
        while (end < field->count && field->entrant[end].points == field->entrant[begin].points)
            end++;
        for (int i = begin; i < end; i++) {
            field->entrant[i].group = end - begin;
            field->entrant[i].rank = i - begin;
        }
    }
}

/* Who was paired down or up in the last round, by the points before it. */
static void mark_floats(const struct bv_tourney *t, const int *points, struct field *field)
{
    for (int i = 0; i < t->games; i++) {
        const struct bv_tourney_game *game = &t->game[i];
        if (game->round != t->round - 1) continue;
        int before[2] = {0, -1};
        for (int side = 0; side < 2; side++)
            if (game->player[side] != BV_NOBODY)
                before[side] = points[game->player[side]] - bv_half_points(game->result, side);
        for (int side = 0; side < 2; side++) {
            int at = game->player[side] == BV_NOBODY ? -1 : field->index[game->player[side]];
            int ahead = before[side] - before[1 - side];
            if (at >= 0) field->entrant[at].floated = (ahead > 0) - (ahead < 0);
        }
    }
}

static void fill(struct field *field, const struct bv_tourney *t, const int *claim)
{
    int points[BV_TOURNEY_PLAYERS];
    bv_tourney_points(t, points);
    field->count = 0;
    for (int i = 0; i < t->players; i++) {
        field->index[i] = -1;
        if (t->player[i].away) continue;
        field->entrant[field->count++] = (struct entrant){
            .player = i, .points = points[i], .rating = t->player[i].rating, .claim = claim[i]};
    }
    sort(field);
    for (int i = 0; i < field->count; i++) field->index[field->entrant[i].player] = i;
    mark_groups(field);
    mark_floats(t, points, field);
}

static int distance(int a, int b)
{
    return a > b ? a - b : b - a;
}

/* What it costs that both want the same side. */
static int64_t cost_of_sides(int a, int b)
{
    if ((a > 0) != (b > 0) || a == 0 || b == 0) return 0;
    int weaker = distance(a, 0) < distance(b, 0) ? distance(a, 0) : distance(b, 0);
    return weaker >= BV_URGENT_CLAIM ? SIDE_REFUSED : weaker * SIDE_DISLIKED;
}

/* `upper` is before `lower` in the field. */
static int64_t cost_of_pair(const struct entrant *upper, const struct entrant *lower)
{
    int64_t cost = cost_of_sides(upper->claim, lower->claim);
    int64_t down = upper->points - lower->points;
    if (down == 0) return cost + distance(lower->rank - upper->rank, upper->group / 2);
    cost += down * down * HALF_POINT;
    cost += ((upper->floated > 0) + (lower->floated < 0)) * FLOAT_AGAIN;
    /* The last of a group goes down to meet the first of the next. */
    return cost + (upper->group - 1 - upper->rank + lower->rank) / 2;
}

/* A bye belongs to the last. */
static int64_t cost_of_bye(const struct entrant *entrant, const struct entrant *last)
{
    int64_t up = entrant->points - last->points;
    int64_t cost = entrant->byes * SECOND_BYE + up * up * HALF_POINT;
    if (entrant->floated > 0) cost += FLOAT_AGAIN;
    return cost + entrant->group - 1 - entrant->rank;
}

static void set_costs(const struct bv_tourney *t, struct field *field, struct bv_matching *m)
{
    m->count = field->count + field->count % 2;
    for (int a = 0; a < m->count; a++) bv_clear(m->cost[a], sizeof m->cost[a]);
    for (int i = 0; i < t->games; i++) {
        const uint16_t *player = t->game[i].player;
        int a = field->index[player[0]];
        int b = player[1] == BV_NOBODY ? -1 : field->index[player[1]];
        if (a >= 0 && player[1] == BV_NOBODY) field->entrant[a].byes++;
        if (a < 0 || b < 0) continue;
        m->cost[a][b] += REMATCH;
        m->cost[b][a] += REMATCH;
    }
    const struct entrant *last = &field->entrant[field->count - 1];
    for (int b = 0; b < m->count; b++)
        for (int a = 0; a < b; a++) {
            m->cost[a][b] += b < field->count ? cost_of_pair(&field->entrant[a], &field->entrant[b])
                                              : cost_of_bye(&field->entrant[a], last);
            m->cost[b][a] = m->cost[a][b];
        }
}

void bv_pair_swiss(struct bv_tourney *t, struct bv_matching *matching, struct bv_random *random)
{
    struct field field;
    int claim[BV_TOURNEY_PLAYERS];
    int round = t->round;
    bv_side_claims(t, claim);
    fill(&field, t, claim);
    if (field.count < 2) return;
    set_costs(t, &field, matching);
    bv_matching_solve(matching);
    for (int a = 0; a < field.count; a++) {
        int b = matching->partner[a];
        int player = field.entrant[a].player;
        if (b >= field.count)
            bv_tourney_add(t, (struct bv_tourney_game){.player = {(uint16_t)player, BV_NOBODY},
                                                       .round = (uint8_t)round,
                                                       .result = BV_GAME_BYE});
        else if (a < b)
            bv_seat_pair(t, round, player, field.entrant[b].player, claim, random);
    }
}

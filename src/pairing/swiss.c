#include "pairing/rounds.h"

/*
 * A round is the cheapest matching of the players present. What must not happen weighs more than
 * everything below it together in 128 pairs: a pair's ordinary cost stays below 2^31, all of them
 * below 2^38.
 */
static const int64_t REMATCH = INT64_C(1) << 51;
static const int64_t SECOND_BYE = INT64_C(1) << 45;
static const int64_t SIDE_REFUSED = INT64_C(1) << 38;
static const int64_t HALF_POINT = INT64_C(1) << 18; /* of distance, squared */
static const int64_t FLOAT_AGAIN = INT64_C(1) << 13;
static const int64_t SIDE_DISLIKED = INT64_C(1) << 9; /* for each degree of claim */

/* A player to be paired; the field is in order of points, then rating, then number. */
struct spec {
    int player, points, rating;
    int claim;
    int byes;
    int floated; /* last round: 1 against fewer points, -1 against more */
    int group;   /* how many have the same points, */
    int rank;    /* and how many of them are before this one */
};

struct field {
    int count;
    struct spec spec[PAIRING_PLAYERS];
    int index[PAIRING_PLAYERS]; /* by player; -1 for those away */
};

static bool is_before(const struct spec *a, const struct spec *b)
{
    if (a->points != b->points) return a->points > b->points;
    if (a->rating != b->rating) return a->rating > b->rating;
    return a->player < b->player;
}

static void sort(struct field *field)
{
    for (int i = 1; i < field->count; i++) {
        struct spec moved = field->spec[i];
        int at = i;
        for (; at > 0 && is_before(&moved, &field->spec[at - 1]); at--)
            field->spec[at] = field->spec[at - 1];
        field->spec[at] = moved;
    }
}

static void mark_groups(struct field *field)
{
    for (int begin = 0, end; begin < field->count; begin = end) {
        end = begin;
        while (end < field->count && field->spec[end].points == field->spec[begin].points) end++;
        for (int i = begin; i < end; i++) {
            field->spec[i].group = end - begin;
            field->spec[i].rank = i - begin;
        }
    }
}

/* Marks who was paired down or up in the last round, by the points before it. */
static void mark_floats(const struct pairing *t, const int *points, struct field *field)
{
    for (int i = 0; i < t->games; i++) {
        const struct pairing_game *game = &t->game[i];
        if (game->round != t->round - 1) continue;
        int before[2] = {0, -1};
        for (int side = 0; side < 2; side++)
            if (game->player[side] != PAIRING_NONE)
                before[side] = points[game->player[side]] - pairing_half_points(game->result, side);
        for (int side = 0; side < 2; side++) {
            int at = game->player[side] == PAIRING_NONE ? -1 : field->index[game->player[side]];
            int ahead = before[side] - before[1 - side];
            if (at >= 0) field->spec[at].floated = (ahead > 0) - (ahead < 0);
        }
    }
}

static void fill(struct field *field, const struct pairing *t, const int *claim)
{
    int points[PAIRING_PLAYERS];
    pairing_points(t, points);
    field->count = 0;
    for (int i = 0; i < t->players; i++) {
        field->index[i] = -1;
        if (t->player[i].away) continue;
        field->spec[field->count++] = (struct spec){
            .player = i, .points = points[i], .rating = t->player[i].rating, .claim = claim[i]};
    }
    sort(field);
    for (int i = 0; i < field->count; i++) field->index[field->spec[i].player] = i;
    mark_groups(field);
    mark_floats(t, points, field);
}

static int distance(int a, int b)
{
    return a > b ? a - b : b - a;
}

/* The cost when both want the same side. */
static int64_t cost_of_sides(int a, int b)
{
    if ((a > 0) != (b > 0) || a == 0 || b == 0) return 0;
    int weaker = distance(a, 0) < distance(b, 0) ? distance(a, 0) : distance(b, 0);
    return weaker >= ROUNDS_URGENT_CLAIM ? SIDE_REFUSED : weaker * SIDE_DISLIKED;
}

/* `upper` is before `lower` in the field. */
static int64_t cost_of_pair(const struct spec *upper, const struct spec *lower)
{
    int64_t cost = cost_of_sides(upper->claim, lower->claim);
    int64_t down = upper->points - lower->points;
    if (down == 0) return cost + distance(lower->rank - upper->rank, upper->group / 2);
    cost += down * down * HALF_POINT;
    cost += ((upper->floated > 0) + (lower->floated < 0)) * FLOAT_AGAIN;
    /* The last of a group goes down to meet the first of the next. */
    return cost + (upper->group - 1 - upper->rank + lower->rank) / 2;
}

/* The last player should get the bye. */
static int64_t cost_of_bye(const struct spec *spec, const struct spec *last)
{
    int64_t up = spec->points - last->points;
    int64_t cost = spec->byes * SECOND_BYE + up * up * HALF_POINT;
    if (spec->floated > 0) cost += FLOAT_AGAIN;
    return cost + spec->group - 1 - spec->rank;
}

static void set_costs(const struct pairing *t, struct field *field, struct matching *m)
{
    m->count = field->count + field->count % 2;
    for (int a = 0; a < m->count; a++) bv_clear(m->cost[a], sizeof m->cost[a]);
    for (int i = 0; i < t->games; i++) {
        const uint16_t *player = t->game[i].player;
        int a = field->index[player[0]];
        int b = player[1] == PAIRING_NONE ? -1 : field->index[player[1]];
        if (a >= 0 && player[1] == PAIRING_NONE) field->spec[a].byes++;
        if (a < 0 || b < 0) continue;
        m->cost[a][b] += REMATCH;
        m->cost[b][a] += REMATCH;
    }
    const struct spec *last = &field->spec[field->count - 1];
    for (int b = 0; b < m->count; b++)
        for (int a = 0; a < b; a++) {
            m->cost[a][b] += b < field->count ? cost_of_pair(&field->spec[a], &field->spec[b])
                                              : cost_of_bye(&field->spec[a], last);
            m->cost[b][a] = m->cost[a][b];
        }
}

void rounds_swiss(struct pairing *t, struct matching *matching, struct bv_random *random)
{
    struct field field;
    int claim[PAIRING_PLAYERS];
    int round = t->round;
    rounds_side_claims(t, claim);
    fill(&field, t, claim);
    if (field.count < 2) return;
    set_costs(t, &field, matching);
    matching_solve(matching);
    for (int a = 0; a < field.count; a++) {
        int b = matching->partner[a];
        int player = field.spec[a].player;
        if (b >= field.count)
            pairing_add(t, (struct pairing_game){.player = {(uint16_t)player, PAIRING_NONE},
                                                 .round = (uint8_t)round,
                                                 .result = PAIRING_GAME_BYE});
        else if (a < b)
            rounds_seat_pair(t, round, player, field.spec[b].player, claim, random);
    }
}

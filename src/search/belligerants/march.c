#include "search/belligerants/march.h"

enum {
    ROUNDS = 64,             /* more than any march needs to settle */
    NEVER = 50 * BELL_TURN,  /* no way there */
    FREEING = 6 * BELL_TURN, /* what waiting for the Devil costs an army that has others to move */
};

/* One kind of march: who goes where. */
struct journey {
    const struct belligerants_tables *tables;
    uint16_t *turns;
    enum belligerants_gait gait;
    int side;
    bool camp_is_open;
    uint8_t goal; /* ground */
};

static bool may_stand(const struct journey *e, uint8_t ground)
{
    if (!ground) return false;
    return e->gait == BELL_UNHURT || !(ground & (BELL_BLUE | BELL_BLACK)); /* B19 B22 */
}

static bool is_hurt(const struct journey *e, uint8_t ground)
{
    return e->gait != BELL_UNHURT && ground & (BELL_WHITE | BELL_GREY); /* B20 B21 */
}

/* The best end of all paths of one length. */
static uint16_t best_of_paths(const struct journey *e, int from, int group, uint8_t barrier)
{
    const struct belligerants_tables *t = e->tables;
    uint16_t best = NEVER;
    for (int i = t->group[from][group]; i < t->group[from][group + 1]; i++) {
        const struct belligerants_path *path = &t->path[i];
        if (path->touched & barrier || !may_stand(e, path->ground)) continue;
        if (e->turns[path->end] < best) best = e->turns[path->end];
    }
    return best;
}

/*
 * The turns from a square, by those from all others: a number that does not suit is left to another
 * pawn; the Devil takes the best of all and does not end the turn (B7).
 */
static uint16_t turns_from(const struct journey *e, int from)
{
    uint8_t ground = e->tables->ground[from];
    uint8_t barrier = belligerants_closed_ground(e->camp_is_open, e->side, ground, 0);
    uint32_t here = e->turns[from];
    uint32_t best = here;
    uint32_t sum = BELL_TURN * 6;
    for (int number = 0; number < BELL_LONGEST; number++) {
        uint16_t turns = best_of_paths(e, from, number, barrier);
        if (e->gait != BELL_ON_FOOT) {
            uint16_t wet = best_of_paths(e, from, number + BELL_LONGEST, barrier);
            if (wet < turns) turns = wet;
        }
        sum += turns < here ? turns : here;
        if (turns < best) best = turns;
    }
    if (is_hurt(e, ground)) return (uint16_t)(best + FREEING < NEVER ? best + FREEING : NEVER);
    sum += best;
    sum -= BELL_TURN; /* the Devil's second roll */
    return (uint16_t)(sum / 6);
}

static void run(const struct journey *e)
{
    const uint8_t *ground = e->tables->ground;
    for (int square = 0; square < BELL_SQUARES_MAX; square++)
        e->turns[square] = ground[square] & e->goal ? 0 : NEVER;
    bool changed = true;
    for (int round = 0; round < ROUNDS && changed; round++) {
        changed = false;
        for (int square = 0; square < BELL_SQUARES_MAX; square++) {
            if (ground[square] & e->goal || !may_stand(e, ground[square])) continue;
            uint16_t turns = turns_from(e, square);
            if (turns >= e->turns[square]) continue;
            e->turns[square] = turns;
            changed = true;
        }
    }
}

static void make_turns(struct belligerants_march *march, const struct belligerants_tables *t)
{
    for (int gait = 0; gait < BELL_GAITS; gait++) {
        for (int side = BELL_J; side <= BELL_R; side++) {
            struct journey journey = {
                .tables = t,
                .turns = march->inside[gait][side],
                .gait = (enum belligerants_gait)gait,
                .side = side,
                .camp_is_open = march->camp_is_open,
                .goal = belligerants_camp_of(!side),
            };
            run(&journey);
            journey.turns = march->leave[gait][side];
            journey.goal = BELL_OPEN | belligerants_camp_of(!side);
            run(&journey);
        }
    }
}

static void sort_by_value(struct belligerants_march *march)
{
    for (int slot = 0; slot < BELL_SLOTS; slot++) {
        int at = slot;
        for (; at > 0 && march->value[march->by_value[at - 1]] < march->value[slot]; at--)
            march->by_value[at] = march->by_value[at - 1];
        march->by_value[at] = (uint8_t)slot;
    }
}

static void make_army(struct belligerants_march *march, const struct belligerants_tables *t)
{
    bv_clear(march->takers, sizeof march->takers);
    for (int slot = 0; slot < BELL_SLOTS; slot++) {
        uint8_t trait = t->trait[slot];
        march->gait[slot] = trait & BELL_HARDY   ? BELL_UNHURT
                            : trait & BELL_FLIES ? BELL_IN_THE_AIR
                                                 : BELL_ON_FOOT;
        march->value[slot] = t->value[t->kind[slot]];
        if (t->kind[slot] == BELL_AM) continue; /* B20: takes the wounded alone */
        for (uint32_t left = t->victims[t->kind[slot]]; left; left &= left - 1)
            march->takers[t->kind[__builtin_ctz(left)]] |= belligerants_bit(slot);
    }
    sort_by_value(march);
}

/* All paths, sorted by origin and end: counted first, then set down from behind. */
static void make_lanes(struct belligerants_march *march, const struct belligerants_tables *t)
{
    bv_clear(march->first, sizeof march->first);
    for (int from = 0; from < BELL_SQUARES_MAX; from++) {
        if (!t->ground[from]) continue;
        for (int i = t->group[from][0]; i < t->group[from][BELL_GROUPS]; i++)
            march->first[from * BELL_SQUARES_MAX + t->path[i].end]++;
    }
    uint32_t sum = 0;
    for (size_t i = 0; i < BV_COUNT(march->first); i++) {
        sum += march->first[i];
        march->first[i] = (uint16_t)sum;
    }
    for (int from = 0; from < BELL_SQUARES_MAX; from++) {
        for (int group = 0; group < BELL_GROUPS && t->ground[from]; group++) {
            for (int i = t->group[from][group]; i < t->group[from][group + 1]; i++) {
                const struct belligerants_path *path = &t->path[i];
                march->lane[--march->first[from * BELL_SQUARES_MAX + path->end]] =
                    (struct belligerants_lane){
                        .way = path->way,
                        .file = path->file,
                        .touched = path->touched,
                        .length = (uint8_t)(group % BELL_LONGEST + 1),
                        .is_wet = group >= BELL_LONGEST,
                    };
            }
        }
    }
}

void belligerants_march_make(struct belligerants_march *march, const struct bv_terms *terms)
{
    const struct belligerants_tables *tables = &terms->tables->belligerants;
    march->camp_is_open = belligerants_is_camp_open(terms);
    make_army(march, tables);
    make_turns(march, tables);
    make_lanes(march, tables);
}

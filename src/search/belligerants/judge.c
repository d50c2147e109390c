#include "search/belligerants/judge.h"

enum {
    /* In points. */
    ENCIRCLED = 100, /* what a taker loses on grey ground */
    TEMPO = 60,      /* a turn less to march */
    DANGER = 60,     /* of a pawn's value, thousandths for each enemy that could ever take it */
    STILL = 30,      /* percent that a pawn counts which seems to come too late */
    /* Of an expected take, percent. */
    NEXT_ROLL = 90,
    LATER_ROLL = 20,
    /* Uncertainty: the lead that wins six times in seven, now and for each turn to come. */
    SPREAD = 800,
    SPREAD_PER_TURN = 60,
};

/* A position being judged. */
struct glance {
    const struct belligerants_march *march;
    const struct belligerants_tables *tables;
    const struct belligerants_state *state;
    uint64_t window[BELL_FILES_MAX]; /* pawns in the four files from each on */
    /* By side. */
    uint32_t inside[2];  /* slots in the enemy camp */
    uint32_t hurt[2];    /* slots wounded or encircled */
    uint32_t takable[2]; /* slots that some enemy might take where they stand */
    uint32_t wounded[2]; /* slots that the enemy's ambulance might take */
    int32_t points[2];   /* that are certain: inside and prisoners */
    int32_t turns[2];    /* until all are inside */
    int32_t leaving[2];  /* of these, until the own camp is empty */
    uint8_t closed[2];   /* the enemy camp, as long as it may not be entered (B23) */
    /* By slot. */
    int32_t worth[BELL_SLOTS]; /* points that it will still bring */
};

/* ---- The board ------------------------------------------------------------------------------- */

static void look_along_files(struct glance *g)
{
    const struct belligerants_state *s = g->state;
    uint64_t pawns[5] = {0}; /* squares as bits; the fifth word is beyond the last file */
    for (uint32_t left = s->held[BELL_J] | s->held[BELL_R]; left; left &= left - 1) {
        unsigned square = s->place[__builtin_ctz(left)];
        pawns[square / 64] |= (uint64_t)1 << square % 64;
    }
    belligerants_windows(pawns, g->window);
}

static void look_at_side(struct glance *g, int side)
{
    const struct belligerants_tables *t = g->tables;
    const struct belligerants_march *march = g->march;
    const struct belligerants_state *s = g->state;
    uint8_t enemy_camp = belligerants_camp_of(!side);
    uint8_t own_camp = belligerants_camp_of(side);
    uint8_t stood_on = 0;
    for (uint32_t left = s->held[side]; left; left &= left - 1) {
        int slot = __builtin_ctz(left);
        uint32_t bit = left & -left;
        int square = s->place[slot];
        uint8_t ground = t->ground[square];
        stood_on |= ground;
        if (ground & enemy_camp) {
            g->inside[side] |= bit;
            g->points[side] += 2 * march->value[slot]; /* B27 */
            continue;
        }
        g->turns[side] += march->inside[march->gait[slot]][side][square];
        if (ground & own_camp) g->leaving[side] += march->leave[march->gait[slot]][side][square];
        if (belligerants_stands_hurt(t, slot, ground, BELL_WHITE | BELL_GREY)) g->hurt[side] |= bit;
        if (ground & BELL_GREEN || belligerants_is_guarded(t, s, side, square)) continue; /* B13 */
        if (belligerants_stands_hurt(t, slot, ground, BELL_WHITE))
            g->wounded[side] |= bit; /* B20 */
        else
            g->takable[side] |= bit; /* B13 */
    }
    g->closed[side] = belligerants_closed_camp(side, stood_on);
}

static void count_prisoners(struct glance *g)
{
    const struct belligerants_state *s = g->state;
    uint32_t off_board = ~(s->held[BELL_J] | s->held[BELL_R]) & (((uint32_t)1 << BELL_SLOTS) - 1);
    for (; off_board; off_board &= off_board - 1) {
        int slot = __builtin_ctz(off_board);
        int place = s->place[slot];
        if (place == BELL_PRISONER_OF_J) g->points[BELL_J] += g->march->value[slot];
        if (place == BELL_PRISONER_OF_R) g->points[BELL_R] += g->march->value[slot];
    }
}

/* ---- Marching -------------------------------------------------------------------------------- */

/* What a side will have brought in after so many turns, the best first; returns the points. */
static int32_t bring_in(struct glance *g, int side, int32_t turns)
{
    const struct belligerants_march *march = g->march;
    const struct belligerants_state *s = g->state;
    uint32_t under_way = s->held[side] & ~g->inside[side];
    int32_t points = 0;
    turns -= g->leaving[side];
    for (int i = 0; i < BELL_SLOTS; i++) {
        int slot = march->by_value[i];
        if (!(under_way & belligerants_bit(slot))) continue;
        int square = s->place[slot];
        int32_t needs = march->inside[march->gait[slot]][side][square];
        if (g->tables->ground[square] & belligerants_camp_of(side))
            needs -= march->leave[march->gait[slot]][side][square];
        int32_t full = 2 * march->value[slot]; /* B27 */
        int32_t worth = full;
        if (needs > turns) worth = turns > 0 ? full * turns / needs : 0;
        worth = (worth * (100 - STILL) + full * STILL) / 100;
        turns -= needs;
        g->worth[slot] = worth;
        points += worth;
    }
    return points;
}

/* What the pawns of a side that are under way have to fear from the enemies that are. */
static int32_t danger(const struct glance *g, int side)
{
    uint32_t hunters = g->state->held[!side] & ~g->inside[!side];
    int32_t sum = 0;
    for (uint32_t left = g->state->held[side] & ~g->inside[side]; left; left &= left - 1) {
        int slot = __builtin_ctz(left);
        int count = __builtin_popcount(hunters & g->march->takers[g->tables->kind[slot]]);
        sum += g->march->value[slot] * count;
    }
    return sum * DANGER / 1000;
}

/* ---- Fighting -------------------------------------------------------------------------------- */

/* The best take for each number, in points. */
struct takes {
    int32_t best[BELL_DEVIL + 1];
};

/* What a pawn wins by a capture, and loses by the ground where it then is. */
static int32_t gain(const struct glance *g, int taker, int victim)
{
    uint8_t ground = g->tables->ground[g->state->place[victim]];
    int32_t points = g->march->value[victim] + g->worth[victim];
    if (g->march->gait[taker] == BELL_UNHURT) return points;
    if (ground & BELL_BLACK) points -= g->worth[taker]; /* B22 */
    if (ground & BELL_GREY) points -= ENCIRCLED;        /* B21 */
    return points;
}

static void note(struct takes *takes, unsigned numbers, int32_t points, bool only_devil)
{
    if (points > takes->best[BELL_DEVIL]) takes->best[BELL_DEVIL] = points;
    if (only_devil) return; /* B20 B21 */
    for (; numbers; numbers &= numbers - 1) {
        int number = __builtin_ctz(numbers);
        if (points > takes->best[number]) takes->best[number] = points;
    }
}

/* The ground that a pawn may not touch. */
static uint8_t barrier_of(const struct glance *g, int side, int slot)
{
    uint8_t ground = g->tables->ground[g->state->place[slot]];
    uint8_t water = g->march->gait[slot] == BELL_UNHURT ? 0 : BELL_BLUE; /* B19 */
    return belligerants_closed_ground(g->march->camp_is_open, side, ground, g->closed[side]) |
           water;
}

static void note_takes_of(const struct glance *g, int side, int slot, struct takes *takes)
{
    static const uint64_t nothing[BELL_FILES_MAX] = {0};
    const struct belligerants_tables *t = g->tables;
    const uint8_t *place = g->state->place;
    int kind = t->kind[slot];
    int from = place[slot];
    uint32_t victims = kind == BELL_AM ? g->wounded[!side] : g->takable[!side];
    bool hurt = g->hurt[side] & belligerants_bit(slot);
    for (victims &= t->victims[kind]; victims; victims &= victims - 1) {
        int victim = __builtin_ctz(victims);
        if (!t->lengths[from][place[victim]]) continue;
        const uint64_t *window =
            g->march->gait[slot] == BELL_IN_THE_AIR ? nothing : g->window; /* B9 */
        unsigned numbers =
            belligerants_numbers(g->march, from, place[victim], window, barrier_of(g, side, slot),
                                 t->trait[slot] & BELL_WET);
        if (!numbers) continue;
        note(takes, numbers, gain(g, slot, victim), hurt);
    }
}

/* What the next roll of a side is worth, in points. */
static int32_t expected_take(const struct glance *g, int side)
{
    struct takes takes = {{0}};
    int32_t sum = 0;
    for (uint32_t left = g->state->held[side]; left; left &= left - 1)
        note_takes_of(g, side, __builtin_ctz(left), &takes);
    for (int number = 1; number <= BELL_DEVIL; number++) sum += takes.best[number];
    return sum / 6;
}

/* ---- The outlook ----------------------------------------------------------------------------- */

/* From minus one to one, like a sigmoid: a lead as large as the spread makes 0.7. */
static float certainty(int32_t lead, int32_t left)
{
    double spread = SPREAD + SPREAD_PER_TURN * (double)left / BELL_TURN;
    double x = lead / spread;
    return (float)(x / __builtin_sqrt(1 + x * x));
}

struct belligerants_outlook belligerants_judge(const struct belligerants_march *march,
                                               const struct belligerants_tables *tables,
                                               const struct belligerants_state *state)
{
    struct glance g = {.march = march, .tables = tables, .state = state};
    int first = state->turn;
    look_along_files(&g);
    look_at_side(&g, BELL_J);
    look_at_side(&g, BELL_R);
    count_prisoners(&g);
    g.turns[!first] += BELL_TURN / 2; /* it has to wait */
    int32_t left = g.turns[BELL_J] < g.turns[BELL_R] ? g.turns[BELL_J] : g.turns[BELL_R];
    int32_t lead = g.points[BELL_J] - g.points[BELL_R];
    lead += bring_in(&g, BELL_J, left) - bring_in(&g, BELL_R, left);
    lead += (g.turns[BELL_R] - g.turns[BELL_J]) * TEMPO / BELL_TURN;
    lead -= danger(&g, BELL_J) - danger(&g, BELL_R);
    int32_t fight = expected_take(&g, first) * NEXT_ROLL - expected_take(&g, !first) * LATER_ROLL;
    lead += (first == BELL_J ? fight : -fight) / 100;
    return (struct belligerants_outlook){
        .lead = lead, .left = left, .chance = 0.5F + 0.5F * certainty(lead, left)};
}

/*
 * Who is to act and what they may choose, the start and the result. What a choice does is in
 * turn.c, the moves themselves in moves.c.
 */
#include "games/storage.h"

void belligerants_start(const struct bv_terms *terms, union bv_state *state)
{
    struct belligerants_state *s = &state->belligerants;
    (void)terms;
    bv_clear(s, sizeof *s);
    for (int slot = 0; slot < BELL_SLOTS; slot++) s->place[slot] = BELL_IN_HAND;
}

bv_seats belligerants_to_act(const struct bv_terms *terms, const union bv_state *state)
{
    const struct belligerants_state *s = &state->belligerants;
    (void)terms;
    switch ((enum belligerants_phase)s->phase) {
    case BELL_SETUP:
        return (s->placed[BELL_J] < BELL_ARMY ? bv_seat_bit(BELL_J) : 0) | /* B5 */
               (s->placed[BELL_R] < BELL_ARMY ? bv_seat_bit(BELL_R) : 0);  /* B5 */
    case BELL_LOTS:
    case BELL_ROLL: return bv_seat_bit(BV_CHANCE); /* B6 B7 */
    case BELL_ASK:
    case BELL_ANSWER:
    case BELL_MOVE: return bv_seat_bit(s->turn); /* B7 B28 */
    case BELL_PRICE:
    case BELL_FORFEIT: return bv_seat_bit(!s->turn); /* B15 B28 */
    case BELL_OVER: break;
    }
    return 0;
}

/* Few plies are moves, and these take nearly all the time. */
int belligerants_order(const union bv_state *state)
{
    return state->belligerants.phase == BELL_MOVE;
}

/* ---- Choices --------------------------------------------------------------------------------- */

/* The squares of the camp, by their place in it, that no pawn stands on yet. */
static uint32_t free_places(const struct belligerants_tables *t, const struct belligerants_state *s,
                            int side)
{
    const uint8_t *place = s->place + side * BELL_ARMY;
    uint32_t taken = 0;
    for (int pawn = 0; pawn < s->placed[side]; pawn++)
        taken |= (uint32_t)1 << t->camp_place[place[pawn]];
    return (((uint32_t)1 << BELL_ARMY) - 1) & ~taken; /* B5 */
}

static uint32_t without_highest(uint32_t set)
{
    return set & ~((uint32_t)1 << (31 - __builtin_clz(set)));
}

static uint32_t placings(const struct belligerants_tables *t, const struct belligerants_state *s,
                         int side, bv_action *list)
{
    int slot = side * BELL_ARMY + s->placed[side];
    bool is_first = slot == t->first_alike[slot];
    uint32_t free = free_places(t, s, side);
    uint32_t count = 0;
    /* Pawns alike go down in increasing order, and each leaves room above it for those to come. */
    if (!is_first) free &= UINT32_MAX << t->camp_place[s->place[slot - 1]];                 /* B5 */
    for (int left = t->last_alike[slot]; left > slot; left--) free = without_highest(free); /* B5 */
    for (; free; free &= free - 1)
        list[count++] =
            belligerants_action(BELL_DO_PLACE, t->camp[side][__builtin_ctz(free)], t->kind[slot]);
    return count;
}

static uint32_t prices(bv_action *list)
{
    uint32_t count = 0;
    for (int price = 1; price <= BELL_PRICE_MOST; price++) /* B28 */
        list[count++] = belligerants_action(BELL_DO_PRICE, 0, price);
    return count;
}

static uint32_t forfeits(const struct belligerants_state *s, bv_action *list)
{
    uint32_t count = 0;
    for (uint32_t left = s->forfeit; left; left &= left - 1)
        list[count++] = belligerants_action(BELL_DO_FORFEIT, s->place[__builtin_ctz(left)], 0);
    return count;
}

/* B15: keeps only the takes of a list, if there are any. */
static uint32_t only_takes(bv_action *list, uint32_t count)
{
    uint32_t takes = 0;
    for (uint32_t i = 0; i < count; i++)
        if (list[i] & BELL_TAKES) list[takes++] = list[i]; /* B15 */
    return takes ? takes : count;                          /* B15 */
}

static uint32_t moves(const struct bv_terms *terms, const struct belligerants_state *s,
                      bv_action *list)
{
    uint32_t count = belligerants_moves(terms, s, list);
    if (belligerants_is_forced(terms)) count = only_takes(list, count);  /* B15 */
    if (!count) list[count++] = belligerants_action(BELL_DO_PASS, 0, 0); /* B11 */
    return count;
}

static uint32_t two(bv_action *list, enum belligerants_action_kind one,
                    enum belligerants_action_kind other)
{
    list[0] = belligerants_action(one, 0, 0);
    list[1] = belligerants_action(other, 0, 0);
    return 2;
}

uint32_t belligerants_legal(const struct bv_terms *terms, const union bv_state *state, int seat,
                            bv_action *list)
{
    const struct belligerants_state *s = &state->belligerants;
    switch ((enum belligerants_phase)s->phase) {
    case BELL_SETUP: return placings(&terms->tables->belligerants, s, seat, list);
    case BELL_ASK: return two(list, BELL_DO_ASK, BELL_DO_ROLL);
    case BELL_PRICE: return prices(list);
    case BELL_ANSWER: return two(list, BELL_DO_ACCEPT, BELL_DO_REFUSE);
    case BELL_MOVE: return moves(terms, s, list);
    case BELL_FORFEIT: return forfeits(s, list);
    case BELL_LOTS:
    case BELL_ROLL:
    case BELL_OVER: break;
    }
    return 0;
}

uint32_t belligerants_chance(const struct bv_terms *terms, const union bv_state *state,
                             struct bv_outcome *list)
{
    uint32_t count = 0;
    (void)terms;
    if (state->belligerants.phase == BELL_LOTS) {
        for (int side = BELL_J; side <= BELL_R; side++) /* B6 */
            list[count++] = (struct bv_outcome){belligerants_action(BELL_DO_LOTS, 0, side), 1};
        return count;
    }
    for (int number = 1; number <= BELL_DEVIL; number++) /* B4 */
        list[count++] = (struct bv_outcome){belligerants_action(BELL_DO_DIE, 0, number), 1};
    return count;
}

/* ---- The end --------------------------------------------------------------------------------- */

/* B27: twice the value of what is inside the enemy camp, and the value of the prisoners held. */
int belligerants_score(const struct belligerants_tables *t, const struct belligerants_state *s,
                       int side)
{
    int score = 0;
    for (int slot = 0; slot < BELL_SLOTS; slot++) {
        int value = t->value[t->kind[slot]];
        int place = s->place[slot];
        bool inside = t->ground[place] & belligerants_camp_of(!side);
        if (inside && s->held[side] & belligerants_bit(slot)) score += 2 * value; /* B27 */
        if (place == BELL_PRISONER_OF_J + side) score += value;                   /* B12 B27 */
    }
    return score;
}

struct bv_result belligerants_result(const struct bv_terms *terms, const union bv_state *state)
{
    const struct belligerants_tables *t = &terms->tables->belligerants;
    const struct belligerants_state *s = &state->belligerants;
    int lead = belligerants_score(t, s, BELL_J) - belligerants_score(t, s, BELL_R); /* B27 */
    if (s->reason == BELL_ARMISTICE)
        lead = s->price * BELL_PRICE_UNIT * (s->turn == BELL_R ? 1 : -1); /* B28 */
    return (struct bv_result){
        .half_points = {lead > 0 ? 2 : lead == 0, lead < 0 ? 2 : lead == 0}, /* B27 */
        .reason = s->reason,
        .has_margin = true,
        .margin = lead < 0 ? -lead : lead,
    };
}

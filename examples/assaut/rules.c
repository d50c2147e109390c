/* The rules, clause by clause (rules.md). */
#include "games/storage.h"

static uint64_t occupied(const struct assaut_state *s)
{
    return s->piece[ASSAUT_SOLDIERS] | s->piece[ASSAUT_OFFICERS];
}

/* Where an Officer on a point can leap to (A7). */
static uint64_t leaps(const struct assaut_tables *t, const struct assaut_state *s, int from)
{
    uint64_t found = 0;
    for (uint64_t prey = t->near[from] & s->piece[ASSAUT_SOLDIERS]; prey;) {
        int over = bv_take64(&prey);
        int to = 2 * over - from; /* straight on, if a line leads there */
        if (to >= 0 && to < ASSAUT_POINTS) found |= t->near[over] & assaut_bit(to);
    }
    return found & ~occupied(s);
}

/* The Officers that can capture. */
static uint64_t able(const struct assaut_tables *t, const struct assaut_state *s)
{
    uint64_t found = 0;
    for (uint64_t left = s->piece[ASSAUT_OFFICERS]; left;) {
        int from = bv_take64(&left);
        if (leaps(t, s, from)) found |= assaut_bit(from);
    }
    return found;
}

static uint64_t steps(const struct assaut_tables *t, const struct assaut_state *s, int from)
{
    return (s->side == ASSAUT_SOLDIERS ? t->march : t->near)[from] & ~occupied(s); /* A4 A5 A6 */
}

static bool stuck(const struct assaut_tables *t, const struct assaut_state *s)
{
    for (uint64_t left = s->piece[s->side]; left;)
        if (steps(t, s, bv_take64(&left))) return false;
    return s->side == ASSAUT_SOLDIERS || !able(t, s);
}

int assaut_standing(const struct assaut_tables *t, const struct assaut_state *s)
{
    uint64_t soldiers = s->piece[ASSAUT_SOLDIERS];
    if (!(t->fortress & ~soldiers)) return ASSAUT_STORMED;                      /* A10 */
    if (!s->piece[ASSAUT_OFFICERS]) return ASSAUT_DISARMED;                     /* A11 */
    if (bv_count64(soldiers) < bv_count64(t->fortress)) return ASSAUT_REPELLED; /* A13 */
    if (!stuck(t, s)) return ASSAUT_RUNNING;
    return s->side == ASSAUT_OFFICERS ? ASSAUT_TRAPPED : ASSAUT_HALTED; /* A12 A14 */
}

void assaut_start(const struct bv_terms *terms, union bv_state *state)
{
    const struct assaut_tables *t = &terms->tables->assaut;
    state->assaut = (struct assaut_state){.piece = {t->piece[0], t->piece[1]}}; /* A2 A3 */
}

bv_seats assaut_to_act(const struct bv_terms *terms, const union bv_state *state)
{
    (void)terms;
    return state->assaut.standing == ASSAUT_RUNNING ? bv_seat_bit(state->assaut.side) : 0;
}

static uint32_t add(bv_action *list, uint32_t count, int from, uint64_t targets)
{
    while (targets) list[count++] = assaut_action(from, bv_take64(&targets));
    return count;
}

uint32_t assaut_legal(const struct bv_terms *terms, const union bv_state *state, int seat,
                      bv_action *list)
{
    const struct assaut_tables *t = &terms->tables->assaut;
    const struct assaut_state *s = &state->assaut;
    uint32_t count = 0;
    (void)seat;
    if (s->leaping) return add(list, 0, s->leaping - 1, leaps(t, s, s->leaping - 1)); /* A8 */
    bool officers = s->side == ASSAUT_OFFICERS;
    bool must =
        officers && terms->option[ASSAUT_OVERSIGHT] == ASSAUT_ENFORCED && able(t, s); /* A9 */
    for (uint64_t left = s->piece[s->side]; left;) {
        int from = bv_take64(&left);
        if (officers) count = add(list, count, from, leaps(t, s, from));
        if (!must) count = add(list, count, from, steps(t, s, from));
    }
    return count;
}

void assaut_apply(const struct bv_terms *terms, union bv_state *state, int seat, bv_action action,
                  struct bv_past *past)
{
    const struct assaut_tables *t = &terms->tables->assaut;
    struct assaut_state *s = &state->assaut;
    int from = assaut_from(action);
    int to = assaut_to(action);
    bool leap = !(t->near[from] & assaut_bit(to));
    uint64_t idle = s->side == ASSAUT_OFFICERS && !leap ? able(t, s) : 0;
    (void)seat;
    (void)past;
    s->piece[s->side] ^= assaut_bit(from) | assaut_bit(to);
    if (leap) s->piece[ASSAUT_SOLDIERS] &= ~assaut_bit((from + to) / 2);
    if (idle & assaut_bit(from)) idle = assaut_bit(to); /* A9: the one that stepped */
    s->piece[ASSAUT_OFFICERS] &= ~idle;
    s->leaping = leap && leaps(t, s, to) ? (uint8_t)(to + 1) : 0; /* A8 */
    if (!s->leaping) s->side = !s->side;
    s->standing = (uint8_t)assaut_standing(t, s);
    if (s->standing == ASSAUT_RUNNING || !s->leaping) return;
    s->leaping = 0; /* The last Soldier that mattered is gone: nobody leaps on. */
    s->side = !s->side;
}

struct bv_result assaut_result(const struct bv_terms *terms, const union bv_state *state)
{
    int standing = state->assaut.standing;
    int winner = standing >= ASSAUT_REPELLED ? ASSAUT_OFFICERS : ASSAUT_SOLDIERS;
    struct bv_result result = {.reason = (uint8_t)(standing - 1)};
    (void)terms;
    result.half_points[winner] = 2;
    return result;
}

const char *assaut_check(const struct bv_terms *terms, const union bv_state *state)
{
    static const uint8_t nothing[sizeof state->assaut.unused];
    const struct assaut_tables *t = &terms->tables->assaut;
    const struct assaut_state *s = &state->assaut;
    if (occupied(s) & ~t->points) return "a piece stands off the board";
    if (s->piece[ASSAUT_SOLDIERS] & s->piece[ASSAUT_OFFICERS]) return "two pieces on one point";
    for (int side = 0; side < 2; side++)
        if (bv_count64(s->piece[side]) > bv_count64(t->piece[side])) return "too many pieces";
    if (s->side > ASSAUT_OFFICERS) return "no such side";
    if (!bv_same(s->unused, nothing, sizeof nothing)) return "bytes without use are not nought";
    if (s->leaping &&
        (s->leaping > ASSAUT_POINTS || s->side != ASSAUT_OFFICERS ||
         !(s->piece[ASSAUT_OFFICERS] & assaut_bit(s->leaping - 1)) || !leaps(t, s, s->leaping - 1)))
        return "no Officer can leap on there";
    if (s->standing != assaut_standing(t, s)) return "the end is not told as it is";
    if (s->standing && s->leaping) return "a leap in a game that is over";
    return NULL;
}

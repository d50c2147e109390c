/*
 * Where men may go. Every step is written down before it is known to be possible, and the end of the list
 * advances only if it is: most points around a man are free or not in no pattern, and a wrong guess of a branch
 * costs more than a wasted store. Steps off the board lead nowhere, which is a wall.
 *
 * Only the garrison captures, and whether a besieger is protected does not depend on who would capture it: the
 * capturing piece stays where it stands while one looks.
 */
#include "core/bits.h"
#include "games/storage.h"

/* ---- Besiegers ---------------------------------------------------------------------------------------- */

struct besieger {
    const struct paris_tables *tables;
    const struct paris_state *state;
    bv_action *end;
};

/* Up to `reach` squares in one straight line, as long as they are empty. */
static inline void walk(struct besieger *walker, int from, int direction, int reach)
{
    const uint8_t *ray = walker->tables->ray[from][direction];
    bool open = true;
    for (int i = 0; i < reach; i++) {
        open &= walker->state->at[ray[i]] == PARIS_EMPTY; /* P7 P8 P9 P12 */
        *walker->end = paris_action(PARIS_DEED_MOVE, from, ray[i]);
        walker->end += open;
    }
}

/* Forward or sideways. */
static inline void walk_straight(struct besieger *walker, int from, int heading, int reach)
{
    walk(walker, from, PARIS_UP | heading, reach);
    walk(walker, from, PARIS_LEFT, reach);
    walk(walker, from, PARIS_RIGHT, reach);
}

static inline void walk_forward_diagonals(struct besieger *walker, int from, int heading, int reach)
{
    walk(walker, from, PARIS_UP_LEFT | heading, reach);
    walk(walker, from, PARIS_UP_RIGHT | heading, reach);
}

/* A diagonal keeps its colour by itself. */
static inline void walk_diagonals(struct besieger *walker, int from, int heading, int reach,
                                  bool forward_only)
{
    walk_forward_diagonals(walker, from, heading, reach);
    if (forward_only) return;                                 /* P10 */
    walk_forward_diagonals(walker, from, heading ^ 1, reach); /* P10 */
}

/* Whether a besieger on one end of a line may step to the other, if that is empty. */
static bool may_step(const struct paris_tables *tables, int piece, int to)
{
    return paris_is_circle(to) || !paris_keeps_colour(piece) ||
           tables->black[to] == paris_colour_of(paris_army_of(piece)); /* P11 */
}

/* Along the lines: into the fortress, inside it, and out again. */
static void step_lines(struct besieger *walker, int army)
{
    const struct paris_state *state = walker->state;
    uint64_t men = state->joined[army];
    while (men) {
        int from = bv_take64(&men);
        for (const uint8_t *to = walker->tables->line[from]; *to != PARIS_NOWHERE; to++) {
            if (state->at[*to] != PARIS_EMPTY) continue;                   /* P12 */
            if (!may_step(walker->tables, state->at[from], *to)) continue; /* P11 */
            *walker->end++ = paris_action(PARIS_DEED_MOVE, from, *to);
        }
    }
}

static inline void walk_soldiers(struct besieger *walker, int army, bool forward_only)
{
    int heading = paris_heading(army);
    for (int word = 0; word < PARIS_WORDS; word++) {
        uint64_t men = walker->state->soldiers[army][word];
        while (men) walk_diagonals(walker, word * 64 + bv_take64(&men), heading, 1, forward_only);
    }
}

static inline uint32_t besieger_moves(struct besieger walker, int army, bool forward_only)
{
    const bv_action *begin = walker.end;
    const uint8_t *officer = walker.state->officer[army];
    int heading = paris_heading(army);
    walk_straight(&walker, officer[0], heading, 3);                /* P7 */
    walk_forward_diagonals(&walker, officer[0], heading, 3);       /* P7 */
    walk_straight(&walker, officer[1], heading, 2);                /* P8 */
    walk_straight(&walker, officer[2], heading, 1);                /* P8 */
    walk_straight(&walker, officer[3], heading, 1);                /* P8 */
    walk_diagonals(&walker, officer[4], heading, 2, forward_only); /* P9 */
    walk_diagonals(&walker, officer[5], heading, 2, forward_only); /* P9 */
    walk_soldiers(&walker, army, forward_only);                    /* P9 */
    step_lines(&walker, army);                                     /* P11 */
    return (uint32_t)(walker.end - begin);
}

uint32_t paris_besieger_moves(const struct bv_terms *terms, const struct paris_state *state,
                              int army, bv_action *list)
{
    struct besieger walker = {&terms->tables->paris, state, list};
    if (terms->reading[PARIS_DIAGONALS] == PARIS_DIAGONALS_FORWARD) /* P10 */
        return besieger_moves(walker, army, true);
    return besieger_moves(walker, army, false);
}

/* ---- Protection --------------------------------------------------------------------------------------- */

static bool is_guarded_from(const struct paris_tables *tables, const struct paris_state *state,
                            int point, int directions)
{
    unsigned around = 0;
    for (int d = 0; d < directions; d++) around |= state->at[tables->ray[point][d][0]];
    if (point < PARIS_JOINED)
        for (const uint8_t *to = tables->line[point]; *to != PARIS_NOWHERE; to++)
            around |= state->at[*to];           /* P16 */
    return (around & PARIS_BESIEGER_BITS) != 0; /* P16 */
}

/* Whether a besieger could walk that many squares (from nought) in that direction. */
static bool could_walk(int piece, int direction, int step, bool forward_only)
{
    int heading = paris_heading(paris_army_of(piece));
    bool diagonal = direction >= PARIS_FIRST_DIAGONAL;
    bool sideways = direction == PARIS_LEFT || direction == PARIS_RIGHT;
    bool forward = !sideways && (direction & 1) == heading;
    switch (paris_rank_of(piece)) {
    case PARIS_GENERAL: return forward || sideways;                                   /* P7 P16 */
    case PARIS_COLONEL: return step < 2 && !diagonal && (forward || sideways);        /* P8 P16 */
    case PARIS_CAPTAIN: return step < 1 && !diagonal && (forward || sideways);        /* P8 P16 */
    case PARIS_LIEUTENANT: return step < 2 && diagonal && (forward || !forward_only); /* P9 P16 */
    default: return step < 1 && diagonal && (forward || !forward_only);               /* P9 P16 */
    }
}

/* Looks outwards from the point: the first man met in each direction is the only one who could come. */
static bool is_reached_over_squares(const struct bv_terms *terms, const struct paris_state *state,
                                    int point)
{
    bool forward_only = terms->reading[PARIS_DIAGONALS] == PARIS_DIAGONALS_FORWARD;
    for (int d = 0; d < PARIS_DIRECTIONS; d++) {
        const uint8_t *ray = terms->tables->paris.ray[point][d];
        int step = 0;
        while (step < PARIS_REACH - 1 && state->at[ray[step]] == PARIS_EMPTY) step++; /* P16 */
        int piece = state->at[ray[step]];
        if (paris_is_besieger(piece) && could_walk(piece, d ^ 1, step, forward_only)) return true;
    }
    return false;
}

static bool is_reached_by_line(const struct paris_tables *tables, const struct paris_state *state,
                               int point)
{
    if (point >= PARIS_JOINED) return false;
    for (const uint8_t *from = tables->line[point]; *from != PARIS_NOWHERE; from++) {
        int piece = state->at[*from];
        if (paris_is_besieger(piece) && may_step(tables, piece, point)) return true; /* P16 */
    }
    return false;
}

static bool is_reached(const struct bv_terms *terms, const struct paris_state *state, int point)
{
    return is_reached_over_squares(terms, state, point) ||
           is_reached_by_line(&terms->tables->paris, state, point); /* P16 */
}

static bool is_protected(const struct bv_terms *terms, const struct paris_state *state, int point)
{
    const struct paris_tables *tables = &terms->tables->paris;
    switch (terms->reading[PARIS_PROTECTION]) {
    case PARIS_PROTECTION_ORTHOGONAL: return is_guarded_from(tables, state, point, 4); /* P16 */
    case PARIS_PROTECTION_ADJACENT: return is_guarded_from(tables, state, point, 8);   /* P16 */
    case PARIS_PROTECTION_REACH: return is_reached(terms, state, point);               /* P16 */
    default:
        return is_guarded_from(tables, state, point, 4) ||
               is_reached(terms, state, point); /* P16 */
    }
}

/* ---- The garrison ------------------------------------------------------------------------------------- */

struct defender {
    const struct bv_terms *terms;
    const struct paris_tables *tables;
    const struct paris_state *state;
    bv_action *end;
};

static bool may_be_captured(const struct bv_terms *terms, const struct paris_state *state,
                            int point)
{
    if (paris_is_circle(point) && paris_rank_of(state->at[point]) == PARIS_SOLDIER) /* P14 */
        return false;
    return !is_protected(terms, state, point); /* P14 P16 */
}

static inline void step(struct defender *walker, int from, int to)
{
    int piece = walker->state->at[to];
    *walker->end = paris_action(PARIS_DEED_MOVE, from, to);
    walker->end += piece == PARIS_EMPTY; /* P13 P17 */
    if (BV_UNLIKELY(paris_is_besieger(piece)) && may_be_captured(walker->terms, walker->state, to))
        *walker->end++ = paris_action(PARIS_DEED_CAPTURE, from, to); /* P14 */
}

static inline void step_around(struct defender *walker, int from, int first, int last)
{
    for (int d = first; d < last; d++) step(walker, from, walker->tables->ray[from][d][0]);
}

static inline void step_soldiers(struct defender *walker)
{
    for (int word = 0; word < PARIS_WORDS; word++) {
        uint64_t men = walker->state->soldiers[PARIS_GARRISON][word];
        while (men)
            step_around(walker, word * 64 + bv_take64(&men), PARIS_FIRST_DIAGONAL,
                        PARIS_DIRECTIONS); /* P13 */
    }
}

/* Whether one more Soldier may stand on squares of that colour. */
static bool colour_has_room(const struct defender *walker, int square)
{
    return walker->state->outside[walker->tables->black[square]] <
           walker->tables->soldiers_per_colour; /* P15 */
}

static void step_along_lines(struct defender *walker)
{
    uint64_t men = walker->state->joined[PARIS_GARRISON];
    while (men) {
        int from = bv_take64(&men);
        bool is_soldier = paris_rank_of(walker->state->at[from]) == PARIS_SOLDIER;
        for (const uint8_t *to = walker->tables->line[from]; *to != PARIS_NOWHERE; to++) {
            bool out = !paris_is_circle(*to);
            if (out && is_soldier && !colour_has_room(walker, *to)) continue; /* P15 */
            step(walker, from, *to);                                          /* P13 */
        }
    }
}

uint32_t paris_garrison_moves(const struct bv_terms *terms, const struct paris_state *state,
                              bv_action *list)
{
    struct defender walker = {terms, &terms->tables->paris, state, list};
    const uint8_t *officer = state->officer[PARIS_GARRISON];
    step_soldiers(&walker);
    step_around(&walker, officer[PARIS_GENERAL], 0, PARIS_DIRECTIONS);     /* P13 */
    step_around(&walker, officer[PARIS_COLONEL], 0, PARIS_FIRST_DIAGONAL); /* P13 */
    step_along_lines(&walker);
    return (uint32_t)(walker.end - list);
}

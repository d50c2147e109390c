/*
 * Where men may go. The tables hold each step as the action it would be, so a list is mostly copied. Every step
 * is written down before it is known to be possible, and the end of the list advances only if it is: the points
 * around a man are empty or not in no pattern, and a wrong guess of a branch costs more than a wasted store.
 * Steps off the board lead nowhere, which is a wall.
 *
 * Only the garrison captures, and whether a besieger is protected does not depend on who would capture it: the
 * capturing piece stays where it stands while one looks.
 */
#include "core/bits.h"
#include "games/storage.h"

/*
 * Some arguments are constants where such a function is called, and must be folded into it. On a GPU the copies would
 * not fit into the cache for instructions, and waiting for these took most of the time.
 */
#if BV_GPU
#define FOLDED static
#else
#define FOLDED static inline __attribute__((always_inline))
#endif

/* ---- Besiegers ---------------------------------------------------------------------------------------- */

/* Up to `reach` squares in one straight line, as long as they are empty. */
FOLDED bv_action *walk(const uint8_t *at, const uint16_t *ray, int reach, bv_action *end)
{
    bool open = true;
    for (int i = 0; i < reach; i++) {
        open &= at[paris_to(ray[i])] == PARIS_EMPTY; /* P7 P8 P9 P12 */
        end = bv_list_put(end, ray[i], open);
    }
    return end;
}

/* Forward or sideways. */
FOLDED bv_action *walk_straight(const uint8_t *at, const paris_rays ray, int heading, int reach,
                                bv_action *end)
{
    end = walk(at, ray[PARIS_UP | heading], reach, end);
    end = walk(at, ray[PARIS_LEFT], reach, end);
    return walk(at, ray[PARIS_RIGHT], reach, end);
}

FOLDED bv_action *walk_ahead(const uint8_t *at, const paris_rays ray, int heading, int reach,
                             bv_action *end)
{
    end = walk(at, ray[PARIS_UP_LEFT | heading], reach, end);
    return walk(at, ray[PARIS_UP_RIGHT | heading], reach, end);
}

/* A diagonal keeps its colour by itself. */
FOLDED bv_action *walk_diagonals(const uint8_t *at, const paris_rays ray, int heading, int reach,
                                 bool forward_only, bv_action *end)
{
    end = walk_ahead(at, ray, heading, reach, end);
    if (forward_only) return end;                        /* P10 */
    return walk_ahead(at, ray, heading ^ 1, reach, end); /* P10 */
}

/* Whether a besieger on one end of a line may step to the other, if that is empty. */
static bool may_step(const struct paris_tables *tables, int piece, int to)
{
    return paris_is_circle(to) || !paris_keeps_colour(piece) ||
           tables->black[to] == paris_colour_of(paris_army_of(piece)); /* P11 */
}

/* Along the lines: into the fortress, inside it, and out again. */
static bv_action *walk_lines(const struct paris_tables *tables, const struct paris_state *state,
                             int army, bv_action *end)
{
    uint64_t men = state->joined[paris_heading(army)];
    while (men) {
        int from = bv_take64(&men);
        for (const uint8_t *to = tables->line[from]; *to != PARIS_NOWHERE; to++) {
            if (state->at[*to] != PARIS_EMPTY) continue;           /* P12 */
            if (!may_step(tables, state->at[from], *to)) continue; /* P11 */
            *end++ = paris_action(PARIS_DO_MOVE, from, *to);
        }
    }
    return end;
}

/* A captured officer has no moves: to know that is quicker than to try him. */
FOLDED uint32_t besieger_moves(const struct paris_tables *tables, const struct paris_state *state,
                               int army, bool forward_only, bv_action *list)
{
    const uint8_t *at = state->at;
    const uint8_t *officer = state->slot[army];
    const paris_rays *ray = tables->ray;
    int heading = paris_heading(army);
    bv_action *end = list;
    if (officer[0] != PARIS_NOWHERE) {
        end = walk_straight(at, ray[officer[0]], heading, 3, end); /* P7 */
        end = walk_ahead(at, ray[officer[0]], heading, 3, end);    /* P7 */
    }
    if (officer[1] != PARIS_NOWHERE)
        end = walk_straight(at, ray[officer[1]], heading, 2, end); /* P8 */
    for (int i = 2; i < 4 && officer[i] != PARIS_NOWHERE; i++)
        end = walk_straight(at, ray[officer[i]], heading, 1, end); /* P8 */
    for (int i = 4; i < 6 && officer[i] != PARIS_NOWHERE; i++)
        end = walk_diagonals(at, ray[officer[i]], heading, 2, forward_only, end); /* P9 */
    for (int word = 0; word < PARIS_WORDS; word++) {
        uint64_t men = state->soldiers[heading][word];
        while (men) {
            int from = word * 64 + bv_take64(&men);
            end = walk_diagonals(at, ray[from], heading, 1, forward_only, end); /* P9 */
        }
    }
    end = walk_lines(tables, state, army, end); /* P11 */
    return (uint32_t)(end - list);
}

uint32_t paris_besieger_moves(const struct bv_terms *terms, const struct paris_state *state,
                              int army, bv_action *list)
{
    const struct paris_tables *tables = &terms->tables->paris;
    if (terms->option[PARIS_DIAGONALS] == PARIS_DIAGONALS_FORWARD) /* P10 */
        return besieger_moves(tables, state, army, true, list);
    return besieger_moves(tables, state, army, false, list);
}

/* ---- Protection --------------------------------------------------------------------------------------- */

static bool is_guarded_from(const struct paris_tables *tables, const struct paris_state *state,
                            int point, int directions)
{
    unsigned around = 0;
    for (int d = 0; d < directions; d++) around |= state->at[paris_to(tables->ray[point][d][0])];
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
    bool forward_only = terms->option[PARIS_DIAGONALS] == PARIS_DIAGONALS_FORWARD;
    for (int d = 0; d < PARIS_DIRECTIONS; d++) {
        const uint16_t *ray = terms->tables->paris.ray[point][d];
        for (int step = 0; step < PARIS_REACH; step++) {
            int piece = state->at[paris_to(ray[step])];
            if (piece == PARIS_EMPTY) continue;                                           /* P16 */
            if (paris_is_besieger(piece) && could_walk(piece, d ^ 1, step, forward_only)) /* P16 */
                return true;
            break;
        }
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

bool paris_is_protected(const struct bv_terms *terms, const struct paris_state *state, int point)
{
    const struct paris_tables *tables = &terms->tables->paris;
    switch (terms->option[PARIS_PROTECTION]) {
    case PARIS_PROTECTION_ORTHOGONAL: return is_guarded_from(tables, state, point, 4); /* P16 */
    case PARIS_PROTECTION_ADJACENT: return is_guarded_from(tables, state, point, 8);   /* P16 */
    case PARIS_PROTECTION_REACH: return is_reached(terms, state, point);               /* P16 */
    default:
        return is_guarded_from(tables, state, point, 4) ||
               is_reached(terms, state, point); /* P16 */
    }
}

/* ---- The garrison ------------------------------------------------------------------------------------- */

static bool may_be_captured(const struct bv_terms *terms, const struct paris_state *state,
                            int point)
{
    if (!paris_is_besieger(state->at[point])) return false;                         /* P17 */
    if (paris_is_circle(point) && paris_rank_of(state->at[point]) == PARIS_SOLDIER) /* P14 */
        return false;
    return !paris_is_protected(terms, state, point); /* P14 P16 */
}

static bv_action *capture(const struct bv_terms *terms, const struct paris_state *state,
                          const uint16_t *step, int count, bv_action *end)
{
    for (int i = 0; i < count; i++)
        if (may_be_captured(terms, state, paris_to(step[i])))
            *end++ = paris_action(PARIS_DO_CAPTURE, 0, 0) | step[i]; /* P14 */
    return end;
}

/*
 * One man's steps: onto empty points if quiet moves are wanted, and onto besiegers. Most men meet no besieger at
 * all: one look at the or of all they meet tells.
 */
FOLDED bv_action *go(const struct bv_terms *terms, const struct paris_state *state,
                     const uint16_t *step, int count, bool quiet, bv_action *end)
{
    unsigned met = 0;
    for (int i = 0; i < count; i++) {
        unsigned piece = state->at[paris_to(step[i])];
        met |= piece;
        if (!quiet) continue;
        end = bv_list_put(end, step[i], piece == PARIS_EMPTY); /* P13 */
    }
    if (met & PARIS_BESIEGER_BITS) end = capture(terms, state, step, count, end);
    return end;
}

/* Half a row does for a Colonel or Soldier, unless many lines meet in one circle of this board. */
FOLDED bv_action *go_narrow(const struct bv_terms *terms, const struct paris_state *state,
                            const uint16_t *step, bool quiet, bv_action *end)
{
    enum { HALF = PARIS_STEPS / 2 };
    end = go(terms, state, step, HALF, quiet, end);
    if (BV_UNLIKELY(terms->tables->paris.wide))
        end = go(terms, state, step + HALF, HALF, quiet, end);
    return end;
}

/* The colours on whose squares no more Soldiers may come to stand: 1 white, 2 black, 3 both. */
static int full_colours(const struct paris_tables *tables, const struct paris_state *state)
{
    bool white = state->outside[0] >= tables->soldiers_per_colour; /* P15 */
    bool black = state->outside[1] >= tables->soldiers_per_colour; /* P15 */
    return white + 2 * black;
}

FOLDED uint32_t garrison_moves(const struct bv_terms *terms, const struct paris_state *state,
                               bool quiet, bv_action *list)
{
    const struct paris_tables *tables = &terms->tables->paris;
    const struct paris_garrison *steps = &tables->garrison[terms->option[PARIS_RETURN]]; /* P13b */
    const uint8_t *man = state->slot[PARIS_GARRISON];
    const paris_steps *soldier = steps->soldier[full_colours(tables, state)];
    bv_action *end = list;
    for (int i = 2; i < PARIS_SLOTS; i++)
        end = go_narrow(terms, state, soldier[man[i]], quiet, end);                /* P13 */
    end = go(terms, state, steps->general[man[PARIS_GENERAL]], 8, quiet, end);     /* P13 */
    end = go_narrow(terms, state, steps->colonel[man[PARIS_COLONEL]], quiet, end); /* P13 */
    return (uint32_t)(end - list);
}

uint32_t paris_garrison_moves(const struct bv_terms *terms, const struct paris_state *state,
                              bv_action *list)
{
    return garrison_moves(terms, state, true, list);
}

uint32_t paris_garrison_captures(const struct bv_terms *terms, const struct paris_state *state,
                                 bv_action *list)
{
    return garrison_moves(terms, state, false, list);
}

/*
 * The course of the game:
 *
 *     place General ─▶ place Colonel ─▶ move ─┬────────────────────▶ the next turn begins: move
 *                                             └▶ summons (if any) ─▶
 *
 * The turns go garrison, White, garrison, Black; one turn is one move, so the count of moves is the clock that
 * says whose turn it is. A game may end right after a move, or when the next turn begins.
 */
#include "core/hash.h"
#include "games/storage.h"

void paris_start(const struct bv_terms *terms, union bv_state *state)
{
    const struct paris_tables *tables = &terms->tables->paris;
    struct paris_state *s = &state->paris;
    paris_clear(s);
    for (int point = 0; point < PARIS_POINTS; point++)
        if (tables->start[point]) paris_put(tables, s, tables->start[point], point); /* P5 */
}

bv_seats paris_to_act(const struct bv_terms *terms, const union bv_state *state)
{
    (void)terms;
    if (state->paris.phase == PARIS_OVER) return 0;
    return bv_seat_bit(paris_turn(&state->paris)); /* P18 */
}

/* The garrison and the besiegers take turns. */
int paris_order(const union bv_state *state)
{
    if (state->paris.phase != PARIS_MOVE) return 0;
    return paris_turn(&state->paris) == PARIS_GARRISON ? 1 : 2;
}

/* ---- What may be done --------------------------------------------------------------------------------- */

/* The free circles, for the General or the Colonel. */
static uint32_t legal_places(const struct paris_state *state, int kind, bv_action *list)
{
    uint32_t count = 0;
    for (int circle = 0; circle < PARIS_CIRCLES; circle++)
        if (state->at[circle] == PARIS_EMPTY) /* P6 */
            list[count++] = paris_action(kind, circle, 0);
    return count;
}

static uint32_t legal_moves(const struct bv_terms *terms, const struct paris_state *state,
                            bv_action *list)
{
    int army = paris_turn(state);
    if (army == PARIS_GARRISON) return paris_bound_moves(terms, state, list);
    uint32_t count = paris_besieger_moves(terms, state, army, list);
    if (count == 0) list[count++] = paris_action(PARIS_DO_END, 0, 0); /* P21 */
    return count;
}

uint32_t paris_legal(const struct bv_terms *terms, const union bv_state *state, int seat,
                     bv_action *list)
{
    const struct paris_state *s = &state->paris;
    uint32_t count;
    (void)seat;
    switch (s->phase) {
    case PARIS_PLACE_GENERAL: return legal_places(s, PARIS_DO_GENERAL, list);
    case PARIS_PLACE_COLONEL: return legal_places(s, PARIS_DO_COLONEL, list);
    case PARIS_SUMMONS:
        count = paris_summonses(terms, s, list);
        list[count++] = paris_action(PARIS_DO_END, 0, 0); /* P19 */
        return count;
    default: return legal_moves(terms, s, list);
    }
}

/* ---- The end ------------------------------------------------------------------------------------------ */

static void end_game(struct paris_state *state, uint8_t reason)
{
    state->phase = PARIS_OVER;
    state->reason = reason;
    state->moved = PARIS_NOWHERE;
}

/* P22's count, P23, P24, in this order (P25b). */
bool paris_is_decided(const struct paris_tables *tables, const struct paris_state *state,
                      uint8_t *reason)
{
    int soldiers_inside = paris_soldiers_inside(state);
    int officers_inside = paris_officers_inside(state);
    bool broken = 2 * PARIS_OFFICERS - state->officers_left >= tables->officers; /* P23 P24 */
    if (soldiers_inside >= tables->storm_soldiers &&
        officers_inside >= tables->storm_officers) { /* P22 */
        *reason = PARIS_STORMED;
        return true;
    }
    if (broken && state->soldiers_left == 0) { /* P23 */
        *reason = PARIS_ANNIHILATED;
        return true;
    }
    if (broken && state->soldiers_left == 1 && soldiers_inside == 1) { /* P24 */
        *reason = PARIS_DENIED;
        return true;
    }
    return false;
}

/* What makes two positions the same for P25: placement, turn of the cycle, summoned point. */
static uint64_t repetition_key(const struct paris_state *state)
{
    return bv_mix(state->placement ^ state->moves % 4, state->summoned); /* P25 */
}

/*
 * Whether this is the third occurrence. One key was pushed each turn, so a position can only recur after whole
 * cycles of four turns.
 */
static bool is_third(const struct bv_past *past, const struct paris_state *state, uint64_t key)
{
    uint32_t window = state->since;
    uint32_t found = 0;
    if (window > past->count) window = past->count;
    if (window > BV_PAST_MAX) window = BV_PAST_MAX;
    for (uint32_t back = 4; back <= window; back += 4)
        found += past->key[(past->count - back) % BV_PAST_MAX] == key; /* P25 */
    return found >= 2;                                                 /* P25 */
}

int paris_quiet_limit(const struct bv_terms *terms)
{
    const struct paris_tables *tables = &terms->tables->paris;
    if (terms->option[PARIS_IMPASSE] == PARIS_IMPASSE_LIFTED) return tables->lift_moves; /* P25 */
    return tables->quiet_moves;                                                          /* P25 */
}

/* Immobilised, repetition, lifted, the two limits, in this order (P25b). */
static void begin_turn(const struct bv_terms *terms, struct paris_state *state,
                       struct bv_past *past)
{
    bool lifted = terms->option[PARIS_IMPASSE] == PARIS_IMPASSE_LIFTED; /* P25 */
    bool free_garrison =
        paris_turn(state) == PARIS_GARRISON && state->summoned == PARIS_NOWHERE; /* P20 */
    uint64_t key = repetition_key(state);
    state->phase = PARIS_MOVE;
    if (free_garrison && paris_is_immobilised(terms, state)) /* P22 */
        end_game(state, PARIS_IMMOBILISED);
    else if (past && is_third(past, state, key)) /* P25 */
        end_game(state, PARIS_REPETITION);
    else if (state->quiet >= paris_quiet_limit(terms)) /* P25 */
        end_game(state, lifted ? PARIS_LIFTED : PARIS_STALEMATE);
    else if (state->moves >= terms->tables->paris.all_moves) /* P25 */
        end_game(state, PARIS_STALEMATE);
    if (past) bv_past_push(past, key);
}

/* ---- What is done -------------------------------------------------------------------------------------- */

static void end_turn(const struct bv_terms *terms, struct paris_state *state, int summoned,
                     struct bv_past *past)
{
    state->moves++;
    state->summoned = (uint8_t)summoned;
    state->moved = PARIS_NOWHERE;
    begin_turn(terms, state, past);
}

static void place_general(const struct paris_tables *tables, struct paris_state *state, int circle)
{
    paris_put(tables, state, paris_piece(PARIS_GARRISON, PARIS_GENERAL), circle); /* P6 */
    state->phase = PARIS_PLACE_COLONEL;
}

/* The Soldiers fill the other circles, and the first turn begins. */
static void place_colonel(const struct bv_terms *terms, struct paris_state *state, int circle,
                          struct bv_past *past)
{
    const struct paris_tables *tables = &terms->tables->paris;
    paris_put(tables, state, paris_piece(PARIS_GARRISON, PARIS_COLONEL), circle); /* P6 */
    for (int c = 0; c < PARIS_CIRCLES; c++)
        if (state->at[c] == PARIS_EMPTY)
            paris_put(tables, state, paris_piece(PARIS_GARRISON, PARIS_SOLDIER), c); /* P6 */
    begin_turn(terms, state, past);
}

/* Whether a besieger never goes back on squares. */
static bool only_advances(const struct bv_terms *terms, int piece)
{
    return !paris_keeps_colour(piece) ||
           terms->option[PARIS_DIAGONALS] == PARIS_DIAGONALS_FORWARD; /* P25 */
}

static bool is_further_forward(const struct paris_tables *tables, int piece, int from, int to)
{
    int up = tables->rank[to] - tables->rank[from];
    return paris_army_of(piece) == PARIS_WHITE ? up > 0 : up < 0; /* P25 */
}

/*
 * Counts a besieger's move. Who never goes back on squares leaves all positions before his advance behind for
 * good, unless he comes round through the fortress: once such a man has entered it, every position of the game
 * may recur, until the next capture (`since` then equals `moves`, as it does until the first).
 */
static void count_move(const struct bv_terms *terms, struct paris_state *state, int from, int to)
{
    int piece = state->at[from];
    bool one_way = only_advances(terms, piece);
    bool outside = !paris_is_circle(from); /* P25 */
    bool all_may_recur = state->since == state->moves;
    state->since++;
    state->quiet++; /* P25 */
    if (outside && paris_is_circle(to)) {
        state->quiet = 0; /* P25 */
        if (one_way) state->since = (uint16_t)(state->moves + 1);
    } else if (one_way && outside &&
               is_further_forward(&terms->tables->paris, piece, from, to)) { /* P25 */
        state->quiet = 0;                                                    /* P25 */
        if (!all_may_recur) state->since = 0;
    }
}

static void move_besieger(const struct bv_terms *terms, struct paris_state *state, int from, int to,
                          struct bv_past *past)
{
    const struct paris_tables *tables = &terms->tables->paris;
    uint8_t reason;
    count_move(terms, state, from, to);
    paris_shift(tables, state, from, to);
    if (paris_is_circle(to) && paris_is_decided(tables, state, &reason)) { /* P22 P24 P25b */
        end_game(state, reason);
        return;
    }
    if (terms->option[PARIS_SUMMONING] == PARIS_SUMMONS_MOVED) state->moved = (uint8_t)to; /* P19 */
    if (paris_may_summon(terms, state))                                                    /* P19 */
        state->phase = PARIS_SUMMONS;
    else
        end_turn(terms, state, PARIS_NOWHERE, past); /* P19 */
}

static void move_garrison(const struct bv_terms *terms, struct paris_state *state, int from, int to,
                          struct bv_past *past)
{
    const struct paris_tables *tables = &terms->tables->paris;
    uint8_t reason;
    bool capture = state->at[to] != PARIS_EMPTY;
    state->since++;
    state->quiet++;
    if (capture) {
        paris_remove(tables, state, to); /* P14 */
        state->since = 0;
        state->quiet = 0; /* P25 */
    }
    paris_shift(tables, state, from, to);
    if (capture && paris_is_decided(tables, state, &reason)) { /* P23 P24 P25b */
        state->summoned = PARIS_NOWHERE;
        end_game(state, reason);
        return;
    }
    end_turn(terms, state, PARIS_NOWHERE, past);
}

/* A pass counts as a move; after a besieger's move the turn merely ends. */
static void pass_or_end(const struct bv_terms *terms, struct paris_state *state,
                        struct bv_past *past)
{
    if (state->phase == PARIS_MOVE) {
        state->since++;
        state->quiet++; /* P25 */
    }
    end_turn(terms, state, PARIS_NOWHERE, past); /* P19 P21 */
}

void paris_apply(const struct bv_terms *terms, union bv_state *state, int seat, bv_action action,
                 struct bv_past *past)
{
    const struct paris_tables *tables = &terms->tables->paris;
    struct paris_state *s = &state->paris;
    int from = paris_from(action);
    int to = paris_to(action);
    /* A game that goes on from a position without a past: that position is a first occurrence. */
    if (past && past->count == 0 && s->phase == PARIS_MOVE)
        bv_past_push(past, repetition_key(s)); /* P25 */
    switch (paris_action_kind(action)) {
    case PARIS_DO_GENERAL: place_general(tables, s, from); break;
    case PARIS_DO_COLONEL: place_colonel(terms, s, from, past); break;
    case PARIS_DO_SUMMON: end_turn(terms, s, from, past); break; /* P19 */
    case PARIS_DO_END: pass_or_end(terms, s, past); break;
    default:
        if (seat == PARIS_GARRISON)
            move_garrison(terms, s, from, to, past);
        else
            move_besieger(terms, s, from, to, past);
    }
}

struct bv_result paris_result(const struct bv_terms *terms, const union bv_state *state)
{
    static const uint8_t garrison_half_points[PARIS_REASONS] = {
        [PARIS_STORMED] = 0,     /* P22 */
        [PARIS_IMMOBILISED] = 0, /* P22 */
        [PARIS_ANNIHILATED] = 2, /* P23 */
        [PARIS_DENIED] = 1,      /* P24 */
        [PARIS_REPETITION] = 1,  /* P25 */
        [PARIS_LIFTED] = 2,      /* P25 */
        [PARIS_STALEMATE] = 1,   /* P25 */
    };
    uint8_t half_points = garrison_half_points[state->paris.reason];
    (void)terms;
    return (struct bv_result){.half_points = {half_points, (uint8_t)(2 - half_points)}, /* P26 */
                              .reason = state->paris.reason};
}

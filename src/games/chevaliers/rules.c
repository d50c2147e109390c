/*
 * The turn (E4, E14–E20): who is to act, what a move changes, and when the game ends.
 *
 *     move or pass ──▶ the other side's turn ──▶ E19: is the game over? ──▶ no: could the move be called? (E15)
 *     call         ──▶ the same side's turn again, as it was, but it must capture
 *
 * The past holds the position that each move left, so the position on the board is never in it: the first move
 * puts the start there, and a called move takes its own entry away again.
 */
#include "core/hash.h"
#include "games/storage.h"

/* A position recurs after four moves at the earliest, so it stands a third time after eight. */
enum { EARLIEST_THIRD = 8 };

void chevaliers_start(const struct bv_terms *terms, union bv_state *state)
{
    const struct chevaliers_tables *tables = &terms->tables->chevaliers;
    struct chevaliers_state *s = &state->chevaliers;
    bv_clear(s, sizeof *s);
    s->pieces[CHEVALIERS_SILVER] = tables->pieces[CHEVALIERS_SILVER];
    s->pieces[CHEVALIERS_GOLD] = tables->pieces[CHEVALIERS_GOLD];
    s->knights = tables->knights;
    s->side = CHEVALIERS_SILVER;
}

/* ---- Seats ------------------------------------------------------------------------------------------ */

static bool has_partners(const struct bv_terms *terms)
{
    return terms->form->seats > CHEVALIERS_SIDES;
}

/* With partners a side has two seats, the Knights' and the Men's. */
int chevaliers_commands(const struct bv_terms *terms, int seat)
{
    if (!has_partners(terms)) return CHEVALIERS_COMMANDS_ALL;
    return seat % 2 == 0 ? CHEVALIERS_COMMANDS_KNIGHTS : CHEVALIERS_COMMANDS_MEN; /* E20 */
}

bv_seats chevaliers_to_act(const struct bv_terms *terms, const union bv_state *state)
{
    const struct chevaliers_state *s = &state->chevaliers;
    if (s->standing != CHEVALIERS_RUNNING) return 0;
    if (!has_partners(terms)) return bv_seat_bit(s->side);
    int commands = s->fault ? CHEVALIERS_COMMANDS_ALL : chevaliers_able(terms, s); /* E20 */
    if (!commands) commands = CHEVALIERS_COMMANDS_ALL;                             /* E20 */
    return (bv_seats)commands << (2 * s->side);
}

uint32_t chevaliers_legal(const struct bv_terms *terms, const union bv_state *state, int seat,
                          bv_action *list)
{
    const struct chevaliers_state *s = &state->chevaliers;
    uint32_t count = chevaliers_moves(terms, s, chevaliers_commands(terms, seat), list);
    if (count == 0 && !chevaliers_able(terms, s))
        list[count++] = chevaliers_action(CHEVALIERS_PASS, 0, 0);           /* E18 */
    if (s->fault) list[count++] = chevaliers_action(CHEVALIERS_CALL, 0, 0); /* E15 */
    BV_ASSERT(count <= CHEVALIERS_LIST_CAP);
    return count;
}

/* ---- The end ---------------------------------------------------------------------------------------- */

/* The pieces on their squares and the side to move, nothing else (E19). */
static uint64_t key_of(const struct chevaliers_state *s)
{
    bv_bits128 silver = s->pieces[CHEVALIERS_SILVER];
    bv_bits128 gold = s->pieces[CHEVALIERS_GOLD];
    uint64_t high = (uint64_t)(s->knights >> 64) | (uint64_t)s->side << 63;
    uint64_t pieces = bv_mix(bv_mix((uint64_t)silver, (uint64_t)(silver >> 64)),
                             bv_mix((uint64_t)gold, (uint64_t)(gold >> 64)));
    return bv_mix(pieces, bv_mix((uint64_t)s->knights, high));
}

static bool third_time(const struct chevaliers_state *s, const struct bv_past *past)
{
    if (!past || s->quiet < EARLIEST_THIRD) return false;
    return bv_past_occurrences(past, s->quiet, key_of(s)) >= 2; /* E19 */
}

/* How the game stands when the turn passes to s->side; in the order of E19. */
static uint8_t standing(const struct chevaliers_tables *tables, const struct chevaliers_state *s,
                        bool both_passed, const struct bv_past *past)
{
    if (!s->pieces[s->side]) return CHEVALIERS_ELIMINATION;                                /* E17 */
    if (bv_has128(s->pieces[s->side], tables->castle[!s->side])) return CHEVALIERS_CASTLE; /* E16 */
    if (both_passed) return CHEVALIERS_BLOCKED;                                            /* E18 */
    if (third_time(s, past)) return CHEVALIERS_REPETITION;                                 /* E19 */
    if (s->quiet >= tables->quiet) return CHEVALIERS_STALEMATE;                            /* E19 */
    return CHEVALIERS_RUNNING;
}

struct bv_result chevaliers_result(const struct bv_terms *terms, const union bv_state *state)
{
    const struct chevaliers_state *s = &state->chevaliers;
    struct bv_result result = {.half_points = {1, 1}, .reason = (uint8_t)(s->standing - 1)};
    (void)terms;
    BV_ASSERT(s->standing != CHEVALIERS_RUNNING);
    if (s->standing == CHEVALIERS_CASTLE || s->standing == CHEVALIERS_ELIMINATION) {
        bool mover_wins = s->standing == CHEVALIERS_CASTLE; /* E16 E17 */
        result.half_points[s->side] = mover_wins ? 2 : 0;
        result.half_points[!s->side] = mover_wins ? 0 : 2;
    }
    return result;
}

/* ---- A move ----------------------------------------------------------------------------------------- */

static void carry(bv_bits128 *set, int from, int to)
{
    *set = (*set & ~bv_bit128(from)) | bv_bit128(to);
}

/* Moves the piece and removes its prey (E12). */
static void move_piece(struct chevaliers_state *s, bv_action action)
{
    int from = chevaliers_from(action);
    int at = chevaliers_stop(action);
    int captures = chevaliers_captures(action);
    bool knight = bv_has128(s->knights, from);
    bool forward = !knight && chevaliers_rank(from) != chevaliers_rank(at); /* E19 */
    s->quiet = captures || forward ? 0 : (uint8_t)(s->quiet + 1);           /* E19 */
    for (int i = 0; i < captures; i++) {
        int step = chevaliers_leap(action, i);
        s->pieces[!s->side] &= ~bv_bit128(at + step); /* E9 */
        s->knights &= ~bv_bit128(at + step);
        at += 2 * step;
    }
    carry(&s->pieces[s->side], from, at);
    if (knight) carry(&s->knights, from, at);
}

/* Whether an action that captures nothing breaks the obligation without being stopped (E15). */
static bool breaks_obligation(const struct bv_terms *terms, const struct chevaliers_state *s,
                              bv_action action)
{
    if (terms->option[CHEVALIERS_OVERSIGHT] != CHEVALIERS_TABLE) return false; /* E15 */
    if (chevaliers_captures(action)) return false;                             /* E15 */
    return chevaliers_obliged(terms, s);                                       /* E14 E15 */
}

/* Undoes the faulty move. Whether a pass came before it no longer matters: a capture follows. */
void chevaliers_take_back(struct chevaliers_state *s)
{
    s->side = !s->side;
    carry(&s->pieces[s->side], s->fault_to, s->fault_from);
    if (bv_has128(s->knights, s->fault_to)) carry(&s->knights, s->fault_to, s->fault_from);
    s->quiet = s->fault_before; /* E15 */
    s->passed = false;
    s->called = true; /* E15 */
    s->fault = false;
    s->fault_from = s->fault_to = s->fault_before = 0;
}

static void remember_fault(struct chevaliers_state *s, bv_action action, uint8_t quiet_before)
{
    s->fault = true;
    s->fault_from = (uint8_t)chevaliers_from(action);
    s->fault_to = (uint8_t)chevaliers_stop(action);
    s->fault_before = quiet_before;
}

void chevaliers_apply(const struct bv_terms *terms, union bv_state *state, int seat,
                      bv_action action, struct bv_past *past)
{
    struct chevaliers_state *s = &state->chevaliers;
    (void)seat;
    if (chevaliers_kind_of(action) == CHEVALIERS_CALL) {
        chevaliers_take_back(s);
        if (past && past->count) past->count--; /* E15 */
        return;
    }
    bool passes = chevaliers_kind_of(action) == CHEVALIERS_PASS;
    bool both_passed = passes && s->passed; /* E18 */
    bool faulty = breaks_obligation(terms, s, action);
    uint8_t quiet_before = s->quiet;
    if (past) bv_past_push(past, key_of(s)); /* E19 */
    if (passes)
        s->quiet++; /* E19 */
    else
        move_piece(s, action);
    s->passed = passes;
    s->called = false; /* E15 */
    s->fault = false;
    s->fault_from = s->fault_to = s->fault_before = 0;
    s->side = !s->side; /* E4 */
    s->standing = standing(&terms->tables->chevaliers, s, both_passed, past);
    if (faulty && s->standing == CHEVALIERS_RUNNING)
        remember_fault(s, action, quiet_before); /* E15 */
}
